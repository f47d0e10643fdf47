#include "app/view/draw_list.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>

#include "app/view/bones.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

/// A model of points, each a mesh instance on its own node, and the matrices that a session would have.
struct Stage {
  Model model;
  std::vector<glm::mat4> worlds, palettes;
  std::vector<int> paletteOffsets;
  std::vector<float> weights;

  PosedModel posed() const { return {worlds, palettes, paletteOffsets, weights}; }
  DrawList list(const ViewOptions& options = {}) const {
    DrawList out;
    buildDrawList(model, posed(), {.target = {0, 0, 0}, .distance = 10, .yaw = 0, .pitch = 0}, 1, options, out);
    return out;
  }
};

/// One instance at each z, on the view axis; the eye is at z = 10.
Stage row(const std::vector<float>& zs, const std::vector<int>& materials) {
  Stage stage;
  stage.model.skeleton = crossfade::test::chain(static_cast<int>(zs.size()));
  stage.model.materials = {
      {.alphaMode = AlphaMode::Opaque}, {.alphaMode = AlphaMode::Blend}, {.alphaMode = AlphaMode::Mask}};
  for (std::size_t i = 0; i < zs.size(); ++i) {
    const int index = static_cast<int>(i);
    stage.model.meshes.push_back({.primitives = {{.material = materials[i], .positions = {{0, 0, 0}}}}});
    stage.model.instances.push_back({.node = index, .mesh = index});
    stage.worlds.push_back(glm::translate(glm::mat4(1), glm::vec3(0, 0, zs[i])));
  }
  return stage;
}

std::vector<int> order(const DrawList& list) {
  std::vector<int> instances;
  for (const DrawItem& item : list.items) instances.push_back(item.instance);
  return instances;
}

TEST(DrawList, DrawsSolidItemsFrontToBackThenBlendedOnesBackToFront) {
  const Stage stage = row({3, -5, 1, -1, 8, 0}, {1, 1, 0, 1, 2, -1});
  EXPECT_EQ(order(stage.list()), (std::vector<int>{4, 2, 5, 1, 3, 0}));
}

TEST(DrawList, HasAnOrderForDepthsThatAreNotFinite) {
  std::vector<float> zs(50, NAN);
  for (std::size_t i = 0; i < zs.size(); i += 2) zs[i] = static_cast<float>(i);
  const DrawList list = row(zs, std::vector<int>(50, 1)).list();
  EXPECT_EQ(list.items.size(), 50u);
  for (const DrawItem& item : list.items) EXPECT_TRUE(std::isfinite(item.depth));
}

TEST(DrawList, LeavesOutWhatIsOutsideTheSceneOrEmpty) {
  Stage stage = row({0, 0, 0}, {0, 0, 0});
  stage.model.instances[1].inScene = false;
  stage.model.meshes[2].primitives[0].positions.clear();
  EXPECT_EQ(order(stage.list()), std::vector<int>{0});
  EXPECT_TRUE(stage.list({.meshes = false}).items.empty());
}

/// Two skins of two joints; the instance uses the second, hangs on a node far away, and has a primitive without
/// influences.
Stage skinned() {
  Stage stage = row({0, 0}, {0, 0});
  stage.worlds[0] = glm::translate(glm::mat4(1), glm::vec3(50, 0, 0));
  stage.model.skins = {{.joints = {0, 1}, .inverseBinds = std::vector<glm::mat4>(2)},
                       {.joints = {1, 0}, .inverseBinds = std::vector<glm::mat4>(2)}};
  stage.paletteOffsets = {0, 2};
  stage.palettes = {glm::mat4(1), glm::mat4(1), glm::translate(glm::mat4(1), glm::vec3(0, 8, 0)),
                    glm::scale(glm::mat4(1), glm::vec3(2))};
  Primitive primitive{.positions = {{1, 0, 0}, {1, 1, 0}}};
  primitive.influences = {{{{0, 1, 0, 0}, {0.25f, 0.75f, 0, 0}}, {{1, 0, 0, 0}, {1, 0, 0, 0}}}};
  primitive.morphTargets = {
      {.positions = {{0, 4, 0}, {0, 0, 0}}}, {.positions = {}}, {.positions = {{0, 0, 100}, {0, 0, 0}}}};
  stage.model.meshes[0].primitives = {primitive, {.positions = {{1, 2, 3}}}};
  stage.model.instances[0] = {.node = 0, .mesh = 0, .skin = 1, .morphOffset = 1, .morphCount = 2};
  stage.weights = {9, 0.5f, 1};
  return stage;
}

