// What the importer library brings from a glTF copy, as plain values; the only file of the glTF way that touches
// assimp.
#pragma once

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
  int node = 0;     // in the document
  int parent = -1;  // in the document; -1: a root
};

/// One primitive; `part` counts the primitives of its mesh that are in the copy.
struct AssimpMesh {
  int mesh = 0;
  int primitive = 0;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::array<std::vector<glm::vec2>, 2> uvs;  // v counted down from the top again, as in the file
  std::vector<glm::vec4> colors;
  std::vector<std::uint32_t> indices;  // of all faces in order
};

/// Keys as they came: without mode or tangents.
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
  std::string fault;              // not empty: the library refused the document, and there is nothing below
  std::vector<AssimpNode> nodes;  // parents first
  std::vector<AssimpMesh> meshes;
  std::vector<AssimpClip> clips;
};

/// Reads a copy made by writeAssimpCopy from memory, with the glTF 2 importer alone and no access to files.
AssimpScene readAssimpScene(ByteSpan copy, const ImportWatch& watch = {});

}  // namespace app
