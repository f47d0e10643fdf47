// Breaks one value of a model after the other: each is found, and the sentence says which it is.
#include "app/import/blob/check_model.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/import/file/import_limits.h"
#include "tests/app/import/blob/full_model.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using test::faultOf;
using test::fullModel;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kHuge = 1.1e18f;  // just above the limit

struct Damage {
  const char* value;
  void (*change)(Model&);
  const char* sentence;
};

/// What checkModel() says about fullModel() after the change.
std::string faultAfter(const Damage& damage, bool imageHeadersOnly = false) {
  Model model = fullModel();
  damage.change(model);
  return faultOf([&] { checkModel(model, imageHeadersOnly); });
}

void expectAll(const std::vector<Damage>& damages) {
  for (const Damage& damage : damages) EXPECT_EQ(faultAfter(damage), damage.sentence) << damage.value;
}

Primitive& primitive(Model& m) { return m.meshes[0].primitives[0]; }
Material& material(Model& m) { return m.materials[0]; }

void setTrack(Model& m, int node, Channel channel, Interpolation interpolation, std::vector<float> values) {
  m.clips = crossfade::ClipSet({*crossfade::AnimationClip::make(
      "clip", {*crossfade::KeyframeTrack::make({node, channel}, interpolation, {0}, std::move(values))})});
}

void setSkeleton(Model& m, std::size_t joints, glm::quat rotation) {
  std::vector<crossfade::Joint> list(joints, {.name = "", .parent = crossfade::kNoJoint, .rest = {}});
  for (std::size_t i = 0; i < joints; ++i) list[i].documentIndex = static_cast<int>(i);
  list[1].rest.rotation = rotation;
  m.skeleton = *crossfade::Skeleton::make(std::move(list));
}

TEST(CheckModel, AcceptsAModelWithOneOfEverything) {
  EXPECT_EQ(faultAfter({"", [](Model&) {}, ""}), "none");
  EXPECT_EQ(faultAfter({"", [](Model& m) { m = {}; }, ""}), "none") << "nor need it have anything";
  EXPECT_EQ(faultAfter({"", [](Model& m) { primitive(m).positions[0].x = limits::kMaxMagnitude; }, ""}), "none");
  EXPECT_EQ(faultAfter({"", [](Model& m) { m.images[0].rgba.clear(); }, ""}, true), "none") << "headers only";
  const auto widest = [](Model& m) { m.images[0] = {"", limits::kImageSide, limits::kImageSide, {}}; };
  EXPECT_EQ(faultAfter({"", widest, ""}, true), "none");
}

TEST(CheckModel, AcceptsWeightsThatAreOneButForRounding) {
  for (const float weight : {0.0f, 1.0f, 1 + 1e-3f}) {
    Model model = fullModel();
    primitive(model).influences[0][0].weights[0] = weight;
    EXPECT_EQ(faultOf([&] { checkModel(model, false); }), "none") << weight;
  }
}

