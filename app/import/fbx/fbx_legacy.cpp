#include "app/import/fbx/fbx_legacy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/fbx/fbx_clips.h"
#include "app/import/fbx/fbx_legacy_keys.h"
#include "app/import/fbx/fbx_made_records.h"
#include "app/import/fbx/fbx_nodes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

// Version 6 names objects instead of numbering them and keeps in each model its mesh, shapes, camera or light; its
// takes hold the curves, by model. Version 5 also keeps materials and clusters in the models, which lie at the top
// level and list their children; where a model is, only curves say. What the letters of keys mean, and what depends on
// the version of a curve, is as in ufbx (ufbxi_read_take_anim_channel), and was compared with files of both kinds.

namespace app {
namespace {

constexpr int kFirstModernVersion = 7000, kFirstNestedVersion = 6000;
constexpr int kFlatNormalsByCorner = 5800;  // where a mesh has as many corners as points

std::string_view textOf(const FbxRecord& record, std::size_t at = 0) {
  return at < record.properties.size() ? rawTextOf(record.properties[at]) : std::string_view();
}

/// Entries of Properties60 have no label.
void modernizeEntries(FbxRecord& object) {
  for (FbxRecord& list : object.children) {
    if (list.name != "Properties60") continue;
    list.name = "Properties70";
    for (FbxRecord& entry : list.children) {
      if (entry.name != "Property") continue;
      entry.name = "P";
      if (entry.properties.size() > 2) entry.properties.insert(entry.properties.begin() + 2, FbxProperty());
    }
  }
}

bool isEntry(const FbxRecord& record) { return record.name == "P" && record.properties.size() > kFbxEntryValue; }

const FbxRecord* entryIn(const FbxRecord& object, std::string_view name) {
  return fbxEntryIn(object.child("Properties70"), name);
}

/// What moves one number: a channel of a take, and the end of the link to its node.
struct Component {
  FbxRecord* record = nullptr;
  int axis = 0;

