// Recorded frames as files: a trace that Perfetto and chrome://tracing open, or a table.
#pragma once

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/profile/frame_record.h"

namespace app {

struct FrameTrace {
  std::vector<FrameRecord> frames;  // oldest first
  std::size_t firstOfModel = 0;     // the first frame in which `clips` were those of the model
  std::vector<std::string> clips;   // names, by index
  std::string model;
  std::string gpu;
};

/// `model`: the one on screen.
FrameTrace traceOf(const FrameLog& log, const Model& model, std::string gpu);

/// Chrome's trace event format: each frame and, inside it, its stages as complete events; what happened as instant
/// events; the weights of actions as counters, which are written when they change; GPU passes on a track of their own,
/// where only their lengths are measured: each begins after the one before, no earlier than its frame was submitted.
/// Events are sorted by time; times are in microseconds since the first frame that was ever recorded.
std::string traceJson(const FrameTrace& trace);

/// A line per frame: number, start in seconds, total, milliseconds of each cost and GPU pass (empty if unknown), size
/// of the picture, and what happened.
std::string traceCsv(const FrameTrace& trace);

/// As a table if the file's name ends in .csv, else as a Chrome trace.
std::string traceText(const FrameTrace& trace, std::string_view file);

}  // namespace app