TEST(CheckModel, FindsIndicesThatLeadNowhere) {
  expectAll({
      {"index", [](Model& m) { primitive(m).indices[1] = 2; }, "mesh 0: vertex 2 does not exist; there are 2"},
      {"index", [](Model& m) { primitive(m).indices[0] = 0xffff'ffff; },
       "mesh 0: vertex 4294967295 does not exist; there are 2"},
      {"material", [](Model& m) { primitive(m).material = 1; }, "mesh 0: material 1 does not exist; there are 1"},
      {"material", [](Model& m) { primitive(m).material = -2; }, "mesh 0: material -2 does not exist; there are 1"},
      {"node", [](Model& m) { m.instances[0].node = -1; }, "instance 0: node -1 does not exist; there are 2"},
      {"node", [](Model& m) { m.instances[0].node = 2; }, "instance 0: node 2 does not exist; there are 2"},
      {"mesh", [](Model& m) { m.instances[0].mesh = 1; }, "instance 0: mesh 1 does not exist; there are 1"},
      {"mesh", [](Model& m) { m.instances[0].mesh = -1; }, "instance 0: mesh -1 does not exist; there are 1"},
      {"skin", [](Model& m) { m.instances[0].skin = 1; }, "instance 0: skin 1 does not exist; there are 1"},
      {"skin", [](Model& m) { m.instances[0].skin = -2; }, "instance 0: skin -2 does not exist; there are 1"},
      {"joint", [](Model& m) { m.skins[0].joints[1] = 2; }, "skin 0: joint 2 does not exist; there are 2"},
      {"joint", [](Model& m) { m.skins[0].joints[0] = -1; }, "skin 0: joint -1 does not exist; there are 2"},
      {"joint of a vertex", [](Model& m) { primitive(m).influences[0][1].joints[2] = 2; },
       "instance 0: joint 2 does not exist; there are 2"},
      {"image", [](Model& m) { material(m).baseColorTexture.image = -2; },
       "material 0: image -2 does not exist; there are 1"},
      {"image", [](Model& m) { material(m).metallicRoughnessTexture.image = 1; },
       "material 0: image 1 does not exist; there are 1"},
      {"image", [](Model& m) { material(m).normalTexture.image = 1; },
       "material 0: image 1 does not exist; there are 1"},
      {"image", [](Model& m) { material(m).occlusionTexture.image = 1; },
       "material 0: image 1 does not exist; there are 1"},
      {"image", [](Model& m) { material(m).clearcoatTexture.image = 1; },
       "material 0: image 1 does not exist; there are 1"},
      {"image", [](Model& m) { material(m).clearcoatRoughnessTexture.image = 1; },
       "material 0: image 1 does not exist; there are 1"},
      {"texture coordinates", [](Model& m) { material(m).emissiveTexture.uvSet = 2; },
       "material 0: set of texture coordinates 2 does not exist; there are 2"},
      {"texture coordinates", [](Model& m) { material(m).emissiveTexture.uvSet = -1; },
       "material 0: set of texture coordinates -1 does not exist; there are 2"},
      {"node", [](Model& m) { m.cameras[0].node = 2; }, "a camera: node 2 does not exist; there are 2"},
      {"node",
       [](Model& m) {
         setTrack(m, 2, Channel::Scale, Interpolation::Linear, {1, 1, 1});
       },
       "clip 0: node 2 does not exist; there are 2"},
  });
}

TEST(CheckModel, FindsArraysOfTheWrongSize) {
  expectAll({
      {"normals", [](Model& m) { primitive(m).normals.pop_back(); }, "mesh 0: it has 1 normals for 2 vertices"},
      {"tangents", [](Model& m) { primitive(m).tangents.pop_back(); }, "mesh 0: it has 1 tangents for 2 vertices"},
      {"colors", [](Model& m) { primitive(m).colors.push_back({}); }, "mesh 0: it has 3 colors for 2 vertices"},
      {"uvs", [](Model& m) { primitive(m).uvs[0].pop_back(); }, "mesh 0: it has 1 texture coordinates for 2 vertices"},
      {"uvs", [](Model& m) { primitive(m).uvs[1].pop_back(); }, "mesh 0: it has 1 texture coordinates for 2 vertices"},
      {"influences", [](Model& m) { primitive(m).influences[0].pop_back(); },
       "mesh 0: 1 vertices follow joints, but it has 2"},
      {"indices", [](Model& m) { primitive(m).indices.pop_back(); }, "mesh 0: 1 indices are no whole number of faces"},
      {"indices", [](Model& m) { primitive(m).topology = Topology::Triangles; },
       "mesh 0: 2 indices are no whole number of faces"},
      {"targets", [](Model& m) { primitive(m).morphTargets.pop_back(); },
       "mesh 0: it has 1 morph targets, but 2 names"},
      {"target", [](Model& m) { primitive(m).morphTargets[0].positions.pop_back(); },
       "mesh 0: it has 1 morph positions for 2 vertices"},
      {"target", [](Model& m) { primitive(m).morphTargets[0].normals.pop_back(); },
       "mesh 0: it has 1 morph normals for 2 vertices"},
      {"inverse binds", [](Model& m) { m.skins[0].inverseBinds.pop_back(); },
       "skin 0: it has 1 inverse bind matrices for 2 joints"},
      {"morph offset", [](Model& m) { m.instances[0].morphOffset = 1; },
       "instance 0: its morph weights are not those of its mesh"},
      {"morph count", [](Model& m) { m.instances[0].morphCount = 1; },
       "instance 0: its morph weights are not those of its mesh"},
      {"weights", [](Model& m) { m.restMorphWeights.push_back(0); },
       "it has 6 rest values; its morph targets and animated materials need 5"},
      {"pixels", [](Model& m) { m.images[0].rgba.pop_back(); }, "image 0: 2 x 1 pixels cannot have 7 bytes"},
      {"pixels", [](Model& m) { m.images[0].rgba.clear(); }, "image 0: 2 x 1 pixels cannot have 0 bytes"},
      {"width", [](Model& m) { m.images[0].width = 0; }, "image 0: 0 x 1 pixels cannot have 8 bytes"},
      {"width", [](Model& m) { m.images[0].width = -2, m.images[0].height = -1; },
       "image 0: -2 x -1 pixels cannot have 8 bytes"},
      {"width", [](Model& m) { m.images[0].width = 16'385, m.images[0].rgba.resize(4 * 16'385); },
       "image 0: 16385 x 1 pixels cannot have 65540 bytes"},
      {"height",
       [](Model& m) {
         m.images[0] = {"", 1, 16'385, std::vector<std::uint8_t>(4 * 16'385)};
       },
       "image 0: 1 x 16385 pixels cannot have 65540 bytes"},
      {"height",
       [](Model& m) {
         m.images[0] = {"", 1, 0, {}};
       },
       "image 0: 1 x 0 pixels cannot have 0 bytes"},
      {"width",
       [](Model& m) {
         m.images[0] = {"", 0, 1, {}};
       },
       "image 0: 0 x 1 pixels cannot have 0 bytes"},
  });
  EXPECT_EQ(faultAfter({"", [](Model& m) { m.images[0].rgba.pop_back(); }, ""}, true),
            "image 0: 2 x 1 pixels cannot have 7 bytes");
}

