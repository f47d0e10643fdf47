// Clips that animate materials: KHR_animation_pointer, from the file to the draw list.
#include "app/import/gltf/gltf_material_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/profile/frame_profiler.h"
#include "app/record/png.h"
#include "app/session/session.h"
#include "app/view/draw_list.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"

namespace app::test {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using nlohmann::json;

/// A triangle with a textured material, and another material that nothing shows.
GltfBuilder shining() {
  GltfBuilder builder;
  builder.addTexturedTriangle();
  builder.addTo("materials", {{"name", "lamp"},
                              {"pbrMetallicRoughness",
                               {{"baseColorFactor", {0.5, 0.25, 0.125, 1}}, {"baseColorTexture", {{"index", 0}}}}},
                              {"emissiveFactor", {1, 0.5, 0}},
                              {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 4}}}}}});
  builder.addTo("materials", {{"name", "other"}});
  return builder;
}

/// A clip that animates what `pointer` names.
void animate(GltfBuilder& builder, const std::string& pointer, const std::vector<float>& times,
             const std::vector<float>& values, std::string_view type, std::string_view interpolation = "LINEAR") {
  builder.addPointerClip(pointer, times, builder.add(values, type), interpolation);
}

Model openedShining(const GltfBuilder& builder) { return ::test::openedModel("shining.gltf", builder.gltf()); }

/// What the report says of a channel; "fine" if it says nothing.
std::string faultOfChannel(const Model& model) {
  for (const ReportLine& line : model.report.lines)
    if (line.location.find("channel") != std::string::npos)
      return std::string(line.kind == Finding::Lost ? "lost" : "ignored") + ": " + line.what;
  return "fine";
}

TEST(GltfMaterialValues, AreTracksWhoseRestIsTheMaterial) {
  GltfBuilder builder = shining();
  animate(builder, "/materials/0/pbrMetallicRoughness/baseColorFactor", {0, 2}, {1, 0, 0, 1, 0, 1, 0, 0.5f}, "VEC4");
  animate(builder, "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", {0, 1}, {1, 3},
          "SCALAR");
  animate(builder, "/materials/0/pbrMetallicRoughness/baseColorFactor", {0}, {0, 0, 0, 1}, "VEC4");
  const Model model = openedShining(builder);
  EXPECT_EQ(faultOfChannel(model), "fine");
  ASSERT_EQ(model.materialValues.size(), 2u) << "the color is one value in both clips";
  EXPECT_EQ(model.materialValues[0], (MaterialValue{0, MaterialProperty::BaseColor, 0, 0}));
  EXPECT_EQ(model.materialValues[1], (MaterialValue{0, MaterialProperty::EmissiveStrength, 0, 4}));
  EXPECT_EQ(model.restMorphWeights, (std::vector<float>{0.5f, 0.25f, 0.125f, 1, 4}));
  ASSERT_EQ(model.clips.size(), 3u);
  EXPECT_EQ(model.clips[0].tracks()[0].target(), (crossfade::TrackTarget{0, Channel::Values}));
  EXPECT_EQ(model.clips[1].tracks()[0].target(), (crossfade::TrackTarget{1, Channel::Values}));
  EXPECT_EQ(model.clips[2].tracks()[0].target(), (crossfade::TrackTarget{0, Channel::Values}));
}

