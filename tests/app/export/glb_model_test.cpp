#include "app/export/glb_model.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/export/glb_clips.h"
#include "app/format/pose_json.h"
#include "app/host/files/model_file.h"
#include "app/import/import_model.h"
#include "app/record/png.h"
#include "tests/support/sample_models.h"

namespace app::test {
namespace {

/// The model as a file with all its clips, read again.
Model rewritten(const Model& model) {
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const Image& image : model.images) pictures.push_back(*pngBytes({image.width, image.height, image.rgba}));
  const auto document = glbOfModel(model, pictures);
  EXPECT_TRUE(document) << document.error().message;
  std::vector<const crossfade::AnimationClip*> clips;
  for (const crossfade::AnimationClip& clip : model.clips) clips.push_back(&clip);
  ImportReport report;
  const auto file = glbWithClips(*document, {}, model.skeleton, clips, report);
  EXPECT_TRUE(file) << file.error().message;
  auto again = importModel("again.glb", std::as_bytes(std::span(*file)));
  EXPECT_TRUE(again) << again.error().message;
  for (const ReportLine& line : again->report.lines)
    if (line.kind != Finding::Found) ADD_FAILURE() << line.location << ": " << line.what;
  return *std::move(again);
}

void expectEqualPoses(const Model& a, const Model& b, int clip) {
  Session first(a), second(b);
  const std::vector<double> times{0.0, 0.21, 0.7};
  const auto x = tracePosesOfClip(first, clip, times)->flatten(), y = tracePosesOfClip(second, clip, times)->flatten();
  ASSERT_EQ(x.size(), y.size());
  for (const auto& [key, value] : x.items())
    if (value.is_number_float()) {
      EXPECT_NEAR(value.get<double>(), y.at(key).get<double>(), 2e-5) << key;
    }
}

TEST(GlbModel, ShowsTheSamePoses) {
  const Model before = *loadModel("");
  const Model after = rewritten(before);
  ASSERT_EQ(after.clips.size(), before.clips.size());
  ASSERT_EQ(after.materials.size(), before.materials.size());
  for (int clip = 0; clip < static_cast<int>(before.clips.size()); ++clip) expectEqualPoses(before, after, clip);
  const auto trianglesOf = [](const Model& model) { return model.meshes[0].primitives[0].indices; };
  EXPECT_EQ(trianglesOf(after), trianglesOf(before));
  for (std::size_t i = 0; i < before.materials.size(); ++i) {
    EXPECT_EQ(after.materials[i].baseColor, before.materials[i].baseColor);
    EXPECT_EQ(after.materials[i].roughness, before.materials[i].roughness);
  }
}

TEST(GlbModel, KeepsSeveralMeshesOfOneNode) {
  Model before = character();
  const Primitive triangle = before.meshes[0].primitives[0];
  Primitive morphed = triangle;
  morphed.morphTargets = {{.positions = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}};
  before.meshes.push_back({.name = "second", .primitives = {triangle, triangle}});
  before.meshes.push_back({.name = "morphed", .primitives = {morphed}, .morphTargetNames = {"out"}});
  before.instances.push_back({.node = 0, .mesh = 1});
  before.instances.push_back({.node = 0, .mesh = 2, .morphOffset = 0, .morphCount = 1});
  before.instances.push_back({.node = 1, .mesh = 0});
  before.restMorphWeights = {0.25f};
  const Model after = rewritten(before);
  EXPECT_EQ(after.skeleton.jointCount(), 3) << "the meshes without targets have a node of their own";
  std::size_t primitives = 0;
  for (const MeshInstance& instance : after.instances)
    primitives += after.meshes[static_cast<std::size_t>(instance.mesh)].primitives.size();
  EXPECT_EQ(primitives, 5u);
  EXPECT_EQ(after.restMorphWeights, before.restMorphWeights);
  for (const MeshInstance& instance : after.instances)
    EXPECT_EQ(instance.morphCount > 0, instance.node == 0) << "where a clip moves the weights";
}

// Also where the hidden mesh shares its node with one that is drawn, and where nodes below are drawn.
TEST(GlbModel, KeepsHiddenWhatIsHidden) {
  Model before = character();
  before.instances = {{.node = 0, .mesh = 0}, {.node = 0, .mesh = 0, .inScene = false}, {.node = 1, .mesh = 0}};
  const auto drawn = [](const Model& model) { return std::ranges::count_if(model.instances, &MeshInstance::inScene); };
  const Model shared = rewritten(before);
  EXPECT_EQ(drawn(shared), 2);
  EXPECT_EQ(shared.instances.size(), 3u);
  before.instances = {{.node = 0, .mesh = 0, .inScene = false}, {.node = 1, .mesh = 0}};
  EXPECT_EQ(drawn(rewritten(before)), 1) << "node 1 is below node 0";
  before.instances = {{.node = 0, .mesh = 0}, {.node = 1, .mesh = 0, .inScene = false}};
  const Model below = rewritten(before);
  EXPECT_EQ(drawn(below), 1);
  EXPECT_EQ(below.skeleton.jointCount(), before.skeleton.jointCount()) << "a node without others is hidden itself";
}

TEST(GlbModel, HasEachJointOfASkinOnce) {
  Model before = character();
  Primitive& triangle = before.meshes[0].primitives[0];
  const Influences third{.joints = {2}, .weights = {1}}, both{.joints = {0, 1}, .weights = {0.5f, 0.5f}};
  triangle.influences = {{third, both, both}};
  triangle.normals = {{0, 0, 2}, {0, 0, 0}, {0, 3, 0}};
  glm::mat4 other(1);
  other[3] = {0, -1, 2, 1};
  before.skins = {{.name = "skin", .joints = {0, 1, 1}, .inverseBinds = {glm::mat4(1), glm::mat4(1), other}}};
  before.instances[0].skin = 0;
  const Model after = rewritten(before);
  ASSERT_EQ(after.skins.size(), 1u);
  EXPECT_NE(after.skins[0].joints[1], after.skins[0].joints[2]);
  EXPECT_EQ(after.skins[0].inverseBinds[2], other);
  EXPECT_EQ(after.meshes[0].primitives[0].normals, (std::vector<glm::vec3>{{0, 0, 1}, {0, 0, 1}, {0, 1, 0}}));
  Session first(before), second(after);
  const std::vector<double> times{0.4};
  const auto palettesOf = [&](Session& session) {
    return tracePosesOfClip(session, kWalk, times)->at("entries")[1]["poses"][0]["palettes"].flatten();
  };
  const auto x = palettesOf(first), y = palettesOf(second);
  ASSERT_EQ(x.size(), 36u);
  for (const auto& [key, value] : x.items()) EXPECT_NEAR(value.get<double>(), y.at(key).get<double>(), 1e-6) << key;
}

TEST(GlbModel, KeepsMaterialsAndPictures) {
  Model before = character();
  before.images = {{.name = "skin", .width = 2, .height = 1, .rgba = {255, 0, 0, 255, 0, 255, 0, 128}}};
  Material material{.name = "paint", .baseColor = {0.5f, 0.25f, 1, 0.5f}, .metallic = 0.125f, .roughness = 0.75f};
  material.baseColorTexture = {.image = 0, .offset = {0.5f, 0}, .scale = {2, 3}, .rotation = 0.5f};
  material.baseColorTexture.wrapU = Wrap::ClampToEdge;
  material.baseColorTexture.magnify = Filter::Nearest;
  material.emissive = {3, 1, 0};
  material.alphaMode = AlphaMode::Mask;
  material.alphaCutoff = 0.3f;
  material.doubleSided = material.unlit = true;
  before.materials = {material};
  before.meshes[0].primitives[0].material = 0;
  before.meshes[0].primitives[0].uvs[0] = {{0, 0}, {1, 0}, {0, 1}};
  const Model after = rewritten(before);
  ASSERT_EQ(after.images.size(), 1u);
  EXPECT_EQ(after.images[0].rgba, before.images[0].rgba);
  ASSERT_EQ(after.materials.size(), 1u);
  const Material& read = after.materials[0];
  EXPECT_EQ(read.name, "paint");
  EXPECT_EQ(read.baseColor, material.baseColor);
  EXPECT_EQ(read.baseColorTexture.offset, material.baseColorTexture.offset);
  EXPECT_EQ(read.baseColorTexture.scale, material.baseColorTexture.scale);
  EXPECT_EQ(read.baseColorTexture.rotation, 0.5f);
  EXPECT_EQ(read.baseColorTexture.wrapU, Wrap::ClampToEdge);
  EXPECT_EQ(read.baseColorTexture.magnify, Filter::Nearest);
  EXPECT_NEAR(read.emissive.x * read.emissiveStrength, 3, 1e-6);
  EXPECT_NEAR(read.emissive.y * read.emissiveStrength, 1, 1e-6);
  EXPECT_EQ(read.alphaMode, AlphaMode::Mask);
  EXPECT_EQ(read.alphaCutoff, 0.3f);
  EXPECT_TRUE(read.doubleSided && read.unlit);
}

TEST(GlbModel, KeepsCamerasAndLights) {
  Model before = character();
  before.cameras = {{.name = "wide", .node = 1, .verticalFov = 0.5f, .aspect = 1.5f, .nearPlane = 0.25f},
                    {.name = "flat", .node = 0, .nearPlane = 0.5f, .orthographic = true, .halfSize = {3, 2}},
                    {.name = "second", .node = 1, .verticalFov = 0.75f, .nearPlane = 0.125f}};
  before.lights = {{.name = "sun", .node = 0, .kind = LightKind::Directional, .color = {1, 0.5f, 0}, .intensity = 4},
                   {.name = "bulb", .node = 1, .kind = LightKind::Point, .intensity = 8, .range = 5},
                   {.name = "cone", .node = 1, .kind = LightKind::Spot, .innerCone = 0.25f, .outerCone = 0.5f}};
  const Model after = rewritten(before);
  EXPECT_EQ(after.skeleton.jointCount(), before.skeleton.jointCount() + 2) << "a node has one camera and one light";
  ASSERT_EQ(after.cameras.size(), 3u);
  for (const FileCamera& camera : before.cameras) {
    const auto read = std::ranges::find(after.cameras, camera.name, &FileCamera::name);
    ASSERT_NE(read, after.cameras.end()) << camera.name;
    EXPECT_EQ(after.skeleton.name(read->node), before.skeleton.name(camera.node));
    EXPECT_EQ(read->orthographic, camera.orthographic);
    EXPECT_EQ(read->nearPlane, camera.nearPlane);
    EXPECT_EQ(read->aspect, camera.aspect);
    if (camera.orthographic)
      EXPECT_EQ(read->halfSize, camera.halfSize);
    else
      EXPECT_EQ(read->verticalFov, camera.verticalFov);
  }
  ASSERT_EQ(after.lights.size(), 3u);
  for (const FileLight& light : before.lights) {
    const auto read = std::ranges::find(after.lights, light.name, &FileLight::name);
    ASSERT_NE(read, after.lights.end()) << light.name;
    EXPECT_EQ(after.skeleton.name(read->node), before.skeleton.name(light.node));
    EXPECT_EQ(read->kind, light.kind);
    EXPECT_EQ(read->color, light.color);
    EXPECT_EQ(read->intensity, light.intensity);
    EXPECT_EQ(read->range, light.range);
    if (light.kind == LightKind::Spot) {
      EXPECT_EQ(read->innerCone, light.innerCone);
      EXPECT_EQ(read->outerCone, light.outerCone);
    }
  }
}

TEST(GlbModel, OfNothingIsADocument) {
  const auto file = glbOfModel(Model{}, {});
  ASSERT_TRUE(file);
  EXPECT_TRUE(importModel("nothing.glb", std::as_bytes(std::span(*file))));
}

}  // namespace
}  // namespace app::test
