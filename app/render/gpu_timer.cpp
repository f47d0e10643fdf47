#include "app/render/gpu_timer.h"

#include <glad/gl.h>

#include "app/fields/nth.h"

namespace app {
namespace {

bool hasArrived(const GlQuery& query) {
  GLuint available = 0;
  glGetQueryObjectuiv(query.id(), GL_QUERY_RESULT_AVAILABLE, &available);
  return available != 0;
}

std::uint64_t resultOf(const GlQuery& query) {
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(query.id(), GL_QUERY_RESULT, &nanoseconds);
  return nanoseconds;
}

}  // namespace

const char* nameOf(GpuPass pass) {
  constexpr std::array kNames{"shadow", "scene", "resolve", "interface"};
  static_assert(kNames.size() == kGpuPassCount);
  return nth(kNames, pass);
}

std::optional<double> millisecondsBetween(std::uint64_t beginNs, std::uint64_t endNs) {
  constexpr std::uint64_t kNonsenseNs = 10'000'000'000;
  if (endNs < beginNs || endNs - beginNs >= kNonsenseNs) return std::nullopt;
  return static_cast<double>(endNs - beginNs) * 1e-6;
}

void GpuTimer::beginFrame() {
  // Oldest first, so that times_ ends up with the newest frame that has arrived.
  for (std::size_t i = 1; i <= kFrames; ++i) {
    Frame& frame = frames_[static_cast<std::size_t>(frame_ + static_cast<std::int64_t>(i)) % kFrames];
    if (frame.index >= 0 && !collect(frame)) break;
  }
  ++frame_;
  // If the frame kFrames ago is still pending, it keeps its queries and this frame is not measured.
  measuring_ = present().index < 0;
  if (!measuring_) return;
  present().index = frame_;
  for (Span& span : present().spans) {
    span.begun = false;
    span.ended = false;
  }
}

void GpuTimer::begin(GpuPass pass) {
  if (!measuring_) return;
  Span& span = nth(present().spans, pass);
  if (span.begun) return;
  if (!span.begin) span.begin = GlQuery::make();
  if (!span.end) span.end = GlQuery::make();
  glQueryCounter(span.begin.id(), GL_TIMESTAMP);
  span.begun = true;
}

void GpuTimer::end(GpuPass pass) {
  if (!measuring_) return;
  Span& span = nth(present().spans, pass);
  if (!span.begun || span.ended) return;
  glQueryCounter(span.end.id(), GL_TIMESTAMP);
  span.ended = true;
}

bool GpuTimer::collect(Frame& frame) {
  for (const Span& span : frame.spans) {
    if (span.ended && !(hasArrived(span.begin) && hasArrived(span.end))) return false;
  }
  times_.frame = frame.index;
  for (std::size_t pass = 0; pass < kGpuPassCount; ++pass) {
    const Span& span = frame.spans[pass];
    times_.milliseconds[pass] =
        span.ended ? millisecondsBetween(resultOf(span.begin), resultOf(span.end)) : std::nullopt;
  }
  frame.index = -1;
  return true;
}

}  // namespace app
