#include "app/import/blob/check_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "app/import/file/import_limits.h"
#include "tests/app/import/blob/full_model.h"

namespace app {
namespace {

using crossfade::Channel;
using test::faultOf;
using test::fullModel;
using testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// What checkModel() says about fullModel() after a change.
template <class Change>
std::string faultAfter(Change change) {
  Model model = fullModel();
  change(model);
  return faultOf([&] { checkModel(model, false); });
}

TEST(CheckModel, FindsIndicesThatLeadNowhere) {
  EXPECT_EQ(faultAfter([](Model&) {}), "none");
  EXPECT_EQ(faultAfter([](Model& m) { m.meshes[0].primitives[0].indices[1] = 2; }),
            "mesh 0: vertex 2 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) { m.meshes[0].primitives[0].material = 1; }),
            "mesh 0: material 1 does not exist; there are 1");
  EXPECT_EQ(faultAfter([](Model& m) { m.instances[0].node = -1; }), "instance 0: node -1 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) { m.instances[0].mesh = 1; }), "instance 0: mesh 1 does not exist; there are 1");
  EXPECT_EQ(faultAfter([](Model& m) { m.instances[0].skin = 1; }), "instance 0: skin 1 does not exist; there are 1");
  EXPECT_EQ(faultAfter([](Model& m) { m.skins[0].joints[1] = 2; }), "skin 0: joint 2 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) { m.meshes[0].primitives[0].influences[0][1].joints[2] = 2; }),
            "instance 0: joint 2 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) { m.materials[0].normalTexture.image = 1; }),
            "material 0: image 1 does not exist; there are 1");
  EXPECT_EQ(faultAfter([](Model& m) { m.materials[0].emissiveTexture.uvSet = 2; }),
            "material 0: set of texture coordinates 2 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) { m.cameras[0].node = 2; }), "a camera: node 2 does not exist; there are 2");
  EXPECT_EQ(faultAfter([](Model& m) {
              m.clips = crossfade::ClipSet({*crossfade::AnimationClip::make(
                  "far", {*crossfade::KeyframeTrack::make({2, Channel::Scale}, crossfade::Interpolation::Linear, {0},
                                                          {1, 1, 1})})});
            }),
            "clip 0: node 2 does not exist; there are 2");
}

TEST(CheckModel, FindsArraysOfTheWrongSize) {
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].normals.pop_back(); }), HasSubstr("1 normals for 2"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].uvs[1].pop_back(); }),
              HasSubstr("coordinates for 2"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].influences[0].pop_back(); }),
              HasSubstr("1 vertices follow joints"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].indices.pop_back(); }), HasSubstr("whole number"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].morphTargets.pop_back(); }), HasSubstr("2 names"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].primitives[0].morphTargets[0].positions.pop_back(); }),
              HasSubstr("1 morph positions"));
  EXPECT_THAT(faultAfter([](Model& m) { m.skins[0].inverseBinds.pop_back(); }), HasSubstr("1 inverse bind"));
  EXPECT_THAT(faultAfter([](Model& m) { m.instances[0].morphOffset = 1; }), HasSubstr("morph weights"));
  EXPECT_THAT(faultAfter([](Model& m) { m.restMorphWeights.push_back(0); }), HasSubstr("3 morph weights"));
  EXPECT_THAT(faultAfter([](Model& m) { m.images[0].rgba.pop_back(); }), HasSubstr("cannot have 7 bytes"));
  EXPECT_THAT(faultAfter([](Model& m) { m.images[0].width = 0; }), HasSubstr("0 x 1"));
  EXPECT_THAT(faultAfter([](Model& m) { m.images[0].rgba.clear(); }), HasSubstr("cannot have 0 bytes"));
  Model headers = fullModel();
  headers.images[0].rgba.clear();
  EXPECT_EQ(faultOf([&] { checkModel(headers, true); }), "none");
}

TEST(CheckModel, FindsNumbersThatAreNotFinite) {
  const auto primitive = [](Model& m) -> Primitive& { return m.meshes[0].primitives[0]; };
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).positions[1].y = kNan; }), HasSubstr("positions 1"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).positions[1].y = 1e30f; }), HasSubstr("too large"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).tangents[0].w = kNan; }), HasSubstr("tangents 0"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).colors[0].r = kNan; }), HasSubstr("colors 0"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).uvs[1][1].x = kNan; }), HasSubstr("texture coordinates 1"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).morphTargets[1].positions[0].x = kNan; }), HasSubstr("morph"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).influences[0][0].weights[0] = kNan; }), HasSubstr("weight"));
  EXPECT_THAT(faultAfter([&](Model& m) { primitive(m).influences[0][0].weights[0] = -0.1f; }), HasSubstr("weight"));
  EXPECT_THAT(faultAfter([](Model& m) { m.skins[0].inverseBinds[0][3][0] = kNan; }), HasSubstr("inverse bind"));
  EXPECT_THAT(faultAfter([](Model& m) { m.restMorphWeights[0] = kNan; }), HasSubstr("morph weight"));
  EXPECT_THAT(faultAfter([](Model& m) { m.materials[0].roughness = kNan; }), HasSubstr("factor"));
  EXPECT_THAT(faultAfter([](Model& m) { m.materials[0].emissive.g = kNan; }), HasSubstr("color"));
  EXPECT_THAT(faultAfter([](Model& m) { m.materials[0].clearcoatTexture.scale.x = kNan; }), HasSubstr("transform"));
  EXPECT_THAT(faultAfter([](Model& m) { m.cameras[0].verticalFov = kNan; }), HasSubstr("field of view"));
  EXPECT_THAT(faultAfter([](Model& m) {
                m.clips = crossfade::ClipSet({*crossfade::AnimationClip::make(
                    "zero", {*crossfade::KeyframeTrack::make({0, Channel::Rotation}, crossfade::Interpolation::Linear,
                                                             {0}, {0, 0, 0, 0})})});
              }),
              HasSubstr("not a unit quaternion"));
}

TEST(CheckModel, FindsMoreOfAnythingThanItsLimit) {
  EXPECT_THAT(faultAfter([](Model& m) { m.cameras.resize(limits::kListEntries + 1, m.cameras[0]); }),
              HasSubstr("65537 cameras; the limit is 65536"));
  EXPECT_THAT(faultAfter([](Model& m) { m.skins[0].joints.resize(limits::kJointsPerSkin + 2); }),
              HasSubstr("4098 joints in a skin"));
  EXPECT_THAT(faultAfter([](Model& m) { m.report.lines.resize(limits::kReportLines + 2); }), HasSubstr("1002 lines"));
  EXPECT_THAT(faultAfter([](Model& m) { m.meshes[0].morphTargetNames.resize(limits::kMorphTargets + 1); }),
              HasSubstr("257 morph targets"));
}

}  // namespace
}  // namespace app
