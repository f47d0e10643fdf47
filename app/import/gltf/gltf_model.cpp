#include "app/import/gltf/gltf_model.h"

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_materials.h"
#include "app/import/gltf/gltf_mesh.h"
#include "app/import/gltf/gltf_skin.h"
#include "app/import/gltf/gltf_vrm.h"

namespace app {
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
    report.lines.push_back({Finding::Repaired, concat("node ", model.skeleton.documentIndexOf(instance.node)),
                            concat("it has ", given.size(), " morph weights for ", count, " targets")});
}

/// The camera and the light of a node. They have the node's name if they have none; hidden lights are left out.
void addViews(Model& model, const GltfDocument& document, std::size_t nodeIndex) {
  const GltfNode& node = document.nodes[nodeIndex];
  const auto add = [&](auto view, auto& all) {
    view.node = model.skeleton.jointAt(static_cast<int>(nodeIndex));
    if (view.name.empty()) view.name = node.name;
    all.push_back(std::move(view));
  };
  if (node.camera >= 0)
    if (const GltfCamera& camera = document.cameras[static_cast<std::size_t>(node.camera)]; camera.usable)
      add(camera.camera, model.cameras);
  if (node.light >= 0 && node.inScene) add(document.lights[static_cast<std::size_t>(node.light)], model.lights);
}

void addInstances(Model& model, const GltfDocument& document) {
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    const GltfNode& node = document.nodes[i];
    if (node.skin >= 0 && node.mesh < 0)
      model.report.lines.push_back(
          {Finding::Ignored, locationText("node", i, node.name), "it has a skin, but no mesh"});
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
  for (std::size_t i = 0; i < document.skins.size(); ++i)
    model.skins.push_back(readGltfSkin(document, i, model.skeleton, model.report));
  const ImportWatch images = watch.enter(ImportStage::Pictures);
  while (reading.wait_for(kProgressInterval) == std::future_status::timeout) images.at(fractionOfImages.load());
  Materials materials = reading.get();
  model.report.lines.insert(model.report.lines.end(), imageReport.lines.begin(), imageReport.lines.end());
  model.materials = std::move(materials.materials);
  model.images = std::move(materials.images);
  model.variants = document.variants;
  addInstances(model, document);
  GltfMaterialValues values = document.materialValues;
  readVrm(document, model, values);
  values.appendTo(model);
}

}  // namespace app
