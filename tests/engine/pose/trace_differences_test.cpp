#include "tests/engine/pose/trace_differences.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/engine/pose/mixer_trace_player.h"

namespace crossfade::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kPausedWarpName = "fix 10: warp or halt of a paused action";

// Recorded from three.js r187 with tools/oracle. One action, paused, whose warp from 1 to 2 ends after 0.5 s.

constexpr const char* kDisabledByItsFade =
    R"json({"name":"disabled_by_its_fade","properties":[{"name":"x","type":"number","initial":[7]}],"clips":[{"duration":null,"tracks":[{"property":0,"interpolation":"linear","times":[0,4],"values":[0,4]}]}],"actions":[{"clip":0}],"float64":{"maxValueDeviation":0,"maxStateDeviation":0,"discreteMismatchStep":-1,"quaternionSignDifferences":0},"steps":[
{"calls":[["play",0],["warp",0,1,2,0.5],["fadeOut",0,0.5],["set",0,"paused",true]],"dt":0.25,"expect":{"mixerTime":0.25,"actions":[[0,1,0,1,0.5,1,1,1,0,-1]],"values":[[3.5]],"events":[],"order":[0]}},
{"dt":0.5,"expect":{"mixerTime":0.75,"actions":[[0,1,0,1,0,0,1,1,0,-1]],"values":[[7]],"events":[],"order":[0]}},
{"calls":[["reset",0]],"dt":0.25,"expect":{"mixerTime":1,"actions":[[0.25,1,1,1,1,1,0,1,1,0]],"values":[[0.25]],"events":[],"order":[0]}}]})json";

constexpr const char* kStoppedAfterSetTime =
    R"json({"name":"stopped_after_set_time","properties":[{"name":"x","type":"number","initial":[7]}],"clips":[{"duration":null,"tracks":[{"property":0,"interpolation":"linear","times":[0,4],"values":[0,4]}]}],"actions":[{"clip":0}],"float64":{"maxValueDeviation":0,"maxStateDeviation":0,"discreteMismatchStep":-1,"quaternionSignDifferences":0},"steps":[
{"calls":[["play",0],["warp",0,1,2,0.5],["set",0,"paused",true]],"dt":0.25,"expect":{"mixerTime":0.25,"actions":[[0,1,0,1,1,1,1,1,0,-1]],"values":[[0]],"events":[],"order":[0]}},
{"calls":[["mixer.setTime",1],["mixer.stopAllAction"]],"dt":0.25,"expect":{"mixerTime":1.25,"actions":[[0,1,0,1,1,1,0,0,0,-1]],"values":[[7]],"events":[],"order":[]}},
{"calls":[["play",0]],"dt":0.25,"expect":{"mixerTime":1.5,"actions":[[0.25,1,1,1,1,1,0,1,1,0]],"values":[[0.25]],"events":[],"order":[0]}}]})json";

// The action plays, is stopped with stopAllAction, reset, and played again; the original value shows.
constexpr const char* kPlayedAgain =
    R"json({"name":"played_again","properties":[{"name":"x","type":"number","initial":[7]}],"clips":[{"duration":null,"tracks":[{"property":0,"interpolation":"linear","times":[0,4],"values":[0,4]}]}],"actions":[{"clip":0}],"float64":{"maxValueDeviation":0,"maxStateDeviation":0,"discreteMismatchStep":-1,"quaternionSignDifferences":0},"steps":[
{"calls":[["play",0]],"dt":0.5,"expect":{"mixerTime":0.5,"actions":[[0.5,1,1,1,1,1,0,1,1,0]],"values":[[0.5]],"events":[],"order":[0]}},
{"calls":[["mixer.stopAllAction"],["reset",0],["play",0]],"dt":null,"expect":{"mixerTime":0.5,"actions":[[0,1,1,1,1,1,0,1,1,-1]],"values":[[7]],"events":[],"order":[0]}},
{"dt":0.25,"expect":{"mixerTime":0.75,"actions":[[0.25,1,1,1,1,1,0,1,1,0]],"values":[[0.25]],"events":[],"order":[0]}}]})json";

void expectSetAside(const char* recorded, int steps) {
  const Json scenario = Json::parse(recorded);
  const TraceReport report = MixerTracePlayer(scenario).play();
  EXPECT_EQ(report.firstDifference, "");
  const std::map<std::string, int> none, some{{kPausedWarpName, steps}};
  EXPECT_EQ(report.setAside, steps > 0 ? some : none);
}

TEST(TraceDifferences, DetectAPausedWarpThatEndsAsTheFadeDisablesItsAction) { expectSetAside(kDisabledByItsFade, 2); }

TEST(TraceDifferences, DetectAPausedWarpThatEndsBeforeEverythingIsStopped) { expectSetAside(kStoppedAfterSetTime, 2); }

TEST(TraceDifferences, AreNoneWhereAnActionPlaysAgainBeforeTheNextUpdate) { expectSetAside(kPlayedAgain, 0); }

}  // namespace
}  // namespace crossfade::test
