#include "app/import/collada/collada_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "app/import/collada/collada_clips.h"
#include "app/import/collada/collada_controllers.h"
#include "app/import/collada/collada_materials.h"
#include "app/import/collada/collada_mesh.h"
#include "app/import/collada/collada_motion.h"
#include "app/import/collada/collada_nodes.h"
#include "app/import/collada/collada_views.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/file/wrong_file.h"
#include "app/model/counted.h"
#include "app/model/hidden_meshes.h"

namespace app {
namespace {

constexpr std::string_view kInstances[] = {"instance_visual_scene", "instance_node",   "instance_geometry",
                                           "instance_controller",   "instance_camera", "instance_light",
                                           "instance_material"};

bool isUtf16(ByteSpan file) {
  return file.size() >= 2 && (file[0] + file[1] == 0xFF + 0xFE || file[0] == 0 || file[1] == 0);
}

std::string_view urlOf(const pugi::xml_node& instance) {
  const pugi::xml_attribute url = instance.attribute("url");
  return (url ? url : instance.attribute("target")).value();
}

class Check {
 public:
  Check(const ColladaDocument& document, ImportReport& report) : document_(document), report_(report) {}

  void countArrays() {
    std::size_t counts = 0, references = 0;
    const auto isNumbers = [](const pugi::xml_node& each) {
      return isNamed(each, "float_array") || isNamed(each, "int_array");
    };
    for (const pugi::xml_node& array : elementsWhere(document_.root(), isNumbers))
      counts += array.attribute("count") && array.attribute("count").as_ullong() == wordsIn(array) ? 0 : 1;
    for (const pugi::xml_node& source : elementsNamed(document_.root(), "source")) {
      const pugi::xml_node accessor = source.child("technique_common").child("accessor");
      const pugi::xml_node array = colladaArrayOf(document_, source);
      if (!accessor || !array) continue;
      const pugi::xml_attribute url = accessor.attribute("source");
      references += url && localId(url.value()) != array.attribute("id").value() ? 1 : 0;
      const std::size_t words = wordsIn(array),
                        offset = std::min<std::size_t>(accessor.attribute("offset").as_ullong(), words);
      const auto stride = std::max(accessor.attribute("stride").as_ullong(1), 1ull);
      counts += accessor.attribute("count").as_ullong() > (words - offset) / stride ? 1 : 0;
    }
    if (references > 0)
      say(Finding::Repaired, concat(counted(references, "accessor"),
                                    " named an array that is not in the file; that of their source is used"));
    if (counts > 0)
      say(Finding::Repaired,
          countOf(static_cast<int>(counts), "count did not match its array", "counts did not match their arrays"));
  }

  /// Returns the URL of the first.
  std::string countExternalInstances() {
    const auto isExternal = [](const pugi::xml_node& node) {
      if (std::ranges::find(kInstances, std::string_view(node.name())) == std::end(kInstances)) return false;
      const std::string_view url = urlOf(node);
      return !url.empty() && !url.starts_with('#');
    };
    const std::vector<pugi::xml_node> instances = elementsWhere(document_.root(), isExternal);
    if (instances.empty()) return {};
    std::string first = shortText(urlOf(instances.front()));
    const std::string others = instances.size() == 1 ? "" : concat(" and ", instances.size() - 1, " more instances");
    say(Finding::Lost, concat("'", first, "'", others,
                              instances.size() == 1 ? " is in another file, which is not read"
                                                    : " are in other files, which are not read"));
    return first;
  }

  void countAssets() {
    const pugi::xml_node whole = document_.root().child("asset");
    const double meters = metersOf(whole, 1);
    const std::string_view up = upOf(whole, "Y_UP");
    std::size_t parts = 0;
    for (const pugi::xml_node& asset : elementsNamed(document_.root(), "asset"))
      parts += std::abs(metersOf(asset, meters) - meters) > 1e-6 * meters || upOf(asset, up) != up ? 1 : 0;
    if (parts > 0)
      say(Finding::Ignored,
          concat("the unit or up axis of ", counted(parts, "part"), " of it; those of the whole document are used"));
  }

 private:
  void say(Finding kind, std::string what) { report_.add(kind, "document", std::move(what)); }