TEST(CheckModel, FindsNumbersThatCannotBeUsed) {
  expectAll({
      {"position", [](Model& m) { primitive(m).positions[1].y = kNan; },
       "mesh 0: positions 1 is not a finite number, or too large"},
      {"position", [](Model& m) { primitive(m).positions[1].z = kHuge; },
       "mesh 0: positions 1 is not a finite number, or too large"},
      {"normal", [](Model& m) { primitive(m).normals[0].x = -kHuge; },
       "mesh 0: normals 0 is not a finite number, or too large"},
      {"tangent", [](Model& m) { primitive(m).tangents[0].w = kNan; },
       "mesh 0: tangents 0 is not a finite number, or too large"},
      {"color", [](Model& m) { primitive(m).colors[0].r = kNan; },
       "mesh 0: colors 0 is not a finite number, or too large"},
      {"uv", [](Model& m) { primitive(m).uvs[1][1].x = kNan; },
       "mesh 0: texture coordinates 1 is not a finite number, or too large"},
      {"morph position", [](Model& m) { primitive(m).morphTargets[1].positions[0].x = kNan; },
       "mesh 0: morph positions 0 is not a finite number, or too large"},
      {"morph normal", [](Model& m) { primitive(m).morphTargets[0].normals[1].y = kNan; },
       "mesh 0: morph normals 1 is not a finite number, or too large"},
      {"weight", [](Model& m) { primitive(m).influences[0][0].weights[0] = kNan; },
       "mesh 0: a weight is not between 0 and 1"},
      {"weight", [](Model& m) { primitive(m).influences[0][0].weights[0] = -0.1f; },
       "mesh 0: a weight is not between 0 and 1"},
      {"weight", [](Model& m) { primitive(m).influences[0][1].weights[3] = 1.1f; },
       "mesh 0: a weight is not between 0 and 1"},
      {"inverse bind", [](Model& m) { m.skins[0].inverseBinds[0][3][0] = kNan; },
       "skin 0: an inverse bind matrix is not finite"},
      {"morph weight", [](Model& m) { m.restMorphWeights[0] = kNan; }, "a morph weight is not finite"},
      {"metallic", [](Model& m) { material(m).metallic = kNan; }, "material 0: a factor is not finite"},
      {"roughness", [](Model& m) { material(m).roughness = kNan; }, "material 0: a factor is not finite"},
      {"normal scale", [](Model& m) { material(m).normalScale = kNan; }, "material 0: a factor is not finite"},
      {"occlusion", [](Model& m) { material(m).occlusionStrength = kNan; }, "material 0: a factor is not finite"},
      {"cutoff", [](Model& m) { material(m).alphaCutoff = kNan; }, "material 0: a factor is not finite"},
      {"clearcoat", [](Model& m) { material(m).clearcoat = kNan; }, "material 0: a factor is not finite"},
      {"sheen", [](Model& m) { material(m).sheenColor.g = kNan; }, "material 0: a color is not finite"},
      {"sheen", [](Model& m) { material(m).sheenRoughness = kNan; }, "material 0: a factor is not finite"},
      {"clearcoat", [](Model& m) { material(m).clearcoatRoughness = kNan; }, "material 0: a factor is not finite"},
      {"shade range", [](Model& m) { material(m).shadeRange.y = kNan; }, "material 0: a factor is not finite"},
      {"shade", [](Model& m) { material(m).shadeColor.b = kNan; }, "material 0: a color is not finite"},
      {"base color", [](Model& m) { material(m).baseColor.a = kNan; }, "material 0: a color is not finite"},
      {"emissive", [](Model& m) { material(m).emissive.g = kNan; }, "material 0: a color is not finite"},
      {"offset", [](Model& m) { material(m).normalTexture.offset.y = kNan; },
       "material 0: a texture transform is not finite"},
      {"scale", [](Model& m) { material(m).clearcoatTexture.scale.x = kNan; },
       "material 0: a texture transform is not finite"},
      {"rotation", [](Model& m) { material(m).emissiveTexture.rotation = kNan; },
       "material 0: a texture transform is not finite"},
      {"area",
       [](Model& m) {
         m.cameras[0].orthographic = true;
         m.cameras[0].halfSize.x = 0;
       },
       "a camera has no usable field of view"},
      {"near plane", [](Model& m) { m.cameras[0].nearPlane = kNan; },
       "a camera has a number that is not finite or negative"},
      {"light", [](Model& m) { m.lights[0].intensity = kNan; }, "a light has a number that is not finite or negative"},
      {"light", [](Model& m) { m.lights[0].color.g = kNan; }, "a light has a color that is not finite"},
      {"light", [](Model& m) { m.lights[0].node = 2; }, "a light: node 2 does not exist; there are 2"},
      {"variant", [](Model& m) { m.variants.clear(); }, "mesh 0: variant 0 does not exist; there are 0"},
      {"field of view", [](Model& m) { m.cameras[0].verticalFov = kNan; }, "a camera has no usable field of view"},
      {"field of view", [](Model& m) { m.cameras[0].verticalFov = 0; }, "a camera has no usable field of view"},
      {"field of view", [](Model& m) { m.cameras[0].verticalFov = 3.2f; }, "a camera has no usable field of view"},
      {"key",
       [](Model& m) {
         setTrack(m, 0, Channel::Translation, Interpolation::Linear, {0, kHuge, 0});
       },
       "clip 0: a key is not finite, or too large"},
      {"key",
       [](Model& m) {
         setTrack(m, 0, Channel::Rotation, Interpolation::Linear, {0, 0, 0, 0});
       },
       "clip 0: a rotation is not a unit quaternion"},
      {"rest rotation", [](Model& m) { setSkeleton(m, 2, crossfade::makeQuat(0, 0, 0, 0.9f)); },
       "node 1: a rotation is not a unit quaternion"},
  });
}

