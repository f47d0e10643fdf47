#include "app/import/blob/model_blob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/import/blob/check_model.h"
#include "app/profile/frame_profiler.h"
#include "app/session/session.h"
#include "tests/app/import/blob/full_model.h"

namespace app {
namespace {

using crossfade::Channel;
using test::faultOf;
using test::fullModel;
using testing::HasSubstr;

TEST(ModelBlob, GivesBackEveryField) {
  const Model out = fullModel();
  const Model in = readModelBlob(writeModelBlob(out));
  EXPECT_EQ(faultOf([&] { checkModel(in, false); }), "none");
  ASSERT_EQ(in.skeleton.jointCount(), 2);
  EXPECT_EQ(in.skeleton.name(1), "arm");
  EXPECT_EQ(in.skeleton.parents()[1], 0);
  EXPECT_EQ(in.skeleton.documentIndexOf(0), 1);
  EXPECT_EQ(in.skeleton.restLocals()[0].translation, glm::vec3(1, 2, 3));
  EXPECT_EQ(in.skeleton.restLocals()[1].rotation, crossfade::makeQuat(0, 1, 0, 0));
  EXPECT_EQ(in.restMorphWeights, out.restMorphWeights);
  EXPECT_EQ(in.materialValues, out.materialValues);
  EXPECT_EQ(in.clips[0].tracks()[2].target(), (crossfade::TrackTarget{1, Channel::Values}));
  ASSERT_NE(in.clipEvents.find(in.clips.ids()[0]), nullptr);
  EXPECT_TRUE(std::ranges::equal(in.clipEvents.find(in.clips.ids()[0])->events(),
                                 out.clipEvents.find(out.clips.ids()[0])->events()));
  const Primitive &p = in.meshes.at(0).primitives.at(0), &q = out.meshes[0].primitives[0];
  EXPECT_EQ(p.topology, q.topology);
  EXPECT_EQ(p.material, q.material);
  EXPECT_EQ(p.positions, q.positions);
  EXPECT_EQ(p.normals, q.normals);
  EXPECT_EQ(p.tangents, q.tangents);
  EXPECT_EQ(p.uvs, q.uvs);
  EXPECT_EQ(p.colors, q.colors);
  EXPECT_EQ(p.influences.at(0).at(0).joints, q.influences[0][0].joints);
  EXPECT_EQ(p.influences.at(0).at(0).weights, q.influences[0][0].weights);
  EXPECT_EQ(p.indices, q.indices);
  EXPECT_EQ(p.morphTargets.at(0).normals, q.morphTargets[0].normals);
  EXPECT_EQ(p.morphTargets.at(1).positions, q.morphTargets[1].positions);
  EXPECT_EQ(in.meshes[0].name, "line");
  EXPECT_EQ(in.meshes[0].morphTargetNames, out.meshes[0].morphTargetNames);
  const MeshInstance& i = in.instances.at(0);
  EXPECT_EQ(std::tuple(i.node, i.mesh, i.skin, i.morphOffset, i.morphCount, i.inScene),
            std::tuple(1, 0, 0, 0, 2, false));
  EXPECT_EQ(in.skins.at(0).name, "skin");
  EXPECT_EQ(in.skins[0].joints, out.skins[0].joints);
  EXPECT_EQ(in.skins[0].inverseBinds, out.skins[0].inverseBinds);
  EXPECT_EQ(in.bones, out.bones);
  const Expression& joy = in.expressions.at(0);
  EXPECT_EQ(joy.name, "joy");
  EXPECT_TRUE(joy.isBinary);
  ASSERT_EQ(joy.binds.size(), 1u);
  EXPECT_EQ(std::tuple(joy.binds[0].morph, joy.binds[0].weight, joy.binds[0].rest), std::tuple(1, 0.5f, 0.75f));
  ASSERT_TRUE(in.body);
  EXPECT_EQ(in.body->jointOf(crossfade::HumanJoint::LeftUpperArm), 1);
  EXPECT_EQ((*in.body)[crossfade::HumanJoint::LeftUpperArm].confidence, 0.5f);
  EXPECT_EQ(in.body->jointOf(crossfade::HumanJoint::Hips), crossfade::kNoJoint);
  EXPECT_EQ(std::tuple(in.body->spine, in.body->neck, in.body->isQuadruped),
            std::tuple(std::vector{0}, std::vector{1}, true));
  ASSERT_TRUE(in.gaze);
  EXPECT_TRUE(in.gaze->byExpressions);
  EXPECT_EQ(in.gaze->leftEye, 1);
  EXPECT_EQ(in.gaze->rightEye, 0);
  EXPECT_EQ(in.gaze->inward.most, 0.125f);
  EXPECT_EQ(in.gaze->outward.reach, 0.5f);
  EXPECT_EQ(in.gaze->down.most, 0.625f);
  EXPECT_EQ(in.gaze->up.reach, 1);
  EXPECT_EQ(in.frontYaw, 3.25f);
  EXPECT_EQ(in.images.at(0).name, "picture");
  EXPECT_EQ(in.images[0].rgba, out.images[0].rgba);
  EXPECT_EQ(std::pair(in.images[0].width, in.images[0].height), std::pair(2, 1));
  EXPECT_EQ(in.cameras.at(0).name, "camera");
  const FileCamera& camera = in.cameras[0];
  EXPECT_EQ(std::tuple(camera.node, camera.verticalFov, camera.aspect, camera.nearPlane, camera.orthographic),
            std::tuple(1, 0.9f, 1.5f, 0.2f, false));
  EXPECT_EQ(camera.halfSize, glm::vec2(3, 4));
  const FileLight& light = in.lights.at(0);
  EXPECT_EQ(
      std::tuple(light.name, light.node, light.kind, light.intensity, light.range, light.innerCone, light.outerCone),
      std::tuple("lamp", 1, LightKind::Spot, 7.0f, 8.0f, 0.1f, 0.2f));
  EXPECT_EQ(light.color, glm::vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(in.variants, std::vector<std::string>{"Street"});
  EXPECT_EQ(materialOf(p, 0), 0);
  EXPECT_EQ(p.variantMaterials.size(), 1u);
  ASSERT_EQ(in.clips.size(), 1u);
  EXPECT_EQ(in.clips[0].name(), "wave");
  EXPECT_EQ(in.clips[0].duration(), 2.5);
  EXPECT_EQ(in.clips[0].blendMode(), crossfade::BlendMode::Additive);
  EXPECT_EQ(in.clips[0].tracks()[1].target(), (crossfade::TrackTarget{1, Channel::Weights}));
  EXPECT_EQ(in.clips[0].tracks()[1].interpolation(), crossfade::Interpolation::Discrete);
  EXPECT_THAT(in.clips[0].tracks()[0].values(), testing::ElementsAre(0, 0, 0, 1, 0, 1, 0, 0));
  EXPECT_THAT(in.clips[0].tracks()[0].times(), testing::ElementsAre(0, 1));
  EXPECT_EQ(in.report.lines.at(0).kind, Finding::Lost);
  EXPECT_EQ(in.report.lines[0].location + ": " + in.report.lines[0].what, "mesh 3: it is gone");
}

TEST(ModelBlob, GivesBackEveryFieldOfAMaterial) {
  const Model out = fullModel(), in = readModelBlob(writeModelBlob(out));
  const Material &m = in.materials.at(0), &n = out.materials[0];
  const TextureRef &t = m.baseColorTexture, &u = n.baseColorTexture;
  EXPECT_EQ(std::tie(m.name, m.baseColor, m.metallic, m.roughness, m.normalScale, m.occlusionStrength, m.emissive),
            std::tie(n.name, n.baseColor, n.metallic, n.roughness, n.normalScale, n.occlusionStrength, n.emissive));
  EXPECT_EQ(std::tie(m.alphaMode, m.alphaCutoff, m.clearcoat, m.clearcoatRoughness, m.doubleSided, m.unlit),
            std::tie(n.alphaMode, n.alphaCutoff, n.clearcoat, n.clearcoatRoughness, n.doubleSided, n.unlit));
  EXPECT_EQ(std::tie(m.sheenColor, m.sheenRoughness), std::tie(n.sheenColor, n.sheenRoughness));
  EXPECT_EQ(std::tie(m.tint, m.emissiveStrength), std::tie(n.tint, n.emissiveStrength));
  EXPECT_EQ(std::tie(m.toon, m.shadeColor, m.shadeRange), std::tie(n.toon, n.shadeColor, n.shadeRange));
  EXPECT_EQ(
      std::tie(t.image, t.uvSet, t.offset, t.scale, t.rotation, t.wrapU, t.wrapV, t.magnify, t.minify, t.mipmaps),
      std::tie(u.image, u.uvSet, u.offset, u.scale, u.rotation, u.wrapU, u.wrapV, u.magnify, u.minify, u.mipmaps));
  float expected = 0;
  for (const auto texture : kTexturesOfMaterial)
    if (texture != &Material::baseColorTexture) {
      EXPECT_EQ((m.*texture).rotation, ++expected);
    }
}

TEST(ModelBlob, OfAnyOtherLengthIsRefused) {
  const Bytes blob = writeModelBlob(fullModel());
  for (std::size_t size = 0; size < blob.size(); ++size)
    EXPECT_NE(faultOf([&] { readModelBlob(ByteSpan(blob).first(size)); }), "none") << size;
  Bytes longer = blob;
  longer.push_back(0);
  EXPECT_THAT(faultOf([&] { readModelBlob(longer); }), HasSubstr("1 bytes are left over"));
}

TEST(ModelBlob, AllocatesNothingForADeclaredSizeBeyondTheData) {
  Bytes blob = writeModelBlob(fullModel());
  for (std::size_t i = 8; i < 16; ++i) blob[i] = 0x7F;  // how many joints there are
  EXPECT_THAT(faultOf([&] { readModelBlob(blob); }), HasSubstr("elements do not fit in"));
}

/// Flips bits, or puts words with a meaning of their own anywhere.
Bytes damaged(Bytes blob, std::mt19937& random) {
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  constexpr std::array<std::uint32_t, 6> kWords{0x7fc0'0000, 0x7f80'0000, 0xffff'ffff, 0x7fff'ffff, 0, 0x7e96'7699};
  for (std::size_t count = 1 + below(3); count > 0; --count) {
    if (below(2) == 0) {
      blob[below(blob.size())] ^= static_cast<std::uint8_t>(1u << below(8));
    } else {
      const std::uint32_t word = kWords[below(kWords.size())];
      std::memcpy(blob.data() + below(blob.size() - 4), &word, sizeof word);
    }
  }
  return blob;
}

TEST(ModelBlob, DamagedIsRefusedOrAModelThatPlays) {
  const Bytes blob = writeModelBlob(fullModel());
  constexpr int kBlobs = 20'000;
  std::mt19937 random(2026);
  int valid = 0;
  for (int i = 0; i < kBlobs; ++i) {
    SCOPED_TRACE(i);
    const Bytes bytes = damaged(blob, random);
    Model model;
    const std::string fault = faultOf([&] {
      model = readModelBlob(bytes);
      checkModel(model, false);
    });
    EXPECT_EQ(fault.find('\n'), std::string::npos);
    if (fault != "none" || ++valid % 50 != 0) continue;
    Session session(std::move(model));
    FrameProfiler profiler;
    (void)session.apply(FadeTo{.clip = 0});
    session.advance(0.3, profiler);
  }
  EXPECT_GT(valid, kBlobs / 20) << "damage that nothing survives tests only the first check";
  EXPECT_LT(valid, kBlobs * 19 / 20) << "damage that nothing notices";
}

}  // namespace
}  // namespace app
