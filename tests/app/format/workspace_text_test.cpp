#include "app/format/workspace_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/format/script.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using Json = nlohmann::json;

template <class T>
T curvesCommand(const std::string& members) {
  const Json entry = Json::parse("{\"do\":\"curves\"," + members + "}");
  const Model model = test::character();
  ScriptFields fields(entry, model);
  (void)fields.text("do");
  const Commands commands = curvesCommandsOf(fields);
  fields.failOnUnknown();
  EXPECT_EQ(fields.error(), "") << members;
  const CurvesCommand* const command = commands.size() == 1 ? commands[0].as<CurvesCommand>() : nullptr;
  const bool is = command != nullptr && std::holds_alternative<T>(*command);
  EXPECT_TRUE(is) << members;
  return is ? std::get<T>(*command) : T{};
}

std::string problem(const std::string& members) {
  const Json entry = Json::parse("{\"do\":\"curves\"," + members + "}");
  const Model model = test::character();
  ScriptFields fields(entry, model);
  (void)fields.text("do");
  (void)curvesCommandsOf(fields);
  fields.failOnUnknown();
  return fields.error();
}

TEST(CurvesText, CoversEveryCommand) {
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"picture","value":"polynomial")").settings.picture,
            CurvesPicture::Polynomial);
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"keys","keys":[[0,1],[2,3,-4]])").settings.keys,
            (std::vector<PlotKey>{{0, 1, 0}, {2, 3, -4}}));
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"example")").settings.keys, lessonKeys());
  const auto move = curvesCommand<curves::MoveKey>(R"("set":"move","key":2,"x":0.5,"y":-1)");
  EXPECT_EQ(move.key, 2);
  EXPECT_EQ(move.x, 0.5);
  EXPECT_EQ(move.y, -1);
  EXPECT_EQ(curvesCommand<curves::SetSlope>(R"("set":"slope","key":1,"value":3)").slope, 3);
  EXPECT_EQ(curvesCommand<curves::AddKey>(R"("set":"add","x":1,"y":2)").y, 2);
  EXPECT_EQ(curvesCommand<curves::RemoveKey>(R"("set":"remove","key":4)").key, 4);
  const auto show = curvesCommand<curves::ShowLine>(R"("set":"show","line":"bezier","value":false)");
  EXPECT_EQ(show.line, PlotLine::Bezier);
  EXPECT_FALSE(show.shown);
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"handle","value":0.25)").settings.handle, 0.25);
  EXPECT_EQ(curvesCommand<curves::SetCursor>(R"("set":"cursor","value":1.5)").x, 1.5);
  EXPECT_FALSE(curvesCommand<curves::SetPlaying>(R"("set":"play","value":false)").playing);
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"curve","value":{"keys":[{"time":0,"value":2}]})")
                .settings.curve.keys()[0]
                .value,
            2);
  EXPECT_EQ(std::variant_size_v<CurvesCommand>, 8u) << "add the new command's word here";
}

TEST(CurvesText, SaysWhatIsWrong) {
  EXPECT_EQ(
      problem(R"("set":"zoom")"),
      "\"set\" is none of add, cursor, curve, example, handle, keys, move, picture, play, remove, show, slope: 'zoom'");
  EXPECT_EQ(problem(R"("set":"move","key":1.5,"x":0,"y":0)"), "\"key\" is not a whole number: 1.5");
  EXPECT_EQ(problem(R"("set":"keys","keys":[[0,1],[2]])"), "a key is a list of numbers: [x, y] or [x, y, slope]");
  EXPECT_EQ(problem(R"("set":"keys","keys":[7])"), "a key is a list of numbers: [x, y] or [x, y, slope], not 7");
  EXPECT_EQ(problem(R"("set":"show","line":"spline")"),
            "\"line\" is not step, linear, smooth, hermite or bezier: \"spline\"");
  EXPECT_NE(problem(R"("set":"picture")").find("\"value\" is missing"), std::string::npos);
  EXPECT_EQ(problem(R"("set":"cursor","value":0,"speed":2)"), "there is no member \"speed\" in this command");
}

TEST(CurvesText, IsPartOfScripts) {
  const auto script = parseScript(R"({"commands":[{"at":0,"do":"scene","scene":"curves"},
      {"at":0.5,"do":"curves","set":"cursor","value":1.5}]})",
                                  test::character());
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ((*script)[0].command.as<ShowScene>()->scene, SceneKind::Curves);
  EXPECT_TRUE((*script)[1].command.is<CurvesCommand>());
}

}  // namespace