TEST(CheckModel, FindsABodyAndExpressionsThatLeadNowhere) {
  using crossfade::HumanJoint;
  expectAll({
      {"bone", [](Model& m) { m.bones[1] = 2; }, "the skeleton: bone 2 does not exist; there are 2"},
      {"bone",
       [](Model& m) {
         m.bones = {1, 0};
       },
       "the skeleton: its bones are not in order"},
      {"joint", [](Model& m) { (*m.body)[HumanJoint::Head].joint = 2; },
       "the body: joint 2 does not exist; there are 2"},
      {"joint", [](Model& m) { (*m.body)[HumanJoint::Head].joint = -2; },
       "the body: joint -2 does not exist; there are 2"},
      {"confidence", [](Model& m) { (*m.body)[HumanJoint::Head].confidence = 1.5f; },
       "the body: a confidence is not between 0 and 1"},
      {"confidence", [](Model& m) { (*m.body)[HumanJoint::Head].confidence = kNan; },
       "the body: a confidence is not between 0 and 1"},
      {"spine", [](Model& m) { m.body->spine[0] = -1; }, "the body: joint -1 does not exist; there are 2"},
      {"neck", [](Model& m) { m.body->neck[0] = 2; }, "the body: joint 2 does not exist; there are 2"},
      {"eye", [](Model& m) { m.gaze->rightEye = 9; }, "the gaze: joint 9 does not exist; there are 2"},
      {"gaze", [](Model& m) { m.gaze->up.most = 0; }, "the gaze has a range that is not finite or negative"},
      {"front", [](Model& m) { m.frontYaw = kNan; }, "where it faces is not a finite number"},
      {"value", [](Model& m) { m.expressions[0].binds[0].morph = 5; },
       "an expression: value 5 does not exist; there are 5"},
      {"value", [](Model& m) { m.expressions[0].binds[0].morph = -1; },
       "an expression: value -1 does not exist; there are 5"},
      {"weight", [](Model& m) { m.expressions[0].binds[0].weight = 0; },
       "an expression has a number that is 0, not finite or too large"},
      {"rest", [](Model& m) { m.expressions[0].binds[0].rest = kNan; },
       "an expression has a number that is 0, not finite or too large"},
      {"binds", [](Model& m) { m.expressions[0].binds.clear(); }, "an expression changes nothing"},
  });
}

