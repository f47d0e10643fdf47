// Many characters of one model. Each has its own mixer, which cross-fades from clip to clip; all are posed together.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/jobs/thread_pool.h"
#include "app/model/model.h"
#include "app/session/crowd/crowd_command.h"
#include "app/view/camera.h"
#include "crossfade/base/aligned_vector.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/travel/crowd_root_motion.h"

namespace app {

// Root motion for a crowd: how its characters travel, and what keeps them from straying too far.

/// A model's clips, modified for play with root motion, each as RootMode::Auto chooses.
class CrowdTravel {
 public:
  /// Measures the root motion of each clip.
  CrowdTravel(const Model& model, std::span<const crossfade::ClipId> clips);

  /// In the same order, with ids of their own.
  const crossfade::ClipSet& clips() const { return clips_; }
  /// What a character with this blend list did in its mixer's last update. From any thread; no allocation.
  crossfade::RootDelta step(std::span<const crossfade::BlendEntry> entries) const { return roots_.step(entries); }

 private:
  crossfade::ClipSet clips_;
  crossfade::CrowdRootMotion roots_;
};

/// Takes a step from `at`, which is relative to where the character stands in the crowd. Beyond `reach` (above 0, in
/// the file's unit) it turns toward there while it walks, half a turn in two seconds.
void wander(crossfade::RootDelta& at, const crossfade::RootDelta& step, double seconds, double reach);

/// From a character's own space to where it has got to; `home` is where it stands in the crowd.
glm::mat4 placementOf(const crossfade::RootDelta& at, const glm::vec3& home);

/// The order of a character's matrices: the palettes of all skins, then the world matrices of nodes with an unskinned
/// mesh.
struct CrowdLayout {
  std::vector<int> paletteOffsets;  // per skin: its first matrix
  std::vector<int> worldOffsets;    // per mesh instance: its node's matrix; -1: all of it is skinned
  int matrixCount = 0;
  int morphCount = 0;
};

/// Meters between neighbors for characters of that size.
float crowdSpacing(const Bounds& bounds);
/// In travel, characters turn back when they are this far from their position, in spacings.
inline constexpr float kReachInSpacings = 1.5f;
/// A character's position on a disc that grows with the crowd. The first character stands at the center.
glm::vec3 positionInCrowd(int character, float spacing);

class Crowd {
 public:
  /// Samples the first eight normal clips that have a duration, which takes a few milliseconds per second of clip.
  /// `bounds` is the box of one character. The model must outlive the crowd.
  /// `travels`: characters walk as their clips do. Their root motion is measured here, too, and each clip plays as
  /// RootMode::Auto chooses: the settings of the character's workspace do not apply.
  Crowd(const Model& model, const Bounds& bounds, int threads = 1, bool travels = false);
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// 0 to kMaxCharacters. Existing characters keep playing; a new one starts with a clip and time that depend
  /// only on its index.
  void resize(int characters);
  int size() const { return static_cast<int>(members_.size()); }
  void useThreads(int threads);
  int threads() const { return threads_->count(); }
  bool travels() const { return travel_ != nullptr; }
  /// Model::origin: subtract it from the characters' matrices.
  const glm::dvec3& origin() const { return model_.origin; }
  /// How far a character has walked from its position, and where it faces.
  const crossfade::RootDelta& traveled(int character) const;

  /// The two stages of a frame: mix() advances the mixers by `seconds` and makes their blend lists, pose() turns those
  /// into matrices. Neither allocates. Each character plays a clip for 1 to 4 s, then fades to a random other one in
  /// 0.4 s.
  void mix(double seconds);
  void pose(CrowdPath path);
  /// Like pose(), repeated until the clock can measure it; returns the seconds of one call.
  double measurePose(CrowdPath path);

  const CrowdLayout& layout() const { return layout_; }
  /// One character's matrices, in its own space and in layout()'s order; valid until the next pose().
  std::span<const glm::mat4> matrices(int character) const;
  std::span<const float> morphWeights(int character) const;
  /// Meters between neighbors.
  float spacing() const { return spacing_; }

  /// The largest difference between matrix elements of the batched and the exact path, at this moment, for `count`
  /// characters from `first` on (wrapping around). For translations the unit is meters.
  double difference(int first, int count);
  /// Memory of all sampled clips.
  std::size_t clipBytes() const;
  const char* instructionSet() const { return sampler_->instructionSet(); }

 private:
  struct Member;
  struct ExactPoser;

  void makeRig();
  void decide(Member& member);
  void fillCharacters();
  crossfade::JobRunner onThreads();
  const crossfade::ClipSet& played() const;

  const Model& model_;
  std::vector<crossfade::ClipId> clips_;  // of played()
  std::unique_ptr<CrowdTravel> travel_;
  CrowdLayout layout_;
  std::unique_ptr<crossfade::CrowdRig> rig_;
  std::unique_ptr<ThreadPool> threads_;
  crossfade::JobQueues queues_{1};  // one job per thread
  std::unique_ptr<crossfade::CrowdSampler> sampler_;
  std::vector<std::unique_ptr<ExactPoser>> exact_;  // one per thread
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<crossfade::CrowdCharacter> characters_;
  crossfade::AlignedVector<float> matrices_;
  std::vector<float> morphs_;
  std::vector<float> exactOne_;  // one character by the exact path: matrices, then morph weights
  std::vector<glm::mat4> batchedOne_;
  float spacing_ = 1;
};

}  // namespace app
