#include "crossfade/transition/detail/pose_blender.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

constexpr double kHalfTurn = 0.174;  // cosine of half the angle: within 20 degrees of a half turn
constexpr double kSame = 1e-5;       // lengths that differ by less are equal: keys are floats

bool contributes(const BlendLayer& layer, std::size_t channel) {
  return layer.blendMode == BlendMode::Normal && layer.weight > 0 && (layer.present.empty() || layer.present[channel]);
}

}  // namespace

RotationWays::RotationWays(std::span<const ChannelSlot> channels)
    : ways_(static_cast<std::size_t>(std::count_if(
          channels.begin(), channels.end(), [](const ChannelSlot& slot) { return slot.mixing == Mixing::Slerp; }))) {}

void RotationWays::start() { std::fill(ways_.begin(), ways_.end(), Way{}); }

void RotationWays::add(std::span<const ChannelSlot> channels, std::span<const double> rest,
                       std::span<const BlendLayer> layers, const RotationSigns& signs, int targetSlot) {
  const auto target = std::find_if(layers.begin(), layers.end(),
                                   [targetSlot](const BlendLayer& layer) { return layer.slot == targetSlot; });
  if (target == layers.end()) return;
  std::size_t rotation = 0;
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    if (channels[channel].mixing != Mixing::Slerp) continue;
    const std::size_t index = rotation++;
    Rotation others;
    const auto add = [&others](double weight, double sign, const auto& value) {
      for (std::size_t i = 0; i < 4; ++i) others.value[i] += weight * sign * value[i];
      others.weight += weight;
    };
    const auto valueOf = [&](const BlendLayer& layer) -> const RotationSigns::Quat& {
      return signs.clips[static_cast<std::size_t>(layer.slot)].rotations[index];
    };
    for (const BlendLayer& layer : layers)
      if (&layer != &*target && layer.mask == target->mask && contributes(layer, channel))
        add(layer.weight, 1, valueOf(layer));
    const bool hasTarget = contributes(*target, channel);
    const double restWeight = target->mask ? 0 : 1 - others.weight - (hasTarget ? target->weight : 0);
    const auto restValue = rest.subspan(static_cast<std::size_t>(channels[channel].offset), 4);
    const double restSign = signs.joints[index].restSign;
    if (hasTarget) {
      if (restWeight > kSameWeight) add(restWeight, restSign, restValue);
      note(index, {.weight = target->weight, .value = valueOf(*target)}, others);
    } else if (restWeight > kSameWeight) {
      ways_[index].isOfRest = true;
      RotationSigns::Quat value;
      for (std::size_t i = 0; i < 4; ++i) value[i] = restSign * restValue[i];
      note(index, {.weight = restWeight, .value = value}, others);
    }
  }
}

void RotationWays::note(std::size_t index, const Rotation& target, const Rotation& others) {
  if (!(others.weight > 0)) return;
  const double own = target.weight * target.weight * dot(target.value, target.value);
  ways_[index].note(dot(others.value, others.value), own, 2 * target.weight * dot(others.value, target.value),
                    others.weight + target.weight);
}

bool RotationWays::isBetterTurned(std::size_t rotation) const {
  return ways_[rotation].turned > ways_[rotation].kept + kSame;
}

bool RotationWays::turn(RotationSigns& signs, int targetSlot, bool shows) const {
  bool jumps = false;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const Way& way = ways_[i];
    const bool mayShow = shows || way.isOfRest;  // the rest pose may stand in for other clips, too
    if (!way.shouldTurn(mayShow)) continue;
    if (way.isOfRest)
      signs.joints[i].restSign *= -1;
    else
      for (double& component : signs.clips[static_cast<std::size_t>(targetSlot)].rotations[i]) component = -component;
    jumps = jumps || mayShow;
  }
  return jumps;
}

PoseBlender::PoseBlender(const ChannelLayout& layout, const Pose& rest)
    : PoseBlender(makeOwned<ClipSamplerPool>(layout), nullptr, rest) {}

PoseBlender::PoseBlender(ClipSamplerPool& samplers, const Pose& rest) : PoseBlender({}, &samplers, rest) {}

PoseBlender::PoseBlender(Owned<ClipSamplerPool> own, ClipSamplerPool* samplers, const Pose& rest)
    : own_(std::move(own)),
      pool_(samplers ? samplers : own_.get()),
      shown_(pool_->layout(), rest),
      probe_(pool_->layout(), rest),
      signs_(layout().channels()),
      probeSigns_(signs_),
      ways_(layout().channels()),
      start_(static_cast<std::size_t>(layout().valueCount())),
      isHalfTurn_(signs_.joints.size()) {
  shown_.endingsAtOnce = probe_.endingsAtOnce = true;
}

