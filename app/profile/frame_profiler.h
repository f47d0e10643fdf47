// Measures the cost of each stage of a frame, with any clock.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace app {

// What the cost of a frame is divided into: stages on the CPU, passes on the GPU.

enum class FrameStage { Mixer, Sampling, ModelMatrices, Palettes, Upload, DrawSubmit, Interface, Swap };

inline constexpr int kStageCount = static_cast<int>(FrameStage::Swap) + 1;
inline constexpr std::array<FrameStage, kStageCount> kStages = {
    FrameStage::Mixer,  FrameStage::Sampling,   FrameStage::ModelMatrices, FrameStage::Palettes,
    FrameStage::Upload, FrameStage::DrawSubmit, FrameStage::Interface,     FrameStage::Swap};
inline constexpr std::array<std::string_view, kStageCount> kStageNames = {
    "mixer", "sampling", "model matrices", "palettes", "upload", "draw submit", "interface", "swap"};
static_assert(kStages.back() == FrameStage::Swap && !kStageNames.back().empty());

/// The stages, and last what no stage covers: files, projects, recordings.
inline constexpr int kCostCount = kStageCount + 1;
constexpr std::string_view costName(int cost) {
  return cost < kStageCount ? kStageNames[static_cast<std::size_t>(cost)] : "other";
}

/// The timed GPU passes, in the renderer's order.
inline constexpr std::array<std::string_view, 4> kTimedPasses = {"shadow", "scene", "resolve", "interface"};
inline constexpr std::size_t kTimedPassCount = kTimedPasses.size();

/// A piece of a frame that one stage was charged for, in seconds; `begin` counts from the begin of the frame.
struct StageSpan {
  FrameStage stage = FrameStage::Mixer;
  float begin = 0;
  float seconds = 0;
};

/// Seconds per stage and for the whole frame. Stages that did not run are 0.
struct FrameSample {
  static constexpr int kMaxSpans = 24;

  std::array<double, kStageCount> stages{};
  double total = 0;
  double begin = 0;                          // on the profiler's clock
  std::array<StageSpan, kMaxSpans> spans{};  // the first ones, in time; all of them count in `stages`
  int spanCount = 0;

  double stage(FrameStage stage) const { return stages[static_cast<std::size_t>(stage)]; }
  /// A stage, or for kStageCount what no stage covers; 0 or above.
  double cost(int index) const;
};

/// Seconds that never decrease.
using ClockFunction = double (*)();
double steadySeconds();

/// beginFrame, then stages in any order and number, then endFrame. A stage inside another one is charged to both; the
/// viewer does not nest them.
class FrameProfiler {
 public:
  explicit FrameProfiler(ClockFunction clock = steadySeconds) : clock_(clock) {}

  void beginFrame();
  /// The finished frame.
  const FrameSample& endFrame();
  const FrameSample& last() const { return last_; }

  /// Extra time (seconds) a stage spends each frame: lets you check that the profile is right. 0 for none.
  void injectLoad(FrameStage stage, double seconds) { load_[static_cast<std::size_t>(stage)] = seconds; }

  /// Charges the time from here to the end of its life to one stage.
  class Scope {
   public:
    Scope(FrameProfiler& profiler, FrameStage stage) : profiler_(profiler), stage_(stage), begin_(profiler.clock_()) {}
    ~Scope() { profiler_.close(stage_, begin_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FrameProfiler& profiler_;
    FrameStage stage_;
    double begin_;
  };

 private:
  void close(FrameStage stage, double begin);

  ClockFunction clock_;
  FrameSample current_;
  FrameSample last_;
  std::array<double, kStageCount> load_{};
};

}  // namespace app
