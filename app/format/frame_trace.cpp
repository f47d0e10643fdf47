#include "app/format/frame_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"

namespace app {
namespace {

using Json = nlohmann::json;
using Nanoseconds = std::int64_t;

constexpr int kFrameTrack = 1, kGpuTrack = 2;

Nanoseconds nanoseconds(double seconds) { return static_cast<Nanoseconds>(std::llround(seconds * 1e9)); }

/// A JSON string.
std::string quotedName(std::string_view text) { return jsonText(Json(std::string(text))); }

/// Microseconds, exactly.
std::string microseconds(Nanoseconds time) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%lld.%03d", static_cast<long long>(time / 1000),
                static_cast<int>(time % 1000));
  return text.data();
}

std::string decimals(double value, int count) {
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), "%.*f", count, value);
  return text.data();
}

/// The sentence of each event of a frame, in the order of the enumeration.
template <class Say>
void forEachEvent(const FrameTrace& trace, const FrameRecord& frame, bool ofModel, Say say) {
  const auto clip = static_cast<std::size_t>(frame.notes.fadeTo);
  const bool knowsClip = ofModel && frame.notes.fadeTo >= 0 && clip < trace.clips.size();
  std::array<char, 256> text;
  for (int i = 0; i < kFrameEventCount; ++i) {
    const auto event = static_cast<FrameEvent>(i);
    if (frame.notes.events.has(event))
      say(describe(event, frame.notes, knowsClip ? trace.clips[clip].c_str() : "", text));
  }
}

class TraceWriter {
 public:
  explicit TraceWriter(const FrameTrace& trace) : trace_(trace), lastWeights_(trace.clips.size(), -1.0f) {}

  std::string write() {
    for (std::size_t i = 0; i < trace_.frames.size(); ++i) {
      const bool ofModel = i >= trace_.firstOfModel;
      addFrame(i);
      addStages(i);
      forEachEvent(trace_, trace_.frames[i], ofModel, [&](const char* what) {
        add(beginOf(i), "\"name\":" + quotedName(what) + R"(,"cat":"event","ph":"i","s":"t","tid":1)");
      });
      if (ofModel) addWeights(i);
      addGpu(i);
    }
    std::stable_sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
    return join();
  }

 private:
  struct Event {
    Nanoseconds time;
    std::string members;
  };

  Nanoseconds beginOf(std::size_t frame) const { return nanoseconds(trace_.frames[frame].begin); }
  /// No later than the next frame's begin.
  Nanoseconds endOf(std::size_t frame) const {
    const Nanoseconds end = beginOf(frame) + nanoseconds(trace_.frames[frame].cost.total);
    return frame + 1 < trace_.frames.size() ? std::min(end, beginOf(frame + 1)) : end;
  }

  void add(Nanoseconds time, std::string members) { events_.push_back({time, std::move(members)}); }