PoseBlender::~PoseBlender() {
  for (std::size_t slot = 0; slot < samplers_.size(); ++slot) releaseSampler(slot);
}

void PoseBlender::releaseSampler(std::size_t slot) {
  if (const ClipSampler* const sampler = std::exchange(samplers_[slot], nullptr)) pool_->release(*sampler);
}

int PoseBlender::bind(int slot, ClipId id, const AnimationClip& clip) {
  const auto index = static_cast<std::size_t>(slot);
  signs_.reserve(slot + 1);
  probeSigns_.reserve(slot + 1);
  if (samplers_.size() <= index) samplers_.resize(index + 1);
  releaseSampler(index);
  ClipSampler& sampler = pool_->take(id, clip, samplers_);
  samplers_[index] = &sampler;
  probe_.bind(slot, clip, sampler);
  return shown_.bind(slot, clip, sampler);
}

void PoseBlender::sampleClip(int slot, const AnimationClip& clip, double time, Pose& pose) {
  const BlendEntry alone{.slot = slot, .clip = &clip, .time = time, .weight = 1, .blendMode = clip.blendMode()};
  probe_.sampleInOrder(std::span(&alone, 1));
  probe_.writePose(pose);
}

void PoseBlender::sampleProbe(std::span<const BlendEntry> entries, Pose& pose) {
  if (!threeJsOrder) probeSigns_.continueFrom(signs_);
  sample(probe_, probeSigns_, entries, false, pose);
}

void PoseBlender::passSeam(std::span<const BlendEntry> atEnd, int slot, double first) {
  if (present(slot).empty()) return;
  RotationSigns::Clip& passing = signs_.clips[static_cast<std::size_t>(slot)];
  const auto entry = std::find_if(atEnd.begin(), atEnd.end(), [slot](const auto& each) { return each.slot == slot; });
  if (entry == atEnd.end() || passing.lastCall != signs_.call) return;
  BlendEntry alone = *entry;
  alone.time = first;
  alone.weight = 1;
  probe_.sampleInOrder(std::span(&alone, 1));
  std::copy(probe_.values().begin(), probe_.values().end(), start_.begin());
  probeSigns_.continueFrom(signs_);
  probe_.sampleOrderFree(atEnd, probeSigns_);

  const auto channels = layout().channels();
  const auto present = probe_.present(slot);
  std::vector<RotationSigns::Quat>& passed = probeSigns_.clips[static_cast<std::size_t>(slot)].rotations;
  std::size_t rotation = 0;
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    if (channels[channel].mixing != Mixing::Slerp) continue;
    const std::size_t index = rotation++;
    if (!present[channel]) continue;
    const double* const value = start_.data() + channels[channel].offset;
    const double agrees = dot(passed[index], ConstQuatSpan(value, 4));
    isHalfTurn_[index] = std::abs(agrees) < kHalfTurn ? 1 : 0;
    for (std::size_t i = 0; i < 4; ++i) passed[index][i] = agrees < 0 ? -value[i] : value[i];
  }
  ways_.start();
  ways_.add(channels, probe_.rest(), probe_.layers(), probeSigns_, slot);
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const double sign = isHalfTurn_[i] != 0 && ways_.isBetterTurned(i) ? -1 : 1;
    for (std::size_t k = 0; k < 4; ++k) passing.rotations[i][k] = sign * passed[i][k];
  }
}

void PoseBlender::startLookingAhead() {
  probeSigns_.continueFrom(signs_);
  ways_.start();
}

void PoseBlender::lookAhead(std::span<const BlendEntry> entries, int targetSlot) {
  probe_.sampleOrderFree(entries, probeSigns_);
  ways_.add(probe_.layout().channels(), probe_.rest(), probe_.layers(), probeSigns_, targetSlot);
}

void PoseBlender::sample(PoseSampler& sampler, RotationSigns& signs, std::span<const BlendEntry> entries,
                         bool continues, Pose& pose) {
  if (threeJsOrder)
    sampler.sampleInOrder(entries);
  else
    sampler.sampleOrderFree(entries, signs, continues);
  sampler.writePose(pose);
}

}  // namespace crossfade
