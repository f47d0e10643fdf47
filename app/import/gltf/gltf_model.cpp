#include "app/import/gltf/gltf_model.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_materials.h"
#include "app/import/gltf/gltf_mesh.h"
#include "app/import/gltf/gltf_scene_values.h"
#include "app/import/gltf/gltf_skin.h"
#include "app/import/gltf/gltf_vrm.h"

namespace app {
namespace {

constexpr const char* kInstancing = "EXT_mesh_gpu_instancing";

struct Instances {
  std::vector<crossfade::Transform> shown;
  std::size_t leftOut = 0;
};

/// The values of one attribute, of at most `limit` instances; empty without it. `count` becomes how many it has.
std::vector<float> valuesOf(const GltfDocument& document, const Json& attributes, const char* name, int components,
                            std::size_t limit, std::size_t& count, const JsonLocation& location) {
  const auto index = indexMember(attributes, name, document.accessors.size(), "accessor", location);
  if (!index) return {};
  GltfAccessor accessor = document.accessors[static_cast<std::size_t>(*index)];
  if (accessor.components != components || accessor.matrix)
    refuse(location.text(), ": ", name, " has ", accessor.components, " components");
  count = std::max(count, accessor.count);
  if (accessor.sparseCount > 0 && accessor.count > limit)
    refuse(location.text(), ": ", name, " is sparse and too long");
  accessor.count = std::min(accessor.count, limit);
  std::vector<float> values = readFloats(accessor, location);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(std::abs(values[i]) <= limits::kMaxMagnitude))
      refuse(location.text(), ": ", name, " of instance ", i / static_cast<std::size_t>(components),
             " is not finite or too large");
  return values;
}

Instances readInstances(const GltfDocument& document, const Json& extension, std::size_t limit,
                        const JsonLocation& location) {
  const Json* attributes = findMember(extension, "attributes");
  if (attributes == nullptr) return {};
  std::size_t count = 0;
  const std::vector<float> t = valuesOf(document, *attributes, "TRANSLATION", 3, limit, count, location);
  const std::vector<float> r = valuesOf(document, *attributes, "ROTATION", 4, limit, count, location);
  const std::vector<float> s = valuesOf(document, *attributes, "SCALE", 3, limit, count, location);
  std::vector<crossfade::Transform> instances(std::max({t.size() / 3, r.size() / 4, s.size() / 3}));
  for (std::size_t i = 0; i < instances.size(); ++i) {
    crossfade::Transform& instance = instances[i];
    if (3 * i + 2 < t.size()) instance.translation = {t[3 * i], t[3 * i + 1], t[3 * i + 2]};
    if (3 * i + 2 < s.size()) instance.scale = {s[3 * i], s[3 * i + 1], s[3 * i + 2]};
    if (4 * i + 3 >= r.size()) continue;
    const glm::quat rotation = crossfade::makeQuat(r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3]);
    if (glm::length(rotation) > 1e-6f) instance.rotation = glm::normalize(rotation);
  }
  return {.shown = std::move(instances), .leftOut = count - std::min(count, limit)};
}

}  // namespace

void addInstanceNodes(GltfDocument& document, ImportReport& report) {
  const Json& list = listMember(document.json, "nodes", {"document"});
  const std::size_t fileNodes = document.nodes.size();
  std::size_t left = limits::kInstances, leftOut = 0, shown = 0;
  for (std::size_t i = 0; i < fileNodes; ++i) {
    const Json* extension = findExtension(list[i], kInstancing);
    if (extension == nullptr || document.nodes[i].mesh < 0 || document.nodes[i].skin >= 0) continue;
    const JsonLocation node{"node", static_cast<std::ptrdiff_t>(i)}, location{kInstancing, -1, &node};
    Instances instances;
    try {
      instances = readInstances(document, *extension, left, location);
    } catch (const ImportError& error) {
      report.add(Finding::Lost, location.text(), concat(error.what(), "; one instance is shown"));
    }
    leftOut += instances.leftOut;
    if (instances.shown.empty()) continue;
    left -= instances.shown.size();
    shown += instances.shown.size();
    for (const crossfade::Transform& local : instances.shown) {
      document.nodes[i].children.push_back(static_cast<int>(document.nodes.size()));
      GltfNode instance;
      instance.mesh = document.nodes[i].mesh;
      instance.weights = document.nodes[i].weights;
      instance.local = local;
      document.nodes.push_back(std::move(instance));
    }
    document.nodes[i].mesh = -1;
  }
  if (shown > 0)
    report.add(Finding::Found, concat("extension ", kInstancing),
               concat(shown, " instances are shown, each as a node of its own"));
  if (leftOut > 0)
    report.add(Finding::Lost, concat("extension ", kInstancing),
               concat(leftOut, " instances above the limit of ", limits::kInstances, " are not shown"));
}

