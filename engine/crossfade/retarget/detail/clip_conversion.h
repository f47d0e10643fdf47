// Transfers one clip: which tracks keep their keys, and new keys for the others.
#ifndef CROSSFADE_RETARGET_DETAIL_CLIP_CONVERSION_H
#define CROSSFADE_RETARGET_DETAIL_CLIP_CONVERSION_H

#include <array>
#include <vector>

#include "crossfade/pose/clip_pose.h"
#include "crossfade/retarget/detail/retarget_plan.h"

namespace crossfade::detail {

/// How a value of the target depends on the clip.
enum class Dependence {
  None,      // the same at all times
  OneTrack,  // a linear function of one track of the source: its keys carry over
  Several,
};

/// Seen from its parent, a target joint's rotation is a linear function of one quaternion if only one joint of the
/// source moves in between; then keys and interpolation carry over exactly. probe() finds that function by posing the
/// source with each of the four unit quaternions. Everything else is sampled.
class ClipConversion {
 public:
  /// Both must outlive the conversion.
  ClipConversion(const RetargetPlan& plan, const AnimationClip& clip);

  Result<RetargetedClip> run();

 private:
  /// A value of the target with keys of its own: the pair's rotation or position.
  struct SampledValue {
    std::size_t pair = 0;
    Channel channel = Channel::Rotation;
  };
  using SampledKey = std::vector<std::array<double, 4>>;  // one per sampled value
  struct Source {
    Dependence dependence = Dependence::None;
    const KeyframeTrack* track = nullptr;  // OneTrack
  };
  using Pose = std::vector<DoubleTransform>;

  const KeyframeTrack* moving(int joint, Channel channel) const {
    return moving_[static_cast<std::size_t>(joint)][static_cast<std::size_t>(channel)];
  }
  Source sourceOfRotation(std::size_t pair) const;
  Source sourceOfPosition(std::size_t pair) const;
  bool isStill(int joint) const;
  Pose sourceAt(double time);
  Pose targetAt(double time);
  Pose targetOf(const Pose& source);
  double riseOverFloor();
  void recenter();

  void probe();
  void addRotation(std::size_t pair);
  void addPosition(std::size_t pair);
  void addScale(std::size_t pair);
  void addConstant(std::size_t pair, Channel channel);
  void add(int joint, Channel channel, const KeyframeTrack& from, std::vector<float> values,
           std::vector<float> tangents = {});
  void addSampled();
  SampledKey sampledAt(double time);
  bool isClose(const SampledKey& a, const SampledKey& b, const SampledKey& middle, double part) const;

  const RetargetPlan& plan_;
  const AnimationClip& clip_;
  ClipPose source_;
  std::vector<std::array<const KeyframeTrack*, 3>> tracks_;  // per source joint: translation, rotation, scale
  std::vector<std::array<const KeyframeTrack*, 3>> moving_;  // the same, where the value changes
  Transfer transfer_;
  TransferBuffers buffers_;
  Pose still_;                          // the target at the clip's start
  std::array<Pose, 4> turned_, moved_;  // the target with each basis vector in place of the source's animated values
  std::vector<SampledValue> sampled_;
  std::vector<KeyframeTrack> made_;
  int kept_ = 0, lost_ = 0;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_CLIP_CONVERSION_H
