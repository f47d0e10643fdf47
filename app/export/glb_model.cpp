#include "app/export/glb_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/export/glb_file.h"
#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_materials.h"
#include "app/model/json/json_tree.h"

namespace app {
namespace {

// glTF 2.0: 3.6.2.4
constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;

constexpr const char* kLights = "KHR_lights_punctual";

template <int Size>
Json jsonOf(const glm::vec<Size, float, glm::defaultp>& v) {
  Json list = Json::array();
  for (int i = 0; i < Size; ++i) list.push_back(v[i]);
  return list;
}

class ModelWriter {
 public:
  ModelWriter(const Model& model, std::span<const Bytes> pictures) : model_(model), pictures_(pictures) {}

  Bytes write() {
    glb_.json["asset"] = {{"version", "2.0"}, {"generator", "Crossfade"}};
    addNodes();
    addImages();
    for (const Material& material : model_.materials) glb_.json["materials"].push_back(materialOf(material));
    addSkins();
    addInstances();
    for (const FileCamera& camera : model_.cameras) addCamera(camera);
    for (const FileLight& light : model_.lights) addLight(light);
    padGlb(glb_.binary);
    if (!glb_.binary.empty()) glb_.json["buffers"] = {{{"byteLength", glb_.binary.size()}}};
    if (!extensions_.empty()) glb_.json["extensionsUsed"] = extensions_;
    return glbFile(jsonText(glb_.json), glb_.binary);
  }

 private:
  void addCamera(const FileCamera& camera) {
    Json entry = {{"name", camera.name}, {"type", camera.orthographic ? "orthographic" : "perspective"}};
    if (camera.orthographic)
      entry["orthographic"] = {{"xmag", camera.halfSize.x},
                               {"ymag", camera.halfSize.y},
                               {"znear", camera.nearPlane},
                               {"zfar", camera.nearPlane + 100 * std::max(camera.halfSize.x, camera.halfSize.y)}};
    else
      entry["perspective"] = {{"yfov", camera.verticalFov}, {"znear", std::max(camera.nearPlane, 1e-4f)}};
    if (!camera.orthographic && camera.aspect > 0) entry["perspective"]["aspectRatio"] = camera.aspect;
    attachView(camera.node, Json::json_pointer("/camera"), glb_.json["cameras"].size());
    glb_.json["cameras"].push_back(std::move(entry));
  }

  void addLight(const FileLight& light) {
    const float brightest = std::max({light.color.x, light.color.y, light.color.z, 1.0f});  // its schema: at most 1
    Json entry = {{"name", light.name},
                  {"type", light.kind == LightKind::Directional ? "directional"
                           : light.kind == LightKind::Spot      ? "spot"
                                                                : "point"},
                  {"color", jsonOf<3>(light.color / brightest)},
                  {"intensity", light.intensity * brightest}};
    if (light.range > 0 && light.kind != LightKind::Directional) entry["range"] = light.range;
    if (light.kind == LightKind::Spot)  // the inner angle must be below the outer one
      entry["spot"] = {{"innerConeAngle", std::min(light.innerCone, std::nextafter(light.outerCone, 0.0f))},
                       {"outerConeAngle", light.outerCone}};
    Json& lights = glb_.json["extensions"][kLights]["lights"];
    attachView(light.node, Json::json_pointer("/extensions") / kLights / "light", lights.size());
    lights.push_back(std::move(entry));
    extensions_.insert(kLights);
  }

  /// A node has one camera and one light; any more of its joint get children.
  void attachView(int joint, const Json::json_pointer& member, std::size_t index) {
    Json* node = &nodeOf(joint);
    if (node->contains(member)) node = &glb_.json["nodes"][newChildOf(joint)];
    (*node)[member] = index;
  }

  Json& nodeOf(int joint) {
    return glb_.json["nodes"][static_cast<std::size_t>(model_.skeleton.documentIndexOf(joint))];
  }

  void addNodes() {
    const crossfade::Skeleton& skeleton = model_.skeleton;
    Json roots = Json::array();
    glb_.json["nodes"] = Json::array();
    for (int i = 0; i < skeleton.jointCount(); ++i) glb_.json["nodes"].push_back(Json::object());
    for (int joint = 0; joint < skeleton.jointCount(); ++joint) {
      const crossfade::Transform& rest = skeleton.restLocals()[static_cast<std::size_t>(joint)];
      Json& node = nodeOf(joint);
      node["name"] = skeleton.name(joint);
      const glm::quat& q = rest.rotation;
      if (rest.translation != glm::vec3(0)) node["translation"] = jsonOf<3>(rest.translation);
      if (q != glm::quat(1, 0, 0, 0)) node["rotation"] = {q.x, q.y, q.z, q.w};
      if (rest.scale != glm::vec3(1)) node["scale"] = jsonOf<3>(rest.scale);
      const int parent = skeleton.parents()[static_cast<std::size_t>(joint)];
      (parent < 0 ? roots : nodeOf(parent)["children"]).push_back(skeleton.documentIndexOf(joint));
    }
    if (roots.empty()) return;
    glb_.json["scene"] = 0;
    glb_.json["scenes"] = {{{"nodes", std::move(roots)}}};
  }

