#include "app/model/caster_spheres.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

/// How far the middles of triangles are below the sphere that they stand for.
float depthUnderSphere(const Primitive& primitive, const std::vector<std::uint32_t>& indices) {
  float deepest = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const glm::vec3 middle =
        (primitive.positions[indices[i]] + primitive.positions[indices[i + 1]] + primitive.positions[indices[i + 2]]) /
        3.0f;
    deepest = std::max(deepest, 1 - glm::length(middle));
  }
  return deepest;
}

TEST(DetailLevels, HaveFewerTrianglesCloseToTheSurface) {
  const Primitive fine = sphere(60);
  const std::vector<DetailLevel> levels = detailLevels(fine, false);
  ASSERT_EQ(levels.size(), 3u);
  const float ownDepth = depthUnderSphere(fine, fine.indices);
  std::size_t more = fine.indices.size();
  for (const DetailLevel& level : levels) {
    EXPECT_EQ(level.indices.size() % 3, 0u);
    EXPECT_LT(level.indices.size(), more * 3 / 4);
    more = level.indices.size();
    EXPECT_GT(level.error, 0);
    ASSERT_LT(*std::ranges::max_element(level.indices), fine.positions.size());
    EXPECT_LT(depthUnderSphere(fine, level.indices), ownDepth + 2 * 2 * level.error) << "the sphere is 2 long";
    for (std::size_t i = 0; i < level.indices.size(); i += 3) {
      const glm::vec3 a = fine.positions[level.indices[i]], b = fine.positions[level.indices[i + 1]],
                      c = fine.positions[level.indices[i + 2]];
      EXPECT_GT(glm::dot(glm::cross(b - a, c - a), a + b + c), -0.06f) << "it faces outward, or is a sliver";
    }
  }
  EXPECT_LE(levels[0].error, 0.0008f);
  EXPECT_LE(levels[1].error, 0.0015f);
  EXPECT_LE(levels[2].error, 0.02f);
  EXPECT_LT(levels[2].indices.size(), fine.indices.size() / 5);
}

TEST(DetailLevels, AreForManyTrianglesThatCanGo) {
  EXPECT_TRUE(detailLevels(sphere(6), false).empty()) << "few triangles";
  EXPECT_TRUE(detailLevels({}, false).empty());
  Primitive lines = sphere(40);
  lines.topology = Topology::Lines;
  EXPECT_TRUE(detailLevels(lines, false).empty());
  EXPECT_TRUE(detailLevels(sphere(100), false).empty()) << "39,600 triangles take too long";
  Primitive flat;  // each face has its own vertices
  for (const std::uint32_t index : sphere(30).indices) {
    flat.indices.push_back(static_cast<std::uint32_t>(flat.positions.size()));
    flat.positions.push_back(sphere(30).positions[index]);
  }
  EXPECT_TRUE(detailLevels(flat, false).empty());
  Primitive odd = sphere(40);
  odd.indices.push_back(0);
  EXPECT_FALSE(detailLevels(odd, false).empty()) << "an incomplete triangle at the end is none";
}

TEST(DetailLevels, OfTexturedSurfacesAreForCrowdsAlone) {
  Model model = modelOf(sphere(60), {});
  model.materials.push_back({});
  addDetailLevels(model);
  Primitive& primitive = model.meshes[0].primitives[0];
  EXPECT_EQ(primitive.detailLevels.size(), 3u);
  model.materials.back().normalTexture.image = 0;
  primitive.variantMaterials = {{.variant = 0, .material = 1}};
  addDetailLevels(model);
  ASSERT_EQ(primitive.detailLevels.size(), 1u);
  EXPECT_EQ(primitive.detailLevels[0].indices, detailLevels(sphere(60), false).back().indices);
  primitive.variantMaterials.clear();
  model.materials[0].baseColorTexture.image = 0;
  addDetailLevels(model);
  EXPECT_EQ(primitive.detailLevels.size(), 1u);
}

class LessDetail : public RenderTest {
 protected:
  /// Of two pictures of the same, without and with all triangles.
  struct Difference {
    int some = 0, large = 0;  // pixels
  };
  Difference difference(const Model& model, const DrawList& shown, PictureSize size) {
    const Picture fine = draw(model, shown, size);
    renderer_->setQuality({.lessDetail = true});
    const Picture coarse = draw(model, shown, size);
    renderer_->setQuality({});
    Difference found;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const Pixel a = fine.at(x, y), b = coarse.at(x, y);
        found.some += a == b ? 0 : 1;
        found.large += std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) > 90 ? 1 : 0;
      }
    return found;
  }

  Model model_ = [] {
    Model made = modelOf(sphere(60), {.baseColor = {0.8f, 0.3f, 0.2f, 1}, .metallic = 0});
    addDetailLevels(made);
    addCasterSpheres(made);
    return made;
  }();
};

TEST_F(LessDetail, OfCopiesLooksAlmostTheSame) {
  DrawList list = flatView();
  for (int copy = 0; copy < 2; ++copy)
    list.palettes.push_back(
        glm::scale(glm::translate(glm::mat4(1.0f), {copy == 0 ? -0.5f : 0.5f, 0, 0}), glm::vec3(0.4f)));
  list.items = {itemOf()};
  list.items[0].copies = 2;
  list.items[0].worldOffset = 0;
  list.items[0].paletteStride = 1;
  const Difference found = difference(model_, list, {128, 128});
  EXPECT_GT(found.some, 50) << "it has other triangles";
  EXPECT_LT(found.large, 100) << "of some 4,100 pixels";
}

TEST_F(LessDetail, OfASingleSurfaceIsHardlySeen) {
  DrawList list = flatView();
  list.items = {itemOf()};
  list.items[0].world = glm::scale(glm::mat4(1.0f), glm::vec3(0.8f));
  const Difference small = difference(model_, list, {200, 200});
  EXPECT_GT(small.some, 0) << "it has other triangles";
  EXPECT_LT(small.large, 20) << "of some 20,000 pixels, at the edge";
  EXPECT_EQ(difference(model_, list, {1200, 1200}).some, 0) << "so large that one would see it";
  list.mode = ViewMode::Normals;
  EXPECT_EQ(difference(model_, list, {200, 200}).some, 0) << "a measurement is exact";
}

TEST_F(LessDetail, DoesNotConcernWhatAMorphTargetMoves) {
  Primitive& primitive = model_.meshes[0].primitives[0];
  primitive.morphTargets = {{.positions = primitive.positions, .normals = {}}};
  DrawList list = flatView();
  list.morphWeights = {0};
  list.items = {itemOf()};
  list.items[0].world = glm::scale(glm::mat4(1.0f), glm::vec3(0.4f));
  list.items[0].morphCount = 1;
  EXPECT_GT(difference(model_, list, {200, 200}).some, 0);
  list.morphWeights = {0.5f};
  EXPECT_EQ(difference(model_, list, {200, 200}).some, 0);
}

}  // namespace
}  // namespace app::test
