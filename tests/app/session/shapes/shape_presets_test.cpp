#include "app/session/shapes/shape_document.h"

#include <gtest/gtest.h>

#include <vector>

namespace app {
namespace {

double side(glm::dvec2 a, glm::dvec2 b, glm::dvec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

bool cross(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c, glm::dvec2 d) {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

std::vector<ShapePreset> all() {
  std::vector<ShapePreset> presets;
  for (std::size_t i = 0; i < kWords<ShapePreset>.size(); ++i) presets.push_back(static_cast<ShapePreset>(i));
  return presets;
}

TEST(ShapePresets, EqualTheLessonsPencilAndStar) {
  EXPECT_EQ(presetPoints(ShapePreset::PencilLying)[4], glm::dvec2(260, 230));
  EXPECT_EQ(presetPoints(ShapePreset::PencilUpright)[4], glm::dvec2(540, 150));
  const auto big = presetPoints(ShapePreset::StarBig), small = presetPoints(ShapePreset::StarSmall);
  ASSERT_EQ(big.size(), 11u);
  ASSERT_EQ(small.size(), 11u);
  for (std::size_t i = 0; i < big.size(); ++i) EXPECT_EQ(small[i], big[i] * 0.5 + glm::dvec2(500, 100));
}

TEST(ShapePresets, NeverCrossThemselvesAndShareOneWindingOrder) {
  for (const ShapePreset preset : all()) {
    const auto p = presetPoints(preset);
    const std::string_view name = wordOf(preset);
    double area = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::size_t next = (i + 1) % p.size();
      area += p[i].x * p[next].y - p[next].x * p[i].y;
      for (std::size_t k = i + 1; k < p.size(); ++k)
        EXPECT_FALSE(cross(p[i], p[next], p[k], p[(k + 1) % p.size()])) << name << ' ' << i << ' ' << k;
    }
    const bool pencil = preset <= ShapePreset::PencilUpright;  // the lesson's goes the other way
    EXPECT_EQ(area > 0, !pencil) << name;
    EXPECT_GE(p.size(), preset >= ShapePreset::Apple ? 50u : 7u) << name;
  }
}

TEST(ShapePresets, CanBeCentered) {
  for (const ShapePreset preset : all()) {
    const crossfade::Shape shape = presetShape(preset, {400, 300});
    glm::dvec2 low = shape.points()[0], high = low;
    for (const glm::dvec2 p : shape.points())
      low = {std::min(low.x, p.x), std::min(low.y, p.y)}, high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    EXPECT_NEAR((low.x + high.x) / 2, 400, 1e-9);
    EXPECT_NEAR((low.y + high.y) / 2, 300, 1e-9);
    EXPECT_EQ(presetShape(preset).points().size(), shape.points().size());
  }
}

TEST(ShapePresets, OfOneLessonFormPairs) {
  EXPECT_TRUE(areClassicPair(ShapePreset::PencilUpright, ShapePreset::PencilLying));
  EXPECT_TRUE(areClassicPair(ShapePreset::StarBig, ShapePreset::StarSmall));
  EXPECT_FALSE(areClassicPair(ShapePreset::StarBig, ShapePreset::PencilLying));
  EXPECT_FALSE(areClassicPair(ShapePreset::Apple, ShapePreset::Vase));
}

}  // namespace
}  // namespace app
