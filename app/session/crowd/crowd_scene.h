// The crowd workspace: many characters of the model, what posing them costs on either path, and how far the two paths
// differ.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "app/model/model.h"
#include "app/profile/frame_profiler.h"
#include "app/profile/frame_statistics.h"
#include "app/session/crowd/crowd_command.h"
#include "app/view/camera.h"
#include "crossfade/base/result.h"

namespace app {

class Crowd;

/// Microseconds per character and frame; 0: not measured yet.
struct CrowdCost {
  double mixer = 0;
  double poses = 0;
};

/// The crowd sizes of the cost curve.
inline constexpr std::array<int, 13> kCrowdSizes{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000};
inline constexpr int kCrowdPaths = 2;

class CrowdScene {
 public:
  CrowdScene();
  ~CrowdScene();
  CrowdScene(CrowdScene&& other) noexcept;
  CrowdScene& operator=(CrowdScene&& other) noexcept;

  /// Every change goes through here. On an error nothing changes; it says which value is out of range.
  crossfade::Result<void> apply(const CrowdCommand& command);
  /// The only way time passes. Makes the crowd if there is none yet: at once, so that the first frame takes longer, or
  /// after makeOnThread() on a thread, with an empty picture until it is there. Allocates nothing while the number of
  /// characters stays the same. The model stays as it is until forgetModel().
  void advance(const Model& model, const Bounds& bounds, double seconds, FrameProfiler& profiler);
  void makeOnThread() { makesOnThread_ = true; }
  /// Whether it is being made on a thread.
  bool isMaking() const { return making_ != nullptr; }
  /// Drops the crowd and its measurements; the next advance() makes a new one. Waits for a thread that makes one.
  void forgetModel();

  const CrowdSettings& settings() const { return settings_; }
  /// The current number; a sweep sets its own.
  int characters() const;
  int drawn() const;
  bool sweeping() const { return sweepStep_ >= 0; }
  /// The median of the last frames with the current number, path and threads.
  CrowdCost cost() const;
  /// By index of kCrowdSizes, if measured with the current number of threads.
  const CrowdCost& measured(CrowdPath path, std::size_t size) const { return nth(curve_, path)[size]; }
  /// The largest difference between matrix elements of the two paths since the number of characters or the model
  /// changed. A few characters are compared in each frame.
  double largestDifference() const { return largestDifference_; }
  const Crowd* crowd() const { return crowd_.get(); }

  /// Matrices of the drawn characters at their positions, one character after another in Crowd::layout()'s order; and
  /// their morph weights.
  std::span<const glm::mat4> drawnMatrices() const { return drawnMatrices_; }
  std::span<const float> drawnMorphWeights() const { return drawnMorphs_; }
  /// Radius of the disc that the drawn characters stand on, for a model of that size.
  float radiusOf(const Bounds& bounds) const;

 private:
  static constexpr int kFrames = 31;  // a cost is their median

  struct Making;

  bool make(const Model& model, const Bounds& bounds);
  void follow(const CrowdSettings& next, bool choosesCharacters);
  int wantedCharacters() const;
  void measure(double seconds, FrameProfiler& profiler);
  void continueSweep();
  void clearCosts();
  void layOutDrawn();

  CrowdSettings settings_;
  std::unique_ptr<Crowd> crowd_;
  std::unique_ptr<Making> making_;
  bool makesOnThread_ = false;
  ValueHistory mixerCosts_{kFrames}, poseCosts_{kFrames};
  std::array<std::array<CrowdCost, kCrowdSizes.size()>, kCrowdPaths> curve_{};
  int sweepStep_ = -1;  // index of kCrowdSizes; -1: none
  double largestDifference_ = 0;
  int nextCompared_ = 0;
  std::vector<glm::mat4> drawnMatrices_;
  std::vector<float> drawnMorphs_;
};

}  // namespace app
