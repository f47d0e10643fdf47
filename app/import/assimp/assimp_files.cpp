#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <assimp/BaseImporter.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/import/assimp/assimp_model.h"
#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/texture_search.h"
#include "app/model/file_formats.h"
#include "app/model/triangulate.h"

namespace app {
namespace {

// ---- Files.

class BytesStream : public Assimp::IOStream {
 public:
  explicit BytesStream(ByteSpan bytes) : bytes_(bytes) {}
  explicit BytesStream(Bytes bytes) : owned_(std::move(bytes)), bytes_(owned_) {}

  std::size_t Read(void* to, std::size_t size, std::size_t count) override {
    if (size == 0) return 0;
    const std::size_t whole = std::min(count, (bytes_.size() - at_) / size);
    if (whole > 0) std::memcpy(to, bytes_.data() + at_, whole * size);
    at_ += whole * size;
    return whole;
  }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    const std::size_t target = from + offset;  // a negative offset wraps around, as it does for fseek
    if (target > bytes_.size()) return aiReturn_FAILURE;
    at_ = target;
    return aiReturn_SUCCESS;
  }
  std::size_t Tell() const override { return at_; }
  std::size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  Bytes owned_;
  ByteSpan bytes_;
  std::size_t at_ = 0;
};

/// The model, whose bytes are known, and the files in its folder and below.
class FolderFiles : public Assimp::IOSystem {
 public:
  /// `name`: what the model is called here.
  FolderFiles(std::string name, const std::filesystem::path& model, ByteSpan bytes, const ImportWatch& watch)
      : name_(std::move(name)), bytes_(bytes), folder_(folderOf(model)), search_(folder_), watch_(watch) {}

  bool Exists(const char* name) const override { return name == name_ || find(name).has_value(); }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* name, const char* mode) override {
    if (std::strpbrk(mode, "wa+")) return nullptr;
    if (name == name_) return new BytesStream(bytes_);  // Close() deletes it
    const auto found = find(name);
    if (!found) return nullptr;
    Bytes bytes = readResource(folder_, uriOf(*found), std::min(bytesLeft_, limits::kFileBytes), watch_);
    bytesLeft_ -= bytes.size();
    return new BytesStream(std::move(bytes));
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  std::optional<std::filesystem::path> find(std::string_view name) const {
    auto found = search_.find(name);
    if (found && !hasEnding(name, lowerCase(found->extension().string()))) found.reset();  // of another kind
    return found;
  }

  std::string name_;
  ByteSpan bytes_;
  std::filesystem::path folder_;
  mutable TextureSearch search_;  // lists the folder when first asked
  ImportWatch watch_;
  std::uint64_t bytesLeft_ = limits::kResourceBytes;
};

/// assimp picks the format by content: all others are taken away.
void keepImportersOf(std::string_view extension, Assimp::Importer& importer) {
  const auto reads = [&](const aiImporterDesc& about) {  // "dae xml zae"
    std::string_view rest = about.mFileExtensions;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (rest.substr(0, end) == extension.substr(1)) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  };
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    if (reads(*importer.GetImporterInfo(i))) continue;
    const std::unique_ptr<Assimp::BaseImporter> unwanted(importer.GetImporter(i));
    importer.UnregisterLoader(unwanted.get());
  }
}

// ---- Triangles.

// In assimp's own order, one call each, so that a cancel is noticed in between: assimp ignores what a progress handler
// returns. Normals are not generated: meshes without them are shaded flat, as in glTF and three.js. Averaging would
// round off every edge.
constexpr std::array<unsigned, 3> kPasses = {aiProcess_Triangulate, aiProcess_SortByPType,
                                             aiProcess_JoinIdenticalVertices};

// assimp tests each corner of a polygon against all others, again after each triangle: n^3 for one that winds.
constexpr unsigned kLargePolygon = 64;

/// Leaves out faces with vertices that the mesh does not have: what assimp does next would read beyond the end.
void dropBrokenFaces(aiMesh& mesh) {
  const auto isBroken = [&](const aiFace& face) {
    return std::any_of(face.mIndices, face.mIndices + face.mNumIndices,
                       [&](unsigned index) { return index >= mesh.mNumVertices; });
  };
  unsigned kept = 0;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    if (isBroken(mesh.mFaces[f])) continue;
    if (kept != f) std::swap(mesh.mFaces[kept], mesh.mFaces[f]);
    ++kept;
  }
  mesh.mNumFaces = kept;
  if (kept == 0) mesh.mPrimitiveTypes = aiPrimitiveType_POINT;  // or assimp would refuse the whole file
}

/// The triangles of a polygon. One whose area is zero or not finite becomes a fan, so that no vertex is lost.
void triangulateFace(const aiMesh& mesh, const aiFace& face, Triangulator& triangulator,
                     std::vector<std::array<unsigned, 3>>& triangles) {
  std::vector<glm::vec3> corners;
  for (unsigned i = 0; i < face.mNumIndices; ++i) corners.push_back(vectorOf(mesh.mVertices[face.mIndices[i]]));
  std::vector<glm::dvec2> outline;
  flattenPolygon(corners, corners.size(), outline);
  const auto inside = triangulator.triangulate(outline, Collinear::Kept);
  for (const auto& [a, b, c] : inside) triangles.push_back({face.mIndices[a], face.mIndices[b], face.mIndices[c]});
  if (!inside.empty()) return;
  for (unsigned i = 2; i < face.mNumIndices; ++i)
    triangles.push_back({face.mIndices[0], face.mIndices[i - 1], face.mIndices[i]});
}