/// The item of one primitive of the first instance.
DrawItem itemOf(const DrawList& list, int primitive) {
  for (const DrawItem& item : list.items)
    if (item.instance == 0 && item.primitive == primitive) return item;
  ADD_FAILURE() << "not in the list";
  return {};
}

TEST(DrawList, PointsSkinnedItemsAtTheirPalette) {
  const DrawList list = skinned().list();
  EXPECT_EQ(list.items.size(), 3u);
  const DrawItem onJoints = itemOf(list, 0), onNode = itemOf(list, 1);
  EXPECT_EQ(onJoints.paletteOffset, 2);
  EXPECT_EQ(onJoints.paletteCount, 2);
  EXPECT_EQ(onJoints.world, glm::mat4(1)) << "the node's own transform is ignored";
  EXPECT_EQ(onJoints.morphOffset, 1);
  EXPECT_EQ(onJoints.morphCount, 2);
  EXPECT_EQ(onNode.paletteOffset, -1) << "no influences: it follows its node";
  EXPECT_EQ(onNode.world[3].x, 50);
  EXPECT_EQ(list.palettes.size(), 4u);
  EXPECT_EQ(list.morphWeights, (std::vector<float>{9, 0.5f, 1}));
}

TEST(DrawList, KnowsMirroredItems) {
  Stage stage = skinned();
  stage.worlds[0] = glm::scale(glm::mat4(1), glm::vec3(1, -1, 1));
  EXPECT_FALSE(itemOf(stage.list(), 0).mirrored);
  EXPECT_TRUE(itemOf(stage.list(), 1).mirrored);
  stage.palettes[2] = glm::scale(glm::mat4(1), glm::vec3(-1, 1, 1));
  EXPECT_TRUE(itemOf(stage.list(), 0).mirrored) << "by its first joint";
}

TEST(DrawList, AllocatesNothingTheSecondTime) {
  Stage stage = row(std::vector<float>(100, 1), std::vector<int>(100, 1));
  stage.palettes.resize(300);
  DrawList out;
  const Camera camera;
  const ViewOptions options{.skeleton = true};
  const std::vector<Bone> bones = bonesOf(stage.model);
  const TrailPoint points[] = {{{0, 0, 0}, -1}, {{1, 0, 0}, 0}};
  const Trail trails[] = {{points}};
  const Ghost ghosts[] = {{stage.posed(), -0.1f}, {stage.posed(), 0.1f}};
  const Annotations around{.bones = bones, .selectedJoint = 1, .trails = trails, .ghosts = ghosts};
  buildDrawList(stage.model, stage.posed(), camera, 1, options, out, around);
  const ::test::AllocationGuard guard;
  buildDrawList(stage.model, stage.posed(), camera, 1, options, out, around);
  EXPECT_EQ(guard.count(), 0);
  EXPECT_EQ(out.bones.size(), bones.size());
  EXPECT_EQ(out.overlay.size(), 2u + 6u) << "the path and three axes";
  EXPECT_EQ(out.ghosts.size(), 2u);
}

TEST(DrawList, AGhostHasItsOwnMatricesAndWeights) {
  const Stage stage = skinned();
  Stage other = skinned();
  for (glm::mat4& palette : other.palettes) palette[3].y += 7;
  const Ghost ghosts[] = {{other.posed(), -0.2f}};
  DrawList out;
  buildDrawList(stage.model, stage.posed(), {}, 1, {}, out, {.ghosts = ghosts});
  ASSERT_EQ(out.ghosts.size(), 1u);
  ASSERT_EQ(out.ghostItems.size(), out.items.size());
  EXPECT_EQ(out.ghosts[0].itemCount, static_cast<int>(out.items.size()));
  const DrawItem& ghost = out.ghostItems[0];
  EXPECT_EQ(out.palettes.size(), 2 * stage.palettes.size());
  EXPECT_EQ(out.morphWeights.size(), 2 * stage.weights.size());
  EXPECT_EQ(ghost.paletteOffset, itemOf(out, 0).paletteOffset + static_cast<int>(stage.palettes.size()));
  EXPECT_EQ(ghost.morphOffset, itemOf(out, 0).morphOffset + static_cast<int>(stage.weights.size()));
  EXPECT_EQ(out.palettes[static_cast<std::size_t>(ghost.paletteOffset)],
            other.palettes[static_cast<std::size_t>(itemOf(out, 0).paletteOffset)]);
}

