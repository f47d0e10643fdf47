#include "app/format/frame_trace.h"

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/sample_models.h"

namespace app::test {
namespace {

using Json = nlohmann::json;

/// 60 frames of 16 ms; frame 20 takes 90 ms and a fade begins in it.
FrameLog recordedFrames() {
  FrameLog log;
  double begin = 1000;
  for (int i = 0; i < 60; ++i) {
    FrameSample sample;
    sample.begin = begin;
    sample.total = i == 20 ? 0.09 : 0.016;
    const auto span = [&sample](FrameStage stage, double from, double seconds) {
      sample.stages[static_cast<std::size_t>(stage)] += seconds;
      sample.spans[static_cast<std::size_t>(sample.spanCount++)] = {stage, static_cast<float>(from),
                                                                    static_cast<float>(seconds)};
    };
    span(FrameStage::Interface, 0.001, 0.002);
    span(FrameStage::Mixer, 0.003, i == 20 ? 0.07 : 0.001);
    span(FrameStage::DrawSubmit, sample.total - 0.008, 0.003);
    span(FrameStage::Interface, sample.total - 0.005, 0.001);
    span(FrameStage::Swap, sample.total - 0.004, 0.004);
    FrameNotes notes{.width = 1280, .height = 720, .gpuFrame = i};
    notes.weights[0] = {0, i < 20 ? 1.0f : 0.25f};
    notes.weightCount = 1;
    if (i >= 20) notes.weights[static_cast<std::size_t>(notes.weightCount++)] = {2, 0.75f};
    if (i == 20) notes.events.add(FrameEvent::FadeBegan);
    if (i == 20) notes.fadeTo = 2;
    log.add(i, sample, notes, {});
    if (i < 59) log.addGpuTimes(i, std::array{1.5, 9.0, 0.5, 20.0});  // more than there is time for
    begin += sample.total + 0.0001;
  }
  return log;
}

class FrameTraceTest : public testing::Test {
 protected:
  const FrameLog log = recordedFrames();
  const Model model = modelWithClips({"Walk", "Idle", "Run \"fast\"\n\xff"});
  const FrameTrace trace = traceOf(log, model, "a GPU");
  const Json parsed = Json::parse(traceJson(trace), nullptr, false);

  std::vector<Json> eventsOf(const std::string& phase, int track = 0) const {
    std::vector<Json> events;
    for (const Json& event : parsed["traceEvents"])
      if (event["ph"] == phase && (track == 0 || event["tid"] == track)) events.push_back(event);
    return events;
  }
};

TEST_F(FrameTraceTest, IsATraceThatParses) {
  ASSERT_FALSE(parsed.is_discarded());
  EXPECT_EQ(parsed["otherData"]["model"], "sample.glb");
  EXPECT_EQ(parsed["otherData"]["gpu"], "a GPU");
  const std::set<std::string> known{"M", "X", "i", "C"};
  double last = 0;
  for (const Json& event : parsed["traceEvents"]) {
    EXPECT_TRUE(known.contains(event["ph"])) << event;
    EXPECT_TRUE(event["name"].is_string() && event["pid"].is_number_integer() && event["tid"].is_number_integer());
    if (event["ph"] == "M") continue;
    ASSERT_TRUE(event["ts"].is_number()) << event;
    EXPECT_TRUE(std::isfinite(event["ts"].get<double>()));
    EXPECT_GE(event["ts"].get<double>(), last) << "sorted by time";
    last = event["ts"];
  }
}

TEST_F(FrameTraceTest, NestsStagesInFramesAndPassesBesideEachOther) {
  for (const int track : {1, 2}) {
    std::vector<double> ends;  // of the events that are open
    for (const Json& event : eventsOf("X", track)) {
      const double begin = event["ts"], end = begin + event["dur"].get<double>();
      ASSERT_TRUE(std::isfinite(end) && end >= begin) << event;
      while (!ends.empty() && ends.back() <= begin + 1e-6) ends.pop_back();
      if (!ends.empty()) {
        EXPECT_LE(end, ends.back() + 1e-6) << "it outlasts what it began in: " << event;
      }
      EXPECT_EQ(ends.empty(), track == 2 || event["cat"] == "frame") << event;
      ends.push_back(end);
    }
  }
  EXPECT_EQ(eventsOf("X", 1).size(), 60u * 6);
  EXPECT_EQ(eventsOf("X", 2).size(), 59u * 4);
}

TEST_F(FrameTraceTest, TimesAreMicroseconds) {
  const Json frame = eventsOf("X", 1)[20 * 6];
  EXPECT_EQ(frame["name"], "frame 20");
  EXPECT_NEAR(frame["ts"], 20 * 16100, 0.01);
  EXPECT_NEAR(frame["dur"], 90000, 0.01);
  EXPECT_NEAR(frame["args"]["mixer ms"], 70, 1e-3);
  EXPECT_NEAR(frame["args"]["other ms"], 90 - 70 - 2 - 3 - 1 - 4, 1e-3);
  const Json stage = eventsOf("X", 1)[20 * 6 + 2];
  EXPECT_EQ(stage["name"], "mixer");
  EXPECT_NEAR(stage["ts"], 20 * 16100 + 3000, 0.1);
  EXPECT_NEAR(stage["dur"], 70000, 0.1);
}

TEST_F(FrameTraceTest, WeightsAreCountersThatAreWrittenWhenTheyChange) {
  std::map<std::string, std::vector<double>> values;
  for (const Json& event : eventsOf("C")) values[event["name"]].push_back(event["args"]["weight"]);
  EXPECT_EQ(values["weight of Walk"], (std::vector<double>{1, 0.25}));
  ASSERT_EQ(values.size(), 2u) << "the clip that never plays has none";
  EXPECT_EQ(values.begin()->second.front(), 0.75);
  EXPECT_NE(values.begin()->first.find("Run \"fast\""), std::string::npos) << "whatever the name contains";
}

TEST_F(FrameTraceTest, SaysWhatHappened) {
  const auto events = eventsOf("i");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0]["ts"], 20 * 16100, 0.01);
  EXPECT_EQ(events[0]["name"].get<std::string>().find("Fade to Run"), 0u);
}