  bool hasKeys() const { return record->child("Key") != nullptr; }
  double restOr(double otherwise) const {
    const FbxProperty* const value = record->valueIn("Default");
    return value ? numberOf(*value) : otherwise;
  }
};
constexpr std::array<std::string_view, 3> kAxes{"X", "Y", "Z"}, kAxisLinks{"d|X", "d|Y", "d|Z"};

std::vector<Component> componentsOf(FbxRecord& channel) {
  if (channel.child("Key") || channel.child("Default")) return {{&channel, 0}};
  std::vector<Component> components;
  for (FbxRecord& child : channel.children) {
    const auto axis = std::find(kAxes.begin(), kAxes.end(), child.name == "Channel" ? textOf(child) : "");
    if (axis != kAxes.end()) components.push_back({&child, static_cast<int>(axis - kAxes.begin())});
  }
  return components;
}

struct TransformChannel {
  std::string_view letter, property;
  double otherwise;
};
constexpr std::array<TransformChannel, 3> kTransformChannels{
    {{"T", "Lcl Translation", 0}, {"R", "Lcl Rotation", 0}, {"S", "Lcl Scaling", 1}}};

/// The channel that moves translations, rotations or scales; null: none.
FbxRecord* transformChannelIn(FbxRecord& owner, std::string_view letter) {
  for (FbxRecord& transform : owner.children) {
    if (transform.name != "Channel" || textOf(transform) != "Transform") continue;
    for (FbxRecord& channel : transform.children)
      if (channel.name == "Channel" && textOf(channel) == letter) return &channel;
  }
  return nullptr;
}

// Values of version 5 that are records of their own.

struct FlatValue {
  std::string_view record, property;
  std::size_t first = 0, count = 1;
};
constexpr std::array<FlatValue, 5> kFlatMaterial{{{"Ambient", "AmbientColor", 0, 3},
                                                  {"Diffuse", "DiffuseColor", 0, 3},
                                                  {"Emissive", "EmissiveColor", 0, 3},
                                                  {"Shininess", "ShininessExponent"},
                                                  {"Alpha", "Opacity"}}};
constexpr std::array<FlatValue, 6> kFlatLight{{{"LightType", "LightType"},
                                               {"CastLight", "CastLight"},
                                               {"Color", "Color", 0, 3},
                                               {"Intensity", "Intensity"},
                                               {"ConeAngle", "Cone angle"},
                                               {"HotSpot", "HotSpot"}}};
constexpr std::array<FlatValue, 12> kFlatCamera{{{"ApertureMode", "ApertureMode"},
                                                 {"AspectType", "AspectRatioMode"},
                                                 {"AspectW", "AspectWidth"},
                                                 {"AspectH", "AspectHeight"},
                                                 {"Aperture", "FieldOfView"},
                                                 {"FieldOfViewXProperty", "FieldOfViewX"},
                                                 {"FieldOfViewYProperty", "FieldOfViewY"},
                                                 {"CameraAperture", "FilmWidth", 0},
                                                 {"CameraAperture", "FilmHeight", 1},
                                                 {"SqueezeRatio", "FilmSqueezeRatio"},
                                                 {"FocalLength", "FocalLength"},
                                                 {"NearPlane", "NearPlane"}}};

FbxRecord flatEntries(const FbxRecord& owner, std::span<const FlatValue> values) {
  FbxRecord list = fbxRecord("Properties70", {});
  for (const FlatValue& value : values)
    if (const FbxRecord* const found = owner.child(value.record);
        found && found->properties.size() >= value.first + value.count)
      list.children.push_back(fbxEntry(value.property, std::span(found->properties).subspan(value.first, value.count)));
  return list;
}

/// Moves the records for which `isMoved` is true out of `from`, in order.
template <class Predicate>
std::vector<FbxRecord> takeOut(std::vector<FbxRecord>& from, Predicate isMoved) {
  const auto middle =
      std::stable_partition(from.begin(), from.end(), [&](const FbxRecord& each) { return !isMoved(each); });
  std::vector<FbxRecord> moved(std::make_move_iterator(middle), std::make_move_iterator(from.end()));
  from.erase(middle, from.end());
  return moved;
}

bool isOfGeometry(const FbxRecord& record) {
  constexpr std::array<std::string_view, 5> kNames{"Vertices", "PolygonVertexIndex", "Points", "PointsIndex",
                                                   "Normals"};
  return record.name.starts_with("LayerElement") ||
         std::find(kNames.begin(), kNames.end(), record.name) != kNames.end();
}

/// Textures belong to the polygons of a mesh: its model has a list of them, as it has of materials.
struct TextureLayer {
  std::string_view record, property;
};
constexpr std::array<TextureLayer, 6> kTextureLayers{{{"LayerElementTexture", "DiffuseColor"},
                                                      {"LayerElementEmissive_Textures", "EmissiveColor"},
                                                      {"LayerElementEmissiveTextures", "EmissiveColor"},
                                                      {"LayerElementTransparentTextures", "TransparentColor"},
                                                      {"LayerElementNormalMapTextures", "NormalMap"},
                                                      {"LayerElementNormalMap_Textures", "NormalMap"}}};

class Modernizer {
 public:
  Modernizer(FbxDocument& document, ImportReport& report)
      : document_(document),
        report_(report),
        made_(document),
        objects_(fbxRecord("Objects", {})),
        connections_(fbxRecord("Connections", {})) {}

  void run() {
    if (const FbxRecord* const header = document_.root.child("FBXHeaderExtension"))
      if (const FbxProperty* const stated = header->valueIn("FBXVersion"))
        version_ = integerOf(*stated);  // a binary file of version 5 is 3.0 by its first bytes
    std::vector<FbxRecord>& top = document_.root.children;
    std::vector<FbxRecord> models = takeOut(top, [](const FbxRecord& each) { return each.name == "Model"; });
    std::vector<FbxRecord> sections = takeOut(top, [](const FbxRecord& each) {
      return each.name == "Objects" || each.name == "Connections" || each.name == "Takes";
    });
    for (FbxRecord& record : top) modernizeEntries(record);
    known_.try_emplace(document_.isBinary ? std::string_view("Scene\0\1Model", 12) : "Model::Scene",
                       Object{.kind = "Model", .id = sceneId_});
    addFlatModels(models, sections);
    for (FbxRecord& section : sections)
      if (section.name == "Objects")
        for (FbxRecord& record : section.children) addObject(std::move(record));
    for (const FbxRecord& section : sections)
      if (section.name == "Connections")
        for (const FbxRecord& record : section.children) addConnection(record);
    connectGeometries();
    connectTextures();
    reportPictures();
    for (FbxRecord& section : sections)
      if (section.name == "Takes")
        for (FbxRecord& take : section.children)
          if (take.name == "Take") addTake(take);
    top.push_back(std::move(objects_));
    top.push_back(std::move(connections_));
    stateUnit();
    if (repeated_ > 0)
      report_.add(Finding::Lost, "document",
                  concat(repeated_, " objects that have the name of another one were left out"));
  }

