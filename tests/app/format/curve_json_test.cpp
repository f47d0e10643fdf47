#include "app/format/curve_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using crossfade::AnimationCurve;
using Json = nlohmann::json;

std::string curveRefusal(const std::string& text) {
  const auto curve = curveFromJson(Json::parse(text));
  return curve ? "read" : curve.error().message;
}

TEST(CurveJson, RoundTrips) {
  const auto curve = AnimationCurve::make(
      {{.time = 0, .value = 1.5, .outTangent = crossfade::kStepTangent},
       {.time = 0.1,
        .value = -2,
        .inTangent = 3,
        .outTangent = 1e-3,
        .weightedMode = crossfade::WeightedMode::Out,
        .outWeight = 0.9},
       {.time = 4, .value = 0, .weightedMode = crossfade::WeightedMode::Both, .inWeight = 0.25, .outWeight = 0.5}},
      crossfade::CurveWrap::Loop, crossfade::CurveWrap::PingPong);
  ASSERT_TRUE(curve);
  const auto read = curveFromJson(Json::parse(curveToJson(*curve).dump()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, *curve);
  EXPECT_EQ(*curveFromJson(curveToJson(AnimationCurve{})), AnimationCurve{});
}

TEST(CurveJson, IsCopiedAsText) {
  const AnimationCurve curve = *AnimationCurve::easeInOut(0, 0, 1, 1);
  EXPECT_EQ(*curveFromText(curveText(curve)), curve);
  EXPECT_EQ(curveFromText("hello").error().message, "the text is not a curve");
  EXPECT_EQ(curveFromText("").error().message, "the text is not a curve");
  EXPECT_EQ(curveFromText(R"({"keys":[{"time":0}]})").error().message, "key 0: \"value\" is missing");
  EXPECT_FALSE(curveFromText(std::string(5 << 20, '[')));
}

TEST(CurveJson, SaysWhichKeyIsWrong) {
  EXPECT_EQ(curveRefusal("[]"), "a curve is an object with a list \"keys\", not a list");
  EXPECT_EQ(curveRefusal("\"smoth\""), "there is no curve \"smoth\"");
  EXPECT_EQ(curveRefusal(R"({"keyz":[]})"), "a curve is an object with a list \"keys\"");
  EXPECT_EQ(curveRefusal(R"({"keys":[{"time":0,"value":0},{"time":1}]})"), "key 1: \"value\" is missing");
  EXPECT_EQ(curveRefusal(R"({"keys":[{"time":"soon","value":0}]})"), "key 0: \"time\" is not a number: \"soon\"");
  EXPECT_EQ(curveRefusal(R"({"keys":[{"time":0,"value":0,"in":"steep"}]})"),
            "key 0: \"in\" is not a number or \"step\": \"steep\"");
  EXPECT_EQ(curveRefusal(R"({"keys":[{"time":0,"value":0,"tangent":0}]})"), "key 0: there is no \"tangent\" in a key");
  EXPECT_EQ(curveRefusal(R"({"keys":[],"after":"bounce"})"), "\"after\" is not clamp, loop or pingPong: \"bounce\"");
  EXPECT_EQ(curveRefusal(R"({"keys":[],"afterward":"loop"})"), "there is no \"afterward\" in a curve");
  EXPECT_NE(curveRefusal(R"({"keys":[{"time":0,"value":0,"inWeight":2}]})"), "read");
  std::string many = R"({"keys":[)";
  for (int i = 0; i <= 10'000; ++i) many += "{},";
  many.back() = ']';
  EXPECT_EQ(curveRefusal(many + "}"), "a curve of 10001 keys; at most 10000");
}

}  // namespace
}  // namespace app
