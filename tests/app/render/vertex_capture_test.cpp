#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "tests/app/render/render_fixture.h"

// The GPU's positions, read back from the scene's vertex shader, against those of app/view in double precision.

namespace app::test {
namespace {

class VertexCapture : public RenderTest {
 protected:
  /// A model and its pose; `palettes` holds all skins.
  struct Posed {
    Model model;
    std::vector<glm::mat4> worlds{glm::mat4(1.0f)};
    std::vector<glm::mat4> palettes;
    std::vector<int> paletteOffsets;
    std::vector<float> morphWeights;

    PosedModel pose() const { return {worlds, palettes, paletteOffsets, morphWeights}; }
    DrawList list() const {
      DrawList list;
      buildDrawList(model, pose(), Camera{}, 1.0f, ViewOptions{}, list);
      return list;
    }
  };

  std::mt19937 random_{7};
  float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
  glm::vec3 point(float reach) { return {uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach)}; }
  glm::mat4 affine() {
    const glm::mat4 rotation =
        glm::rotate(glm::mat4(1.0f), uniform(-3, 3), glm::normalize(point(1) + glm::vec3(2, 0, 0)));
    return glm::translate(glm::mat4(1.0f), point(3)) * rotation *
           glm::scale(glm::mat4(1.0f), glm::vec3(uniform(0.5f, 2), uniform(0.5f, 2), uniform(0.5f, 2)));
  }

  Primitive cloud(int vertexCount) {
    Primitive primitive;
    for (int i = 0; i < vertexCount; ++i) primitive.positions.push_back(point(2));
    return primitive;
  }
  void addInfluences(Primitive& primitive, int jointCount, float totalWeight) {
    std::vector<Influences> set(primitive.positions.size());
    for (std::size_t v = 0; v < set.size(); ++v) {
      float sum = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        set[v].joints[i] = static_cast<std::uint16_t>((v * 7 + i * 13 + static_cast<std::size_t>(jointCount) - 1) %
                                                      static_cast<std::size_t>(jointCount));
        sum += set[v].weights[i] = uniform(0, 1);
      }
      for (float& weight : set[v].weights) weight *= totalWeight / sum;
    }
    primitive.influences.push_back(std::move(set));
  }
  void addSkin(Posed& posed, int jointCount) {
    posed.paletteOffsets.push_back(static_cast<int>(posed.palettes.size()));
    posed.model.skins.push_back({.joints = std::vector<int>(static_cast<std::size_t>(jointCount)), .inverseBinds = {}});
    for (int i = 0; i < jointCount; ++i) posed.palettes.push_back(affine());
  }
  void addMorphs(Primitive& primitive, int count) {
    for (int i = 0; i < count; ++i) {
      MorphTarget target;
      for (std::size_t v = 0; v < primitive.positions.size(); ++v) target.positions.push_back(point(0.3f));
      if (i % 2 == 0) target.normals.assign(primitive.positions.size(), glm::vec3(0, 1, 0));
      primitive.morphTargets.push_back(std::move(target));
    }
  }
  void addInstance(Posed& posed, Primitive primitive, int skin, int morphCount) {
    posed.model.instances.push_back({.mesh = static_cast<int>(posed.model.meshes.size()),
                                     .skin = skin,
                                     .morphOffset = static_cast<int>(posed.morphWeights.size()),
                                     .morphCount = morphCount});
    posed.model.meshes.push_back({.name = "cloud", .primitives = {std::move(primitive)}});
    for (int i = 0; i < morphCount; ++i) posed.morphWeights.push_back(i % 3 == 1 ? 0.0f : uniform(-0.5f, 1));
  }

  void expectEqual(const Posed& posed) {
    const DrawList list = posed.list();
    ASSERT_FALSE(list.items.empty());
    renderer_->setModel(posed.model);
    for (std::size_t item = 0; item < list.items.size(); ++item) expectEqual(posed, list, static_cast<int>(item));
  }
  void expectEqual(const Posed& posed, const DrawList& list, int index) {
    const DrawItem& item = list.items[static_cast<std::size_t>(index)];
    const std::vector<glm::vec3> gpu = renderer_->capturePositions(list, index);
    ASSERT_EQ(gpu.size(), posed.model.meshes[static_cast<std::size_t>(item.mesh)]
                              .primitives[static_cast<std::size_t>(item.primitive)]
                              .positions.size());
    for (std::size_t v = 0; v < gpu.size(); ++v) {
      const glm::vec3 cpu =
          skinnedVertex(posed.model, posed.pose(), item.instance, item.primitive, static_cast<int>(v));
      ASSERT_LE(glm::length(gpu[v] - cpu), 1e-5f * std::max(1.0f, glm::length(cpu)))
          << "item " << index << ", vertex " << v;
    }
  }
};

