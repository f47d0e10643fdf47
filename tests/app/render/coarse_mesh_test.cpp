#include "app/model/caster_spheres.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

/// A sphere of radius 1 as rings; the poles and a seam have several vertices in one position.
Primitive sphere(std::uint32_t rings) {
  Primitive primitive;
  const std::uint32_t sides = 2 * rings;
  for (std::uint32_t ring = 0; ring <= rings; ++ring)
    for (std::uint32_t side = 0; side <= sides; ++side) {
      const float polar = glm::pi<float>() * static_cast<float>(ring) / static_cast<float>(rings);
      const float angle = glm::two_pi<float>() * static_cast<float>(side % sides) / static_cast<float>(sides);
      primitive.positions.emplace_back(std::sin(polar) * std::cos(angle), std::cos(polar),
                                       std::sin(polar) * std::sin(angle));
      primitive.uvs[0].emplace_back(static_cast<float>(side) / static_cast<float>(sides),
                                    static_cast<float>(ring) / static_cast<float>(rings));
    }
  primitive.normals = primitive.positions;
  for (std::uint32_t ring = 0; ring < rings; ++ring)
    for (std::uint32_t side = 0; side < sides; ++side) {
      const std::uint32_t a = ring * (sides + 1) + side, b = a + 1, c = a + sides + 1, d = c + 1;
      if (ring > 0) primitive.indices.insert(primitive.indices.end(), {a, b, c});
      if (ring + 1 < rings) primitive.indices.insert(primitive.indices.end(), {b, d, c});
    }
  return primitive;
}

TEST(CoarseMesh, HasFewTrianglesCloseToTheSurface) {
  const Primitive fine = sphere(40);
  const std::vector<std::uint32_t> coarse = coarseIndices(fine);
  ASSERT_FALSE(coarse.empty());
  EXPECT_EQ(coarse.size() % 3, 0u);
  EXPECT_LT(coarse.size(), fine.indices.size() / 5);
  for (std::size_t i = 0; i < coarse.size(); i += 3) {
    ASSERT_LT(std::max({coarse[i], coarse[i + 1], coarse[i + 2]}), fine.positions.size());
    const glm::vec3 a = fine.positions[coarse[i]], b = fine.positions[coarse[i + 1]], c = fine.positions[coarse[i + 2]];
    const glm::vec3 middle = (a + b + c) / 3.0f;
    EXPECT_GT(glm::length(middle), 0.9f);
    EXPECT_GT(glm::dot(glm::cross(b - a, c - a), middle), -0.02f) << "it faces outward, or is a sliver";
  }
}

TEST(CoarseMesh, IsForManyTrianglesThatCanGo) {
  EXPECT_TRUE(coarseIndices(sphere(6)).empty()) << "few triangles";
  EXPECT_TRUE(coarseIndices({}).empty());
  Primitive lines = sphere(40);
  lines.topology = Topology::Lines;
  EXPECT_TRUE(coarseIndices(lines).empty());
  EXPECT_TRUE(coarseIndices(sphere(100)).empty()) << "39,600 triangles take too long";
  Primitive flat;  // each face has its own vertices
  for (const std::uint32_t index : sphere(30).indices) {
    flat.indices.push_back(static_cast<std::uint32_t>(flat.positions.size()));
    flat.positions.push_back(sphere(30).positions[index]);
  }
  EXPECT_TRUE(coarseIndices(flat).empty());
  Primitive odd = sphere(40);
  odd.indices.push_back(0);
  EXPECT_FALSE(coarseIndices(odd).empty()) << "an incomplete triangle at the end is none";
}

class CoarseCopies : public RenderTest {};

TEST_F(CoarseCopies, LookAlmostTheSameAndOneOfAKindIsExact) {
  Model model = modelOf(sphere(40), {.baseColor = {0.8f, 0.3f, 0.2f, 1}, .metallic = 0});
  addCoarseMeshes(model);
  DrawList list = flatView();
  for (int copy = 0; copy < 2; ++copy)
    list.palettes.push_back(
        glm::scale(glm::translate(glm::mat4(1.0f), {copy == 0 ? -0.5f : 0.5f, 0, 0}), glm::vec3(0.4f)));
  list.items = {itemOf()};
  list.items[0].copies = 2;
  list.items[0].worldOffset = 0;
  list.items[0].paletteStride = 1;
  const auto differences = [&](const DrawList& shown) {
    const Picture fine = draw(model, shown, {128, 128});
    renderer_->setQuality({.coarseCopies = true});
    const Picture coarse = draw(model, shown, {128, 128});
    renderer_->setQuality({});
    int different = 0, far = 0;
    for (int y = 0; y < 128; ++y)
      for (int x = 0; x < 128; ++x) {
        const Pixel a = fine.at(x, y), b = coarse.at(x, y);
        different += a == b ? 0 : 1;
        far += std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) > 90 ? 1 : 0;
      }
    return std::pair(different, far);
  };
  const auto [different, far] = differences(list);
  EXPECT_GT(different, 50) << "it has other triangles";
  EXPECT_LT(far, 100) << "of some 4,100 pixels";
  list.items[0].copies = 1;
  EXPECT_EQ(differences(list).first, 0);
}

}  // namespace
}  // namespace app::test
