#include "crossfade/crowd/detail/crowd_signs.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace crossfade {
namespace {

/// Radians between quaternions, 150 degrees between rotations. If all pairs stay within it, whatever is summed first,
/// the shorter way never changes.
constexpr float kMayTurn = 1.309f;

/// A lane's rotation between two frames, as the kernels sample it; 0 of a lane that steps.
glm::vec4 rotationAt(const ClipKeys& clip, std::size_t lane, std::size_t frame, float fraction) {
  const std::size_t group = lane / kRotationGroup, inGroup = lane % kRotationGroup;
  const KeyGroup& layout = clip.rotationGroups[group];
  const std::int16_t* const left =
      clip.rotationKeys + layout.offset + frame * layout.stride + rotationKeyIndex(static_cast<int>(inGroup));
  const std::int16_t* const right = clip.intervals > 0 ? left + layout.stride : left;
  const float* const base = clip.rotationBases + group * kRotationGroupKeys + inGroup;
  glm::vec4 q;
  for (int i = 0; i < kQuaternionSize; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * kRotationGroup;
    q[i] = (static_cast<float>(left[at]) * (1 - fraction) + static_cast<float>(right[at]) * fraction) * kFixedPointOne +
           base[at];
  }
  const float length = glm::length(q);
  return length > 0 ? q / length : glm::vec4(0);
}

float angleOf(const glm::vec4& a, const glm::vec4& b) { return std::acos(std::clamp(glm::dot(a, b), -1.0f, 1.0f)); }

}  // namespace

CrowdWays::CrowdWays(const CrowdRigData& rig)
    : rig_(&rig),
      lanes_(static_cast<std::size_t>(rig.lanes.rotationLanes())),
      ways_(lanes_),
      others_(lanes_),
      target_(lanes_) {
  for (const ClipKeys& clip : rig.clipKeys) {
    ClipWays& ways = clips_.emplace_back();
    ways.caps.resize(lanes_);
    ways.seam.assign(rig.lanes.paddedRotations(), 1);
    const auto frames = static_cast<std::size_t>(clip.intervals) + 1;
    const auto at = [&clip](std::size_t lane, std::size_t frame) {
      const std::size_t last = static_cast<std::size_t>(clip.intervals);
      return frame == last && frame > 0 ? rotationAt(clip, lane, frame - 1, 1) : rotationAt(clip, lane, frame, 0);
    };
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      if (at(lane, 0) == glm::vec4(0)) {
        ways.seam[lane] = 0;
        continue;
      }
      Cap& cap = ways.caps[lane];
      glm::vec4 sum(0);
      for (std::size_t frame = 0; frame < frames; ++frame) sum += at(lane, frame);
      if (const float length = glm::length(sum); length > 0) cap.middle = sum / length;
      for (std::size_t frame = 0; frame < frames; ++frame)
        cap.angle = std::max(cap.angle, angleOf(cap.middle, at(lane, frame)));
      if (glm::dot(at(lane, 0), at(lane, frames - 1)) < 0) ways.seam[lane] = -1;
    }
  }
  for (const ClipWays& clip : clips_)
    for (const ClipWays& other : clips_) mayTurn_.push_back(mayTurn(clip, other) ? 1 : 0);
  anyMayTurn_ = std::find(mayTurn_.begin(), mayTurn_.end(), 1) != mayTurn_.end();
}

bool CrowdWays::mayTurn(const ClipWays& clip, const ClipWays& other) {
  for (std::size_t lane = 0; lane < clip.caps.size(); ++lane) {
    const Cap &a = clip.caps[lane], &b = other.caps[lane];
    if (std::acos(std::min(1.0f, std::abs(glm::dot(a.middle, b.middle)))) + a.angle + b.angle > kMayTurn) return true;
  }
  return false;
}

int CrowdWays::indexOf(const BlendEntry& entry) const {
  return entry.blendMode == BlendMode::Normal ? rig_->clipIndex.find(entry.clipId, entry.blendMode) : -1;
}

void CrowdWays::reserve(CrowdSigns& signs, std::size_t slots) const {
  if (signs.slots.size() >= slots) return;
  signs.slots.resize(slots, AlignedVector<float>(rig_->lanes.paddedRotations(), 1.0f));
  signs.known.resize(slots, 0);
}

