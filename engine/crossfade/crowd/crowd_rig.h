// What all characters of one kind share: the skeleton and its skins, prepared once, and the clips, sampled once.
#ifndef CROSSFADE_CROWD_CROWD_RIG_H
#define CROSSFADE_CROWD_CROWD_RIG_H

#include <memory>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/crowd/sample_tolerance.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

struct CrowdRigData;

/// A clip that characters may play, its blend mode, and how closely sampling must follow it.
struct CrowdClip {
  const AnimationClip* clip = nullptr;  // read while the rig is made
  ClipId id = {};                       // how blend lists name it
  BlendMode blendMode = BlendMode::Normal;
  SampleTolerance tolerance = {};
};

/// The joints and inverse binds of one skin, one of each per palette matrix. Inverse binds are affine, rigid or not;
/// the identity gives model matrices, and stands in for those that are missing. The matrix of a joint that the skeleton
/// does not have is its inverse bind.
struct SkinBinding {
  std::vector<int> joints;
  std::vector<glm::mat4> inverseBinds;
};

/// What a CrowdRig is made from. The rig copies what it needs; nothing here has to outlive its construction. A parent
/// that does not come before its child counts as -1, a rest pose gets the size that parents, morphs and values ask for,
/// and a clip that is nullptr or has no id plays nothing.
struct CrowdRigDesc {
  std::span<const int> parents;               // of a Skeleton
  const Pose& rest;                           // fills weights below 1
  std::span<const MorphChannel> morphs = {};  // of rest.morphWeights
  std::span<const ValueChannel> values = {};  // likewise, after these
  std::span<const SkinBinding> skins = {};    // in the order of a character's matrices
  std::span<const CrowdClip> clips = {};
};

/// Immutable, so any number of threads may use it. Construction samples every clip, which takes a few milliseconds per
/// second of clip.
class CROSSFADE_API CrowdRig {
 public:
  explicit CrowdRig(const CrowdRigDesc& desc);
  ~CrowdRig();
  CrowdRig(CrowdRig&&) noexcept;
  CrowdRig& operator=(CrowdRig&&) noexcept;

  /// Matrices of one character: all joints of all skins.
  int matrixCount() const;
  /// All of Pose::morphWeights.
  int morphCount() const;
  int clipCount() const;
  /// How a clip was sampled; `clipIndex` is its index in CrowdRigDesc::clips. Of any other: the default.
  const SampleReport& report(int clipIndex) const;

  std::span<const int> parents() const;
  const Pose& rest() const;
  std::span<const SkinBinding> skins() const;

  /// For CrowdSampler (detail/crowd_rig_data.h).
  const CrowdRigData& data() const { return *data_; }

 private:
  std::unique_ptr<const CrowdRigData> data_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_CROWD_RIG_H
