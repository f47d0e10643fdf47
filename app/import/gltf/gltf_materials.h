// Materials of a glTF document, MToon among them.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/import/file/image_decode.h"
#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app::gltf {

// What a sampler's numbers mean in glTF, which uses OpenGL's enum values.

inline constexpr int kNearest = 9728, kLinear = 9729;
inline constexpr int kNearestMipmapNearest = 9984, kNearestMipmapLinear = 9986, kLinearMipmapLinear = 9987;
inline constexpr int kRepeat = 10497, kClampToEdge = 33071, kMirroredRepeat = 33648;

}  // namespace app::gltf

namespace app {

// Turns specular-glossiness surfaces (KHR_materials_pbrSpecularGlossiness) into metallic-roughness ones.

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

// ---- Reads MToon, the cel-shaded material of VRM: VRMC_materials_mtoon, and the material properties of VRM 0.x.

/// If `object`, the document's material `index`, is MToon, makes `material` unlit with a shade. The parts of MToon that
/// we do not show are reported.
void readMToon(const GltfDocument& document, const Json& object, std::size_t index, Material& material,
               ImportReport& report);

// ---- Reads materials, textures and images of a glTF document: metallic-roughness, unlit, clearcoat, emissive strength
// and texture transforms; specular-glossiness and transmission are approximated.

struct Materials {
  std::vector<Material> materials;  // in document order
  std::vector<Image> images;        // only those that a material uses, in order of first use
};

/// A color image that is missing, broken or outside the model's folder is replaced by a checkerboard; other maps that
/// are missing are left out; both are reported. `imageHeadersOnly`: images have their sizes, but no pixels. Throws
/// ImportError for an index out of range.
Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {},
                        bool imageHeadersOnly = false);

}  // namespace app