 private:
  struct Object {
    std::string_view kind;
    FbxProperty id;
    // Of a model:
    FbxProperty geometry;        // of its mesh or line; no bytes: none
    std::size_t geometryAt = 0;  // among objects_
    std::string_view attribute;  // the name of the mesh, which instances repeat
    bool isBent = false;         // by deformers
    std::vector<FbxProperty> materials, textures;
    std::array<glm::dvec3, 3> rest{};  // as kTransformChannels
  };
  /// Which textures a layer of a model's mesh has, as indices into the model's list.
  struct TexturedModel {
    std::string_view model, property;
    std::int64_t all = -1;                        // of all polygons, or else:
    std::map<std::int64_t, std::int64_t> bySlot;  // of those with the material of that index
  };
  struct AnimatedChannel {
    FbxProperty target;
    std::string_view property;
    std::vector<Component> components;
    std::optional<glm::dvec3> rest;  // of a translation, rotation or scaling

    bool hasKeys() const { return std::ranges::any_of(components, &Component::hasKeys); }
  };

  FbxProperty add(FbxRecord record, std::string_view kind, const FbxProperty& name, std::string_view subclass) {
    const FbxProperty id = made_.integer(++lastId_);
    record.name = kind;
    record.properties = {id, name, fbxLiteral(subclass)};
    objects_.children.push_back(std::move(record));
    return id;
  }
  /// The name without a class, as version 7 begins it with one.
  FbxProperty nameOf(std::string_view kind, std::string_view name) { return made_.text(concat(kind, "::", name)); }
  void connect(const FbxProperty& from, const FbxProperty& to, std::string_view property = {}) {
    FbxRecord record = fbxRecord("C", {fbxLiteral(property.empty() ? "OO" : "OP"), from, to});
    if (!property.empty()) record.properties.push_back(fbxLiteral(property));
    connections_.children.push_back(std::move(record));
  }
  Object* objectNamed(std::string_view name) {
    const auto found = known_.find(name);
    return found == known_.end() ? nullptr : &found->second;
  }

  /// Of a file that states none: centimeters.
  void stateUnit() {
    std::vector<FbxRecord>& top = document_.root.children;
    if (!document_.root.child("GlobalSettings")) top.push_back(fbxRecord("GlobalSettings", {}));
    FbxRecord& settings = *std::ranges::find(top, "GlobalSettings", &FbxRecord::name);
    if (entryIn(settings, "UnitScaleFactor")) return;
    if (!settings.child("Properties70")) settings.children.push_back(fbxRecord("Properties70", {}));
    for (FbxRecord& list : settings.children)
      if (list.name == "Properties70")
        list.children.push_back(fbxEntry("UnitScaleFactor", std::array{made_.number(1)}));
  }

  // Objects.

  void addObject(FbxRecord record) {
    modernizeEntries(record);
    if (record.name == "GlobalSettings") {
      document_.root.children.push_back(std::move(record));
      return;
    }
    if (record.properties.empty()) return;
    const std::string_view name = textOf(record);
    const auto [entry, isNew] = known_.try_emplace(name, Object{.kind = record.name});
    if (!isNew) {
      ++repeated_;
      return;
    }
    Object& object = entry->second;
    object.id = made_.integer(++lastId_);
    record.properties.insert(record.properties.begin(), object.id);
    if (record.name == "Model") addParts(record, name, object);
    objects_.children.push_back(std::move(record));
  }

