// How long the GPU needs per pass, measured with timestamps that are read only when they have arrived: nothing ever
// waits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/render/gl_handle.h"

namespace app {

enum class GpuPass { Shadow, Scene, Resolve, Interface };
inline constexpr std::size_t kGpuPassCount = 4;
const char* nameOf(GpuPass pass);

/// Milliseconds between two timestamps in nanoseconds, or nothing where a driver answers absurdly (backwards, or 10 s
/// and more).
std::optional<double> millisecondsBetween(std::uint64_t beginNs, std::uint64_t endNs);

struct GpuTimes {
  std::int64_t frame = -1;                                        // -1: nothing has arrived yet
  std::array<std::optional<double>, kGpuPassCount> milliseconds;  // nothing: not measured, or absurd
};

/// Frames are numbered from 0. Passes of one frame may come in any order and are measured at most once each.
class GpuTimer {
 public:
  void beginFrame();
  void begin(GpuPass pass);
  void end(GpuPass pass);

  /// The newest frame whose results have all arrived; older than the present one by one to `kFrames`.
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
