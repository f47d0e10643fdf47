#include "app/import/assimp/assimp_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/assimp/confine_importer.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/model/triangulate.h"

namespace app {
namespace {

// In assimp's own order, one call each, so that a cancel is noticed in between: assimp ignores what a progress handler
// returns. Normals are not generated: meshes without them are shaded flat, as in glTF and three.js. Averaging would
// round off every edge.
constexpr std::array<unsigned, 3> kSteps = {aiProcess_Triangulate, aiProcess_SortByPType,
                                            aiProcess_JoinIdenticalVertices};

// assimp tests each corner of a polygon against all others, again after each triangle: n^3 for one that winds.
constexpr unsigned kManyCorners = 64;

/// The polygon in the plane that its corners are nearest to.
std::vector<glm::dvec2> flattened(const aiMesh& mesh, const aiFace& face) {
  const auto at = [&](unsigned corner) { return glm::dvec3(vec3Of(mesh.mVertices[face.mIndices[corner]])); };
  const glm::dvec3 origin = at(0);
  glm::dvec3 normal(0);  // Newell's method
  for (unsigned i = 0; i < face.mNumIndices; ++i)
    normal += glm::cross(at(i) - origin, at((i + 1) % face.mNumIndices) - origin);
  const glm::dvec3 size = glm::abs(normal);
  const int dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  std::vector<glm::dvec2> outline;
  for (unsigned i = 0; i < face.mNumIndices; ++i) {
    const glm::dvec3 corner = at(i) - origin;
    outline.emplace_back(corner[(dropped + 1) % 3], corner[(dropped + 2) % 3]);
  }
  return outline;
}

/// The triangles of a polygon. One whose area is zero or not finite becomes a fan, so that no vertex is lost.
void triangulate(const aiMesh& mesh, const aiFace& face, Triangulator& triangulator,
                 std::vector<std::array<unsigned, 3>>& triangles) {
  const auto inside = triangulator.triangulate(flattened(mesh, face), Collinear::Kept);
  for (const auto& [a, b, c] : inside) triangles.push_back({face.mIndices[a], face.mIndices[b], face.mIndices[c]});
  if (!inside.empty()) return;
  for (unsigned i = 2; i < face.mNumIndices; ++i)
    triangles.push_back({face.mIndices[0], face.mIndices[i - 1], face.mIndices[i]});
}

/// Replaces polygons with many corners by triangles, because assimp's own triangulation would take minutes.
void triangulateLargePolygons(aiMesh& mesh, const ImportWatch& watch) {
  std::vector<std::array<unsigned, 3>> triangles;
  std::vector<unsigned> replaced;
  Triangulator triangulator;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices < kManyCorners) continue;
    watch.throwIfCanceled();
    replaced.push_back(f);
    triangulate(mesh, face, triangulator, triangles);
  }
  if (replaced.empty()) return;
  const auto faceCount = static_cast<std::size_t>(mesh.mNumFaces) - replaced.size() + triangles.size();
  auto faces = std::make_unique<aiFace[]>(faceCount);
  std::size_t count = 0;
  for (unsigned f = 0, next = 0; f < mesh.mNumFaces; ++f) {
    if (next < replaced.size() && replaced[next] == f) {
      ++next;
      continue;
    }
    std::swap(faces[count].mNumIndices, mesh.mFaces[f].mNumIndices);
    std::swap(faces[count++].mIndices, mesh.mFaces[f].mIndices);
  }
  for (const std::array<unsigned, 3>& triangle : triangles) {
    faces[count].mNumIndices = 3;
    faces[count].mIndices = new unsigned[3];  // the face deletes it
    std::copy(triangle.begin(), triangle.end(), faces[count++].mIndices);
  }
  delete[] mesh.mFaces;
  mesh.mFaces = faces.release();
  mesh.mNumFaces = static_cast<unsigned>(faceCount);
  const bool hasPolygons =
      std::any_of(mesh.mFaces, mesh.mFaces + faceCount, [](const aiFace& face) { return face.mNumIndices > 3; });
  if (!hasPolygons) mesh.mPrimitiveTypes &= ~static_cast<unsigned>(aiPrimitiveType_POLYGON);  // else it aborts
  mesh.mPrimitiveTypes |= aiPrimitiveType_TRIANGLE;
}

}  // namespace

