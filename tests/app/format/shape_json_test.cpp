#include "app/format/shape_json.h"

#include <gtest/gtest.h>

#include "app/session/character/settings/fade_settings.h"
#include "app/session/shapes/shape_document.h"

namespace app {
namespace {

constexpr const char* kNoShapes = "is not valid JSON, or nested too deeply";

std::string shapesError(std::string_view json) {
  const auto read = parseShapes(json);
  return read ? "taken" : read.error().message;
}

ShapeDocument everything() {
  ShapeDocument document;
  document.keys.push_back({.name = "ä \"hat\"",
                           .shape = *crossfade::Shape::make({{0.1, 1.0 / 3}, {-1e-300, 5}, {1e6, -1e6}}, false),
                           .hold = 0,
                           .morph = 0.1,
                           .toNext = {false, -3, true}});
  document.keys.push_back({.shape = presetShape(ShapePreset::Elephant), .hold = 2, .morph = 3600, .toNext = kAsDrawn});
  document.keys.push_back({.shape = presetShape(ShapePreset::StarBig)});
  document.settings = {
      .kind = crossfade::MorphKind::VectorCounterClockwise,
      .closing = ShapeClosing::Raw,
      .sideBySide = true,
      .mode = ShapeMode::Picture,
      .inBetweens = 60,
      .fps = 23.976,
      .ending = ShapeEnding::Repeat,
      .easing = *crossfade::AnimationCurve::make({{.time = 0, .value = 0.1, .outTangent = crossfade::kStepTangent},
                                                  {.time = 0.5,
                                                   .value = 1.2,
                                                   .inTangent = -2,
                                                   .weightedMode = crossfade::WeightedMode::Both,
                                                   .inWeight = 0.2,
                                                   .outWeight = 1},
                                                  {.time = 1, .value = 1}})};
  return document;
}

TEST(ShapeJson, WritesWhatItReads) {
  for (const ShapeDocument& document : {everything(), ShapeDocument{}}) {
    const auto read = parseShapes(shapesJson(document));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, document);
  }
  for (const auto kind :
       {crossfade::MorphKind::Linear, crossfade::MorphKind::VectorClockwise, crossfade::MorphKind::VectorShortest}) {
    const ShapeDocument document{
        .keys = {}, .settings = {.kind = kind, .easing = *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1)}};
    EXPECT_EQ(*parseShapes(shapesJson(document)), document);
  }
}

TEST(ShapeJson, HasTheFormOfEveryCurve) {
  ShapeDocument document;
  document.settings.easing =
      *crossfade::AnimationCurve::make({{.time = 0.25, .value = 0}, {.time = 0.75, .value = 1, .inTangent = 2}},
                                       crossfade::CurveWrap::Clamp, crossfade::CurveWrap::PingPong);
  EXPECT_EQ(*parseShapes(shapesJson(document)), document) << "with what it does beyond its keys";
  const auto easingOf = [](const std::string& easing) {
    return parseShapes(R"({"shapes": [], "easing": )" + easing + "}")->settings.easing;
  };
  EXPECT_EQ(easingOf(R"("steep")"), fadeCurve(FadeCurvePreset::Steep));
  const auto older = easingOf(
      R"([{"time": 0, "value": 0, "in": 0, "out": "step", "weighted": "in", "inWeight": 0.5, "outWeight": 0.25},
          {"time": 1, "value": 1, "in": 2, "out": 0}])");
  EXPECT_EQ(older, *crossfade::AnimationCurve::make({{.time = 0,
                                                      .value = 0,
                                                      .outTangent = crossfade::kStepTangent,
                                                      .weightedMode = crossfade::WeightedMode::In,
                                                      .inWeight = 0.5,
                                                      .outWeight = 0.25},
                                                     {.time = 1, .value = 1, .inTangent = 2}}))
      << "a list of keys, as older files have it";
}

TEST(ShapeJson, NeedsOnlyShapes) {
  const auto read = parseShapes(
      R"({"shapes": [{"points": [[0, 0], [1, 2.5]]},
                     {"preset": "apple", "centre": [5, 6], "closed": false},
                     {"preset": "horse", "name": "mare"}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->settings, ShapeSettings{});
  EXPECT_EQ(read->keys[0], (KeyShape{.shape = *crossfade::Shape::make({{0, 0}, {1, 2.5}}, true)}));
  EXPECT_EQ(read->keys[1].name, "apple");
  EXPECT_FALSE(read->keys[1].shape.closed());
  EXPECT_EQ(read->keys[1].shape.points()[3], presetShape(ShapePreset::Apple, {5, 6}).points()[3]);
  EXPECT_EQ(read->keys[2].name, "mare");
}

TEST(ShapeJson, KnowsTheWordsOfTheAlgorithms) {
  const auto kind = [](const std::string& members) {
    return parseShapes("{\"shapes\": []," + members + "}")->settings.kind;
  };
  EXPECT_EQ(kind(R"("algorithm": "linear", "rotation": "shortest")"), crossfade::MorphKind::Linear);
  EXPECT_EQ(kind(R"("algorithm": "vector")"), crossfade::MorphKind::VectorClockwise);
  EXPECT_EQ(kind(R"("algorithm": "vector", "rotation": "counterClockwise")"),
            crossfade::MorphKind::VectorCounterClockwise);
  EXPECT_EQ(kind(R"("algorithm": "shortest")"), crossfade::MorphKind::VectorShortest);
}