TEST(FrameTrace, ClipsOfAnEarlierModelHaveNoNames) {
  FrameLog log;
  for (int i = 0; i < 3; ++i) {
    FrameNotes notes{.fadeTo = 0};
    notes.weights[0] = {0, 1};
    notes.weightCount = 1;
    if (i == 0) notes.events.add(FrameEvent::FadeBegan);
    if (i == 2) notes.events.add(FrameEvent::ModelShown);
    FrameSample sample;
    sample.begin = i;
    sample.total = 0.01;
    log.add(i, sample, notes, {});
  }
  const Json parsed = Json::parse(traceJson(traceOf(log, modelWithClips({"Walk"}), "")));
  for (const Json& event : parsed["traceEvents"]) {
    if (event["ph"] == "C") {
      EXPECT_EQ(event["ts"], 2e6);
    } else if (event["ph"] == "i") {
      EXPECT_NE(event["name"], "Fade to Walk begins");
    }
  }
}

TEST(FrameTrace, AnEmptyLogIsAnEmptyTrace) { EXPECT_FALSE(Json::parse(traceJson({}), nullptr, false).is_discarded()); }

TEST_F(FrameTraceTest, ATableHasALinePerFrame) {
  std::istringstream csv(traceCsv(trace));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line,
            "frame,begin_s,total_ms,mixer_ms,sampling_ms,model_matrices_ms,palettes_ms,upload_ms,draw_submit_ms,"
            "interface_ms,swap_ms,other_ms,gpu_shadow_ms,gpu_scene_ms,gpu_resolve_ms,gpu_interface_ms,width,height,"
            "events\r");
  std::vector<std::string> lines;
  while (std::getline(csv, line)) {
    lines.push_back(line);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 18) << line;
  }
  EXPECT_EQ(lines[0],
            "0,0.000000,16.0000,1.0000,0.0000,0.0000,0.0000,0.0000,3.0000,3.0000,4.0000,5.0000,1.5000,9.0000,0.5000,"
            "20.0000,1280,720,\"\"\r");
  EXPECT_NE(lines.back().find(",,,,1280"), std::string::npos) << "unknown GPU times are empty";
  EXPECT_NE(traceCsv(trace).find("\"Fade to Run \"\"fast\"\""), std::string::npos);
}

}  // namespace
}  // namespace app::test