  /// What version 7 has as objects of their own.
  void addParts(FbxRecord& model, std::string_view name, Object& object) {
    for (std::size_t i = 0; i < kTransformChannels.size(); ++i) {
      const FbxRecord* const entry = entryIn(model, kTransformChannels[i].property);
      for (int k = 0; k < 3; ++k) {
        const std::size_t at = kFbxEntryValue + static_cast<std::size_t>(k);
        object.rest[i][k] =
            entry && at < entry->properties.size() ? numberOf(entry->properties[at]) : kTransformChannels[i].otherwise;
      }
    }
    addGeometry(model, name, object);
    const std::string_view subclass = textOf(model, 2);
    if (subclass == "Camera" || subclass == "Light") {
      FbxRecord attribute;
      if (const FbxRecord* const entries = model.child("Properties70")) attribute.children.push_back(*entries);
      connect(add(std::move(attribute), "NodeAttribute", fbxLiteral("NodeAttribute::"), subclass), object.id);
    }
    addShapes(model, name, object);
    addFlatParts(model, object);
  }

  void addGeometry(FbxRecord& model, std::string_view name, Object& object) {
    FbxRecord geometry;
    geometry.children = takeOut(model.children, isOfGeometry);
    modernizeFlatLayers(model, geometry);
    const bool isMesh = geometry.child("Vertices") && geometry.child("PolygonVertexIndex");
    if (!isMesh && !(geometry.child("Points") && geometry.child("PointsIndex"))) return;
    noteTextures(geometry, name);
    object.geometryAt = objects_.children.size();
    object.geometry = add(std::move(geometry), "Geometry", fbxLiteral("Geometry::"), isMesh ? "Mesh" : "Line");
    object.attribute = model.textIn("NodeAttributeName");
  }

  void noteTextures(const FbxRecord& geometry, std::string_view name) {
    const FbxRecord* const materials = geometry.child("LayerElementMaterial");
    const std::vector<std::int64_t> slots =
        materials ? integersIn(*materials, "Materials") : std::vector<std::int64_t>();
    for (const TextureLayer& kind : kTextureLayers) {
      const FbxRecord* const layer = geometry.child(kind.record);
      const FbxRecord* const mapping = layer ? layer->child("MappingInformationType") : nullptr;
      if (!mapping) continue;
      const std::vector<std::int64_t> textures = integersIn(*layer, "TextureId");
      TexturedModel textured{.model = name, .property = kind.property};
      if (textOf(*mapping) == "AllSame") textured.all = textures.empty() ? 0 : textures.front();
      if (textOf(*mapping) == "ByPolygon")
        for (std::size_t i = 0; i < textures.size(); ++i)
          if (textures[i] >= 0)
            textured.bySlot.try_emplace(slots.empty() ? 0 : i < slots.size() ? slots[i] : slots.front(), textures[i]);
      textured_.push_back(std::move(textured));
    }
  }

  void addShapes(FbxRecord& model, std::string_view name, const Object& object) {
    std::vector<FbxRecord> shapes = takeOut(model.children, [](const FbxRecord& each) { return each.name == "Shape"; });
    if (shapes.empty() || object.geometry.bytes.empty()) return;
    const FbxProperty deformer = add({}, "Deformer", fbxLiteral("Deformer::"), "BlendShape");
    connect(deformer, object.geometry);
    shapes.resize(std::min(shapes.size(), limits::kMorphTargets));  // as many as are read
    std::map<std::string_view, const FbxRecord*> percents;
    if (const FbxRecord* const list = model.child("Properties70"))
      for (const FbxRecord& entry : list->children)
        if (isEntry(entry)) percents.try_emplace(textOf(entry), &entry);
    for (FbxRecord& shape : shapes) {
      const std::string_view shapeName = textOf(shape);
      const auto percent = percents.find(shapeName);
      FbxRecord channel;
      if (percent != percents.end())
        channel.children.push_back(fbxRecord("DeformPercent", {percent->second->properties[kFbxEntryValue]}));
      const FbxProperty id = add(std::move(channel), "Deformer", nameOf("SubDeformer", shapeName), "BlendShapeChannel");
      channelOfShape_.try_emplace({name, shapeName}, id);
      connect(id, deformer);
      connect(add(std::move(shape), "Geometry", nameOf("Geometry", shapeName), "Shape"), id);
    }
  }

  // Version 5.