TEST(DrawList, ViewsWithoutLightHaveNoAnnotations) {
  const Stage stage = row({0, 1}, {0, 0});
  const std::vector<Bone> bones = bonesOf(stage.model);
  const Ghost ghosts[] = {{stage.posed(), -0.2f}};
  DrawList out;
  buildDrawList(stage.model, stage.posed(), {}, 1, {.skeleton = true, .mode = ViewMode::Silhouette}, out,
                {.bones = bones, .selectedJoint = 0, .ghosts = ghosts});
  EXPECT_EQ(out.items.size(), 2u);
  EXPECT_TRUE(out.bones.empty() && out.overlay.empty() && out.ghosts.empty());
}

TEST(SkinnedVertex, IsMorphedThenCarriedByItsJoints) {
  const Stage stage = skinned();
  // (1,0,0) + half of (0,4,0) = (1,2,0); a quarter of (1,10,0) and three quarters of (2,4,0); the third target has no
  // weight here
  EXPECT_EQ(skinnedVertex(stage.model, stage.posed(), 0, 0, 0), glm::vec3(0.25f + 1.5f, 2.5f + 3.0f, 0));
  EXPECT_EQ(skinnedVertex(stage.model, stage.posed(), 0, 0, 1), glm::vec3(2, 2, 0));
  EXPECT_EQ(skinnedVertex(stage.model, stage.posed(), 0, 1, 0), glm::vec3(51, 2, 3))
      << "without influences on its node";
}

TEST(SkinnedVertex, AddsUpAllSetsOfInfluences) {
  Stage stage = skinned();
  Primitive& primitive = stage.model.meshes[0].primitives[0];
  primitive.morphTargets.clear();
  primitive.influences = {{{{0}, {0.5f}}, {}}, {{{1}, {0.5f}}, {}}};
  EXPECT_EQ(skinnedVertex(stage.model, stage.posed(), 0, 0, 0), glm::vec3(0.5f + 1, 4, 0));
}

TEST(BoundsOf, CoverOnlyTheScene) {
  Stage stage = row({1, 5, 100}, {0, 0, 0});
  stage.model.instances[2].inScene = false;
  const Bounds bounds = boundsOf(stage.model, stage.posed());
  EXPECT_EQ(bounds.min, glm::vec3(0, 0, 1));
  EXPECT_EQ(bounds.max, glm::vec3(0, 0, 5));
}

TEST(BoundsOf, OfAModelWithoutMeshesCoverItsJoints) {
  Stage stage = row({-2, 4}, {0, 0});
  stage.model.instances.clear();
  EXPECT_EQ(boundsOf(stage.model, stage.posed()).min.z, -2);
  EXPECT_EQ(boundsOf(stage.model, stage.posed()).max.z, 4);
}

TEST(DrawList, AVariantChangesMaterialsAndTheirOrder) {
  Stage stage = row({0, -1}, {0, 0});
  stage.model.variants = {"glass"};
  stage.model.meshes[0].primitives[0].variantMaterials = {{0, 1}};
  ViewOptions options;
  EXPECT_EQ(order(stage.list(options)), (std::vector<int>{0, 1}));
  options.model.variant = 0;
  const DrawList list = stage.list(options);
  EXPECT_EQ(order(list), (std::vector<int>{1, 0})) << "blended ones come last";
  EXPECT_EQ(list.items[0].material, 0) << "it keeps its own";
  EXPECT_EQ(list.items[1].material, 1);
}

}  // namespace

namespace {

/// Lights, each on its own node; the camera looks at the origin.
struct Lamps {
  Model model;
  std::vector<glm::mat4> worlds;