TEST(CheckModel, FindsAnimatedValuesOfMaterialsThatLeadNowhere) {
  expectAll({
      {"track", [](Model& m) { setTrack(m, 2, Channel::Values, Interpolation::Linear, {1}); },
       "clip 0: animated value 2 does not exist; there are 2"},
      {"track", [](Model& m) { setTrack(m, 1, Channel::Values, Interpolation::Linear, {1}); },
       "clip 0: animated value 1 has 2 components, not 1"},
      {"twice", [](Model& m) { m.materialValues[1] = m.materialValues[0]; }, "animated value 1: it is there twice"},
      {"material", [](Model& m) { m.materialValues[1].material = 1; },
       "animated value 1: material 1 does not exist; there are 1"},
      {"material", [](Model& m) { m.materialValues[0].material = -1; },
       "animated value 0: material -1 does not exist; there are 1"},
      {"texture", [](Model& m) { m.materialValues[1].texture = 9; },
       "animated value 1: texture 9 does not exist; there are 9"},
      {"offset", [](Model& m) { m.materialValues[0].offset = 0; },
       "animated value 0: its offset does not follow the previous one"},
      {"offset", [](Model& m) { m.materialValues[1].offset = 4; },
       "animated value 1: its offset does not follow the previous one"},
      {"size", [](Model& m) { m.materialValues[1].property = MaterialProperty::BaseColor; },
       "it has 5 rest values; its morph targets and animated materials need 7"},
      {"rest", [](Model& m) { m.restMorphWeights[4] = kNan; }, "a morph weight is not finite"},
      {"strength", [](Model& m) { material(m).emissiveStrength = kNan; }, "material 0: a factor is not finite"},
      {"tint", [](Model& m) { material(m).tint.a = kNan; }, "material 0: a color is not finite"},
  });
}

