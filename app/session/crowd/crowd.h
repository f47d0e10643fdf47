// Many characters of one model. Each has a mixer of its own, which goes from clip to clip by cross-fades; their poses
// are made all together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "app/jobs/thread_pool.h"
#include "app/model/model.h"
#include "app/session/crowd/crowd_path.h"
#include "app/view/camera.h"
#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/mixer/animation_mixer.h"

namespace app {

/// What a character's matrices are, in their order: the palettes of all skins, then the worlds of nodes with a mesh
/// that has no skin.
struct CrowdLayout {
  std::vector<int> paletteOffsets;  // per skin: its first matrix
  std::vector<int> worldOffsets;    // per mesh instance: the matrix of its node, -1 where all of it is skinned
  int matrixCount = 0;
  int morphCount = 0;
};

/// Metres between neighbours of that size.
float crowdSpacing(const Bounds& bounds);
/// Where a character stands: on a disc that grows with their number, the first in the middle.
glm::vec3 positionInCrowd(int character, float spacing);

class Crowd {
 public:
  /// Samples up to eight clips of the model, which takes some milliseconds per second of clip. `bounds` are one
  /// character's. The model must outlive the crowd.
  Crowd(const Model& model, const Bounds& bounds, int threads = 1);
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// 0 to kMaxCharacters. Those that stay go on; new ones begin somewhere in some clip, always in the same one.
  void resize(int characters);
  int size() const { return static_cast<int>(members_.size()); }
  void useThreads(int threads);
  int threads() const { return threads_->count(); }

  /// The two stages of a frame: mixers move on by `seconds` and make their blend lists; matrices are made from these.
  /// No allocation.
  void mix(double seconds);
  void pose(CrowdPath path);
  /// Makes the poses, as often as it takes to be measured where that is short, and returns the seconds of one time.
  double measurePose(CrowdPath path);

  const CrowdLayout& layout() const { return layout_; }
  /// Of one character, as the layout says, in its own space; valid until the next pose().
  std::span<const glm::mat4> matrices(int character) const;
  std::span<const float> morphWeights(int character) const;
  /// Metres between neighbours.
  float spacing() const { return spacing_; }

  /// The largest difference between an element of a matrix by the batched path and by the exact one, at this moment,
  /// for `count` characters from `first` on (around the end). In a translation these are metres.
  double difference(int first, int count);
  /// Bytes of all sampled clips.
  std::size_t clipBytes() const;
  const char* instructionSet() const { return sampler_->instructionSet(); }

 private:
  struct Member;
  struct ExactPoser;

  void makeRig();
  void decide(Member& member);
  void fillCharacters();
  template <class Work>
  void parallelFor(const Work& work);

  const Model& model_;
  std::vector<const crossfade::AnimationClip*> clips_;
  CrowdLayout layout_;
  std::unique_ptr<crossfade::CrowdRig> rig_;
  std::unique_ptr<ThreadPool> threads_;
  std::unique_ptr<crossfade::CrowdSampler> sampler_;
  std::vector<std::unique_ptr<ExactPoser>> exact_;  // one for each thread
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<crossfade::CrowdCharacter> characters_;
  crossfade::AlignedVector<float> matrices_;
  std::vector<float> morphs_;
  std::vector<float> exactOne_;  // one character by either path: matrices, then morph weights
  std::vector<glm::mat4> batchedOne_;
  float spacing_ = 1;
};

}  // namespace app