  std::size_t wordsIn(const pugi::xml_node& array) {
    const auto [entry, isNew] = words_.try_emplace(array.internal_object());
    std::size_t& count = entry->second;
    if (isNew) forEachWord(array.child_value(), [&](std::string_view) { return ++count > 0; });
    return count;
  }
  static double metersOf(const pugi::xml_node& asset, double otherwise) {
    const double meters = asset.child("unit").attribute("meter").as_double(otherwise);
    return meters > 0 ? meters : otherwise;
  }
  static std::string_view upOf(const pugi::xml_node& asset, std::string_view otherwise) {
    const std::string_view up = asset.child("up_axis").child_value();
    return up.empty() ? otherwise : up;
  }

  const ColladaDocument& document_;
  ImportReport& report_;
  std::map<pugi::xml_node_struct*, std::size_t> words_;  // in arrays
};

}  // namespace

pugi::xml_node parseCollada(ByteSpan file, pugi::xml_document& document, ImportReport& report) {
  const pugi::xml_parse_result parsed =
      document.load_buffer(file.data(), file.size(), pugi::parse_default | pugi::parse_trim_pcdata);
  if (!parsed)
    refuse("the COLLADA data is damaged at byte ", parsed.offset, " (", shortText(parsed.description()),
           "); export it again, or as glTF");
  const pugi::xml_node root = document.child("COLLADA");
  if (!root) refuse("is not a COLLADA file, whatever its name says");
  std::size_t elements = 0;
  elementsWhere(root, [&](const pugi::xml_node& node) {
    if (node.type() == pugi::node_element && ++elements > limits::kDataViews)
      refuse("it has more than ", limits::kDataViews, " elements");
    return false;
  });
  if (isUtf16(file)) report.add(Finding::Found, "document", "it is UTF-16");
  return root;
}

pugi::xml_node shownColladaScene(const pugi::xml_node& root, ImportReport& report) {
  const std::string_view wanted = root.child("scene").child("instance_visual_scene").attribute("url").value();
  if (!wanted.empty() && !wanted.starts_with('#')) return {};
  const std::vector<pugi::xml_node> scenes = elementsNamed(root, "visual_scene");
  for (const pugi::xml_node& scene : scenes)
    if (!wanted.empty() && localId(wanted) == scene.attribute("id").value()) return scene;
  pugi::xml_node shown = scenes.empty() ? pugi::xml_node() : scenes.front();
  if (!shown) {
    const std::vector<pugi::xml_node> geometries = elementsNamed(root, "geometry");
    if (geometries.empty()) return {};
    shown = pugi::xml_node(root).append_child("library_visual_scenes").append_child("visual_scene");
    for (const pugi::xml_node& geometry : geometries) {
      pugi::xml_node node = shown.append_child("node");
      node.append_attribute("name").set_value(geometry.attribute("name").value());
      node.append_child("instance_geometry")
          .append_attribute("url")
          .set_value(concat("#", geometry.attribute("id").value()).c_str());
    }
  }
  report.add(Finding::Repaired, "document",
             scenes.empty() ? "it has no scene; all its geometry is shown"
                            : "it does not say which scene to show; the first is shown");
  return shown;
}

std::string checkCollada(const ColladaDocument& document, ImportReport& report) {
  Check check(document, report);
  check.countArrays();
  std::string elsewhere = check.countExternalInstances();
  check.countAssets();
  return elsewhere;
}

namespace {

/// Adds a mesh and an instance for each group of faces that a node shows.
class InstanceReader {
 public:
  InstanceReader(ColladaDocument& document, const ColladaTree& tree, const ColladaMeshes& meshes, ColladaMorphs& morphs,
                 const ColladaMaterials& materials, Model& model)
      : document_(document), tree_(tree), meshes_(meshes), morphs_(morphs), materials_(materials), model_(model) {}

  void read(const ImportWatch& watch) {
    for (std::size_t joint = 0; joint < tree_.nodes.size(); ++joint) {
      watch.at(joint, tree_.nodes.size());
      morphed_.clear();
      for (const pugi::xml_node& instance : tree_.nodes[joint].children())
        if (isNamed(instance, "instance_geometry") || isNamed(instance, "instance_controller"))
          addInstance(instance, static_cast<int>(joint), watch);
    }
  }
  std::vector<ColladaMorphedNode> morphedNodes;