void CrowdWays::passSeam(CrowdSigns& signs, int slot, int clip) const {
  if (!signs.has(slot) || clip < 0) return;
  const AlignedVector<float>& seam = clips_[static_cast<std::size_t>(clip)].seam;
  AlignedVector<float>& all = signs.slots[static_cast<std::size_t>(slot)];
  for (std::size_t lane = 0; lane < lanes_; ++lane) all[lane] *= seam[lane];
}

/// sum += weight * sign * rotation
void CrowdWays::addTo(std::vector<glm::vec4>& sum, const BlendEntry& entry, const float* signs) const {
  const ClipKeys& clip = rig_->clipKeys[static_cast<std::size_t>(indexOf(entry))];
  const double position = std::clamp(entry.time * clip.rate, 0.0, static_cast<double>(clip.intervals));
  const auto frame = static_cast<std::size_t>(std::min(std::floor(position), std::max(0.0, clip.intervals - 1.0)));
  const auto fraction = static_cast<float>(position - static_cast<double>(frame));
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    sum[lane] += static_cast<float>(entry.weight) * signs[lane] * rotationAt(clip, lane, frame, fraction);
}

void CrowdWays::chooseNew(CrowdSigns& signs, std::span<const BlendEntry> entries, std::span<const BlendEntry> shown) {
  std::fill(others_.begin(), others_.end(), glm::vec4(0));
  for (const std::span<const BlendEntry> list : {shown, entries})
    for (const BlendEntry& entry : list)
      if (has(signs, entry)) addTo(others_, entry, signs.of(entry.slot));
  for (const BlendEntry& entry : entries) {
    if (indexOf(entry) < 0 || has(signs, entry)) continue;
    const auto slot = static_cast<std::size_t>(entry.slot);
    reserve(signs, slot + 1);
    const AlignedVector<float>& seam = clips_[static_cast<std::size_t>(indexOf(entry))].seam;
    std::transform(seam.begin(), seam.end(), signs.slots[slot].begin(), [](float sign) { return sign * sign; });
    signs.known[slot] = 1;
    std::fill(target_.begin(), target_.end(), glm::vec4(0));
    BlendEntry visible = entry;
    visible.weight = std::max(entry.weight, 1e-3);  // of a clip that is about to appear
    addTo(target_, visible, signs.of(entry.slot));
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      if (glm::dot(others_[lane], target_[lane]) < 0) {
        signs.slots[slot][lane] = -1;
        target_[lane] = -target_[lane];
      }
      others_[lane] += target_[lane];
    }
  }
}

void CrowdWays::startLookingAhead() { std::fill(ways_.begin(), ways_.end(), RotationWay{}); }

void CrowdWays::lookAhead(const CrowdSigns& signs, std::span<const BlendEntry> entries, int targetSlot) {
  const auto target = std::find_if(entries.begin(), entries.end(),
                                   [targetSlot](const BlendEntry& entry) { return entry.slot == targetSlot; });
  if (target == entries.end() || !signs.has(targetSlot)) return;
  std::fill(others_.begin(), others_.end(), glm::vec4(0));
  std::fill(target_.begin(), target_.end(), glm::vec4(0));
  double weights = 0;
  for (const BlendEntry& entry : entries) {
    if (&entry == &*target || entry.mask != target->mask || !(entry.weight > 0) || !has(signs, entry)) continue;
    addTo(others_, entry, signs.of(entry.slot));
    weights += entry.weight;
  }
  if (!(weights > 0)) return;
  addTo(target_, *target, signs.of(targetSlot));
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    ways_[lane].note(glm::dot(others_[lane], others_[lane]), glm::dot(target_[lane], target_[lane]),
                     2 * glm::dot(others_[lane], target_[lane]), weights + target->weight);
}

bool CrowdWays::chooseWay(CrowdSigns& signs, int targetSlot, bool shows) const {
  if (!signs.has(targetSlot)) return false;
  bool turns = false;
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    if (!ways_[lane].shouldTurn(shows)) continue;
    float& sign = signs.slots[static_cast<std::size_t>(targetSlot)][lane];
    sign = -sign;
    turns = shows;
  }
  return turns;
}

}  // namespace crossfade
