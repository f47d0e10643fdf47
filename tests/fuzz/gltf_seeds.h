// Small glTF documents, as text and as containers.
#ifndef TESTS_FUZZ_GLTF_SEEDS_H
#define TESTS_FUZZ_GLTF_SEEDS_H

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/gltf_builder.h"

namespace app::fuzz {

/// A skinned triangle with a morph target, an image, and clips with every kind of interpolation.
inline test::GltfBuilder dancingTriangle() {
  test::GltfBuilder builder;
  const int joints = builder.add(std::vector<std::uint8_t>{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
  const int weights = builder.add(std::vector<float>{0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  const int mesh = builder.addTriangle({{"JOINTS_0", joints}, {"WEIGHTS_0", weights}});
  auto& primitive = builder.json["meshes"][mesh]["primitives"][0];
  primitive["targets"] = {{{"POSITION", builder.add(std::vector<float>(9, 1), "VEC3")}}};
  primitive["indices"] = builder.add(std::vector<std::uint16_t>{0, 1, 2}, "SCALAR");
  primitive["material"] = builder.addTo(
      "materials",
      {{"name", "cloth"},
       {"alphaMode", "MASK"},
       {"pbrMetallicRoughness", {{"baseColorFactor", {1, 0.5, 0, 1}}, {"baseColorTexture", {{"index", 0}}}}}});
  builder.addTo("textures", {{"source", 0}, {"sampler", 0}});
  builder.addTo("samplers", {{"wrapS", 33071}, {"minFilter", 9728}});
  builder.addTo("images", {{"uri", "data:image/png;base64,iVBORw0KGgo="}});
  const int hips = builder.addNode({{"name", "hips"}, {"children", nlohmann::json::array()}});
  const int arm = builder.addNodeOutside({{"name", "arm"}, {"translation", {0, 1, 0}}});
  builder.json["nodes"][hips]["children"] = {arm};
  const int body = builder.addNode({{"mesh", mesh}, {"skin", 0}, {"weights", {0.5}}});
  builder.addTo("skins", {{"joints", {hips, arm}}});
  builder.addTo("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 0.1}}}});
  builder.addNode({{"camera", 0}, {"rotation", {0, 0, 0, 1}}});
  builder.addClip(arm, "rotation", {0, 1}, builder.add(std::vector<float>{0, 0, 0, 1, 0, 1, 0, 0}, "VEC4"));
  builder.addClip(hips, "translation", {0, 1}, builder.add(std::vector<float>(18, 0.5f), "VEC3"), "CUBICSPLINE");
  builder.addClip(body, "weights", {0, 1}, builder.add(std::vector<float>{0, 1}, "SCALAR"), "STEP");
  return builder;
}

inline std::vector<std::string> gltfSeeds() {
  test::GltfBuilder small, sparse;
  small.addNode({{"mesh", small.addTriangle()}});
  sparse.addNode({{"mesh", sparse.addTriangle()}});
  const int indices = sparse.addView({1, 0});
  const int values = sparse.addView(std::vector<std::uint8_t>(12, 0));
  sparse.json["accessors"][0]["sparse"] = {{"count", 1},
                                           {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                           {"values", {{"bufferView", values}}}};
  const test::GltfBuilder dancing = dancingTriangle();
  return {dancing.gltf(), dancing.glb(), small.gltf(), small.glb(), sparse.gltf()};
}

}  // namespace app::fuzz

#endif  // TESTS_FUZZ_GLTF_SEEDS_H
