#include "app/format/curves_text.h"

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
  EXPECT_EQ(curvesCommand<SetCurves>(R"("set":"curve","value":{"keys":[{"time":0,"value":2}]})")
                .settings.curve.keys()[0]
                .value,
            2);
  EXPECT_EQ(std::variant_size_v<CurvesCommand>, 7u) << "add the new command's word here";
}

TEST(CurvesText, SaysWhatIsWrong) {
  EXPECT_EQ(problem(R"("set":"zoom")"), "curves has no \"set\" 'zoom'");
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
}  // namespace app
