// Variants of materials, cameras and lights of a file.
#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/support/gltf_builder.h"

namespace app::test {
namespace {

using nlohmann::json;

crossfade::Result<Model> openedViews(const GltfBuilder& builder) {
  const std::string text = builder.gltf();
  return importModel("views.gltf", std::as_bytes(std::span(text)));
}

/// Three materials; `mappings` is what the extension says of the one primitive.
GltfBuilder withVariants(const json& mappings) {
  GltfBuilder builder;
  for (const char* name : {"gray", "red", "blue"}) builder.addTo("materials", {{"name", name}});
  builder.json["extensionsUsed"] = {"KHR_materials_variants"};
  builder.json["extensions"]["KHR_materials_variants"]["variants"] = {{{"name", "Street"}}, {{"name", "Beach"}}};
  const int mesh = builder.addTriangle();
  json& primitive = builder.json["meshes"][static_cast<std::size_t>(mesh)]["primitives"][0];
  primitive["material"] = 0;
  primitive["extensions"]["KHR_materials_variants"]["mappings"] = mappings;
  builder.addNode({{"mesh", mesh}});
  return builder;
}

TEST(GltfViews, ReadsVariantsAndWhichMaterialAPrimitiveHasInEach) {
  const auto model =
      openedViews(withVariants({{{"material", 2}, {"variants", {1}}}, {{"material", 1}, {"variants", {0}}}}));
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->variants, (std::vector<std::string>{"Street", "Beach"}));
  const Primitive& primitive = model->meshes[0].primitives[0];
  EXPECT_EQ(materialOf(primitive, -1), 0);
  EXPECT_EQ(materialOf(primitive, 0), 1);
  EXPECT_EQ(materialOf(primitive, 1), 2);
}

TEST(GltfViews, KeepsTheDefaultMaterialWhereAVariantSaysNothing) {
  const auto model =
      openedViews(withVariants({{{"material", 2}, {"variants", {1, 1}}}, {{"material", 1}, {"variants", {1}}}}));
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(materialOf(model->meshes[0].primitives[0], 0), 0);
  EXPECT_EQ(materialOf(model->meshes[0].primitives[0], 1), 2) << "the first of two that contradict each other";
}

TEST(GltfViews, RefusesAVariantThatDoesNotExist) {
  const auto model = openedViews(withVariants({{{"material", 1}, {"variants", {2}}}}));
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "views.gltf: mesh 0, primitive 0: variant 2 does not exist (there are 2)");
}

TEST(GltfViews, ReadsPerspectiveAndOrthographicCameras) {
  GltfBuilder builder;
  builder.addTo("cameras", {{"type", "perspective"},
                            {"name", "Close"},
                            {"perspective", {{"yfov", 0.5}, {"znear", 0.25}, {"aspectRatio", 2}}}});
  builder.addTo("cameras",
                {{"type", "orthographic"}, {"orthographic", {{"xmag", 0.75}, {"ymag", -0.5}, {"znear", 0.5}}}});
  builder.addTo("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 4}, {"znear", 0.1}}}});
  builder.addTo("cameras", {{"type", "orthographic"}, {"orthographic", {{"xmag", 0}, {"ymag", 1}}}});
  builder.addTo("cameras", {{"type", "orthographic"}, {"orthographic", {{"xmag", 1}}}});
  builder.addTo("cameras", {{"type", "orthographic"}, {"orthographic", {{"ymag", 1}}}});
  for (int i = 0; i < 6; ++i) builder.addNode({{"name", "node " + std::to_string(i)}, {"camera", i}});
  const auto model = openedViews(builder);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->cameras.size(), 2u);
  const FileCamera &close = model->cameras[0], &flat = model->cameras[1];
  EXPECT_EQ(close.name, "Close");
  EXPECT_FALSE(close.orthographic);
  EXPECT_EQ(std::tuple(close.verticalFov, close.aspect, close.nearPlane), std::tuple(0.5f, 2.0f, 0.25f));
  EXPECT_EQ(flat.name, "node 1") << "that of its node, as it has none";
  EXPECT_TRUE(flat.orthographic);
  EXPECT_EQ(flat.halfSize, glm::vec2(0.75f, 0.5f));
  EXPECT_EQ(model->skeleton.documentIndexOf(flat.node), 1);
  const auto& lines = model->report.lines;
  const auto says = [&](const std::string& what) {
    return std::any_of(lines.begin(), lines.end(), [&](const ReportLine& line) { return line.what == what; });
  };
  EXPECT_TRUE(says("its field of view of 4 radians cannot be shown"));
  EXPECT_TRUE(says("it sees an area of 0 x 1, which cannot be shown"));
  EXPECT_TRUE(says("it sees an area of 1 x 0, which cannot be shown"));
}

TEST(GltfViews, ReadsLightsOfNodesInTheScene) {
  GltfBuilder builder;
  builder.json["extensionsUsed"] = {"KHR_lights_punctual"};
  builder.json["extensions"]["KHR_lights_punctual"]["lights"] = {
      {{"type", "directional"}, {"color", {1, 0.5, 0.25}}, {"intensity", 3}},
      {{"type", "spot"}, {"range", 5}, {"spot", {{"innerConeAngle", 0.25}, {"outerConeAngle", 0.5}}}},
      {{"type", "lamp"}}};
  const auto light = [](int index) { return json{{"KHR_lights_punctual", {{"light", index}}}}; };
  builder.addNodeOutside({{"extensions", light(0)}});
  for (const int index : {1, 0, 2}) builder.addNode({{"extensions", light(index)}});
  const auto model = openedViews(builder);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->lights.size(), 3u) << "not the one outside the scene";
  const FileLight &spot = model->lights[0], &sun = model->lights[1];
  EXPECT_EQ(spot.kind, LightKind::Spot);
  EXPECT_EQ(std::tuple(spot.range, spot.innerCone, spot.outerCone), std::tuple(5.0f, 0.25f, 0.5f));
  EXPECT_EQ(spot.intensity, 1) << "unless the file says otherwise";
  EXPECT_EQ(sun.kind, LightKind::Directional);
  EXPECT_EQ(std::tuple(sun.color, sun.intensity), std::tuple(glm::vec3(1, 0.5f, 0.25f), 3.0f));
  EXPECT_EQ(model->lights[2].kind, LightKind::Point) << "its type is unknown";
}

}  // namespace
}  // namespace app::test
