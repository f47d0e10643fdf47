#include "app/format/svg_file.h"

#include <gtest/gtest.h>

#include "app/session/shapes/shape_presets.h"

namespace app {
namespace {

std::string svgError(std::string_view text) {
  const auto keys = parseSvg(text);
  return keys ? "taken" : keys.error().message;
}

TEST(SvgFile, TakesPathsAndPolygonsInOrder) {
  const auto keys = parseSvg(R"(<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<path d='M9 9'/>">]>
    <!-- <path d="M8 8"/> --><svg xmlns="http://www.w3.org/2000/svg" data-note="a > b">
    <style><![CDATA[ <path d="M7 7"/> ]]></style>
    <defs><path d="M6 6"/><symbol><path d="M5 5"/></symbol><path d="M5 5"/></defs>
    <g><svg:path id='hill' style="d: x" d = 'M0 0 1 1 2 0z M5 5h1'></svg:path></g>
    <polygon points="0,0 3,0 3,3"/><polyline fill="none" points=" 1 2 , 3 4 "></polyline><path/></svg>)");
  ASSERT_TRUE(keys) << keys.error().message;
  ASSERT_EQ(keys->size(), 4u);
  EXPECT_EQ((*keys)[0].name, "hill");
  EXPECT_TRUE((*keys)[0].shape.closed());
  EXPECT_EQ((*keys)[1].shape.points()[1], glm::dvec2(6, 5));
  EXPECT_EQ((*keys)[2].shape, *crossfade::Shape::make({{0, 0}, {3, 0}, {3, 3}}, true));
  EXPECT_EQ((*keys)[3].shape, *crossfade::Shape::make({{1, 2}, {3, 4}}, false));
}

TEST(SvgFile, TakesBarePathData) {
  EXPECT_EQ(parseSvg("M0 0 1 0 1 1z")->front().shape, *crossfade::Shape::make({{0, 0}, {1, 0}, {1, 1}}, true));
}

TEST(SvgFile, WritesWhatItReads) {
  const std::vector<KeyShape> keys{{.shape = presetShape(ShapePreset::Horse)},
                                   {.shape = *crossfade::Shape::make({{-1, 2}, {3, 4}}, false)}};
  const auto read = parseSvg(svgOf(keys));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ((*read)[i].shape, keys[i].shape);
  EXPECT_NE(svgOf(keys).find("viewBox=\"-1 "), std::string::npos);
}

TEST(SvgFile, NamesTheElementThatIsWrong) {
  EXPECT_EQ(svgError("<svg><path d='M0 0h1'/><path d='M0 0 L x'/></svg>"),
            "path 1, character 7 ('x'): a number is expected");
  EXPECT_EQ(svgError("<svg><polygon points='0 0 1'/></svg>"), "polygon 0, character 5 (the end): a number is expected");
  EXPECT_EQ(svgError("<svg/>"), "has no path, polygon or polyline that is drawn");
  EXPECT_EQ(svgError(""), "has no path, polygon or polyline that is drawn");
  EXPECT_EQ(svgError("hello"), "character 0 ('h'): a path begins with M");
  std::string many = "<svg>";
  for (int i = 0; i < 300; ++i) many += "<path d='M0 0h1'/>";
  many += "</svg>";
  EXPECT_EQ(svgError(many), "there are 101 shapes; the limit is 100");
  EXPECT_NE(svgError(std::string(20u << 20, '<')).find("is too large"), std::string::npos);
}

TEST(SvgFile, ReportsWhereItIsNotWellFormed) {
  EXPECT_EQ(svgError("<svg><path d='M0 0h1'/>"), "is not valid XML at byte 22: start-end tags mismatch");
  EXPECT_NE(svgError("<svg><g></svg>").find("is not valid XML at byte "), std::string::npos);
}

TEST(SvgFile, DoesNotExpandEntitiesOfTheDocument) {
  const auto keys = parseSvg("<!DOCTYPE svg [<!ENTITY a 'xxxxxxxxxx'>]><svg><path id='&a;&lt;' d='M0 0h1'/></svg>");
  ASSERT_TRUE(keys) << keys.error().message;
  EXPECT_EQ(keys->front().name, "&a;<");
}

TEST(SvgFile, NestedAMillionDeepIsReadWithoutRecursion) {
  std::string text, end;
  for (int i = 0; i < 1'000'000; ++i) text += "<g>", end += "</g>";
  const auto keys = parseSvg(text + "<path d='M0 0h1'/>" + end);
  ASSERT_TRUE(keys) << keys.error().message;
  EXPECT_EQ(keys->size(), 1u);
}

TEST(SvgFile, TruncatedAnywhereNeverCrashes) {
  const std::string whole =
      "<?a?><!-- b --><svg a='>'><![CDATA[x]]><defs></defs><path d=\"M0 0h1\" id='a'/><polygon points='0 0 1 "
      "1'/></svg>";
  for (std::size_t i = 0; i <= whole.size(); ++i) {
    const auto cut = parseSvg(whole.substr(0, i)), tail = parseSvg(whole.substr(i));
    EXPECT_TRUE(cut || !cut.error().message.empty());
    EXPECT_TRUE(tail || !tail.error().message.empty());
  }
}

}  // namespace
}  // namespace app