namespace {

crossfade::Result<Script> read(const std::string& members) {
  return parseScript(R"({"commands":[{"at":0,"do":"timing",)" + members + "}]}", test::modelWithClips({"Walk"}));
}

template <class T>
T timingCommand(const std::string& members) {
  const auto script = read(members);
  EXPECT_TRUE(script) << members << ": " << (script ? "" : script.error().message);
  return std::get<T>(*script->front().command.as<TimingCommand>());
}

std::string timingRefusal(const std::string& members) {
  const auto script = read(members);
  return script ? "read" : script.error().message.substr(std::string("command 0: ").size());
}

TEST(TimingText, CoversEveryCommand) {
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"stepsPerSecond","value":25)").settings.stepsPerSecond, 25);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"unitsPerSecond","value":60.5)").settings.unitsPerSecond, 60.5);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"mostSteps","value":4)").settings.maxSteps, 4);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"edges","value":"reflect")").settings.edges, Edges::Reflect);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"edges","value":"clamp")").settings.edges, Edges::Clamp);
  const Hitches hitches = timingCommand<SetTiming>(R"("set":"hitches","seconds":0.4,"every":2)").settings.hitches;
  EXPECT_EQ(hitches.seconds, 0.4);
  EXPECT_EQ(hitches.every, 2);
  const SetDisplay display =
      timingCommand<SetDisplay>(R"("set":"display","row":1,"framesPerSecond":25,"jitter":0.2,"hitches":true)");
  EXPECT_EQ(display.row, 1);
  EXPECT_EQ(display.display.framesPerSecond, 25);
  EXPECT_EQ(display.display.jitter, 0.2);
  EXPECT_TRUE(display.display.hitches);
  EXPECT_FALSE(timingCommand<SetDisplay>(R"("set":"display","row":1,"framesPerSecond":25)").display.hitches);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"seed","value":7)").settings.seed, 7u);
  timingCommand<RestartTiming>(R"("set":"restart")");
  EXPECT_TRUE(timingCommand<SetTimingPaused>(R"("set":"pause")").paused);
  EXPECT_FALSE(timingCommand<SetTimingPaused>(R"("set":"pause","value":false)").paused);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"speed","value":-0.5)").settings.speed, -0.5);
  EXPECT_FALSE(timingCommand<SetTiming>(R"("set":"interpolation","value":false)").settings.interpolates);
  EXPECT_EQ(timingCommand<ShowRow>(R"("set":"show","row":3,"value":false)").row, 3);
  EXPECT_TRUE(timingCommand<SetTiming>(R"("set":"character")").settings.showsCharacter);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"graph","value":"gap")").settings.graph, TimingGraph::Gap);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"graph","value":"behind")").settings.graph, TimingGraph::Lag);
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"edges","value":"clampPast")").settings.edges, Edges::ClampPast);
  EXPECT_EQ(timingCommand<UseTimingPreset>(R"("set":"preset","value":"lesson")").preset, TimingPreset::Lesson);
  EXPECT_EQ(timingCommand<UseTimingPreset>(R"("set":"preset","value":"sixDisplays")").preset,
            TimingPreset::SixDisplays);
  const auto rows = timingCommand<SetTiming>(R"("set":"displays","value":[{"framesPerSecond":25,"jitter":0.1},)"
                                             R"({"framesPerSecond":50,"hitches":true,"shown":false}])")
                        .settings.rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].display.jitter, 0.1);
  EXPECT_TRUE(rows[1].display.hitches);
  EXPECT_FALSE(rows[1].shown);
  EXPECT_EQ(std::variant_size_v<TimingCommand>, 6u) << "add the new command's word here";
}

TEST(TimingText, SeedsAreThoseOfProjects) {
  EXPECT_EQ(timingCommand<SetTiming>(R"("set":"seed","value":18446744073709551615)").settings.seed,
            18446744073709551615u);
  EXPECT_EQ(timingRefusal(R"("set":"seed","value":-5)"), "\"value\" is not a whole number of 0 or above: -5");
}

TEST(TimingText, SaysWhatIsWrong) {
  EXPECT_TRUE(timingRefusal(R"("set":"")").starts_with("\"set\" is none of character, display,"));
  EXPECT_EQ(timingRefusal(R"("set":"mostSteps","value":3e9)"), "\"value\" is not a whole number: 3e+09");
  EXPECT_EQ(timingRefusal(R"("value":1)"), "\"set\" is missing or not a text");
  EXPECT_EQ(timingRefusal(R"("set":5)"), "\"set\" is missing or not a text");
  EXPECT_EQ(timingRefusal(R"("set":"warp")"),
            "\"set\" is none of character, display, displays, edges, graph, hitches, interpolation, mostSteps, pause, "
            "preset, restart, seed, show, speed, stepsPerSecond, unitsPerSecond: 'warp'");
  EXPECT_EQ(timingRefusal(R"("set":"speed")"), "\"value\" is missing");
  EXPECT_EQ(timingRefusal(R"("set":"speed","value":"fast")"), "\"value\" is not a number: \"fast\"");
  EXPECT_EQ(timingRefusal(R"("set":"mostSteps","value":2.5)"), "\"value\" is not a whole number: 2.5");
  EXPECT_EQ(timingRefusal(R"("set":"mostSteps","value":"9")"), "\"value\" is not a number: \"9\"");
  EXPECT_EQ(timingRefusal(R"("set":"edges","value":"bounce")"),
            "\"value\" is not clamp, clampPast or reflect: \"bounce\"");
  EXPECT_EQ(timingRefusal(R"("set":"preset","value":"six")"), "\"value\" is not sixDisplays or lesson: \"six\"");
  EXPECT_EQ(timingRefusal(R"("set":"displays","value":[{"framesPerSecond":25},5])"),
            "\"value[1]\" is not an object: 5");
  EXPECT_EQ(timingRefusal(R"("set":"displays","value":[{"fps":25}])"), "value[0]: \"framesPerSecond\" is missing");
  EXPECT_EQ(timingRefusal(R"("set":"graph","value":"up")"), "\"value\" is not behind or gap: \"up\"");
  EXPECT_EQ(timingRefusal(R"("set":"edges","value":[1])"),
            "\"value\" is not clamp, clampPast or reflect: a list or object");
  EXPECT_EQ(timingRefusal(R"("set":"hitches","seconds":0.4)"), "\"every\" is missing");
  EXPECT_EQ(timingRefusal(R"("set":"display","framesPerSecond":25)"), "\"row\" is missing");
  EXPECT_EQ(timingRefusal(R"("set":"restart","value":1)"), "there is no member \"value\" in this command");
  EXPECT_EQ(timingRefusal(R"("set":"interpolation","value":1)"), "\"value\" is not true or false: 1");
}

}  // namespace

}  // namespace app
