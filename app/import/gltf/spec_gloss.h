// Turns specular-glossiness surfaces (KHR_materials_pbrSpecularGlossiness) into metallic-roughness ones.
#ifndef APP_IMPORT_GLTF_SPEC_GLOSS_H
#define APP_IMPORT_GLTF_SPEC_GLOSS_H

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/import/file/image_decode.h"
#include "app/model/model.h"

namespace app {

/// Colors are linear; alpha is that of the diffuse color.
struct SpecGloss {
  glm::vec4 diffuse{1.0f};
  glm::vec3 specular{1.0f};
  float glossiness = 1.0f;
  friend bool operator==(const SpecGloss&, const SpecGloss&) = default;
};

struct MetalRough {
  glm::vec4 baseColor{1.0f};
  float metallic = 0.0f;
  float roughness = 0.0f;
};

/// The surface that reflects the same: the metallic share solves the quadratic equation of the extension's appendix,
/// "Converting between workflows", where a dielectric reflects 4 %.
MetalRough metalRoughOf(const SpecGloss& surface);

struct MetalRoughImages {
  Image baseColor;
  Image metallicRoughness;
};

/// Of both images below: the longer sides of the two (either may be null).
ImageSize metalRoughSize(const Image* diffuse, const Image* specularGlossiness);

/// The same for each texel: the images times the factors.
MetalRoughImages metalRoughImages(const Image* diffuse, const Image* specularGlossiness, const SpecGloss& factors);

}  // namespace app

#endif  // APP_IMPORT_GLTF_SPEC_GLOSS_H
