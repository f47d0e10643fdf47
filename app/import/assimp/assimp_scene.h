// What assimp reads from the copy of a glTF document (assimp_copy.h), as plain values without assimp types.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_SCENE_H
#define APP_IMPORT_ASSIMP_ASSIMP_SCENE_H

#include <array>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/import/file/file_bytes.h"
#include "crossfade/clip/keyframe_track.h"

namespace app {

struct AssimpNode {
  int node = 0;     // document index
  int parent = -1;  // document index; -1: a root
};

/// One primitive; `primitive` counts only those of its mesh that are in the copy.
struct AssimpMesh {
  int mesh = 0;
  int primitive = 0;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::array<std::vector<glm::vec2>, 2> uvs;  // v flipped back to glTF's: 0 at the top
  std::vector<glm::vec4> colors;
  std::vector<std::uint32_t> indices;  // of all faces, in order
};

/// Keys without interpolation mode or tangents, which assimp drops.
struct AssimpChannel {
  int node = 0;
  crossfade::Channel channel = crossfade::Channel::Translation;
  std::vector<float> times;  // seconds
  std::vector<float> values;
};

struct AssimpClip {
  std::string name;
  std::vector<AssimpChannel> channels;
};

struct AssimpScene {
  std::string fault;              // not empty: assimp rejected the document, and all below is empty
  std::vector<AssimpNode> nodes;  // parents first
  std::vector<AssimpMesh> meshes;
  std::vector<AssimpClip> clips;
};

/// Reads what writeAssimpCopy() wrote, from memory, with assimp's glTF 2 importer only and without access to files.
AssimpScene readAssimpScene(ByteSpan copy, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_SCENE_H
