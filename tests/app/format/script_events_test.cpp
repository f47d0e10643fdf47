#include "app/format/script_events.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/sample_models.h"

namespace app {
namespace {

/// One line for each event: time, type, clip, loopDelta or direction.
std::string told(const std::string& commands, double seconds, double frameSeconds) {
  Session session(test::modelWithClips({"Walk", "Idle", "Run"}));  // 1, 2 and 3 s
  const auto script = parseScript(R"({"commands":[)" + commands + "]}", session.model());
  EXPECT_TRUE(script) << script.error().message;
  const auto events = eventsOfScript(session, fromNothing(*script), seconds, frameSeconds);
  EXPECT_TRUE(events) << events.error().message;
  std::string lines;
  for (const nlohmann::json& each : eventsToJson(session.model(), *events))
    lines += each["time"].dump() + ' ' + each["type"].get<std::string>() + ' ' + each["clip"].get<std::string>() + ' ' +
             each.value("loopDelta", each.value("direction", nlohmann::json())).dump() + '\n';
  return lines;
}

// What three.js r187 told listeners for "loop" and "finished" when the same calls were made between the same frames. It
// tells them at the end of each frame (1.25, 3.25, 4.25, 4.75, 6.25); the times here are those of the events.
TEST(ScriptEvents, ComeInTheOrderInWhichThreeJsTellsThem) {
  EXPECT_EQ(told(R"({"at":0,"do":"play","clip":"Run"},
                    {"at":0,"do":"repetitions","clip":"Walk","value":2},
                    {"at":0,"do":"clamp","clip":"Walk"},
                    {"at":0,"do":"play","clip":"Walk"},
                    {"at":0,"do":"duration","clip":"Run","value":1.5},
                    {"at":0.5,"do":"loop","clip":"Idle","mode":"pingPong"},
                    {"at":0.5,"do":"play","clip":"Idle"},
                    {"at":1,"do":"syncWith","clip":"Idle","with":"Run"},
                    {"at":2,"do":"warp","clip":"Run","from":2,"to":1,"seconds":1},
                    {"at":2.5,"do":"stopWarping","clip":"Run"},
                    {"at":4,"do":"duration","clip":"Idle","value":-4},
                    {"at":5,"do":"loop","clip":"Run","mode":"once"})",
                 8, 0.25),
            "1.0 loop Walk 1\n"
            "1.0 loop Idle 1\n"
            "1.5 loop Run 1\n"
            "2.0 finished Walk 1\n"
            "2.0 loop Idle 1\n"
            "3.0 loop Idle 1\n"
            "3.0625 loop Run 1\n"
            "4.0 loop Idle 1\n"
            "4.0 loop Idle -1\n"
            "4.5625 loop Run 1\n"
            "6.0625 finished Run 1\n");
}

TEST(ScriptEvents, OfOneMomentAreInTheOrderOfStarting) {
  for (const double frameSeconds : {6.0, 0.25, 1.0 / 60})
    EXPECT_EQ(told(R"({"at":0,"do":"play","clip":"Run"},{"at":0,"do":"play","clip":"Walk"},
                      {"at":0,"do":"play","clip":"Idle"})",
                   3, frameSeconds),
              "1.0 loop Walk 1\n2.0 loop Walk 1\n2.0 loop Idle 1\n3.0 loop Run 1\n3.0 loop Walk 1\n");
}

TEST(ScriptEvents, OfTheLastPartOfAFrameAreTold) {
  EXPECT_EQ(told(R"({"at":0,"do":"play","clip":"Walk"})", 1.1, 0.4), "1.0 loop Walk 1\n");
}

TEST(ScriptEvents, ARefusedCommandIsAnError) {
  Session session(test::character());
  const auto script =
      parseScript(R"({"commands":[{"at":1,"do":"duration","clip":"Walk","value":0}]})", session.model());
  ASSERT_TRUE(script);
  EXPECT_EQ(eventsOfScript(session, *script, 2, 0.1).error().message, "command 0: a loop cannot take 0 s");
}

Model walkWithEvents() {
  Model model = test::modelWithClips({"Walk", "Idle"});
  model.clipEvents.set(model.clips.ids()[0],
                       *crossfade::ClipEvents::make(
                           {{.name = "step", .time = 0.25, .value = 2}, {.name = "swing", .time = 0.5, .end = 1}}, 1));
  return model;
}

/// The clips of a blend space have their events, too, and are called by their names.
TEST(ScriptEvents, ListEventsInsideClipsOfABlendSpace) {
  Session session(walkWithEvents());
  const auto script = parseScript(R"({"commands":[
      {"at":0,"do":"blendSpace","name":"Gaits","samples":[{"clip":"Walk","x":0},{"clip":"Idle","x":1}]},
      {"at":0,"do":"fadeTo","space":"Gaits","seconds":0}]})",
                                  session.model());
  ASSERT_TRUE(script) << script.error().message;
  const auto events = eventsOfScript(session, fromNothing(*script), 1.4, 1.0 / 60);
  ASSERT_TRUE(events) << events.error().message;
  std::string lines;
  for (const nlohmann::json& each : eventsToJson(session.model(), *events))
    if (each.contains("name"))
      lines +=
          each["time"].dump() + ' ' + each["clip"].get<std::string>() + ' ' + each["name"].get<std::string>() + '\n';
  EXPECT_EQ(lines, "0.25 Walk step\n0.5 Walk swing\n1.0 Walk swing\n1.25 Walk step\n");
}

/// Events inside clips, in travel as well, where a frame has many parts.
TEST(ScriptEvents, ListEventsInsideClips) {
  for (const char* travel : {"inFile", "travel"}) {
    Session session(walkWithEvents());
    const auto script = parseScript(std::string(R"({"commands":[{"at":0,"do":"travel","mode":")") + travel +
                                        R"("},{"at":0,"do":"play","clip":"Walk"},
                                        {"at":1.75,"do":"stop","clip":"Walk"}]})",
                                    session.model());
    ASSERT_TRUE(script) << script.error().message;
    const auto events = eventsOfScript(session, fromNothing(*script), 3, 1.0 / 60);
    ASSERT_TRUE(events) << events.error().message;
    std::string lines;
    for (const nlohmann::json& each : eventsToJson(session.model(), *events))
      if (each.contains("name"))
        lines += each["time"].dump() + ' ' + each["type"].get<std::string>() + ' ' + each["name"].get<std::string>() +
                 (each.contains("value") ? " " + each["value"].dump() : "") + (each.contains("cut") ? " cut\n" : "\n");
    EXPECT_EQ(lines,
              "0.25 event step 2.0\n0.5 begin swing\n1.0 end swing\n1.25 event step 2.0\n1.5 begin swing\n"
              "1.75 end swing cut\n")
        << travel;
  }
}

}  // namespace
}  // namespace app