  void addImages() {
    for (std::size_t i = 0; i < model_.images.size(); ++i) {
      if (i >= pictures_.size() || pictures_[i].empty()) continue;
      images_[static_cast<int>(i)] = glb_.json["images"].size();
      glb_.json["images"].push_back({{"name", model_.images[i].name},
                                     {"mimeType", "image/png"},
                                     {"bufferView", glb_.addView(pictures_[i].data(), pictures_[i].size())}});
    }
  }

  static int wrapOf(Wrap wrap) {
    return wrap == Wrap::Repeat           ? gltf::kRepeat
           : wrap == Wrap::MirroredRepeat ? gltf::kMirroredRepeat
                                          : gltf::kClampToEdge;
  }

  /// Adds "index" of a new texture to `owner[name]`; nothing without an image.
  void addTexture(Json& owner, const char* name, const TextureRef& ref) {
    const auto image = images_.find(ref.image);
    if (image == images_.end()) return;
    const bool linear = ref.minify == Filter::Linear;
    const int minify = ref.mipmaps ? (linear ? gltf::kLinearMipmapLinear : gltf::kNearestMipmapNearest)
                       : linear    ? gltf::kLinear
                                   : gltf::kNearest;
    Json sampler = {{"magFilter", ref.magnify == Filter::Linear ? gltf::kLinear : gltf::kNearest},
                    {"minFilter", minify},
                    {"wrapS", wrapOf(ref.wrapU)},
                    {"wrapT", wrapOf(ref.wrapV)}};
    Json texture = {{"source", image->second}, {"sampler", indexOf("samplers", std::move(sampler))}};
    Json& info = owner[name];
    info["index"] = indexOf("textures", std::move(texture));
    if (ref.uvSet != 0) info["texCoord"] = ref.uvSet;
    if (ref.offset == glm::vec2(0) && ref.scale == glm::vec2(1) && ref.rotation == 0) return;
    info["extensions"]["KHR_texture_transform"] = {
        {"offset", jsonOf<2>(ref.offset)}, {"scale", jsonOf<2>(ref.scale)}, {"rotation", ref.rotation}};
    extensions_.insert("KHR_texture_transform");
  }

  /// Of an element of a list, which is added if it is new.
  std::size_t indexOf(const char* list, Json element) {
    Json& all = glb_.json[list];
    if (all.is_null()) all = Json::array();
    const auto found = std::find(all.begin(), all.end(), element);
    if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
    all.push_back(std::move(element));
    return all.size() - 1;
  }

  Json materialOf(const Material& material) {
    Json json = {{"name", material.name}, {"doubleSided", material.doubleSided}};
    Json& surface = json["pbrMetallicRoughness"];
    surface = {{"baseColorFactor", jsonOf<4>(glm::clamp(material.baseColor, 0.0f, 1.0f))},
               {"metallicFactor", material.metallic},
               {"roughnessFactor", material.roughness}};
    addTexture(surface, "baseColorTexture", material.baseColorTexture);
    addTexture(surface, "metallicRoughnessTexture", material.metallicRoughnessTexture);
    addTexture(json, "normalTexture", material.normalTexture);
    if (json.contains("normalTexture")) json["normalTexture"]["scale"] = material.normalScale;
    addTexture(json, "occlusionTexture", material.occlusionTexture);
    if (json.contains("occlusionTexture")) json["occlusionTexture"]["strength"] = material.occlusionStrength;
    addTexture(json, "emissiveTexture", material.emissiveTexture);
    const glm::vec3 emission = material.emissive * material.emissiveStrength;
    const float brightest = std::max({emission.x, emission.y, emission.z, 1.0f});
    json["emissiveFactor"] = jsonOf<3>(glm::clamp(emission / brightest, 0.0f, 1.0f));
    if (brightest > 1) {
      json["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = brightest;
      extensions_.insert("KHR_materials_emissive_strength");
    }
    if (material.unlit) {
      json["extensions"]["KHR_materials_unlit"] = Json::object();
      extensions_.insert("KHR_materials_unlit");
    }
    if (material.alphaMode == AlphaMode::Mask) json["alphaCutoff"] = material.alphaCutoff;
    if (material.alphaMode != AlphaMode::Opaque)
      json["alphaMode"] = material.alphaMode == AlphaMode::Mask ? "MASK" : "BLEND";
    return json;
  }

  /// A joint that a skin has twice is written once (glTF 2.0, 5.28), or gets a node at the same location where its
  /// inverse binds differ.
  void addSkins() {
    for (const Skin& skin : model_.skins) {
      WrittenSkin written;
      Json joints = Json::array();
      std::vector<glm::mat4> binds;
      for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        std::size_t same = 0;
        while (same < i && !(skin.joints[same] == skin.joints[i] && skin.inverseBinds[same] == skin.inverseBinds[i]))
          ++same;
        const auto before = skin.joints.begin() + static_cast<std::ptrdiff_t>(i);
        if (same < i) {
          written.slots.push_back(written.slots[same]);
          continue;
        }
        written.slots.push_back(static_cast<std::uint16_t>(joints.size()));
        const bool isTaken = std::find(skin.joints.begin(), before, skin.joints[i]) != before;
        joints.push_back(isTaken ? newChildOf(skin.joints[i])
                                 : static_cast<std::size_t>(model_.skeleton.documentIndexOf(skin.joints[i])));
        binds.push_back(skin.inverseBinds[i]);
      }
      if (!joints.empty()) {
        written.index = static_cast<int>(glb_.json["skins"].size());
        glb_.json["skins"].push_back(
            {{"name", skin.name},
             {"joints", std::move(joints)},
             {"inverseBindMatrices",
              glb_.addAccessor(binds.data(), sizeof(glm::mat4) * binds.size(), binds.size(), "MAT4")}});
      }
      skins_.push_back(std::move(written));
    }
  }