  void addFlatModels(std::vector<FbxRecord>& models, std::vector<FbxRecord>& sections) {
    if (models.empty()) return;
    std::map<std::string_view, FbxRecord*> moved;  // in the first take that has the model
    for (FbxRecord& section : sections)
      for (FbxRecord& take : section.children)
        if (take.name == "Take")
          for (FbxRecord& child : take.children)
            if (child.name == "Model") moved.try_emplace(textOf(child), &child);
    std::set<std::string_view> children;
    std::vector<std::string_view> names;
    std::vector<std::pair<std::string_view, std::string_view>> parents;  // of models
    for (FbxRecord& model : models) {
      if (model.properties.empty()) continue;
      const std::string_view name = textOf(model);
      if (const FbxRecord* const list = model.child("Children"))
        for (const FbxProperty& child : list->properties)
          if (children.insert(rawTextOf(child)).second) parents.emplace_back(rawTextOf(child), name);
      const auto inTake = moved.find(name);
      modernizeFlatModel(model, inTake == moved.end() ? nullptr : inTake->second);
      names.push_back(name);
      addObject(std::move(model));
    }
    for (const std::string_view name : names)
      if (!children.contains(name)) connect(known_.at(name).id, sceneId_);
    for (const auto& [child, parent] : parents)
      if (const Object* const object = objectNamed(child)) connect(object->id, known_.at(parent).id);
    for (const auto& [cluster, bone] : flatBones_)
      if (const Object* const object = objectNamed(bone)) connect(object->id, cluster);
  }

  /// The entries and the class of a model. `inTake`: what a take has for it; null: nothing.
  void modernizeFlatModel(FbxRecord& model, FbxRecord* inTake) {
    const std::string_view subclass = model.textIn("Type");
    model.properties = {model.properties.front(), fbxLiteral(subclass)};
    FbxRecord entries = subclass == "Light"    ? flatEntries(model, kFlatLight)
                        : subclass == "Camera" ? flatEntries(model, kFlatCamera)
                                               : fbxRecord("Properties70", {});
    for (const TransformChannel& each : kTransformChannels) {
      FbxRecord* channel = transformChannelIn(model, each.letter);
      if (!channel && inTake) channel = transformChannelIn(*inTake, each.letter);
      if (!channel) continue;
      glm::dvec3 value(each.otherwise);
      for (const Component& component : componentsOf(*channel))
        value[component.axis] = component.restOr(each.otherwise);
      entries.children.push_back(vectorEntry(each.property, value));
    }
    // As in the same scenes saved as version 6, only cameras and lights have this.
    if (const FbxRecord* const limits = model.child("Limits")) {
      glm::dvec3 turn(0);
      const std::array<std::string_view, 3> names{"RXAxis", "RYAxis", "RZAxis"};
      for (int k = 0; k < 3; ++k)
        if (const FbxProperty* const axis = limits->valueIn(names[static_cast<std::size_t>(k)]))
          turn[k] = numberOf(*axis);
      if (turn != glm::dvec3(0)) {
        entries.children.push_back(vectorEntry("PostRotation", turn));
        entries.children.push_back(fbxEntry("RotationActive", std::array{made_.integer(1)}));
      }
    }
    model.children.push_back(std::move(entries));
  }
  FbxRecord vectorEntry(std::string_view name, const glm::dvec3& value) {
    return fbxEntry(name, std::array{made_.number(value.x), made_.number(value.y), made_.number(value.z)});
  }

  /// What version 5 has in place of layers.
  void modernizeFlatLayers(FbxRecord& model, FbxRecord& geometry) {
    const auto addLayer = [&](std::string_view name, std::string_view mapping, std::vector<FbxRecord> children) {
      FbxRecord layer = fbxRecord(name, {made_.integer(0)});
      layer.children = std::move(children);
      layer.children.push_back(fbxRecord("MappingInformationType", {fbxLiteral(mapping)}));
      layer.children.push_back(fbxRecord("ReferenceInformationType", {fbxLiteral("IndexToDirect")}));
      geometry.children.push_back(std::move(layer));
    };
    const auto countIn = [&](std::string_view name) {
      const FbxRecord* const record = geometry.child(name);
      return record ? record->properties.size() : 0;
    };
    std::vector<FbxRecord> normals =
        takeOut(geometry.children, [](const FbxRecord& each) { return each.name == "Normals"; });
    if (!normals.empty()) {
      const std::size_t count = normals.front().properties.size();
      const bool isByPoint = count == countIn("Vertices");
      const bool isByCorner = count == 3 * countIn("PolygonVertexIndex");
      const bool prefersPoints = version_ < kFlatNormalsByCorner;
      addLayer("LayerElementNormal", isByPoint && (prefersPoints || !isByCorner) ? "ByVertice" : "ByPolygonVertex",
               std::move(normals));
    }
    for (FbxRecord& each :
         takeOut(model.children, [](const FbxRecord& record) { return record.name == "GeometryUVInfo"; })) {
      for (FbxRecord& child : each.children)
        if (child.name == "TextureUV" || child.name == "TextureUVVerticeIndex")
          child.name = child.name == "TextureUV" ? "UV" : "UVIndex";
      addLayer("LayerElementUV", each.textIn("MappingInformationType"), std::move(each.children));
    }
    const FbxRecord* const assigned = model.child("MaterialAssignation");
    const FbxRecord* const materials = model.child("Materials");
    if (assigned && materials) addLayer("LayerElementMaterial", textOf(*assigned), {*materials});
  }

