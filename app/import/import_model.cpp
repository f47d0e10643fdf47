#include "app/import/import_model.h"

#include <chrono>
#include <functional>
#include <future>
#include <new>

#include "app/import/assimp/assimp_copy.h"
#include "app/import/assimp/assimp_model.h"
#include "app/import/assimp/assimp_scene.h"
#include "app/import/assimp/assimp_version.h"
#include "app/import/assimp/reconcile.h"
#include "app/import/blob/check_model.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/import/gltf/gltf_materials.h"
#include "app/import/gltf/gltf_mesh.h"
#include "app/import/gltf/gltf_skin.h"
#include "app/import/gltf/gltf_vrm.h"
#include "app/import/isolated/helper_import.h"
#include "app/model/file_formats.h"
#include "app/model/upright.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

constexpr std::size_t kCopyBytes = 1ull << 31;

/// In lower case. Refuses those that cannot be opened.
std::string extensionOf(const std::filesystem::path& file) {
  const std::string extension = lowerCase(file.extension().string());
  if (modelFormatOf(extension) == nullptr) {
    const auto isGltf = [](const ModelFormat& format) { return format.isGltf; };
    refuse("only glTF (", endingsOf(kModelFormats, isGltf, ", ", ", "), "), ",
           endingsOf(kModelFormats, std::not_fn(isGltf), ", ", " and "), " can be opened, not '", shortText(extension),
           "'");
  }
  return extension;
}

AssimpScene readWithAssimp(const GltfDocument& document, const std::vector<Mesh>& meshes,
                           const std::vector<GltfClip>& clips, ImportReport& report, const ImportWatch& watch) {
  const Bytes copy = writeAssimpCopy(document, meshes, clips, watch);
  AssimpScene assimp;
  if (copy.size() > kCopyBytes) {
    assimp.fault = concat("the document is larger than ", kCopyBytes, " bytes");
  } else {
    assimp = readAssimpScene(copy, watch);
  }
  if (!assimp.fault.empty())
    report.lines.push_back(
        {Finding::Repaired, "document",
         "assimp could not read it (" + shortText(assimp.fault) + "); everything is read from the file itself"});
  return assimp;
}

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

/// Fills everything but name, path and the validation report.
void fillModel(Model& model, const GltfDocument& document, const ImportOptions& options, const ImportWatch& watch) {
  // Beside the rest, because decoding images takes about as long. A future of std::async waits when it is destroyed.
  ImportReport imageReport;
  std::future<Materials> reading = std::async(std::launch::async, [&] {
    return readMaterials(document, imageReport, watch.withoutProgress(), options.imageHeadersOnly);
  });
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < document.meshes.size(); ++i)
    meshes.push_back(readGltfMesh(document, i, options.allInfluences, model.report,
                                  importing.subrange(0, 4).subrange(i, document.meshes.size())));
  std::vector<GltfClip> clips = readGltfClips(document, model.report, importing.subrange(1, 4));
  AssimpScene assimp = readWithAssimp(document, meshes, clips, model.report, importing.subrange(1, 2));

  const ImportWatch correcting = watch.enter(ImportStage::Correcting);
  model.skeleton = reconcileSkeleton(document, assimp, model.report);
  checkRestPose(model.skeleton);
  model.meshes = reconcileMeshes(std::move(meshes), assimp, model.report, correcting.subrange(0, 2));
  model.clips = crossfade::ClipSet(
      reconcileClips(std::move(clips), assimp, model.skeleton, model.report, correcting.subrange(1, 2)));
  for (std::size_t i = 0; i < document.skins.size(); ++i)
    model.skins.push_back(readGltfSkin(document, i, model.skeleton, model.report));
  watch.enter(ImportStage::Pictures);
  Materials materials = reading.get();
  model.report.lines.insert(model.report.lines.end(), imageReport.lines.begin(), imageReport.lines.end());
  model.materials = std::move(materials.materials);
  model.images = std::move(materials.images);
  model.variants = document.variants;
  addInstances(model, document);
  readVrm(document, model);
}

void shortenReport(ImportReport& report) {
  if (report.lines.size() <= limits::kReportLines) return;
  const std::size_t more = report.lines.size() - limits::kReportLines;
  report.lines.resize(limits::kReportLines);
  report.lines.push_back({Finding::Found, "report", concat(more, " more lines were left out")});
}