  void addInstances() {
    std::map<int, std::vector<const MeshInstance*>> byNode;
    for (const MeshInstance& instance : model_.instances) byNode[instance.node].push_back(&instance);
    for (auto& [node, instances] : byNode) {
      std::stable_sort(instances.begin(), instances.end(), [](const MeshInstance* a, const MeshInstance* b) {
        // What is drawn first, and of that what clips move, which stays at the node.
        return std::pair(a->inScene, a->morphCount) > std::pair(b->inScene, b->morphCount);
      });
      for (bool isFirst = true; !instances.empty(); isFirst = false) {
        const MeshInstance& like = *instances.front();
        const auto joins = [&](const MeshInstance* each) {
          return each == &like || (each->skin == like.skin && each->inScene == like.inScene && each->morphCount == 0 &&
                                   like.morphCount == 0);
        };
        std::vector<const MeshInstance*> group, rest;
        for (const MeshInstance* each : instances) (joins(each) ? group : rest).push_back(each);
        // Hiding a node hides what is below it, too; but weights are those of the node itself.
        const bool ownsNode = isFirst && (like.inScene || like.morphCount > 0 || !nodeOf(node).contains("children"));
        Json& shown = ownsNode ? nodeOf(node) : glb_.json["nodes"][newChildOf(node)];
        attach(shown, group);
        if (!like.inScene && !(ownsNode && shown.contains("children"))) hide(shown);
        instances = std::move(rest);
      }
    }
  }

  void hide(Json& node) {
    node["extensions"]["KHR_node_visibility"] = {{"visible", false}};
    extensions_.insert("KHR_node_visibility");
  }

  /// Its index.
  std::size_t newChildOf(int joint) {
    const std::size_t index = glb_.json["nodes"].size();
    nodeOf(joint)["children"].push_back(index);
    glb_.json["nodes"].push_back({{"name", model_.skeleton.name(joint)}});
    return index;
  }

  void attach(Json& node, const std::vector<const MeshInstance*>& group) {
    const MeshInstance& first = *group.front();
    const Mesh& named = model_.meshes[static_cast<std::size_t>(first.mesh)];
    Json mesh = {{"name", named.name}, {"primitives", Json::array()}};
    for (const MeshInstance* each : group)
      for (const Primitive& primitive : model_.meshes[static_cast<std::size_t>(each->mesh)].primitives)
        if (!primitive.positions.empty()) mesh["primitives"].push_back(primitiveOf(primitive, first.skin));
    if (mesh["primitives"].empty()) return;
    if (first.morphCount > 0) {
      const auto begin = model_.restMorphWeights.begin() + first.morphOffset;
      mesh["weights"] = std::vector<float>(begin, begin + first.morphCount);
      mesh["extras"]["targetNames"] = named.morphTargetNames;
    }
    node["mesh"] = glb_.json["meshes"].size();
    if (first.skin >= 0 && skins_[static_cast<std::size_t>(first.skin)].index >= 0)
      node["skin"] = skins_[static_cast<std::size_t>(first.skin)].index;
    glb_.json["meshes"].push_back(std::move(mesh));
  }

