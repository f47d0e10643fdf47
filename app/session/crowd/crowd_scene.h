// The crowd workspace: so many characters of the model, what their poses cost by either path, and how far the paths are
// apart.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "app/profile/frame_profiler.h"
#include "app/profile/frame_statistics.h"
#include "app/session/crowd/crowd.h"
#include "app/session/crowd/crowd_command.h"
#include "crossfade/base/result.h"

namespace app {

struct CrowdSettings {
  int characters = 1000;
  int drawLimit = 100;
  CrowdPath path = CrowdPath::Batched;
  int threads = 1;
  bool paused = false;
};

/// Of a frame, per character, in microseconds; 0: not measured yet.
struct CrowdCost {
  double mixer = 0;
  double poses = 0;
};

/// The numbers of characters whose costs make the curve.
inline constexpr std::array<int, 13> kCrowdSizes{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000};
inline constexpr int kCrowdPaths = 2;

class CrowdScene {
 public:
  /// The one door for change. A number out of range is refused with a sentence and changes nothing.
  crossfade::Result<void> apply(const CrowdCommand& command);
  /// The one door for time. Makes the crowd of this model where there is none yet: the first frame takes longer. No
  /// allocation while the number stays.
  void advance(const Model& model, const Bounds& bounds, double seconds, FrameProfiler& profiler);
  /// Another model has come: its crowd is made with the next advance. What was measured goes.
  void forgetModel();

  const CrowdSettings& settings() const { return settings_; }
  /// As many as there are just now: during a sweep its own number.
  int characters() const { return crowd_ ? crowd_->size() : 0; }
  int drawn() const;
  bool sweeping() const { return sweepStep_ >= 0; }
  /// The median of the last frames with the present number, path and threads.
  CrowdCost cost() const;
  /// By index of kCrowdSizes, as far as it was measured with the present number of threads.
  const CrowdCost& measured(CrowdPath path, std::size_t size) const {
    return curve_[static_cast<std::size_t>(path)][size];
  }
  /// The largest difference of the two paths since the crowd, its number or its model changed, from some characters
  /// each frame: between elements of matrices.
  double largestDifference() const { return largestDifference_; }
  const Crowd* crowd() const { return crowd_.get(); }

  /// Matrices of the drawn characters, each at its place, one character after the other as Crowd::layout() says; and
  /// their morph weights.
  std::span<const glm::mat4> drawnMatrices() const { return placed_; }
  std::span<const float> drawnMorphWeights() const { return placedMorphs_; }
  /// Of the disc that the drawn ones stand on, for a model of that size.
  float radiusOf(const Bounds& bounds) const;

 private:
  static constexpr int kFrames = 31;  // of which a cost is the median

  int wantedCharacters() const;
  void measure(double seconds, FrameProfiler& profiler);
  void continueSweep();
  void forgetCosts();
  void placeDrawn();

  CrowdSettings settings_;
  std::unique_ptr<Crowd> crowd_;
  ValueHistory mixerCosts_{kFrames}, poseCosts_{kFrames};
  std::array<std::array<CrowdCost, kCrowdSizes.size()>, kCrowdPaths> curve_{};
  int sweepStep_ = -1;  // index of kCrowdSizes; -1: none
  double largestDifference_ = 0;
  int nextCompared_ = 0;
  std::vector<glm::mat4> placed_;
  std::vector<float> placedMorphs_;
};

}  // namespace app