TEST(GltfMaterialValues, FollowTheMorphWeights) {
  GltfBuilder builder = shining();
  for (int i = 0; i < 2; ++i)
    builder.json["meshes"][0]["primitives"][0]["targets"].push_back(
        {{"POSITION", builder.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3")}});
  builder.json["meshes"][0]["weights"] = {0.75, 0};
  animate(builder, "/materials/1/alphaCutoff", {0}, {0.25f}, "SCALAR");
  const Model model = openedShining(builder);
  EXPECT_EQ(model.restMorphWeights, (std::vector<float>{0.75f, 0, 0.5f}));
  EXPECT_EQ(model.materialValues.at(0).offset, 2);
}

TEST(GltfMaterialValues, AreFoundAtEveryPointerThatWeShow) {
  for (const MaterialProperty property :
       {MaterialProperty::BaseColor, MaterialProperty::Metallic, MaterialProperty::Roughness,
        MaterialProperty::Emissive, MaterialProperty::EmissiveStrength, MaterialProperty::AlphaCutoff,
        MaterialProperty::NormalScale, MaterialProperty::OcclusionStrength, MaterialProperty::Clearcoat,
        MaterialProperty::ClearcoatRoughness, MaterialProperty::SheenColor, MaterialProperty::SheenRoughness,
        MaterialProperty::ShadeColor, MaterialProperty::UvOffset, MaterialProperty::UvScale,
        MaterialProperty::UvRotation})
    for (int texture = 0; texture < (isOfTexture(property) ? 9 : 1); ++texture) {
      const std::string pointer = pointerTo({.material = 3, .property = property, .texture = texture});
      ASSERT_TRUE(pointer.starts_with("/materials/3/")) << pointer;
      const auto found = materialPropertyAt(std::string_view(pointer).substr(13));
      ASSERT_TRUE(found) << pointer;
      EXPECT_EQ(found->property, property) << pointer;
      EXPECT_EQ(found->texture, texture) << pointer;
    }
  // In the words of the specifications.
  const auto texture = [](const char* pointer) { return materialPropertyAt(pointer)->texture; };
  EXPECT_EQ(materialPropertyAt("emissiveFactor")->property, MaterialProperty::Emissive);
  EXPECT_EQ(materialPropertyAt("normalTexture/scale")->property, MaterialProperty::NormalScale);
  EXPECT_EQ(materialPropertyAt("occlusionTexture/strength")->property, MaterialProperty::OcclusionStrength);
  EXPECT_EQ(materialPropertyAt("pbrMetallicRoughness/metallicFactor")->property, MaterialProperty::Metallic);
  EXPECT_EQ(materialPropertyAt("pbrMetallicRoughness/roughnessFactor")->property, MaterialProperty::Roughness);
  EXPECT_EQ(materialPropertyAt("extensions/KHR_materials_clearcoat/clearcoatFactor")->property,
            MaterialProperty::Clearcoat);
  EXPECT_EQ(materialPropertyAt("extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor")->property,
            MaterialProperty::ClearcoatRoughness);
  const char* emissiveScale = "emissiveTexture/extensions/KHR_texture_transform/scale";
  EXPECT_EQ(materialPropertyAt(emissiveScale)->property, MaterialProperty::UvScale);
  EXPECT_EQ(kTexturesOfMaterial[static_cast<std::size_t>(texture(emissiveScale))], &Material::emissiveTexture);
  const char* coat = "extensions/KHR_materials_clearcoat/clearcoatTexture/extensions/KHR_texture_transform/rotation";
  EXPECT_EQ(materialPropertyAt(coat)->property, MaterialProperty::UvRotation);
  EXPECT_EQ(kTexturesOfMaterial[static_cast<std::size_t>(texture(coat))], &Material::clearcoatTexture);
  for (const char* unknown :
       {"", "doubleSided", "alphaMode", "emissiveTexture", "pbrMetallicRoughness",
        "pbrMetallicRoughness/baseColorFactor/3", "emissiveTexture/extensions/KHR_texture_transform",
        "emissiveTexture/extensions/KHR_texture_transform/texCoord"})
    EXPECT_FALSE(materialPropertyAt(unknown)) << unknown;
}

TEST(GltfMaterialValues, OfTexturesNeedTheTexture) {
  GltfBuilder builder = shining();
  animate(builder, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", {0, 1},
          {0, 0, 1, 0}, "VEC2");
  EXPECT_EQ(openedShining(builder).materialValues.at(0), (MaterialValue{0, MaterialProperty::UvOffset, 0, 0}));
  GltfBuilder bare = shining();
  animate(bare, "/materials/0/normalTexture/extensions/KHR_texture_transform/rotation", {0}, {1}, "SCALAR");
  EXPECT_EQ(
      faultOfChannel(openedShining(bare)),
      "ignored: it animates '/materials/0/normalTexture/extensions/KHR_texture_transform/rotation', but the material "
      "does not have that texture");
}

TEST(GltfMaterialValues, ThatTheSurfaceDoesNotShowAreReported) {
  GltfBuilder builder = shining();
  builder.json["materials"][0]["extensions"]["KHR_materials_unlit"] = json::object();
  animate(builder, "/materials/0/emissiveFactor", {0}, {1, 1, 1}, "VEC3");
  const Model model = openedShining(builder);
  EXPECT_TRUE(std::ranges::any_of(model.report.lines, [](const ReportLine& line) {
    return line.kind == Finding::Ignored && line.location == "material 0" &&
           line.what == "clips animate its emission, which such a surface does not show";
  }));
}

TEST(GltfMaterialValues, OfAClearcoatThatStartsAtZeroHaveItsRoughnessAndTextures) {
  GltfBuilder builder = shining();
  const auto png = pngBytes({1, 1, std::vector<std::uint8_t>{255, 128, 64, 255}});
  builder.json["images"][0] = {{"bufferView", builder.addView(*png)}, {"mimeType", "image/png"}};
  builder.json["materials"][0]["extensions"]["KHR_materials_clearcoat"] = {{"clearcoatRoughnessFactor", 0.5},
                                                                           {"clearcoatTexture", {{"index", 0}}}};
  EXPECT_LT(openedShining(builder).materials.at(0).clearcoatTexture.image, 0);
  animate(builder, "/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor", {0}, {1}, "SCALAR");
  const Model model = openedShining(builder);
  EXPECT_EQ(model.materials[0].clearcoatRoughness, 0.5f);
  EXPECT_GE(model.materials[0].clearcoatTexture.image, 0);
}

TEST(GltfMaterialValues, ThatAreInvalidAreReported) {
  const auto fault = [](const std::string& pointer, const std::vector<float>& values, std::string_view type) {
    GltfBuilder builder = shining();
    animate(builder, pointer, {0}, values, type);
    const Model model = openedShining(builder);
    EXPECT_TRUE(model.clips[0].tracks().empty());
    return faultOfChannel(model);
  };
  EXPECT_EQ(fault("/materials/0/doubleSided", {1}, "SCALAR"),
            "ignored: it animates '/materials/0/doubleSided', which is not supported");
  EXPECT_EQ(fault("/materials/7/alphaCutoff", {1}, "SCALAR"),
            "lost: its pointer: material 7 does not exist (there are 2)");
  EXPECT_EQ(fault("/materials/0/emissiveFactor", {1, 1, 1, 1}, "VEC4"),
            "lost: its values have 4 components each; 3 are needed");
  EXPECT_EQ(fault("/materials/0/emissiveFactor", {1, 1, 1, 1, 1, 1}, "VEC3"),
            "lost: it has 6 values for 1 keys; 3 are needed");
  EXPECT_EQ(fault("/materials/x/alphaCutoff", {1}, "SCALAR"),
            "ignored: it animates '/materials/x/alphaCutoff', which is not supported");
  EXPECT_EQ(fault("/materials/-1/alphaCutoff", {1}, "SCALAR"),
            "ignored: it animates '/materials/-1/alphaCutoff', which is not supported");
}

TEST(GltfMaterialValues, AreAnimatedByOneChannelOfAClip) {
  GltfBuilder builder = shining();
  animate(builder, "/materials/0/alphaCutoff", {0}, {1}, "SCALAR");
  json& clip = builder.json["animations"][0];
  clip["channels"].push_back(clip["channels"][0]);
  EXPECT_EQ(faultOfChannel(openedShining(builder)),
            "lost: an earlier channel already animates /materials/0/alphaCutoff");
}

TEST(GltfMaterialValues, OfAFileWithoutNodesAreNotShown) {
  GltfBuilder builder;
  builder.addTo("materials", json::object());
  builder.addNode(json::object());
  animate(builder, "/materials/0/alphaCutoff", {0}, {1}, "SCALAR");
  builder.json.erase("nodes");
  builder.json.erase("scenes");
  builder.json.erase("scene");
  const Model model = openedShining(builder);
  EXPECT_TRUE(model.materialValues.empty());
  EXPECT_TRUE(model.restMorphWeights.empty());
}

/// What the draw list has after a session played clip `clip` until `seconds`.
std::vector<float> drawnAt(Session& session, double seconds) {
  FrameProfiler profiler;
  session.advance(seconds, profiler);
  DrawList list;
  buildDrawList(session.model(), session.posed(), {}, 1, {}, list);
  return list.morphWeights;
}

// A cubic spline by its polynomial: glTF 2.0, appendix C.5.
TEST(GltfMaterialValues, PlayAsInTheirCurve) {
  GltfBuilder builder = shining();
  animate(builder, "/materials/0/emissiveFactor", {0, 2},
          {0, 0, 0, 0, 0.5f, 1, 1, 0, 0, /**/ 0, 0, -1, 1, 0.5f, 0, 0, 0, 0}, "VEC3", "CUBICSPLINE");
  Session session(openedShining(builder));
  ASSERT_TRUE(session.apply(FadeTo{.clip = 0, .how = {.seconds = 0.0}}));
  const std::vector<float> values = drawnAt(session, 0.5);
  ASSERT_EQ(values.size(), 3u);
  const double u = 0.25, length = 2;
  const double h00 = 2 * u * u * u - 3 * u * u + 1, h10 = u * u * u - 2 * u * u + u, h01 = 1 - h00,
               h11 = u * u * u - u * u;
  EXPECT_NEAR(values[0], h10 * length * 1 + h01 * 1, 1e-5);
  EXPECT_NEAR(values[1], 0.5, 1e-5);
  EXPECT_NEAR(values[2], h00 * 1 + h11 * length * -1, 1e-5);
}

TEST(GltfMaterialValues, FadeFromClipToClip) {
  GltfBuilder builder = shining();
  animate(builder, "/materials/0/emissiveFactor", {0, 2}, {1, 0, 0, 1, 0, 0}, "VEC3");
  animate(builder, "/materials/0/emissiveFactor", {0, 2}, {0, 1, 0, 0, 1, 0}, "VEC3");
  Session session(openedShining(builder));
  ASSERT_TRUE(session.apply(FadeTo{.clip = 0, .how = {.seconds = 0.0}}));
  (void)drawnAt(session, 0.1);
  ASSERT_TRUE(session.apply(FadeTo{.clip = 1, .how = {.seconds = 1.0, .kind = crossfade::TransitionKind::Linear}}));
  const std::vector<float> values = drawnAt(session, 0.25);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_NEAR(values[0], 0.75, 1e-5);
  EXPECT_NEAR(values[1], 0.25, 1e-5);
  EXPECT_NEAR(values[2], 0, 1e-5);
}

}  // namespace
}  // namespace app::test
