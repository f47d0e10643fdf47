#include "app/format/svg_file.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/session/shapes/shape_document.h"

namespace app {
namespace {

using Points = std::vector<glm::dvec2>;

Points pointsOf(std::string_view data) {
  const auto shapes = parseSvgPath(data);
  EXPECT_TRUE(shapes) << data << ": " << (shapes ? "" : shapes.error().message);
  if (!shapes || shapes->size() != 1) return {};
  return {shapes->front().points().begin(), shapes->front().points().end()};
}

std::string pathError(std::string_view data) {
  const auto shapes = parseSvgPath(data);
  return shapes ? "taken" : shapes.error().message;
}

TEST(SvgPath, ReadsAbsoluteAndRelativeLines) {
  const Points square{{1, 2}, {11, 2}, {11, 12}, {1, 12}};
  EXPECT_EQ(pointsOf("M1 2L11 2L11 12L1 12Z"), square);
  EXPECT_EQ(pointsOf(" M 1,2 11,2 11,12 1,12 z "), square);
  EXPECT_EQ(pointsOf("m1 2h10v10h-10z"), square);
  EXPECT_EQ(pointsOf("m1 2 10 0 0 10-10 0z"), square);
  EXPECT_EQ(pointsOf("M1 2H11V12H1Z"), square);
  EXPECT_EQ(pointsOf("M.5.25-1e1+2."), (Points{{0.5, 0.25}, {-10, 2}}));
  EXPECT_TRUE(parseSvgPath("M0 0H1V1Z")->front().closed());
  EXPECT_FALSE(parseSvgPath("M0 0H1V1")->front().closed());
  EXPECT_TRUE(parseSvgPath("")->empty());
}

TEST(SvgPath, MakesAShapeOfEachSubpath) {
  const auto shapes = parseSvgPath("M0 0 1 0 1 1z l5 5 m 1 1 h2");
  ASSERT_TRUE(shapes);
  ASSERT_EQ(shapes->size(), 3u);
  EXPECT_EQ((*shapes)[1].points()[0], glm::dvec2(0, 0)) << "after z the path continues from its start";
  EXPECT_EQ((*shapes)[1].points()[1], glm::dvec2(5, 5));
  EXPECT_EQ((*shapes)[2].points()[0], glm::dvec2(6, 6));
  EXPECT_EQ((*shapes)[2].points()[1], glm::dvec2(8, 6));
}

TEST(SvgPath, FlattensCurves) {
  for (const std::string_view data : {"M0 0C0 40 60 40 60 0", "m0 0c0 40 60 40 60 0"}) {
    const Points p = pointsOf(data);
    ASSERT_EQ(p.size(), 17u);
    EXPECT_EQ(p[8], glm::dvec2(30, 30));
    EXPECT_EQ(p[16], glm::dvec2(60, 0));
  }
  EXPECT_EQ(pointsOf("M0 0Q30 60 60 0")[6], glm::dvec2(30, 30));
  const Points smooth = pointsOf("M0 0C0 40 60 40 60 0S120-40 120 0");
  EXPECT_EQ(smooth, pointsOf("M0 0C0 40 60 40 60 0C60-40 120-40 120 0"));
  EXPECT_EQ(smooth, pointsOf("m0 0c0 40 60 40 60 0s60-40 60 0"));
  EXPECT_EQ(pointsOf("M0 0Q30 60 60 0T120 0t60 0"), pointsOf("M0 0Q30 60 60 0Q90-60 120 0Q150 60 180 0"));
  EXPECT_EQ(pointsOf("M0 0L9 9S1 2 3 4"), pointsOf("M0 0L9 9C9 9 1 2 3 4")) << "no curve before: no control point";
  EXPECT_EQ(pointsOf("M0 0C0 40 60 40 60 0C60-9 0-9 0 0z").size(), 32u) << "the start is not in it twice";
}

TEST(SvgPath, FlattensArcs) {
  for (const auto& [data, center, middle] :
       {std::tuple{"M10 0A10 10 0 0 1 0 10", glm::dvec2(0, 0), glm::dvec2(7.0710678118654755, 7.0710678118654755)},
        {"M10 0A10 10 0 0 0 0 10", {10, 10}, {2.9289321881345245, 2.9289321881345245}},
        {"M10 0A10 10 0 1 0 0 10", {0, 0}, {-7.0710678118654755, -7.0710678118654755}},
        {"M10 0a10,10 77 11-10 10", {10, 10}, {17.071067811865476, 17.071067811865476}}}) {
    const Points p = pointsOf(data);
    for (const glm::dvec2 q : p) EXPECT_NEAR(std::hypot(q.x - center.x, q.y - center.y), 10, 1e-12) << data;
    const glm::dvec2 half = p[p.size() / 2];
    EXPECT_NEAR(half.x, middle.x, 1e-12) << data;
    EXPECT_NEAR(half.y, middle.y, 1e-12) << data;
    EXPECT_EQ(p.back(), glm::dvec2(0, 10));
  }
  const Points wide = pointsOf("M0 0A1 1 0 0 1 40 0");  // too small: grows to a half circle
  EXPECT_NEAR(wide[wide.size() / 2].y, -20, 1e-12);
  for (const glm::dvec2 q : pointsOf("M20 0A20 10 0 0 1-20 0"))
    EXPECT_NEAR(q.x * q.x / 400 + q.y * q.y / 100, 1, 1e-12);
  EXPECT_EQ(pointsOf("M0 0A0 5 0 0 1 3 3"), (Points{{0, 0}, {3, 3}}));
  EXPECT_EQ(pointsOf("M2 2A5 5 0 0 1 2 2"), (Points{{2, 2}}));
}

TEST(SvgPath, WritesWhatItReads) {
  for (std::size_t i = 0; i < kWords<ShapePreset>.size(); ++i) {
    const crossfade::Shape shape = presetShape(static_cast<ShapePreset>(i), {100.1, 1.0 / 3});
    EXPECT_EQ(parseSvgPath(svgPathOf(shape))->front(), shape) << kWords<ShapePreset>[i];
  }
  const crossfade::Shape open = *crossfade::Shape::make({{1, 2}, {-3e-7, 4}, {1, 2}}, false);
  EXPECT_EQ(svgPathOf(open), "M1 2L-3e-07 4L1 2");
  EXPECT_EQ(parseSvgPath(svgPathOf(open))->front(), open);
  EXPECT_EQ(svgPathOf({}), "");
}

TEST(SvgPath, RefusesInvalidPaths) {
  EXPECT_EQ(pathError("L1 2"), "character 0 ('L'): a path begins with M");
  EXPECT_EQ(pathError("M1 2 3"), "character 6 (the end): a number is expected");
  EXPECT_EQ(pathError("M1 2X"), "character 4 ('X'): this is not a path command");
  EXPECT_EQ(pathError("M1 2 L,3 4,,5 6"), "character 11 (','): this is not a path command");
  EXPECT_EQ(pathError("M1 nan"), "character 3 ('n'): a number is expected");
  EXPECT_EQ(pathError("M1 -inf"), "character 3 ('-'): a number is expected");
  EXPECT_EQ(pathError("M1 1e999"), "character 3 ('1'): the number is too large or too small");
  EXPECT_EQ(pathError("M1 2000000"), "character 3 ('2'): the number is too large or too small");
  EXPECT_EQ(pathError("M0 0A1 1 0 2 0 5 5"), "character 11 ('2'): a flag is 0 or 1");
  EXPECT_EQ(pathError("m900000 0h900000h9"), "character 16 ('h'): the point before it is too far from the origin");
  EXPECT_EQ(pathError(std::string_view("M1 2\0L", 6)),
            "character 4 (an unprintable character): this is not a path command");
  EXPECT_EQ(pathError("Z"), "character 0 ('Z'): a path begins with M");
}

TEST(SvgPath, RefusesInputOverTheLimits) {
  std::string many = "M0 0", subpaths;
  for (int i = 0; i < 10001; ++i) many += "h1";
  EXPECT_NE(pathError(many).find("too many points"), std::string::npos);
  for (int i = 0; i < 200; ++i) subpaths += "M0 0h1";
  EXPECT_NE(pathError(subpaths).find("too many subpaths"), std::string::npos);
}

TEST(SvgPath, TruncatedAnywhereNeverCrashes) {
  const std::string whole = "M10 0a10,10 77 11-10 10C1 2 3 4 5 6s1-2 3 4Q1 2 3 4t5 6H1v2z m1 1 2 2";
  for (std::size_t i = 0; i <= whole.size(); ++i) {
    const auto cut = parseSvgPath(whole.substr(0, i));
    EXPECT_TRUE(cut || !cut.error().message.empty());
    for (int c = 0; c < 128; ++c) {
      std::string changed = whole.substr(0, i) + static_cast<char>(c) + whole.substr(i);
      EXPECT_TRUE(parseSvgPath(changed) || true);
    }
  }
}

}  // namespace

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
