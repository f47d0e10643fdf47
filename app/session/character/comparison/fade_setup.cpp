#include "app/session/character/comparison/fade_setup.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "app/model/fnv1a.h"
#include "app/session/character/comparison/fade_measurer.h"

namespace app {
namespace {

class Hash {
 public:
  Hash& add(std::uint64_t value) {
    value_ = fnv1a({reinterpret_cast<const char*>(&value), sizeof value}, value_);
    return *this;
  }
  Hash& add(int value) { return add(static_cast<std::uint64_t>(value)); }
  template <class Enum>
  requires std::is_enum_v<Enum> Hash& add(Enum value) { return add(static_cast<int>(value)); }
  Hash& add(double value) { return add(std::bit_cast<std::uint64_t>(value)); }
  Hash& add(const std::optional<double>& value) { return value ? add(1).add(*value) : add(0); }
  Hash& add(const crossfade::AnimationCurve& curve) {
    for (const crossfade::CurveKey& key : curve.keys())
      add(key.time)
          .add(key.value)
          .add(key.inTangent)
          .add(key.outTangent)
          .add(key.weightedMode)
          .add(key.inWeight)
          .add(key.outWeight);
    return add(curve.before).add(curve.after);
  }
  /// Never 0.
  std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

 private:
  std::uint64_t value_ = kFnvBasis;
};

}  // namespace

bool FadeSetup::isFor(FadeSettings otherPanel, const crossfade::AnimationCurve& otherCurve) const {
  otherPanel.from = panel.from;
  otherPanel.to = panel.to;
  return otherPanel == panel && otherCurve == curve;
}

FadeAsSet FadeSetup::fade(int from, int to) const {
  const FadeChoice bySet = resolved(cells, wholeChoice(panel, curve), {from, to});
  FadeAsSet fade{
      .how = overridden(panel, bySet), .curve = *bySet.curve, .fromPhase = bySet.fromPhase, .toPhase = bySet.toPhase};
  fade.how.from = from;
  fade.how.to = to;
  fade.how.seconds = std::min(fade.how.seconds, kLongestFade);  // longer ones have the same key
  return fade;
}

const NamedMask* FadeSetup::named(int mask) const {
  const auto found =
      std::find_if(masks.begin(), masks.end(), [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
  return isNamedMask(mask) && found != masks.end() ? &*found : nullptr;
}

std::optional<crossfade::JointMask> FadeSetup::maskOf(const FadeSettings& how,
                                                      const crossfade::Skeleton& skeleton) const {
  if (how.maskJoint < 0) return std::nullopt;
  if (!isNamedMask(how.maskJoint)) return crossfade::JointMask::ofSubtree(skeleton, how.maskJoint, how.maskFeather);
  const NamedMask* const mask = named(how.maskJoint);
  return mask ? std::optional(*crossfade::JointMask::make(mask->weights)) : std::nullopt;
}

std::uint64_t FadeSetup::keyOf(const FadeAsSet& fade) const {
  FadeSettings how = fade.how;
  if (how.maskJoint < 0) how.maskFeather = FadeSettings().maskFeather;
  Hash hash;
  forEachField<FadeSettings>([&](const auto& field) { hash.add(field.of(how)); });
  hash.add(fade.fromPhase).add(fade.toPhase);
  if (const NamedMask* const mask = named(how.maskJoint))
    for (const float weight : mask->weights) hash.add(static_cast<double>(weight));
  if (usesCurve(how.kind)) hash.add(fade.curve);
  return hash.value();
}

}  // namespace app
