// One finished frame as the profiler keeps it: what it cost, and what happened in it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "app/profile/frame_profiler.h"

namespace app {

enum class FrameEvent {
  Loading,        // a file was read or uploaded in the background
  ModelShown,     // a model replaced the one before
  FilesReloaded,  // it is a newer version of the same files
  FadeBegan,
  FadeEnded,
  Resized,         // the picture
  QualityChanged,  // of moving scenes
  RecordingBegan,
  RecordingEnded,
  SceneShown,  // another workspace
};
inline constexpr int kFrameEventCount = static_cast<int>(FrameEvent::SceneShown) + 1;

class FrameEvents {
 public:
  void add(FrameEvent event) { bits_ |= bitOf(event); }
  bool has(FrameEvent event) const { return (bits_ & bitOf(event)) != 0; }
  bool empty() const { return bits_ == 0; }
  /// Something that lasts a moment, unlike Loading.
  bool hasMoment() const { return (bits_ & ~bitOf(FrameEvent::Loading)) != 0; }

 private:
  static std::uint32_t bitOf(FrameEvent event) { return 1u << static_cast<unsigned int>(event); }
  std::uint32_t bits_ = 0;
};

struct ActionWeight {
  int clip = 0;
  float weight = 0;
};

/// What happened in a frame, and what it showed.
struct FrameNotes {
  static constexpr int kMaxWeights = 8;

  FrameEvents events;
  int fadeTo = -1;  // the clip of FadeBegan
  int width = 0;    // of the picture, in pixels
  int height = 0;
  int percent = 100;                                // of each side, that moving scenes are drawn with
  std::int64_t gpuFrame = -1;                       // in the GPU timer's count; -1: not drawn
  std::array<ActionWeight, kMaxWeights> weights{};  // effective, above 0, by clip; the first of them
  int weightCount = 0;
};

struct FrameRecord {
  std::int64_t number = 0;  // counts the frames since the start
  double begin = 0;         // seconds since the first frame began
  FrameSample cost;
  FrameNotes notes;
  std::array<double, kTimedPassCount> gpuMilliseconds = unknownTimes();  // NaN: unknown, or not yet

  static constexpr std::array<double, kTimedPassCount> unknownTimes() {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    return {kUnknown, kUnknown, kUnknown, kUnknown};
  }
};

/// "Fade to Walk begins": what happened, in a few words. `clip`: the name of FrameNotes::fadeTo, empty if it is
/// unknown. Returns `text`, in which the sentence is cut if it does not fit.
const char* describe(FrameEvent event, const FrameNotes& notes, const char* clip, std::span<char> text);

// Which frames are hitches: what frames usually cost, and what made one cost more.

/// Medians over some frames.
struct TypicalFrame {
  std::array<double, kCostCount> costs{};              // seconds; see FrameSample::cost
  double total = 0;                                    // seconds
  std::array<double, kTimedPassCount> milliseconds{};  // of the GPU passes
  int frames = 0;                                      // 0: nothing is known
};

/// What made a frame long: the cost that exceeds its own median most, and by how many seconds.
struct Fault {
  int cost = -1;  // -1: none exceeds it by more than a twentieth of a typical frame
  double excess = 0;
};
Fault faultOf(const FrameSample& frame, const TypicalFrame& typical);

inline constexpr double kFrameBudget = 1.0 / 60;  // seconds

/// Longer than one and a half times the budget and than twice the median. Without kFramesToCompare frames nothing is.
bool isHitch(const FrameSample& frame, const TypicalFrame& typical);
inline constexpr double kHitchBudgets = 1.5;
inline constexpr double kHitchMedians = 2;
inline constexpr int kFramesToCompare = 30;

// The last 3600 frames (a minute at 60 Hz), and which of them were hitches. Fixed memory, about 2 MB.

/// A frame that took much longer than the others, as seen when it ended.
struct Hitch {
  std::int64_t number = -1;  // of the frame
  Fault fault;
};

class FrameLog {
 public:
  static constexpr int kFrames = 3600;
  static constexpr int kHitches = 64;

  FrameLog() : records_(kFrames) {}

  /// Adds a finished frame; the oldest one goes. `typical`: of the frames before it. Does not allocate.
  void add(std::int64_t number, const FrameSample& cost, const FrameNotes& notes, const TypicalFrame& typical);
  /// What the GPU needed for the frame with this FrameNotes::gpuFrame, one of the last few. Unknown frames are ignored.
  void addGpuTimes(std::int64_t gpuFrame, std::span<const double> milliseconds);

  /// A model was shown in the frame with this number, which need not be here. add() sees it in the frame's events.
  void noteModelShown(std::int64_t number) { firstOfModel_ = number; }

  int size() const { return size_; }
  /// 0 is the oldest.
  const FrameRecord& operator[](int index) const { return records_[slotOf(index)]; }
  const FrameRecord& newest() const { return (*this)[size_ - 1]; }
  /// The index of the frame with this number, or of the nearest one before it; -1 if that is gone or was never there.
  int indexOf(std::int64_t number) const;

  /// Whether the frame showed the current model: earlier frames have clips that it does not know.
  bool isOfModel(const FrameRecord& frame) const { return frame.number >= firstOfModel_; }

  /// Hitches whose frames are still here.
  int hitchCount() const { return hitchCount_; }
  /// 0 is the newest.
  const Hitch& hitch(int index) const;

 private:
  std::size_t slotOf(int index) const { return static_cast<std::size_t>((next_ - size_ + index + kFrames) % kFrames); }
  void forgetOldHitches();

  std::vector<FrameRecord> records_;
  int next_ = 0;
  int size_ = 0;
  double firstBegin_ = 0;  // of the first frame, on the profiler's clock
  bool hasBegun_ = false;
  std::int64_t firstOfModel_ = 0;
  std::array<Hitch, kHitches> hitches_;
  int nextHitch_ = 0;
  int hitchCount_ = 0;
};

}  // namespace app