namespace {

constexpr std::chrono::milliseconds kProgressInterval{20};

/// As in three.js: the node's weights, else the mesh's, else 0.
void addRestWeights(Model& model, const GltfNode& node, const GltfMesh& mesh, MeshInstance& instance,
                    ImportReport& report) {
  const std::vector<float>& given = node.weights.empty() ? mesh.weights : node.weights;
  instance.morphOffset = static_cast<int>(model.restMorphWeights.size());
  instance.morphCount = mesh.targetCount();
  const auto count = static_cast<std::size_t>(instance.morphCount);
  for (std::size_t i = 0; i < count; ++i) {
    const float meshWeight = i < mesh.weights.size() ? mesh.weights[i] : 0.0f;
    model.restMorphWeights.push_back(i < given.size() ? given[i] : meshWeight);
  }
  if (!given.empty() && given.size() != count)
    report.add(Finding::Repaired, concat("node ", model.skeleton.documentIndexOf(instance.node)),
               concat("it has ", given.size(), " morph weights for ", count, " targets"));
}

/// The camera and the light of a node. They have the node's name if they have none; hidden lights are left out.
void addViews(Model& model, const GltfDocument& document, std::size_t nodeIndex) {
  const GltfNode& node = document.nodes[nodeIndex];
  const auto add = [&](auto view, auto& all, int index) {
    view.inFile = index;
    view.node = model.skeleton.jointAt(static_cast<int>(nodeIndex));
    if (view.name.empty()) view.name = node.name;
    all.push_back(std::move(view));
  };
  if (node.camera >= 0)
    if (const GltfCamera& camera = document.cameras[static_cast<std::size_t>(node.camera)]; camera.usable)
      add(camera.camera, model.cameras, node.camera);
  if (node.light >= 0 && node.inScene)
    add(document.lights[static_cast<std::size_t>(node.light)], model.lights, node.light);
}

void addInstances(Model& model, const GltfDocument& document) {
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    const GltfNode& node = document.nodes[i];
    if (node.skin >= 0 && node.mesh < 0)
      model.report.add(Finding::Ignored, locationText("node", i, node.name), "it has a skin, but no mesh");
    addViews(model, document, i);
    if (node.mesh < 0) continue;
    MeshInstance instance{
        .node = model.skeleton.jointAt(static_cast<int>(i)), .mesh = node.mesh, .inScene = node.inScene};
    if (node.skin >= 0 && !model.skins[static_cast<std::size_t>(node.skin)].joints.empty()) {
      instance.skin = node.skin;
      checkSkinJoints(model.meshes[static_cast<std::size_t>(node.mesh)],
                      model.skins[static_cast<std::size_t>(node.skin)], locationText("node", i, node.name));
    }
    addRestWeights(model, node, document.meshes[static_cast<std::size_t>(node.mesh)], instance, model.report);
    model.instances.push_back(instance);
  }
}

}  // namespace

void fillGltfModel(Model& model, const GltfDocument& document, bool allInfluences, bool imageHeadersOnly,
                   const ImportWatch& watch) {
  // Beside the rest, because decoding images takes about as long. A future of std::async waits when it is destroyed.
  ImportReport imageReport;
  std::atomic<double> fractionOfImages = 0;
  std::future<Materials> reading = std::async(std::launch::async, [&] {
    return readMaterials(document, imageReport, watch.beside(fractionOfImages), imageHeadersOnly);
  });
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  model.skeleton = readGltfSkeleton(document);
  for (std::size_t i = 0; i < document.meshes.size(); ++i)
    model.meshes.push_back(readGltfMesh(document, i, allInfluences, model.report,
                                        importing.subrange(0, 2).subrange(i, document.meshes.size())));
  model.clips = crossfade::ClipSet(readGltfClips(document, model.skeleton, model.report, importing.subrange(1, 2)));
  model.clipEvents = readGltfEvents(document, model.clips, model.report);
  for (std::size_t i = 0; i < document.skins.size(); ++i)
    model.skins.push_back(readGltfSkin(document, i, model.skeleton, model.report));
  const ImportWatch images = watch.enter(ImportStage::Pictures);
  while (reading.wait_for(kProgressInterval) == std::future_status::timeout) images.at(fractionOfImages.load());
  Materials materials = reading.get();
  model.report.lines.insert(model.report.lines.end(), imageReport.lines.begin(), imageReport.lines.end());
  model.report.undecoded = std::move(imageReport.undecoded);
  model.materials = std::move(materials.materials);
  model.images = std::move(materials.images);
  model.variants = document.variants;
  addInstances(model, document);
  GltfMaterialValues values = document.materialValues;
  readVrm(document, model, values);
  values.appendTo(model);
  fillSceneValues(model, document);
}

}  // namespace app