 private:
  /// What one group of faces becomes under one node.
  struct Shown {
    Mesh mesh;
    Skin skin;  // without joints: none
    const ColladaMorph* morph = nullptr;
  };

  void addInstance(const pugi::xml_node& instance, int node, const ImportWatch& watch) {
    const ColladaChain chain = colladaChainOf(document_, instance);
    const auto found = meshes_.find(chain.geometry.internal_object());
    if (found == meshes_.end()) {
      if (!chain.morphs.empty())
        lost(concat("controller '", shortText(idOf(chain.morphs.front())), "'"),
             "its morph targets belong to no mesh in the file");
      return;
    }
    const ColladaMesh& mesh = found->second;
    const ColladaMorph* const morph = morphs_.of(chain);
    const ColladaSkin* const skin = skinOf(chain.skin);
    const std::vector<int> joints = skin ? colladaSkinJoints(*skin, instance, tree_) : std::vector<int>();
    const ColladaBinding binding(instance, materials_);
    for (std::size_t group = 0; group < mesh.groups.size(); ++group) {
      const ColladaBinding::Look look = binding.of(mesh.groups[group].material);
      for (const Topology topology : {Topology::Points, Topology::Lines, Topology::Triangles}) {
        if (mesh.groups[group].faces[static_cast<std::size_t>(topology)].empty()) continue;
        watch.throwIfCanceled();
        const ColladaPart& part = partOf(mesh, group, topology, look.uvSet, skin || morph);
        Shown shown{.mesh = {.name = validUtf8(mesh.id).text, .primitives = {part.primitive}}, .morph = morph};
        shown.mesh.primitives[0].material = look.material;
        if (skin) addSkin(*skin, joints, node, pointsOf(mesh.groups[group], part), shown);
        if (morph) addMorph(mesh, group, part, shown);
        add(std::move(shown), node);
      }
    }
  }

  void lost(std::string where, std::string what) {
    model_.report.add(Finding::Lost, std::move(where), std::move(what));
  }

  const ColladaSkin* skinOf(const pugi::xml_node& controller) {
    if (!controller) return nullptr;
    const auto [entry, isNew] = skins_.try_emplace(controller.internal_object());
    if (isNew) entry->second = readColladaSkin(document_, controller, model_.report);
    return &entry->second;
  }

  /// The part, which is made once. Counts its vertices and indices each time.
  const ColladaPart& partOf(const ColladaMesh& mesh, std::size_t group, Topology topology, unsigned uvSet,
                            bool isDeformed) {
    const auto [entry, isNew] = parts_.try_emplace({&mesh.groups[group], topology, uvSet, isDeformed});
    if (isNew) entry->second = colladaPart(mesh, mesh.groups[group], topology, uvSet, isDeformed);
    if ((vertices_ += entry->second.corners.size()) > limits::kVertices)
      refuse("it has more than ", limits::kVertices, " vertices");
    if ((indices_ += entry->second.primitive.indices.size()) > limits::kIndices)
      refuse("it has more than ", limits::kIndices, " indices");
    if (model_.meshes.size() == limits::kMeshes) refuse("it has more than ", limits::kMeshes, " meshes");
    return entry->second;
  }

  static std::vector<std::uint32_t> pointsOf(const ColladaGroup& group, const ColladaPart& part) {
    std::vector<std::uint32_t> points;
    for (const std::uint32_t corner : part.corners) points.push_back(group.indexAt(corner, group.positions));
    return points;
  }

  void addSkin(const ColladaSkin& skin, const std::vector<int>& joints, int node,
               const std::vector<std::uint32_t>& points, Shown& shown) {
    int missing = 0;
    shown.skin = colladaSkinOf(skin, joints, node, points, shown.mesh.primitives[0], missing);
    shown.skin.name = shown.mesh.name;
    if (missing > 0)
      lost(concat("mesh '", shown.mesh.name, "'"), concat(missing, " of its bones match no node of the file"));
  }

