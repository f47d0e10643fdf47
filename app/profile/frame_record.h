// One finished frame as the profiler keeps it: what it cost, and what happened in it.
#ifndef APP_PROFILE_FRAME_RECORD_H
#define APP_PROFILE_FRAME_RECORD_H

#include <array>
#include <cstdint>
#include <limits>
#include <span>

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
inline constexpr int kFrameEventCount = 10;

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

}  // namespace app

#endif  // APP_PROFILE_FRAME_RECORD_H
