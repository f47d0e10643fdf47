// What was loaded, as plain values: no importer, no OpenGL. Everything is an index into the arrays of one Model.
#ifndef APP_MODEL_MODEL_H
#define APP_MODEL_MODEL_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/clip_file.h"
#include "app/model/import_report.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/math/transform.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

/// 8-bit RGBA, sRGB as stored in the file, top row first; rgba.size() == 4 * width * height. A checkerboard
/// replaces a missing image.
struct Image {
  std::string name;
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

enum class Wrap { Repeat, MirroredRepeat, ClampToEdge };
enum class Filter { Nearest, Linear };

/// One use of an image: which texture coordinates, how they are transformed, and how the texture is sampled.
struct TextureRef {
  int image = -1;  // -1: none
  int uvSet = 0;   // 0 or 1
  glm::vec2 offset{0.0f};
  glm::vec2 scale{1.0f};
  float rotation = 0.0f;  // radians, counter-clockwise as KHR_texture_transform defines it
  Wrap wrapU = Wrap::Repeat;
  Wrap wrapV = Wrap::Repeat;
  Filter magnify = Filter::Linear;
  Filter minify = Filter::Linear;
  bool mipmaps = true;
};

enum class AlphaMode { Opaque, Mask, Blend };

/// glTF metallic-roughness; colors are linear.
struct Material {
  std::string name;
  glm::vec4 baseColor{1.0f};
  TextureRef baseColorTexture;
  float metallic = 1.0f;
  float roughness = 1.0f;
  TextureRef metallicRoughnessTexture;
  TextureRef normalTexture;
  float normalScale = 1.0f;
  TextureRef occlusionTexture;
  float occlusionStrength = 1.0f;
  glm::vec3 emissive{0.0f};  // already multiplied by KHR_materials_emissive_strength
  TextureRef emissiveTexture;
  AlphaMode alphaMode = AlphaMode::Opaque;
  float alphaCutoff = 0.5f;
  float clearcoat = 0.0f;  // KHR_materials_clearcoat; 0: none
  TextureRef clearcoatTexture;
  float clearcoatRoughness = 0.0f;
  TextureRef clearcoatRoughnessTexture;
  bool doubleSided = false;
  bool unlit = false;
  // MToon, the cel-shaded material of VRM; it is unlit, too. Where the sun does not fall, shadeColor (linear) takes the
  // place of baseColor. The range is in cosines of the angle to the sun: at the first all is shade, at the second none.
  bool toon = false;
  glm::vec3 shadeColor{0.0f};
  glm::vec2 shadeRange{0.0f};
};

inline constexpr std::array kTexturesOfMaterial{
    &Material::baseColorTexture,         &Material::metallicRoughnessTexture, &Material::normalTexture,
    &Material::occlusionTexture,         &Material::emissiveTexture,          &Material::clearcoatTexture,
    &Material::clearcoatRoughnessTexture};

/// Offsets from the base mesh; each array is empty or has one element per vertex.
struct MorphTarget {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
};

enum class Topology { Points, Lines, Triangles };  // strips, loops and fans are unrolled by the importer

/// Up to four joints of a skin and their weights. Over all sets of a vertex they sum to 1, up to the rounding
/// of integers.
struct Influences {
  std::array<std::uint16_t, 4> joints{};  // indices into Skin::joints
  std::array<float, 4> weights{};
};

/// What a primitive has instead of its material in one variant.
struct VariantMaterial {
  int variant = 0;  // into Model::variants
  int material = 0;
};

/// Vertex i is element i of the file's POSITION accessor. Attribute arrays are empty or have one element per vertex.
struct Primitive {
  Topology topology = Topology::Triangles;
  int material = -1;                              // -1: Material{}
  std::vector<VariantMaterial> variantMaterials;  // sorted, each variant at most once; others keep `material`
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3>
      normals;  // none: triangles are shaded flat (glTF 2.0, 3.7.2.1), points and lines without light
  std::vector<glm::vec4> tangents;  // w is the handedness
  std::array<std::vector<glm::vec2>, 2> uvs;
  std::vector<glm::vec4> colors;                    // linear
  std::vector<std::vector<Influences>> influences;  // per set: JOINTS_0 only, unless all sets were asked for
  std::vector<std::uint32_t> indices;               // empty: vertices in order
  std::vector<std::uint32_t> coarseIndices;         // of fewer triangles, see coarse_mesh.h; empty: there are none
  std::vector<MorphTarget> morphTargets;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<std::string> morphTargetNames;  // one per target, made up where the file has none
};

/// palette[i] = model matrix of skeleton joint `joints[i]` * inverseBinds[i].
struct Skin {
  std::string name;
  std::vector<int> joints;  // indices into the skeleton
  std::vector<glm::mat4> inverseBinds;
};

/// A mesh attached to a node. A skinned instance ignores the node's own transform (glTF 2.0, 3.7.3.3).
struct MeshInstance {
  int node = 0;  // index into the skeleton
  int mesh = 0;
  int skin = -1;
  int morphOffset = 0;  // first of this instance's weights in Pose::morphWeights
  int morphCount = 0;
  bool inScene = true;  // false: its node is outside the file's default scene; not drawn
};

/// Looks along the -Z of its node; the node's scale does not count.
struct FileCamera {
  std::string name;
  int node = 0;              // index into the skeleton
  float verticalFov = 0.8f;  // radians
  float aspect = 0;          // width over height that must be seen; 0: whatever the picture has
  float nearPlane = 0.01f;
  bool orthographic = false;
  glm::vec2 halfSize{1.0f};  // of what an orthographic one sees
};

enum class LightKind { Directional, Point, Spot };

/// KHR_lights_punctual: shines along the -Z of its node.
struct FileLight {
  std::string name;
  int node = 0;  // index into the skeleton
  LightKind kind = LightKind::Point;
  glm::vec3 color{1.0f};  // linear
  float intensity = 1;    // lux; of points and spots: candela
  float range = 0;        // 0: unlimited
  float innerCone = 0;    // radians from the axis
  float outerCone = 0.785398f;
};

/// A part of an expression: morph weight `morph` of the whole model (Pose::morphWeights) is `weight` when it is full.
struct ExpressionBind {
  int morph = 0;
  float weight = 1;
};

/// A face of a VRM model: a group of morph targets that move together.
struct Expression {
  std::string name;
  std::vector<ExpressionBind> binds;
};

/// The project file that a model was opened through (format/project_json.h).
struct ProjectSource {
  std::string path;
  std::string text;
  std::vector<std::string> warnings;  // about the files it names
};

/// A loaded document. `skeleton` is its whole node tree, parents first.
struct Model {
  std::string name;  // file name without folder
  std::string path;
  std::uint64_t fileHash = 0;       // of the file at `path`, see host/files/file_hash.h; 0: not known
  std::vector<ClipFile> clipFiles;  // their clips lie behind the model's own, in this order
  std::optional<ProjectSource> project;
  crossfade::Skeleton skeleton;
  std::vector<float> restMorphWeights;  // all instances' weights, as MeshInstance::morphOffset says
  std::vector<Mesh> meshes;
  std::vector<MeshInstance> instances;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Image> images;
  std::vector<FileCamera> cameras;
  std::vector<FileLight> lights;
  std::vector<std::string> variants;  // of materials, by name (KHR_materials_variants)
  crossfade::ClipSet clips;
  std::vector<Expression> expressions;      // each with at least one bind
  std::optional<crossfade::Humanoid> body;  // what the file says of its body; nothing: see humanoidOf (standing.h)
  float frontYaw = 0;                       // radians about +Y from +Z to where the model faces
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);  // of all roots, by the user (turn_model.h)
  ImportReport report;
};

/// The material of a primitive; `variant`: into Model::variants, -1: none.
inline int materialOf(const Primitive& primitive, int variant) {
  const auto& all = primitive.variantMaterials;
  const auto found = std::ranges::lower_bound(all, variant, {}, &VariantMaterial::variant);
  return found != all.end() && found->variant == variant ? found->material : primitive.material;
}

}  // namespace app

#endif  // APP_MODEL_MODEL_H