  void addMorph(const ColladaMesh& mesh, std::size_t group, const ColladaPart& part, Shown& shown) {
    if ((morphedVertices_ += part.corners.size() * shown.morph->shapes.size()) > limits::kMorphedVertices)
      refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
    addColladaTargets(*shown.morph, mesh, group, part, shown.mesh.primitives[0]);
    for (const ColladaShape& shape : shown.morph->shapes) shown.mesh.morphTargetNames.push_back(shape.name);
  }

  void add(Shown shown, int node) {
    const auto known = morphed_.find(shown.morph);
    if (shown.morph && known != morphed_.end() && canJoin(shown, model_.instances[known->second])) {
      join(std::move(shown), model_.instances[known->second]);
      return;
    }
    const ColladaMorph* const morph = shown.morph;
    if (morph && morphed_.empty()) morphedNodes.push_back({node, morph});
    if (morph && !morphed_.empty() && known == morphed_.end())
      lost(concat("node '", shortText(model_.skeleton.name(node)), "'"),
           "it shows meshes with several sets of morph targets; only the first is animated");
    if (morph) morphed_.try_emplace(morph, model_.instances.size());
    MeshInstance instance{.node = node,
                          .mesh = static_cast<int>(model_.meshes.size()),
                          .morphOffset = static_cast<int>(model_.restMorphWeights.size()),
                          .morphCount = static_cast<int>(shown.mesh.morphTargetNames.size())};
    if (!shown.skin.joints.empty()) {
      instance.skin = static_cast<int>(model_.skins.size());
      model_.skins.push_back(std::move(shown.skin));
    }
    if (morph)
      model_.restMorphWeights.insert(model_.restMorphWeights.end(), morph->restWeights.begin(),
                                     morph->restWeights.end());
    model_.meshes.push_back(std::move(shown.mesh));
    model_.instances.push_back(instance);
  }

  bool canJoin(const Shown& shown, const MeshInstance& instance) const {
    const std::size_t joints = shown.skin.joints.size();
    if (joints == 0 || instance.skin < 0) return (joints == 0) == (instance.skin < 0);
    return joints + model_.skins[static_cast<std::size_t>(instance.skin)].joints.size() <= limits::kJointsPerSkin;
  }

  /// Merges the primitive and the skin into an existing instance, because a node has only one set of morph weights.
  void join(Shown shown, const MeshInstance& instance) {
    if (instance.skin >= 0) {
      Skin& to = model_.skins[static_cast<std::size_t>(instance.skin)];
      for (Influences& each : shown.mesh.primitives[0].influences[0])
        for (std::uint16_t& joint : each.joints) joint = static_cast<std::uint16_t>(joint + to.joints.size());
      to.joints.insert(to.joints.end(), shown.skin.joints.begin(), shown.skin.joints.end());
      to.inverseBinds.insert(to.inverseBinds.end(), shown.skin.inverseBinds.begin(), shown.skin.inverseBinds.end());
    }
    model_.meshes[static_cast<std::size_t>(instance.mesh)].primitives.push_back(std::move(shown.mesh.primitives[0]));
  }