  /// The materials and clusters of a model of version 5.
  void addFlatParts(FbxRecord& model, Object& object) {
    for (FbxRecord& material : takeOut(model.children, [](const FbxRecord& each) { return each.name == "Material"; })) {
      const FbxProperty name = material.properties.empty() ? fbxLiteral("") : material.properties.front();
      material.children.push_back(flatEntries(material, kFlatMaterial));
      connect(add(std::move(material), "Material", name, ""), object.id);
    }
    std::vector<FbxRecord> links = takeOut(model.children, [](const FbxRecord& each) { return each.name == "Link"; });
    if (links.empty() || object.geometry.bytes.empty()) return;
    const FbxProperty skin = add({}, "Deformer", fbxLiteral("Deformer::"), "Skin");
    connect(skin, object.geometry);
    for (FbxRecord& link : links) {
      const std::string_view bone = textOf(link);
      const FbxProperty cluster = add(std::move(link), "Deformer", fbxLiteral("SubDeformer::"), "Cluster");
      connect(cluster, skin);
      flatBones_.emplace_back(cluster, bone);
    }
  }

  /// Version 5 lists its pictures, but does not say on what they are.
  void reportPictures() {
    const FbxRecord* const media = version_ < kFirstNestedVersion ? document_.root.child("Media") : nullptr;
    const FbxRecord* const videos = media ? media->child("Video") : nullptr;
    if (!videos) return;
    constexpr std::size_t kNamed = 5;
    std::string names;
    std::size_t count = 0;
    for (const FbxRecord& video : videos->children) {
      if (video.name != "Video" || ++count > kNamed) continue;
      names += concat(names.empty() ? "'" : ", '", validUtf8(textOf(video)).text, "'");
    }
    if (count > kNamed) names += ", ...";
    if (count > 0)
      report_.add(Finding::Lost, "document",
                  concat(count == 1 ? "a texture is" : "textures are",
                         " not shown, because files of version 5 do not say which materials have them: ", names));
  }

  // Connections.

  void addConnection(const FbxRecord& record) {
    const std::string_view type = textOf(record);
    if (type != "OO" && type != "OP") return;
    Object* const from = objectNamed(textOf(record, 1));
    Object* const to = objectNamed(textOf(record, 2));
    if (!from || !to) return;
    const std::string_view property = type == "OP" ? textOf(record, 3) : std::string_view();
    if (to->kind == "Model" && property.empty()) {
      if (from->kind == "Material") to->materials.push_back(from->id);
      if (from->kind == "Texture") to->textures.push_back(from->id);
    }
    if (to->kind == "Material") hasTexture_.emplace(integerOf(to->id), property);
    const bool bendsMesh = from->kind == "Deformer" && to->kind == "Model" && !to->geometry.bytes.empty();
    if (bendsMesh) to->isBent = true;
    connect(from->id, bendsMesh ? to->geometry : to->id, property);
  }