TEST_F(VertexCapture, OfABentStripFollowsItsJoints) {
  Posed posed;
  Primitive strip;
  for (int i = 0; i <= 20; ++i) strip.positions.emplace_back(0.1f * static_cast<float>(i), 0, 0);
  strip.influences.resize(1);
  for (int i = 0; i <= 20; ++i)
    strip.influences[0].push_back({.joints = {0, 1}, .weights = {i < 10 ? 1.0f : 0.0f, i < 10 ? 0.0f : 1.0f}});
  addInstance(posed, strip, 0, 0);
  posed.model.skins.push_back({.joints = {0, 0}, .inverseBinds = {}});
  posed.paletteOffsets = {0};
  const glm::vec3 elbow(1, 0, 0);
  const glm::mat4 bend = glm::translate(glm::mat4(1.0f), elbow) *
                         glm::rotate(glm::mat4(1.0f), glm::half_pi<float>(), glm::vec3(0, 0, 1)) *
                         glm::translate(glm::mat4(1.0f), -elbow);
  posed.palettes = {glm::mat4(1.0f), bend};
  renderer_->setModel(posed.model);
  const auto positions = renderer_->capturePositions(posed.list(), 0);
  ASSERT_EQ(positions.size(), 21u);
  EXPECT_LT(glm::length(positions[5] - glm::vec3(0.5f, 0, 0)), 1e-5f);
  EXPECT_LT(glm::length(positions[20] - glm::vec3(1, 1, 0)), 1e-5f);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfEightInfluencesLosesNone) {
  Posed posed;
  addSkin(posed, 40);
  Primitive primitive = cloud(300);
  addInfluences(primitive, 40, 0.6f);
  addInfluences(primitive, 37, 0.4f);
  addInstance(posed, primitive, 0, 0);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfThreeMorphTargets) {
  Posed posed;
  Primitive primitive = cloud(50);
  addMorphs(primitive, 3);
  addInstance(posed, primitive, -1, 3);
  posed.worlds[0] = affine();
  expectEqual(posed);
}

TEST_F(VertexCapture, OfThreeHundredMorphTargetsUnderASkin) {
  Posed posed;
  addSkin(posed, 12);
  Primitive primitive = cloud(80);
  addInfluences(primitive, 12, 1);
  addMorphs(primitive, 300);
  addInstance(posed, primitive, 0, 300);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfAllMorphWeightsZeroIsTheBaseMesh) {
  Posed posed;
  Primitive primitive = cloud(10);
  addMorphs(primitive, 4);
  addInstance(posed, primitive, -1, 4);
  posed.morphWeights.assign(4, 0.0f);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfPrimitivesWithUnequalMorphCountsUsesEachOnesOwn) {
  Posed posed;
  Primitive few = cloud(10);
  addMorphs(few, 2);
  addInstance(posed, few, -1, 5);
  Primitive many = cloud(15);
  addMorphs(many, 5);
  posed.model.meshes[0].primitives.push_back(many);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfASkinOf4096JointsFitsTheSmallestDriver) {
  start({.maxTexelBufferTexels = 65536});
  Posed posed;
  addSkin(posed, 4096);
  Primitive primitive = cloud(4096);
  addInfluences(primitive, 4096, 1);
  addInstance(posed, primitive, 0, 0);
  expectEqual(posed);
}

TEST_F(VertexCapture, OfSkinsAndWeightsOnSeveralPages) {
  start({.maxTexelBufferTexels = 64});
  Posed posed;
  for (int skin = 0; skin < 7; ++skin) {
    const int jointCount = 5 + 2 * skin;  // 15 to 51 texels: one to three skins a page
    addSkin(posed, jointCount);
    Primitive primitive = cloud(60);
    addInfluences(primitive, jointCount, 1);
    addMorphs(primitive, 40);
    addInstance(posed, primitive, skin, 40);
  }
  expectEqual(posed);
}

TEST_F(VertexCapture, OfASkinLargerThanAPageIsEmpty) {
  start({.maxTexelBufferTexels = 64});
  Posed posed;
  addSkin(posed, 22);
  Primitive primitive = cloud(10);
  addInfluences(primitive, 22, 1);
  addInstance(posed, primitive, 0, 0);
  renderer_->setModel(posed.model);
  EXPECT_TRUE(renderer_->capturePositions(posed.list(), 0).empty());
}

TEST_F(VertexCapture, OfAMissingItemIsEmpty) {
  Posed posed;
  addInstance(posed, cloud(3), -1, 0);
  renderer_->setModel(posed.model);
  EXPECT_TRUE(renderer_->capturePositions(posed.list(), 1).empty());
  EXPECT_TRUE(renderer_->capturePositions(posed.list(), -1).empty());
}

}  // namespace
}  // namespace app::test