  ColladaDocument& document_;
  const ColladaTree& tree_;
  const ColladaMeshes& meshes_;
  ColladaMorphs& morphs_;
  const ColladaMaterials& materials_;
  Model& model_;
  std::map<pugi::xml_node_struct*, ColladaSkin> skins_;  // by controller
  std::map<std::tuple<const ColladaGroup*, Topology, unsigned, bool>, ColladaPart> parts_;
  std::map<const ColladaMorph*, std::size_t> morphed_;  // instances of the current node
  std::uint64_t vertices_ = 0, indices_ = 0, morphedVertices_ = 0;
};

/// What exporters write into the <extra> of a node (FCOLLADA); nothing: true.
bool isVisible(const pugi::xml_node& node) {
  for (const pugi::xml_node& extra : node.children("extra"))
    for (const pugi::xml_node& technique : extra.children("technique"))
      if (const pugi::xml_node visibility = technique.child("visibility"))
        return visibility.text().as_double(1) >= 0.5 || std::string_view(visibility.text().get()) == "true";
  return true;
}

/// Hides the meshes and lights of hidden nodes and of those below; visibilities that a clip changes become
/// Model::sceneValues.
void addVisibility(const ColladaMotion& motion, const ColladaTree& tree, Model& model) {
  std::set<int> animated;
  for (const ColladaClip& clip : motion.clips)
    for (const auto& [id, channel] : clip.visibilities) {
      const auto [first, last] = tree.byId.equal_range(id);
      for (auto joint = first; joint != last; ++joint) animated.insert(joint->second);
    }
  std::vector<bool> isHidden(tree.joints.size());
  std::vector<float> rests;
  for (std::size_t i = 0; i < tree.joints.size(); ++i) {
    const int parent = tree.joints[i].parent;
    const bool shows = isVisible(tree.nodes[i]);
    const bool changes = animated.contains(static_cast<int>(i)) && rests.size() < limits::kSceneValues;
    isHidden[i] = (!shows && !changes) || (parent >= 0 && isHidden[static_cast<std::size_t>(parent)]);
    if (!changes) continue;
    model.sceneValues.push_back({.property = SceneProperty::Shown, .of = static_cast<int>(i)});
    rests.push_back(shows ? 1.0f : 0.0f);
  }
  hideMeshes(model, isHidden, "hidden in the file, so it is not drawn", "hidden in the file, so they are not drawn");
  std::erase_if(model.lights, [&](const FileLight& light) { return isHidden[static_cast<std::size_t>(light.node)]; });
  addSceneValues(model, rests);
}

void addViews(ColladaViews views, const ColladaTree& tree, Model& model) {
  for (std::size_t i = 0; i < views.cameras.size(); ++i) {
    views.cameras[i].node = tree.jointOfId(views.cameraNodes[i]);
    if (views.cameras[i].node >= 0) model.cameras.push_back(std::move(views.cameras[i]));
  }
  std::vector<UnitlessLight> lights;
  for (std::size_t i = 0; i < views.lights.size(); ++i) {
    views.lights[i].light.node = tree.jointOfId(views.lightNodes[i]);
    if (views.lights[i].light.node >= 0) lights.push_back(std::move(views.lights[i]));
  }
  addUnitlessLights(std::move(lights), views.metersPerUnit, model);
}

}  // namespace

void fillColladaModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                      const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".dae");
  pugi::xml_document parsed;
  const pugi::xml_node root = parseCollada(file, parsed, model.report);
  importing.at(1, 3);
  const pugi::xml_node scene = shownColladaScene(root, model.report);
  nameColladaNodes(root);
  ColladaDocument document(root);
  const std::string elsewhere = checkCollada(document, model.report);
  if (!scene)
    refuse("holds nothing that can be shown",
           elsewhere.empty() ? "" : concat("; '", elsewhere, "' is in another file, which is not read"));
  const ColladaMeshes meshes = readColladaMeshes(document, model.report, importing);
  importing.at(2, 3);
  const ColladaMotion motion = readColladaMotion(document, model.report);
  MaterialImages images(folder);
  ColladaMaterials materials = readColladaMaterials(root, images, model.report);
  ColladaViews views = readColladaViews(document, model.report);
  const auto isAnimated = [&](const pugi::xml_node& node) { return motion.stacks.contains(idOf(node)); };
  ColladaTree tree = readColladaTree(document, scene, isAnimated, model.report);
  model.skeleton = orRefuse(crossfade::Skeleton::make(tree.joints));

  const ImportWatch converting = watch.enter(ImportStage::Converting);
  ColladaMorphs morphs(document, meshes, model.report);
  InstanceReader instances(document, tree, meshes, morphs, materials, model);
  instances.read(converting.subrange(0, 2));
  if (materials.materials.empty() && !model.meshes.empty()) materials.materials.push_back(grayMaterial());
  model.materials = std::move(materials.materials);
  model.bones = tree.bones;
  addViews(std::move(views), tree, model);
  addVisibility(motion, tree, model);
  model.clips = crossfade::ClipSet(readColladaClips(motion, tree.byId, instances.morphedNodes, model.sceneValues,
                                                    model.report, converting.subrange(1, 2)));
  images.load(imageHeadersOnly, model, watch.enter(ImportStage::Pictures));
  if (model.meshes.empty() && model.bones.empty() && model.clips.size() == 0 && model.cameras.empty())
    model.report.add(Finding::Found, "document", "it holds nothing to show: no mesh, bone, clip or camera");
}

}  // namespace app