/// Replaces polygons with many corners by triangles, because assimp's own triangulation would take minutes.
void triangulateLargeFaces(aiMesh& mesh, const ImportWatch& watch) {
  std::vector<std::array<unsigned, 3>> triangles;
  Triangulator triangulator;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    if (mesh.mFaces[f].mNumIndices < kLargePolygon) continue;
    watch.throwIfCanceled();
    triangulateFace(mesh, mesh.mFaces[f], triangulator, triangles);
  }
  if (triangles.empty()) return;
  const auto small = static_cast<std::size_t>(std::count_if(
      mesh.mFaces, mesh.mFaces + mesh.mNumFaces, [](const aiFace& face) { return face.mNumIndices < kLargePolygon; }));
  auto all = std::make_unique<aiFace[]>(small + triangles.size());
  std::size_t count = 0;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    if (mesh.mFaces[f].mNumIndices >= kLargePolygon) continue;
    std::swap(all[count].mNumIndices, mesh.mFaces[f].mNumIndices);
    std::swap(all[count++].mIndices, mesh.mFaces[f].mIndices);
  }
  for (const std::array<unsigned, 3>& triangle : triangles) {
    all[count].mNumIndices = 3;
    all[count].mIndices = new unsigned[3];  // the face deletes it
    std::copy(triangle.begin(), triangle.end(), all[count++].mIndices);
  }
  delete[] mesh.mFaces;
  mesh.mFaces = all.release();
  mesh.mNumFaces = static_cast<unsigned>(count);
  const bool hasPolygons =
      std::any_of(mesh.mFaces, mesh.mFaces + count, [](const aiFace& face) { return face.mNumIndices > 3; });
  if (!hasPolygons) mesh.mPrimitiveTypes &= ~static_cast<unsigned>(aiPrimitiveType_POLYGON);  // else it aborts
  mesh.mPrimitiveTypes |= aiPrimitiveType_TRIANGLE;
}

// ---- Faults.

constexpr std::string_view kWayOut = "; export it again, or as glTF";

std::optional<int> numberAfter(std::string_view text, std::string_view word, int base = 10) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  int number = 0;
  const char* begin = text.data() + found + word.size();
  if (std::from_chars(begin, text.data() + text.size(), number, base).ec != std::errc()) return std::nullopt;
  return number;
}

/// " at byte 31", " in line 5", or nothing. The importers name locations differently.
std::string placeIn(std::string_view text) {
  if (const auto byte = numberAfter(text, "offset 0x", 16)) return concat(" at byte ", *byte);
  if (const auto line = numberAfter(text, "line ")) return concat(" in line ", *line);
  return {};
}

/// " (block offset is out of range)": what assimp says, without names, locations and the period.
std::string detailIn(std::string_view text) {
  if (text.find("std::bad_alloc") != std::string_view::npos) return " (it asks for too much memory)";
  for (const std::string_view end : {") ", " - ", "Collada: "}) {
    const std::size_t found = text.find(end);
    if (found == std::string_view::npos) continue;
    if (end == ") " && placeIn(text.substr(0, found)).empty()) continue;  // "data index (9/4) in"
    text.remove_prefix(found + end.size());
  }
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
  if (text.empty()) return {};
  std::string detail = shortText(text);
  if (detail.size() > 1 && std::islower(static_cast<unsigned char>(detail[1])))
    detail[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(detail[0])));
  return concat(" (", detail, ")");
}

}  // namespace

const aiScene* openWithAssimp(Assimp::Importer& importer, const std::filesystem::path& file, ByteSpan bytes,
                              const ImportWatch& watch) {
  std::filesystem::path name = file.filename();
  if (hasEnding(name.string(), ".vrm") || hasEnding(name.string(), ".vrma")) name.replace_extension(".glb");
  keepImportersOf(lowerCase(name.extension().string()), importer);
  importer.SetIOHandler(new FolderFiles(name.string(), file, bytes, watch));  // the importer owns it
  // Without this, assimp makes a stand-in mesh for a file that has none.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  const aiScene* scene = importer.ReadFile(name.string(), 0);
  for (unsigned m = 0; scene && m < scene->mNumMeshes; ++m) {
    dropBrokenFaces(*scene->mMeshes[m]);
    triangulateLargeFaces(*scene->mMeshes[m], watch);
  }
  for (std::size_t i = 0; i < kPasses.size() && scene && scene->mNumMeshes > 0 && scene->mRootNode; ++i) {
    watch.at(i + 1, kPasses.size() + 1);
    scene = importer.ApplyPostProcessing(kPasses[i]);
  }
  return scene;
}

std::string assimpFault(std::string_view text, std::string_view format) {
  if (text.find("came out empty") != std::string_view::npos) return "holds nothing that can be shown";
  return concat("the ", format, " data is damaged", placeIn(text), detailIn(text), kWayOut);
}

std::string assimpVersion() { return concat(aiGetVersionMajor(), ".", aiGetVersionMinor(), ".", aiGetVersionPatch()); }

}  // namespace app