TEST(CheckModel, FindsMoreOfAnythingThanItsLimit) {
  expectAll({
      {"nodes", [](Model& m) { setSkeleton(m, limits::kListEntries + 1, crossfade::makeQuat(0, 0, 0, 1)); },
       "it has 65537 nodes; the limit is 65536"},
      {"meshes", [](Model& m) { m.meshes.resize(limits::kMeshes + 1); }, "it has 65537 meshes; the limit is 65536"},
      {"targets", [](Model& m) { m.meshes[0].morphTargetNames.resize(limits::kMorphTargets + 1); },
       "it has 257 morph targets; the limit is 256"},
      {"instances", [](Model& m) { m.instances.resize(limits::kMeshes + 1); },
       "it has 65537 meshes in the scene; the limit is 65536"},
      {"joints of a skin", [](Model& m) { m.skins[0].joints.resize(limits::kJointsPerSkin + 2); },
       "it has 4098 joints in a skin; the limit is 4097"},
      {"joints of all skins",
       [](Model& m) {
         m.skins.resize(250);
         for (Skin& skin : m.skins) skin = {"", std::vector<int>(4'001), std::vector<glm::mat4>(4'001)};
       },
       "it has 1000250 joints in all skins; the limit is 1000000"},
      {"materials", [](Model& m) { m.materials.resize(limits::kListEntries + 1); },
       "it has 65537 materials; the limit is 65536"},
      {"images", [](Model& m) { m.images.resize(limits::kListEntries + 1, m.images[0]); },
       "it has 65537 images; the limit is 65536"},
      {"clips",
       [](Model& m) {
         for (std::size_t i = 0; i < limits::kClips; ++i) m.clips.add(m.clips[0]);
       },
       "it has 16385 clips; the limit is 16384"},
      {"expressions", [](Model& m) { m.expressions.resize(limits::kListEntries + 1, m.expressions[0]); },
       "it has 65537 expressions; the limit is 65536"},
      {"cameras", [](Model& m) { m.cameras.resize(limits::kListEntries + 1, m.cameras[0]); },
       "it has 65537 cameras; the limit is 65536"},
      {"report", [](Model& m) { m.report.lines.resize(limits::kReportLines + 2); },
       "it has 1002 lines in its report; the limit is 1001"},
  });
}

TEST(CheckModel, FindsMoreDataThanTheLimitOfAllMeshesOrClipsTogether) {
  expectAll({
      {"vertices",
       [](Model& m) {
         m = {};
         m.meshes.resize(2);
         for (Mesh& mesh : m.meshes) mesh.primitives.resize(1), mesh.primitives[0].topology = Topology::Points;
         primitive(m).positions.resize(limits::kVertices);
         m.meshes[1].primitives[0].positions.resize(1);
       },
       "it has 20000001 vertices; the limit is 20000000"},
      {"indices",
       [](Model& m) {
         primitive(m).topology = Topology::Points;
         primitive(m).indices.resize(limits::kIndices + 1);
       },
       "it has 60000001 indices; the limit is 60000000"},
      {"morphed vertices",
       [](Model& m) {
         Primitive large{.topology = Topology::Points, .positions = std::vector<glm::vec3>(250'001)};
         large.morphTargets.resize(limits::kMorphTargets);
         m = {};
         m.meshes.push_back({"", {large}, std::vector<std::string>(limits::kMorphTargets)});
       },
       "it has 64000256 vertices in morph targets; the limit is 64000000"},
      {"keys",
       [](Model& m) {
         setTrack(m, 0, Channel::Weights, Interpolation::Discrete, std::vector<float>(limits::kKeyValues + 1));
       },
       "it has 64000001 values in clips; the limit is 64000000"},
  });
}

}  // namespace
}  // namespace app
