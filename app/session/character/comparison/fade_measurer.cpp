#include "app/session/character/comparison/fade_measurer.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "app/model/fnv1a.h"
#include "app/model/upright.h"
#include "app/view/model_matrices.h"

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

FadeMeter::FadeMeter(const Model& model, const crossfade::MeasuredBody& body, std::vector<int> clips)
    : clips_(model, std::move(clips)),
      bench_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_.clips(), body),
      model_(model) {}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime,
                               MeasuredFeet feet) {
  crossfade::TransitionOptions options = transitionOptionsOf(how);
  options.seconds = std::min(options.seconds, kLongestFade);
  options.mask = mask;
  const crossfade::SeamCase fade{.from = clips_.positionOf(how.from),
                                 .to = clips_.positionOf(how.to),
                                 .start = fromTime,
                                 .entry = toTime,
                                 .options = options,
                                 .curve = &curve};
  const crossfade::SeamReport report = bench_.measure(fade);
  FadeFigures figures{.velocityRatio = report.worst.velocityRatio,
                      .positionRatio = report.worst.positionRatio,
                      .excess = report.excess,
                      .value = report.worstValue,
                      .joint = report.worstJoint};
  if (feet != MeasuredFeet::None && !mask) measureFeet(fade, feet == MeasuredFeet::Locked, figures);
  return figures;
}

/// Of clips that both walk in place: others stand on no ground that moves under both.
void FadeMeter::measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures) {
  if (!slides_)
    slides_ = std::make_unique<crossfade::SlideBench>(model_.skeleton, standingFeetOf(model_), channelLayoutOf(model_),
                                                      restPoseOf(model_), clips_.clips(), bench_);
  if (!slides_->walks(fade.from) || !slides_->walks(fade.to)) return;
  const crossfade::SlideReport report = slides_->measure(fade, locked);
  figures.slide = report.slide.perStep();
  if (report.legLength > 0) figures.slideInLegs = report.slide.perStep() / report.legLength;
  figures.zhang = report.slide.zhang;
}

namespace {

constexpr int kLanes = kMaxVariants;

}  // namespace

bool FadeMeasurer::ask(int lane, const MeasuredFade& fade, std::int64_t request) {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    at(lane).asked = fade;
    at(lane).request = request;
  }
  thread_.wake();
  return true;
}

std::optional<Measurement> FadeMeasurer::take(int lane) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  return std::exchange(at(lane).found, std::nullopt);
}

void FadeMeasurer::finish() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] {
    return !busy_ && std::ranges::none_of(lanes_, [](const Lane& lane) { return lane.asked.has_value(); });
  });
}

/// Measures one fade; false: there is none.
bool FadeMeasurer::step() {
  std::unique_lock lock(mutex_);
  Lane* next = nullptr;
  for (int i = 0; i < kLanes && next == nullptr; ++i) {
    last_ = (last_ + 1) % kLanes;
    if (at(last_).asked) next = &at(last_);
  }
  if (next == nullptr) return false;
  const MeasuredFade fade = *std::exchange(next->asked, std::nullopt);
  const std::int64_t request = next->request;
  busy_ = true;
  lock.unlock();
  const FadeFigures figures = measure(fade);
  lock.lock();
  busy_ = false;
  next->found = {.figures = figures, .request = request};
  finished_.notify_all();
  return true;
}

FadeFigures FadeMeasurer::measure(const MeasuredFade& fade) {
  if (!meter_ || !meter_->covers(fade.how.from) || !meter_->covers(fade.how.to))
    meter_.emplace(model_, body_, std::vector{fade.how.from, fade.how.to});
  return meter_->measure(fade.how, fade.curve, fade.mask ? &*fade.mask : nullptr, fade.fromTime, fade.toTime,
                         fade.feet);
}

}  // namespace app