  /// Each model shows its mesh. Version 6 repeats a mesh for every model that shows it, but bends only the first; the
  /// others get that one.
  void connectGeometries() {
    std::map<std::string_view, const Object*> bent;  // by the name of their meshes
    for (const auto& [name, object] : known_)
      if (object.isBent && !object.attribute.empty()) bent.try_emplace(object.attribute, &object);
    for (const auto& [name, object] : known_) {
      if (object.geometry.bytes.empty()) continue;
      const auto first = object.isBent ? bent.end() : bent.find(object.attribute);
      const bool isInstance = first != bent.end() && hasSameMesh(*first->second, object);
      connect(isInstance ? first->second->geometry : object.geometry, object.id);
    }
  }
  bool hasSameMesh(const Object& a, const Object& b) const {
    const FbxRecord &one = objects_.children[a.geometryAt], &other = objects_.children[b.geometryAt];
    return isSameList(one, other, "Vertices") && isSameList(one, other, "PolygonVertexIndex");
  }
  static bool isSameList(const FbxRecord& a, const FbxRecord& b, std::string_view name) {
    const FbxRecord *const one = a.child(name), *const other = b.child(name);
    return one && other &&
           std::ranges::equal(one->properties, other->properties, [](const FbxProperty& x, const FbxProperty& y) {
             return x.type == y.type && std::ranges::equal(x.bytes, y.bytes);
           });
  }

  /// A texture of polygons becomes one of their material, unless this has one. A material of several models gets that
  /// of the first.
  void connectTextures() {
    for (const TexturedModel& textured : textured_) {
      const Object& model = known_.at(textured.model);
      for (std::size_t slot = 0; slot < model.materials.size(); ++slot) {
        const auto found = textured.bySlot.find(static_cast<std::int64_t>(slot));
        const std::int64_t index = found == textured.bySlot.end() ? textured.all : found->second;
        if (index < 0 || static_cast<std::uint64_t>(index) >= model.textures.size()) continue;
        if (hasTexture_.emplace(integerOf(model.materials[slot]), textured.property).second)
          connect(model.textures[static_cast<std::size_t>(index)], model.materials[slot], textured.property);
      }
    }
  }

  // Takes.

  void addTake(FbxRecord& take) {
    std::vector<AnimatedChannel> channels;
    for (FbxRecord& child : take.children)
      if (const Object* const object = child.name == "Model" ? objectNamed(textOf(child)) : nullptr)
        addChannels(child, *object, channels);
    FbxRecord stack;
    stack.children.push_back(fbxRecord("Properties70", {}));
    if (const FbxRecord* const range = take.child("LocalTime"); range && range->properties.size() > 1) {
      stack.children.back().children.push_back(fbxEntry("LocalStart", std::span(range->properties).first(1)));
      stack.children.back().children.push_back(fbxEntry("LocalStop", std::span(range->properties).subspan(1, 1)));
    }
    const FbxProperty stackId = add(std::move(stack), "AnimationStack", nameOf("AnimStack", textOf(take)), "");
    const FbxProperty layer = add({}, "AnimationLayer", fbxLiteral("AnimLayer::"), "");
    connect(layer, stackId);
    if (std::ranges::none_of(channels, &AnimatedChannel::hasKeys)) return;
    unreadCurves_ = 0;
    for (const AnimatedChannel& channel : channels) addCurveNode(channel, layer);
    if (unreadCurves_ > 0)
      report_.add(Finding::Lost, concat("animation '", validUtf8(textOf(take)).text, "'"),
                  concat(unreadCurves_, " of its curves have keys that cannot be read"));
  }

  void addChannels(FbxRecord& inTake, const Object& object, std::vector<AnimatedChannel>& channels) {
    for (std::size_t i = 0; i < kTransformChannels.size(); ++i)
      if (FbxRecord* const channel = transformChannelIn(inTake, kTransformChannels[i].letter))
        channels.push_back({object.id, kTransformChannels[i].property, componentsOf(*channel), object.rest[i]});
    for (FbxRecord& channel : inTake.children) {
      if (channel.name != "Channel") continue;
      const std::string_view name = textOf(channel);
      const bool isOfNode =
          name == "Visibility" ||
          std::ranges::find(kFbxTransformParts, name, &FbxTransformPart::name) != kFbxTransformParts.end();
      if (isOfNode) channels.push_back({object.id, name, componentsOf(channel), {}});
      if (const FbxProperty* const shape = channelOfShape(textOf(inTake), name))
        channels.push_back({*shape, "DeformPercent", componentsOf(channel), {}});
    }
  }
  /// Version 5 calls the channel of a shape "smile (Shape)".
  const FbxProperty* channelOfShape(std::string_view model, std::string_view name) const {
    constexpr std::string_view kSuffix = " (Shape)";
    auto found = channelOfShape_.find({model, name});
    if (found == channelOfShape_.end() && name.ends_with(kSuffix))
      found = channelOfShape_.find({model, name.substr(0, name.size() - kSuffix.size())});
    return found == channelOfShape_.end() ? nullptr : &found->second;
  }