/// What assimp alone reads. Checked as if it came from outside, wherever it was read.
void openWithAssimp(Model& model, const std::filesystem::path& file, const std::string& extension,
                    const ImportOptions& options, const ImportWatch& watch) {
  const std::filesystem::path helper = options.isolated ? findImportHelper() : std::filesystem::path();
  if (!helper.empty()) {
    Model read = importInHelper(helper, file, options.imageHeadersOnly, watch);
    read.name = std::move(model.name);
    read.path = std::move(model.path);
    model = std::move(read);
  } else {
    if (options.isolated)
      model.report.lines.push_back({Finding::Found, "document",
                                    "the program crossfade-import is missing, so assimp runs in this process; if it "
                                    "crashes, Crossfade does, too"});
    fillAssimpModel(model, readRegularFile(file, limits::kFileBytes, watch.enter(ImportStage::Reading)), extension,
                    file.parent_path(), options.imageHeadersOnly, watch);
    shortenReport(model.report);
    checkModel(model, options.imageHeadersOnly);
  }
  setUpright(model, extension != ".bvh");
  checkRestPose(model.skeleton);
}

/// Takes the model from the cache, or opens it and offers it to the cache.
template <class Open>
void openThroughCache(Model& model, const std::filesystem::path& file, const ImportOptions& options,
                      const ImportWatch& watch, Open open) {
  const ImportFlags flags{options.allInfluences, options.imageHeadersOnly};
  if (std::optional<Model> kept = options.cache->find(file, flags, watch)) {
    kept->name = std::move(model.name), kept->path = std::move(model.path);
    model = *std::move(kept);
    return;
  }
  const std::size_t filesBefore = options.progress ? options.progress->files().size() : 0;
  const auto stamp = std::filesystem::file_time_type::clock::now();
  const auto began = std::chrono::steady_clock::now();
  open();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  if (!options.progress) return;  // nothing tells which files it depends on
  std::vector<std::filesystem::path> files = options.progress->files();
  files.erase(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(filesBefore));
  shortenReport(model.report);
  options.cache->keep(file, flags, std::move(files), stamp, took.count(), model);
}

/// Fills a model by `open`, which may throw, and turns what it throws into an error that begins with `name()`.
template <class Name, class Open>
crossfade::Result<Model> importGuarded(Name name, const ImportOptions& options, Open open) {
  std::string fault;
  try {
    const ImportWatch watch(options.progress);
    Model model;
    model.name = validUtf8(name()).text;
    open(model, watch);
    shortenReport(model.report);
    watch.finishFile();
    return model;
  } catch (const ImportCanceled&) {
    fault = "the import was canceled";
  } catch (const ImportError& error) {
    fault = error.what();
  } catch (const std::bad_alloc&) {
    fault = "there is not enough memory to open it";
  } catch (const std::exception& exception) {
    fault = std::string("it cannot be opened: ") + exception.what();
  } catch (...) {
    fault = "it cannot be opened, for a reason that was not given";
  }
  return crossfade::Error{validUtf8(name()).text + ": " + fault};
}

}  // namespace

crossfade::Result<Model> importModel(const std::filesystem::path& file, const ImportOptions& options) {
  const auto name = [&] { return file.filename().string(); };
  return importGuarded(name, options, [&](Model& model, const ImportWatch& watch) {
    model.path = file.string();
    const std::string extension = extensionOf(file);
    const auto open = [&] {
      if (isAssimpFormat(extension))
        openWithAssimp(model, file, extension, options, watch);
      else
        fillModel(model, loadGltfDocument(file, model.report, watch), options, watch);
    };
    if (options.cache)
      openThroughCache(model, file, options, watch, open);
    else
      open();
  });
}

crossfade::Result<Model> importModel(const std::string& name, std::span<const std::byte> bytes,
                                     const ImportOptions& options) {
  return importGuarded([&] { return name; }, options,
                       [&](Model& model, const ImportWatch& watch) {
                         const ByteSpan file(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
                         fillModel(model, inspectGltfDocument(file, {}, model.report, watch), options, watch);
                       });
}

std::string importerVersion() {
  std::string version = assimpVersion();
  for (const std::filesystem::path& program : {std::filesystem::path("/proc/self/exe"), findImportHelper()}) {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(program, none).time_since_epoch().count();
    version += concat(" ", written, " ", std::filesystem::file_size(program, none));
  }
  return version;
}

}  // namespace app
