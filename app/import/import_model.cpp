#include "app/import/import_model.h"

#include <chrono>
#include <functional>
#include <new>
#include <system_error>

#include "app/import/assimp/assimp_model.h"
#include "app/import/blob/check_model.h"
#include "app/import/bvh/bvh_model.h"
#include "app/import/collada/collada_model.h"
#include "app/import/fbx/fbx_model.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_document.h"
#include "app/import/gltf/gltf_model.h"
#include "app/import/isolated/helper_import.h"
#include "app/import/pack/pack_model.h"
#include "app/import/side_by_side.h"
#include "app/model/figure_joints.h"
#include "app/model/hidden_meshes.h"
#include "app/model/model_differences.h"
#include "app/model/upright.h"

namespace app {
namespace {

/// In lower case. Refuses those that cannot be opened.
std::string extensionOf(const std::filesystem::path& file) {
  std::string extension = lowerCase(file.extension().string());
  if (modelFormatOf(extension) == nullptr) {
    const auto isGltf = [](const ModelFormat& format) { return format.isGltf; };
    refuse("only glTF (", endingsOf(kModelFormats, isGltf, ", ", ", "), "), ",
           endingsOf(kModelFormats, std::not_fn(isGltf), ", ", " and "), " can be opened",
           extension.empty() ? "; its name has no ending" : concat(", not '", shortText(extension), "'"));
  }
  return extension;
}

void shortenReport(ImportReport& report) {
  if (report.lines.size() <= limits::kReportLines) return;
  const std::size_t more = report.lines.size() - limits::kReportLines;
  report.lines.resize(limits::kReportLines);
  report.add(Finding::Found, "report", concat(more, " more lines were left out"));
}

void openGltf(Model& model, const GltfDocument& document, const ImportOptions& options, const ImportWatch& watch) {
  fillGltfModel(model, document, options.allInfluences, options.imageHeadersOnly, watch);
  std::vector<bool> colliders(document.nodes.size());
  for (std::size_t i = 0; i < document.nodes.size(); ++i)
    if (document.nodes[i].isCollider)
      colliders[static_cast<std::size_t>(model.skeleton.jointAt(static_cast<int>(i)))] = true;
  hideColliders(model, colliders);
  setSpace(model, options.space);
  checkRestPose(model.skeleton);
}

/// Everything that is not read as glTF 2.0, in this process.
void fillModel(Model& model, const std::filesystem::path& file, std::string_view extension, Importer importer,
               bool imageHeadersOnly, const ImportWatch& watch) {
  const Bytes bytes = readRegularFile(file, limits::kFileBytes, watch.enter(ImportStage::Reading));
  if (importer == Importer::Assimp) return fillAssimpModel(model, file, bytes, imageHeadersOnly, watch);
  if (extension == ".fbx") return fillFbxModel(model, bytes, folderOf(file), imageHeadersOnly, watch);
  if (extension == ".dae") return fillColladaModel(model, bytes, folderOf(file), imageHeadersOnly, watch);
  if (extension == kPackEnding) return fillPackModel(model, bytes, watch);
  fillBvhModel(model, bytes, watch);
}

/// Everything that is not read as glTF 2.0, in the helper if there is one. The result is checked as if it came from
/// outside either way.
void openIsolated(Model& model, const std::filesystem::path& file, const std::string& extension, Importer importer,
                  const ImportOptions& options, const ImportWatch& watch) {
  const std::filesystem::path helper = options.isolated ? findImportHelper() : std::filesystem::path();
  if (!helper.empty()) {
    Model read = importInHelper(helper, file, importer, options.imageHeadersOnly, watch);
    read.name = std::move(model.name);
    read.path = std::move(model.path);
    model = std::move(read);
  } else {
    if (options.isolated)
      model.report.add(Finding::Found, "document",
                       "the program crossfade-import is missing, so the file was read in this process; "
                       "a file that crashes the importer crashes Crossfade, too");
    fillModel(model, file, extension, importer, options.imageHeadersOnly, watch);
    shortenReport(model.report);
    checkModel(model, options.imageHeadersOnly);
  }
  hideColliders(model);
  const ModelFormat& format = *modelFormatOf(extension);
  if (format.isBareMotion) takeStraightRest(model);
  setUpright(model, format.importer == Importer::Own && !format.isBareMotion, options.space);
  checkRestPose(model.skeleton);
}

void addDifferences(ImportReport& report, const Model& own, const Model& assimp) {
  const std::vector<ReportLine> differences = differencesOf(own, assimp);
  report.add(Finding::Found, "document",
             differences.empty() ? "our own reader shows the same"
                                 : "compared with our own reader, assimp differs as follows");
  report.lines.insert(report.lines.end(), differences.begin(), differences.end());
}

/// For an import within another one: neither reported nor cached.
ImportOptions nestedOptions(ImportOptions options) {
  options.progress = nullptr;
  options.cache = nullptr;
  return options;
}

/// What our own reader sees otherwise, for a model that assimp read.
void reportDifferences(Model& model, const std::filesystem::path& file, ImportOptions options) {
  options = nestedOptions(options);
  options.importer = Importer::Own;
  options.imageHeadersOnly = true;
  const auto own = importModel(file, options);
  if (own) return addDifferences(model.report, *own, model);
  model.report.add(Finding::Found, "document", concat("our own reader refuses it: ", own.error().message));
}

/// Takes the model from the cache, or opens it and offers it to the cache.
template <class Open>
void openThroughCache(Model& model, const std::filesystem::path& file, ImportFlags flags, const ImportOptions& options,
                      const ImportWatch& watch, Open open) {
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
    model.origin = originOf(model);
    if (hasNothingToDraw(model))
      model.report.add(Finding::Found, "document",
                       "there is nothing to draw: no mesh of the scene has a vertex, and there is no "
                       "skeleton to show instead");
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

/// Puts what assimp reads beside a model that our own reader has read, and says what differs.
void addOtherReading(Model& model, const std::filesystem::path& file, const std::string& extension,
                     const ImportOptions& options) {
  const ImportOptions how = nestedOptions(options);
  const auto open = [&](Model& other, const ImportWatch& watch) {
    openIsolated(other, file, extension, Importer::Assimp, how, watch);
  };
  auto other = importGuarded([&] { return model.name; }, how, open);
  if (!other) {
    model.report.add(Finding::Found, "document", concat("assimp refuses it: ", other.error().message));
    return;
  }
  addDifferences(model.report, model, *other);
  model = sideBySide(std::move(model), *std::move(other));
}

}  // namespace

crossfade::Result<Model> importModel(const std::filesystem::path& file, const ImportOptions& options) {
  const auto named = [&] { return file.has_filename() ? file : file.parent_path(); };  // "models/" is called "models"
  const auto name = [&] { return named().has_filename() ? named().filename().string() : file.string(); };
  return importGuarded(name, options, [&](Model& model, const ImportWatch& watch) {
    model.path = file.string();
    std::error_code failure;
    if (std::filesystem::is_directory(file, failure)) refuse("is a folder, not a file");
    const std::string extension = extensionOf(named());
    const ModelFormat& format = *modelFormatOf(extension);
    const bool hasOwnReader = format.importer == Importer::Own;
    const bool isBoth = hasOwnReader && options.importer == Importer::Both;
    const Importer importer = isBoth ? Importer::Own : hasOwnReader ? options.importer : Importer::Assimp;
    const auto open = [&] {
      if (!format.isGltf || importer == Importer::Assimp)
        return openIsolated(model, file, extension, importer, options, watch);
      try {
        openGltf(model, loadGltfDocument(file, model.report, watch), options, watch);
      } catch (const OldGltf&) {
        openIsolated(model, file, extension, Importer::Assimp, options, watch);
      }
    };
    if (options.cache && !options.space.isStated())
      openThroughCache(model, file, {options.allInfluences, options.imageHeadersOnly, importer}, options, watch, open);
    else
      open();
    model.importer = options.importer;
    if (isBoth) addOtherReading(model, file, extension, options);
    if (hasOwnReader && importer == Importer::Assimp && options.isolated) reportDifferences(model, file, options);
  });
}

crossfade::Result<Model> importModel(const std::string& name, std::span<const std::byte> bytes,
                                     const ImportOptions& options) {
  return importGuarded([&] { return name; }, options,
                       [&](Model& model, const ImportWatch& watch) {
                         const ByteSpan file(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
                         openGltf(model, inspectGltfDocument(file, {}, model.report, watch), options, watch);
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
