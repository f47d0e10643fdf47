// GPU time per pass, from timestamp queries that are read only once they have arrived: it never waits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/render/gl_handle.h"

namespace app {

enum class GpuPass { Shadow, Scene, Resolve, Interface };
inline constexpr std::size_t kGpuPassCount = static_cast<std::size_t>(GpuPass::Interface) + 1;
const char* nameOf(GpuPass pass);

/// Milliseconds between two timestamps in nanoseconds; nothing if the driver's result is implausible (negative, or 10 s
/// and more).
std::optional<double> millisecondsBetween(std::uint64_t beginNs, std::uint64_t endNs);

struct GpuTimes {
  std::int64_t frame = -1;                                        // -1: nothing has arrived yet
  std::array<std::optional<double>, kGpuPassCount> milliseconds;  // nothing: not measured, or implausible
};

/// Frames are numbered from 0. The passes of a frame may come in any order; each is measured at most once per frame.
class GpuTimer {
 public:
  void beginFrame();
  void begin(GpuPass pass);
  void end(GpuPass pass);

  /// Of the newest frame whose results have all arrived, 1 to kFrames frames ago.
  const GpuTimes& times() const { return times_; }
  std::int64_t frame() const { return frame_; }

  static constexpr std::size_t kFrames = 6;

 private:
  struct Span {
    GlQuery begin;
    GlQuery end;
    bool begun = false;
    bool ended = false;
  };
  struct Frame {
    std::int64_t index = -1;  // -1: nothing to collect
    std::array<Span, kGpuPassCount> spans;
  };
  Frame& present() { return frames_[static_cast<std::size_t>(frame_) % kFrames]; }
  bool collect(Frame& frame);

  std::array<Frame, kFrames> frames_;
  std::int64_t frame_ = -1;
  bool measuring_ = false;
  GpuTimes times_;
};

}  // namespace app