  void add(FileLight light, const glm::mat4& world) {
    light.node = static_cast<int>(worlds.size());
    model.lights.push_back(light);
    worlds.push_back(world);
  }
  void addPoint(float intensity, float distance) {
    add({.kind = LightKind::Point, .intensity = intensity}, glm::translate(glm::mat4(1), glm::vec3(distance, 0, 0)));
  }
  DrawList list(LightSource source) const {
    DrawList out;
    addFileLights(model, {.worlds = worlds}, source, {.target = {0, 0, 0}}, out);
    return out;
  }
};

TEST(FileLights, LeaveTheStudioAloneUntilTheyAreChosen) {
  Lamps lamps;
  EXPECT_EQ(lamps.list(LightSource::File), DrawList()) << "there are none";
  lamps.addPoint(1, 1);
  EXPECT_EQ(lamps.list(LightSource::Studio), DrawList());
}

TEST(FileLights, ReplaceTheStudioOrComeOnTopOfIt) {
  Lamps lamps;
  lamps.addPoint(2, 1);
  const DrawList alone = lamps.list(LightSource::File), both = lamps.list(LightSource::Both);
  EXPECT_EQ(alone.lighting.sun, 0);
  EXPECT_EQ(alone.lighting.studio, kStudioBesideLights);
  EXPECT_EQ(both.lighting, Lighting());
  ASSERT_EQ(alone.lights.size(), 1u);
  EXPECT_EQ(alone.lights, both.lights);
  EXPECT_EQ(alone.lights[0].position, glm::vec3(1, 0, 0));
  EXPECT_EQ(alone.lights[0].color, glm::vec3(2));
}

TEST(FileLights, TheBrightestDirectionalOneBecomesTheSun) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Directional, .intensity = 1}, glm::mat4(1));
  const glm::mat4 fromAbove = glm::scale(glm::rotate(glm::mat4(1), -glm::half_pi<float>(), {1, 0, 0}), glm::vec3(7));
  lamps.add({.kind = LightKind::Directional, .color = {1, 0.5f, 0}, .intensity = 2}, fromAbove);
  const DrawList list = lamps.list(LightSource::File);
  EXPECT_NEAR(list.sunDirection.y, 1, 1e-6) << "a light shines along -Z, so +Z points toward it";
  EXPECT_EQ(list.lighting.sunColor, glm::vec3(2, 1, 0));
  EXPECT_EQ(list.lighting.sun, 1);
  ASSERT_EQ(list.lights.size(), 1u);
  EXPECT_EQ(list.lights[0].direction, glm::vec3(0, 0, 1));
  EXPECT_EQ(lamps.list(LightSource::Both).lights.size(), 2u) << "the studio keeps its sun";
}

TEST(FileLights, OfManyTheBrightestAtTheTargetCount) {
  Lamps lamps;
  for (int i = 1; i <= 20; ++i) lamps.addPoint(0.01f, static_cast<float>(21 - i));  // the last one is the nearest
  const DrawList list = lamps.list(LightSource::File);
  ASSERT_EQ(list.lights.size(), static_cast<std::size_t>(kMaxLights));
  for (std::size_t i = 0; i < list.lights.size(); ++i) EXPECT_EQ(list.lights[i].position.x, static_cast<float>(i + 1));
}

TEST(FileLights, AreDimmedTogetherWhereTheyWouldBlind) {
  Lamps lamps;
  lamps.addPoint(300, 1);
  lamps.addPoint(400, 2);  // a quarter of that arrives
  const DrawList list = lamps.list(LightSource::File);
  ASSERT_EQ(list.lights.size(), 2u);
  const float sum = list.lights[0].color.x + list.lights[1].color.x / 4;
  EXPECT_NEAR(sum, kBrightest * glm::pi<float>(), 1e-3);
  EXPECT_NEAR(list.lights[1].color.x / list.lights[0].color.x, 4.0f / 3, 1e-5);
}

TEST(FileLights, FollowTheFormulasOfTheExtension) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Spot, .intensity = 1, .innerCone = 0.25f, .outerCone = 0.5f},
            glm::translate(glm::mat4(1), glm::vec3(0, 0, 2)));
  const PunctualLight spot = lamps.list(LightSource::File).lights.at(0);
  EXPECT_NEAR(std::cos(0.5f) * spot.coneScale + spot.coneOffset, 0, 1e-5) << "dark from the outer cone on";
  EXPECT_NEAR(std::cos(0.25f) * spot.coneScale + spot.coneOffset, 1, 1e-5) << "full within the inner cone";
  lamps.model.lights[0].range = 1;
  EXPECT_TRUE(lamps.list(LightSource::File).lights.empty()) << "its range does not reach the target";
}

TEST(FileLights, WithoutADirectionShineNowhere) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Directional}, glm::mat4(0));
  lamps.add({.kind = LightKind::Point, .intensity = 1}, glm::mat4(NAN));
  EXPECT_TRUE(lamps.list(LightSource::File).lights.empty());
}

}  // namespace

}  // namespace app