TEST(ShapeJson, ErrorsNameTheLocationAndTheValue) {
  EXPECT_EQ(shapesError("{"), kNoShapes);
  EXPECT_EQ(shapesError("[]"), "is not an object: a list or object");
  EXPECT_EQ(shapesError("{}"), "has no list \"shapes\"");
  EXPECT_EQ(shapesError(R"({"shapes": [], "color": 1})"), "has an unknown member \"color\"");
  EXPECT_EQ(shapesError(R"({"shapes": [7]})"), "shape 0: is not an object: 7");
  EXPECT_EQ(shapesError(R"({"shapes": [{}]})"), "shape 0: has neither \"points\" nor \"preset\"");
  EXPECT_EQ(shapesError(R"({"shapes": [{"points": []}]})"), "shape 0: has no points");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple"}, {"points": [[0, 0], [1]]}]})"),
            "shape 1: point 1 is not [x, y]: a list or object");
  EXPECT_EQ(shapesError(R"({"shapes": [{"points": [[0, null]]}]})"),
            "shape 0: point 0 is not [x, y]: a list or object");
  EXPECT_EQ(shapesError(R"({"shapes": [{"points": [[0, 1e7]]}]})"), "shape 0: point 0 is (0, 1e+07), too far away");
  EXPECT_EQ(shapesError(R"({"shapes": [{"points": [[0, 1e999]]}]})"), kNoShapes);
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "cat"}]})"),
            "shape 0: \"preset\" is not pencilLying, pencilUpright, starBig, starSmall, apple, vase, stool, elephant "
            "or horse: \"cat\"");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "points": []}]})"),
            "shape 0: has both \"points\" and \"preset\"");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "center": [1e9, 0]}]})"),
            "shape 0: \"center\" is not a position on the canvas, [x, y]: a list or object");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "hold": -1}]})"),
            "shape 0: the hold is -1 seconds, not between 0 and 3600");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "morph": "long"}]})"),
            "shape 0: \"morph\" is not a number: \"long\"");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "correspondence": 2}]})"),
            "shape 0: \"correspondence\" is not automatic, drawn or an object: 2");
  EXPECT_EQ(shapesError(R"({"shapes": [{"preset": "apple", "correspondence": {"rotation": 1.5}}]})"),
            "shape 0: correspondence: \"rotation\" is not a whole number: 1.5");
  EXPECT_EQ(shapesError(R"({"shapes": [], "algorithm": "magic"})"),
            "\"algorithm\" is not linear, clockwise, counterClockwise or shortest: \"magic\"");
  EXPECT_EQ(shapesError(R"({"shapes": [], "rotation": "up"})"),
            "\"rotation\" is not clockwise, counterClockwise or shortest: \"up\"");
  EXPECT_EQ(shapesError(R"({"shapes": [], "fps": 0})"), "frame rate 0 is not between 1 and 1000");
  EXPECT_EQ(shapesError(R"({"shapes": [], "inBetweens": 1e300})"), "\"inBetweens\" is not a whole number: 1e+300");
  EXPECT_EQ(shapesError(R"({"shapes": [], "easing": "bounce"})"), "easing: there is no curve \"bounce\"");
  EXPECT_EQ(
      shapesError(R"({"shapes": [], "easing": [{"time": 0, "value": 0}, {"time": 1, "value": 1, "in": "steep"}]})"),
      "easing: key 1: \"in\" is not a number or \"step\": \"steep\"");
  EXPECT_EQ(shapesError(R"({"shapes": [], "easing": [{"time": 0, "value": 0, "inWeight": 3}]})"),
            "easing: curve: the key at 0 has a tangent weight of 3, not between 0 and 1");
}

TEST(ShapeJson, RefusesInputOverTheLimits) {
  std::string points = "[0,0]", shapes = R"({"preset":"apple"})";
  for (int i = 0; i < 10000; ++i) points += ",[0,0]";
  EXPECT_EQ(shapesError(R"({"shapes":[{"points":[)" + points + "]}]}"),
            "shape 0: has 10001 points; the limit is 10000");
  for (int i = 0; i < 100; ++i) shapes += R"(,{"preset":"apple"})";
  EXPECT_EQ(shapesError(R"({"shapes":[)" + shapes + "]}"), "has 101 shapes; the limit is 100");
  EXPECT_EQ(shapesError(std::string(17u << 20, ' ')), "is too large: 17825792 bytes");
  EXPECT_NE(shapesError(std::string(1 << 20, '[')), "taken");
  EXPECT_NE(shapesError(R"({"shapes":)" + std::string(1 << 18, '[') + std::string(1 << 18, ']') + "}"), "taken");
}

TEST(ShapeJson, TruncatedAnywhereIsRefused) {
  const std::string whole = shapesJson(everything());
  for (std::size_t i = 0; i + 2 < whole.size(); i += 7) EXPECT_NE(shapesError(whole.substr(0, i)), "taken");
}

}  // namespace
}  // namespace app
