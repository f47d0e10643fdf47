#include "app/import/gltf/gltf_document.h"

#include <algorithm>
#include <array>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_compression.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

/// "2.0" -> 2, 0; anything else -> 0, 0.
std::array<int, 2> versionOf(const std::string& text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() < 3 || !digit(text[0]) || text[1] != '.' || !digit(text[2])) return {0, 0};
  return {text[0] - '0', text[2] - '0'};
}

/// Version 1.0 has objects by name where 2.0 has lists.
bool hasListsOf2(const Json& json) {
  constexpr std::array kSections{"accessors", "bufferViews", "meshes", "nodes", "scenes"};
  return std::any_of(kSections.begin(), kSections.end(), [&](const char* name) {
    const Json* const found = findMember(json, name);
    return found && found->is_array();
  });
}

}  // namespace

int GltfMesh::targetCount() const {
  std::size_t count = 0;
  for (const GltfPrimitive& primitive : primitives) count = std::max(count, primitive.targets.size());
  return static_cast<int>(count);
}

ByteSpan bytesOf(const GltfDocument& document, const GltfView& view) {
  const GltfBuffer& buffer = document.buffers[static_cast<std::size_t>(view.buffer)];
  return buffer.absent ? ByteSpan() : ByteSpan(buffer.bytes).subspan(view.offset, view.size);
}

std::string locationText(std::string_view kind, std::size_t index, std::string_view name) {
  std::string text = concat(kind, " ", index);
  return name.empty() ? text : concat(text, " '", name, "'");
}

std::string readName(const Json& object, const JsonLocation& location, ImportReport& report) {
  std::string name = textMember(object, "name");
  std::replace(name.begin(), name.end(), '\0', ' ');
  if (name.size() <= limits::kNameBytes) return name;
  report.add(Finding::Repaired, location.text(),
             concat("the name of ", name.size(), " bytes was cut to ", limits::kNameBytes));
  return std::string(cutUtf8(name, limits::kNameBytes));
}

const Json& section(const GltfDocument& document, const char* key, std::size_t limit) {
  const Json& list = listMember(document.json, key, {"document"});
  if (list.size() > limit) refuse("there are ", list.size(), " ", key, "; the limit is ", limit);
  return list;
}

void checkVersion(const Json& json) {
  const Json* asset = findMember(json, "asset");
  const std::string version = asset ? textMember(*asset, "version") : std::string();
  if (!asset || version.empty()) refuse("asset: no version is given, so this is not glTF 2.0");
  if (versionOf(version)[0] == 1 && hasListsOf2(json))
    refuse("asset: says glTF ", shortText(version),
           ", but its meshes and nodes are lists, as in glTF 2.0; if it is 2.0, correct the version in the file");
  if (versionOf(version)[0] == 1) throw OldGltf(concat("asset: is glTF ", version, "; only glTF 2.0 can be opened"));
  if (versionOf(version)[0] != 2)
    refuse("asset: version '", shortText(version), "' is unknown; only glTF 2.0 can be opened");
  const std::string minVersion = textMember(*asset, "minVersion", "2.0");
  if (versionOf(minVersion) != std::array{2, 0})
    refuse("asset: requires glTF '", shortText(minVersion), "' or later; only glTF 2.0 can be opened");
}

GltfDocument loadGltfDocument(const std::filesystem::path& file, ImportReport& report, const ImportWatch& watch) {
  return inspectGltfDocument(readRegularFile(file, limits::kFileBytes, watch.enter(ImportStage::Reading)),
                             folderOf(file), report, watch);
}

GltfDocument inspectGltfDocument(ByteSpan bytes, const std::filesystem::path& folder, ImportReport& report,
                                 const ImportWatch& watch) {
  const ImportWatch checking = watch.enter(ImportStage::Checking);
  GltfContainer container = readContainer(bytes, report);
  checkVersion(container.json);
  checkExtensions(container.json, report);

  GltfDocument document;
  document.folder = folder;
  document.json = std::move(container.json);
  readBuffers(document, container, report, checking);
  readViews(document, report, checking);
  readAccessors(document);
  readCameras(document, report);
  readLights(document, report);
  readVariants(document, report);
  checking.throwIfCanceled();
  readMeshes(document, report);
  readNodes(document, report);
  checking.throwIfCanceled();
  readScenes(document, report);
  readSkins(document, report);
  readAnimations(document, report);
  decodeDracoPrimitives(document, report, checking);
  checkTotals(document);
  return document;
}

}  // namespace app
