// A document that takes long to import: many images, all from the same bytes.
#ifndef TESTS_APP_IMPORT_SLOW_MODEL_H
#define TESTS_APP_IMPORT_SLOW_MODEL_H

#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "app/record/png.h"
#include "tests/support/gltf_builder.h"

namespace app::test {

/// Up to 256 images of `side` x `side` pixels, each the base color texture of a material; 4 * side * side bytes each
/// when decoded.
inline std::string slowGlb(int pictures, int side) {
  const TemporaryFolder folder;
  std::vector<std::uint8_t> noise(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
  std::minstd_rand dice(7);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(dice() >> 8);
  const auto written = writePng(folder.path() / "noise.png", {.width = side, .height = side, .rgba = noise});
  std::ifstream stream(folder.path() / "noise.png", std::ios::binary);
  const std::vector<std::uint8_t> png(std::istreambuf_iterator<char>(stream), {});

  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.add(png, "SCALAR");
  const auto view = builder.json["bufferViews"].size() - 1;
  for (int i = 0; written && i < pictures; ++i) {
    const int image = builder.addTo("images", {{"bufferView", view}, {"mimeType", "image/png"}});
    const int texture = builder.addTo("textures", {{"source", image}});
    builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
  }
  return builder.glb();
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_SLOW_MODEL_H
