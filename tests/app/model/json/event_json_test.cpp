#include "app/model/json/event_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

std::vector<std::string> faultsOf(const char* text) { return clipEventsFromJson(Json::parse(text), 1).faults; }

TEST(EventJson, ReadsWhatItWrites) {
  const std::vector<crossfade::ClipEvent> events{{.name = "step", .time = 0.25},
                                                 {.name = "hit", .time = 0.5, .end = 0.75, .value = 40},
                                                 {.name = "\u00fcber", .time = 1, .value = -0.5}};
  const Json json = clipEventsToJson(events);
  EXPECT_EQ(json[0], Json::parse(R"({"name": "step", "time": 0.25})"));
  const ReadClipEvents read = clipEventsFromJson(json, 1);
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(std::vector(read.events.events().begin(), read.events.events().end()), events);
}

TEST(EventJson, LeavesOutWhatMakesNoSense) {
  EXPECT_THAT(faultsOf(R"("step")"), ElementsAre("\"events\" is not a list"));
  EXPECT_THAT(faultsOf("[7]"), ElementsAre("event 0: it is not an object"));
  EXPECT_THAT(faultsOf(R"([{"time": 0}])"), ElementsAre("event 0: it has no name"));
  EXPECT_THAT(faultsOf(R"([{"name": "a"}, {"name": "b", "time": "soon"}])"),
              ElementsAre("event 0: it has no time", "event 1: its time is not a number"));
  EXPECT_THAT(faultsOf(R"([{"name": "a", "time": 2}])"),
              ElementsAre("event 'a': its time 2 s is not within the clip (0 to 1 s)"));
  EXPECT_THAT(faultsOf(R"([{"name": "a\u0000b", "time": 0}])"), ElementsAre("event 0: its name has a NUL"));
  const ReadClipEvents read = clipEventsFromJson(
      Json::parse(R"([{"name": "a", "time": 0.5, "end": 0.2}, {"name": "b", "time": 0.5, "more": [1]}])"), 1);
  EXPECT_EQ(read.faults.size(), 1u);
  ASSERT_EQ(read.events.events().size(), 1u);
  EXPECT_EQ(read.events.events()[0].name, "b");
}

TEST(EventJson, OfAHugeListIsCutOff) {
  Json list = Json::array();
  for (int i = 0; i < 3000; ++i) list.push_back({{"name", "a"}, {"time", 0}});
  const ReadClipEvents read = clipEventsFromJson(list, 1);
  EXPECT_EQ(read.events.events().size(), crossfade::ClipEvents::kMostEvents);
  EXPECT_THAT(read.faults, ElementsAre("a clip has at most 1024 events, of which 64 are spans"));
  for (Json& each : list) each = 7;
  EXPECT_EQ(clipEventsFromJson(list, 1).faults.size(), kMostEventFaults);
}

}  // namespace
}  // namespace app