  /// A take without keys still states where a node is.
  void addCurveNode(const AnimatedChannel& channel, const FbxProperty& layer) {
    const bool hasKeys = channel.hasKeys();
    const auto differs = [&](const Component& each) {
      const double rest = (*channel.rest)[each.axis];
      return std::abs(each.restOr(rest) - rest) > 1e-4 * std::max(1.0, std::abs(rest));
    };
    if (!hasKeys && !(channel.rest && std::any_of(channel.components.begin(), channel.components.end(), differs)))
      return;
    FbxRecord entries = fbxRecord("Properties70", {});
    for (const Component& each : channel.components)
      if (const FbxProperty* const value = each.record->valueIn("Default"))
        entries.children.push_back(fbxEntry(kAxisLinks[static_cast<std::size_t>(each.axis)], {value, 1}));
    FbxRecord node;
    node.children.push_back(std::move(entries));
    const FbxProperty id = add(std::move(node), "AnimationCurveNode", fbxLiteral("AnimCurveNode::"), "");
    connect(id, layer);
    connect(id, channel.target, channel.property);
    for (const Component& each : channel.components)
      if (each.hasKeys() || !hasKeys)
        connect(addCurve(each, channel), id, kAxisLinks[static_cast<std::size_t>(each.axis)]);
  }

  FbxProperty addCurve(const Component& component, const AnimatedChannel& channel) {
    LegacyKeys keys;
    if (const FbxRecord* const row = component.record->child("Key")) {
      const FbxProperty* const stated = component.record->valueIn("KeyVer");
      const std::int64_t version = stated ? integerOf(*stated) : 0;
      keys = readLegacyKeys(row->properties, version > 0 && version < 9999 ? static_cast<int>(version) : newestKeys());
      unreadCurves_ += keys.isComplete ? 0 : 1;
    } else {
      keys.add(0, component.restOr((*channel.rest)[component.axis]), kFbxLinear, {});
    }
    FbxRecord curve;
    curve.children = takeOut(component.record->children, [](const FbxRecord& each) {
      return each.name == "Pre-Extrapolation" || each.name == "Post-Extrapolation";
    });
    const std::vector<std::int64_t> ones(keys.times.size(), 1);
    curve.children.push_back(fbxRecord("KeyTime", {made_.array('l', keys.times)}));
    curve.children.push_back(fbxRecord("KeyValueFloat", {made_.array('d', keys.values)}));
    curve.children.push_back(fbxRecord("KeyAttrFlags", {made_.array('l', keys.flags)}));
    curve.children.push_back(fbxRecord("KeyAttrDataFloat", {made_.array('f', keys.attributes)}));
    curve.children.push_back(fbxRecord("KeyAttrRefCount", {made_.array('l', ones)}));
    return add(std::move(curve), "AnimationCurve", fbxLiteral("AnimCurve::"), "");
  }
  /// The version of the keys of a curve that states none.
  int newestKeys() const { return version_ < kFirstNestedVersion ? kFbxKeysOfVersion5 : kFbxKeysOfVersion6; }

  FbxDocument& document_;
  ImportReport& report_;
  FbxValueMaker made_;
  FbxProperty sceneId_ = made_.integer(0);
  FbxRecord objects_, connections_;
  std::map<std::string_view, Object> known_;                         // by name and class, as they are in the file
  std::vector<std::pair<FbxProperty, std::string_view>> flatBones_;  // of clusters: the names
  std::vector<TexturedModel> textured_;
  std::set<std::pair<std::int64_t, std::string_view>> hasTexture_;  // materials, and which property
  std::map<std::pair<std::string_view, std::string_view>, FbxProperty> channelOfShape_;  // by model and shape
  std::int64_t version_ = 0, lastId_ = 0;
  int repeated_ = 0, unreadCurves_ = 0;
};

}  // namespace

bool isLegacyFbx(const FbxDocument& document) {
  if (document.version > 0) return document.version < kFirstModernVersion;
  const FbxRecord* const connections = document.root.child("Connections");
  return document.root.child("Model") || (connections && connections->child("Connect"));
}

void modernizeFbx(FbxDocument& document, ImportReport& report) { Modernizer(document, report).run(); }

}  // namespace app
