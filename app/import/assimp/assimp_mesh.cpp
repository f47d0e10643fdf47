#include "app/import/assimp/assimp_mesh.h"

#include <array>
#include <cmath>
#include <string>

#include <assimp/config.h>
#include <assimp/postprocess.h>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/assimp/confine_importer.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

// In assimp's own order, one call each, so that a cancel is noticed in between: assimp ignores what a progress handler
// returns.
constexpr std::array<unsigned, 4> kSteps = {aiProcess_Triangulate, aiProcess_SortByPType, aiProcess_GenSmoothNormals,
                                            aiProcess_JoinIdenticalVertices};

}  // namespace

const aiScene* readScene(Assimp::Importer& importer, ByteSpan file, std::string_view extension,
                         std::string_view importerName, const ImportWatch& watch) {
  confineImporter(importer, importerName);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);  // or a node becomes up to seven
  const aiScene* scene =
      importer.ReadFileFromMemory(file.data(), file.size(), 0, std::string(extension.substr(1)).c_str());
  for (std::size_t i = 0; i < kSteps.size() && scene && scene->mRootNode; ++i) {
    watch.at(i + 1, kSteps.size() + 1);
    scene = importer.ApplyPostProcessing(kSteps[i]);
  }
  return scene;
}

Primitive primitiveOf(const aiMesh& source, std::string_view name, int hiddenUvSet) {
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
      if (!source.mTextureCoords[from] || from == hiddenUvSet) continue;
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