  /// Written once, however many nodes show it.
  const Json& primitiveOf(const Primitive& primitive, int skin) {
    const auto known = primitives_.find({&primitive, skin});
    if (known != primitives_.end()) return known->second;
    Json json = {{"mode", primitive.topology == Topology::Points ? 0 : primitive.topology == Topology::Lines ? 1 : 4}};
    if (primitive.material >= 0) json["material"] = primitive.material;
    Json& attributes = json["attributes"];
    attributes["POSITION"] = addPositions(primitive.positions);
    if (!primitive.normals.empty()) attributes["NORMAL"] = addNormals(primitive.normals);
    if (!primitive.tangents.empty()) attributes["TANGENT"] = addVertices(primitive.tangents, "VEC4");
    if (!primitive.colors.empty()) attributes["COLOR_0"] = addVertices(primitive.colors, "VEC4");
    for (std::size_t set = 0; set < primitive.uvs.size(); ++set)
      if (!primitive.uvs[set].empty())
        attributes["TEXCOORD_" + std::to_string(set)] = addVertices(primitive.uvs[set], "VEC2");
    for (std::size_t set = 0; set < primitive.influences.size(); ++set)
      addInfluences(primitive.influences[set], skin, std::to_string(set), attributes);
    for (const MorphTarget& target : primitive.morphTargets) {
      Json offsets = Json::object();
      if (!target.positions.empty()) offsets["POSITION"] = addPositions(target.positions);
      if (!target.normals.empty()) offsets["NORMAL"] = addVertices(target.normals, "VEC3");
      json["targets"].push_back(std::move(offsets));
    }
    if (!primitive.indices.empty())
      json["indices"] = glb_.addAccessor(primitive.indices.data(), primitive.indices.size() * sizeof(std::uint32_t),
                                         primitive.indices.size(), "SCALAR", ComponentType::UnsignedInt, kIndexBuffer);
    return primitives_[{&primitive, skin}] = std::move(json);
  }

  void addInfluences(const std::vector<Influences>& influences, int skin, const std::string& set, Json& attributes) {
    const std::span<const std::uint16_t> slots =
        skin >= 0 ? std::span<const std::uint16_t>(skins_[static_cast<std::size_t>(skin)].slots)
                  : std::span<const std::uint16_t>();
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<std::array<float, 4>> weights;
    for (const Influences& each : influences) {
      joints.push_back(each.joints);
      weights.push_back(each.weights);
      for (std::size_t i = 0; i < 4; ++i)
        if (each.weights[i] == 0 || each.joints[i] >= slots.size())
          joints.back()[i] = 0;  // glTF 2.0, 3.7.3.3
        else
          joints.back()[i] = slots[each.joints[i]];
    }
    if (joints.empty()) return;
    attributes["JOINTS_" + set] = addVertices(joints, "VEC4", ComponentType::UnsignedShort);
    attributes["WEIGHTS_" + set] = addVertices(weights, "VEC4");
  }

  template <class Vector>
  std::size_t addVertices(const std::vector<Vector>& values, const char* type,
                          ComponentType component = ComponentType::Float) {
    return glb_.addAccessor(values.data(), values.size() * sizeof(Vector), values.size(), type, component,
                            kVertexBuffer);
  }
  /// Of length 1, as glTF wants them.
  std::size_t addNormals(std::vector<glm::vec3> normals) {
    for (glm::vec3& normal : normals) {
      const float length = glm::length(normal);
      normal = length > 0 && std::isfinite(length) ? normal / length : glm::vec3(0, 0, 1);
    }
    return addVertices(normals, "VEC3");
  }
  std::size_t addPositions(const std::vector<glm::vec3>& positions) {
    glm::vec3 low(std::numeric_limits<float>::max()), high(std::numeric_limits<float>::lowest());
    for (const glm::vec3& position : positions) {
      low = glm::min(low, position);
      high = glm::max(high, position);
    }
    const std::size_t accessor = addVertices(positions, "VEC3");
    glb_.json["accessors"][accessor]["min"] = jsonOf<3>(low);
    glb_.json["accessors"][accessor]["max"] = jsonOf<3>(high);
    return accessor;
  }

  const Model& model_;
  std::span<const Bytes> pictures_;
  GlbDocument glb_;
  std::map<int, std::size_t> images_;  // those of the model that are in the file
  struct WrittenSkin {
    int index = -1;                    // in the file; -1: left out
    std::vector<std::uint16_t> slots;  // in its joints, by joint of the model's skin
  };
  std::vector<WrittenSkin> skins_;
  std::map<std::pair<const Primitive*, int>, Json> primitives_;  // by skin
  std::set<std::string> extensions_;
};

}  // namespace

crossfade::Result<std::vector<std::uint8_t>> glbOfModel(const Model& model, std::span<const Bytes> pictures) {
  try {
    return ModelWriter(model, pictures).write();
  } catch (const ImportError& error) {
    return crossfade::Error{error.what()};
  }
}

}  // namespace app