const aiScene* readScene(Assimp::Importer& importer, ByteSpan file, std::string_view extension,
                         std::string_view importerName, const ImportWatch& watch) {
  confineImporter(importer, importerName);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);  // or a node becomes up to seven
  // Without this, assimp makes a stand-in mesh for a COLLADA file that has none, and it would extend to cameras and
  // lights.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, extension == ".dae");
  const aiScene* scene =
      importer.ReadFileFromMemory(file.data(), file.size(), 0, std::string(extension.substr(1)).c_str());
  for (unsigned m = 0; scene && m < scene->mNumMeshes; ++m) triangulateLargePolygons(*scene->mMeshes[m], watch);
  for (std::size_t i = 0; i < kSteps.size() && scene && scene->mRootNode; ++i) {
    watch.at(i + 1, kSteps.size() + 1);
    scene = importer.ApplyPostProcessing(kSteps[i]);
  }
  return scene;
}

int markedUvSet(const aiMesh& mesh, float mark) {
  for (int set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++set)
    if (mesh.mTextureCoords[set] && mesh.mNumVertices > 0 && mesh.mTextureCoords[set][0].y == mark) return set;
  return -1;
}

std::vector<std::size_t> indicesIn(const aiMesh& mesh, int set) {
  constexpr float kMostWholeNumbers = 16777216;  // a float has all of them up to here
  std::vector<std::size_t> indices;
  for (unsigned i = 0; set >= 0 && i < mesh.mNumVertices; ++i) {
    const float u = mesh.mTextureCoords[set][i].x;
    indices.push_back(u >= 0 && u < kMostWholeNumbers ? static_cast<std::size_t>(std::lround(u)) : 0);
  }
  return indices;
}

Primitive primitiveOf(const aiMesh& source, std::string_view name, std::span<const int> hiddenUvSets) {
  Primitive primitive;
  const unsigned corners = source.mPrimitiveTypes & aiPrimitiveType_TRIANGLE ? 3
                           : source.mPrimitiveTypes & aiPrimitiveType_LINE   ? 2
                                                                             : 1;
  primitive.topology = corners == 3 ? Topology::Triangles : corners == 2 ? Topology::Lines : Topology::Points;
  primitive.material = static_cast<int>(source.mMaterialIndex);
  for (unsigned i = 0; i < source.mNumVertices; ++i) {
    const glm::vec3 at = vec3Of(source.mVertices[i]);
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(at[k]) <= limits::kMaxMagnitude))
        refuse("mesh '", name, "': vertex ", i, " is not finite or too large");
    primitive.positions.push_back(at);
    if (source.mNormals) primitive.normals.push_back(usable(vec3Of(source.mNormals[i]), glm::vec3(0, 1, 0)));
    if (source.mColors[0]) {
      const aiColor4D& color = source.mColors[0][i];
      primitive.colors.push_back(usable(glm::vec4(color.r, color.g, color.b, color.a), glm::vec4(1)));
    }
    std::size_t set = 0;
    for (int from = 0; from < AI_MAX_NUMBER_OF_TEXTURECOORDS && set < primitive.uvs.size(); ++from) {
      if (!source.mTextureCoords[from] || std::ranges::find(hiddenUvSets, from) != hiddenUvSets.end()) continue;
      const aiVector3D& uv = source.mTextureCoords[from][i];
      primitive.uvs[set++].push_back(usable(glm::vec2(uv.x, 1 - uv.y), glm::vec2(0)));
    }
  }
  for (unsigned f = 0; f < source.mNumFaces; ++f)
    if (source.mFaces[f].mNumIndices == corners)
      primitive.indices.insert(primitive.indices.end(), source.mFaces[f].mIndices, source.mFaces[f].mIndices + corners);
  return primitive;
}

}  // namespace app