  void addSpan(std::string_view name, const char* category, int track, Nanoseconds begin, Nanoseconds end,
               const std::string& arguments = "") {
    add(begin, "\"name\":" + quotedName(name) + ",\"cat\":\"" + category + R"(","ph":"X","tid":)" +
                   std::to_string(track) + ",\"dur\":" + microseconds(end - begin) +
                   (arguments.empty() ? "" : ",\"args\":{" + arguments + "}"));
  }

  void addFrame(std::size_t index) {
    const FrameRecord& frame = trace_.frames[index];
    std::string costs;  // all of them, also of stages that ran too often to be shown one by one
    for (int cost = 0; cost < kCostCount; ++cost)
      costs += "\"" + std::string(costName(cost)) + " ms\":" + decimals(frame.cost.cost(cost) * 1000, 4) + ",";
    costs += "\"width\":" + std::to_string(frame.notes.width) + ",\"height\":" + std::to_string(frame.notes.height);
    addSpan("frame " + std::to_string(frame.number), "frame", kFrameTrack, beginOf(index), endOf(index), costs);
  }

  /// Stages are siblings: one begins where the one before has ended, or later.
  void addStages(std::size_t index) {
    const FrameSample& cost = trace_.frames[index].cost;
    Nanoseconds free = beginOf(index);
    for (const StageSpan& span : std::span(cost.spans).first(static_cast<std::size_t>(cost.spanCount))) {
      const Nanoseconds begin = beginOf(index) + nanoseconds(static_cast<double>(span.begin));
      const Nanoseconds end = std::min(begin + nanoseconds(static_cast<double>(span.seconds)), endOf(index));
      if (end <= std::max(begin, free)) continue;
      addSpan(kStageNames[static_cast<std::size_t>(span.stage)], "stage", kFrameTrack, std::max(begin, free), end);
      free = end;
    }
  }

  void addWeights(std::size_t index) {
    const FrameNotes& notes = trace_.frames[index].notes;
    const auto weights = std::span(notes.weights).first(static_cast<std::size_t>(notes.weightCount));
    for (std::size_t clip = 0; clip < lastWeights_.size(); ++clip) {
      float& last = lastWeights_[clip];
      const auto found = std::find_if(weights.begin(), weights.end(),
                                      [clip](const ActionWeight& each) { return each.clip == static_cast<int>(clip); });
      const float weight = found == weights.end() ? 0 : found->weight;
      if (weight == last || (weight == 0 && last < 0)) continue;  // clips that never play get no counter
      last = weight;
      add(beginOf(index), "\"name\":" + quotedName("weight of " + trace_.clips[clip]) +
                              R"(,"ph":"C","tid":1,"args":{"weight":)" + decimals(static_cast<double>(weight), 5) +
                              "}");
    }
  }

  void addGpu(std::size_t index) {
    const FrameRecord& frame = trace_.frames[index];
    gpuFree_ = std::max(gpuFree_, submissionOf(index));
    for (std::size_t pass = 0; pass < kTimedPassCount; ++pass) {
      const double milliseconds = frame.gpuMilliseconds[pass];
      if (!std::isfinite(milliseconds) || milliseconds < 0) continue;
      const Nanoseconds end = gpuFree_ + nanoseconds(milliseconds / 1000);
      addSpan(kTimedPasses[pass], "gpu", kGpuTrack, gpuFree_, end, "\"frame\":" + std::to_string(frame.number));
      gpuFree_ = end;
    }
  }

  /// When drawing was submitted; without that, the frame's begin.
  Nanoseconds submissionOf(std::size_t index) const {
    const FrameSample& cost = trace_.frames[index].cost;
    for (const StageSpan& span : std::span(cost.spans).first(static_cast<std::size_t>(cost.spanCount)))
      if (span.stage == FrameStage::DrawSubmit) return beginOf(index) + nanoseconds(static_cast<double>(span.begin));
    return beginOf(index);
  }

  std::string join() const {
    const auto named = [](const char* what, const std::string& name, int track) {
      return R"({"name":")" + std::string(what) + R"(","ph":"M","pid":1,"tid":)" + std::to_string(track) +
             ",\"args\":{\"name\":" + quotedName(name) + "}}";
    };
    std::string text =
        "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"program\":\"Crossfade\",\"model\":" + quotedName(trace_.model) +
        ",\"gpu\":" + quotedName(trace_.gpu) + "},\n\"traceEvents\":[\n" +
        named("process_name", "Crossfade", kFrameTrack) + ",\n" + named("thread_name", "frames", kFrameTrack) + ",\n" +
        named("thread_name", "GPU", kGpuTrack);
    for (const Event& event : events_)
      text += ",\n{" + event.members + ",\"pid\":1,\"ts\":" + microseconds(event.time) + "}";
    return text + "\n]}\n";
  }

  const FrameTrace& trace_;
  std::vector<Event> events_;
  std::vector<float> lastWeights_;  // by clip; below 0: not written yet
  Nanoseconds gpuFree_ = 0;         // when the GPU has done what was written so far
};

/// RFC 4180, in one line.
std::string csvText(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return quoted + "\"";
}

/// "draw_submit_ms"
std::string columnName(std::string_view name, const char* prefix = "") {
  std::string column = prefix + std::string(name) + "_ms";
  std::replace(column.begin(), column.end(), ' ', '_');
  return column;
}

}  // namespace

FrameTrace traceOf(const FrameLog& log, const Model& model, std::string gpu) {
  FrameTrace trace{.model = model.name, .gpu = std::move(gpu)};
  trace.frames.reserve(static_cast<std::size_t>(log.size()));
  for (int i = 0; i < log.size(); ++i) {
    trace.frames.push_back(log[i]);
    if (!log.isOfModel(log[i])) trace.firstOfModel = trace.frames.size();
  }
  for (const auto& clip : model.clips) trace.clips.push_back(clip.name());
  return trace;
}

std::string traceJson(const FrameTrace& trace) { return TraceWriter(trace).write(); }

std::string traceCsv(const FrameTrace& trace) {
  std::string text = "frame,begin_s,total_ms";
  for (int cost = 0; cost < kCostCount; ++cost) text += "," + columnName(costName(cost));
  for (const std::string_view pass : kTimedPasses) text += "," + columnName(pass, "gpu_");
  text += ",width,height,events\r\n";
  for (std::size_t i = 0; i < trace.frames.size(); ++i) {
    const FrameRecord& frame = trace.frames[i];
    text += std::to_string(frame.number) + "," + decimals(frame.begin, 6) + "," + decimals(frame.cost.total * 1000, 4);
    for (int cost = 0; cost < kCostCount; ++cost) text += "," + decimals(frame.cost.cost(cost) * 1000, 4);
    for (const double milliseconds : frame.gpuMilliseconds)
      text += "," + (std::isfinite(milliseconds) ? decimals(milliseconds, 4) : std::string());
    std::string events;
    forEachEvent(trace, frame, i >= trace.firstOfModel,
                 [&](const char* what) { events += (events.empty() ? "" : "; ") + std::string(what); });
    text += "," + std::to_string(frame.notes.width) + "," + std::to_string(frame.notes.height) + "," + csvText(events) +
            "\r\n";
  }
  return text;
}

std::string traceText(const FrameTrace& trace, std::string_view file) {
  return file.ends_with(".csv") ? traceCsv(trace) : traceJson(trace);
}

}  // namespace app
