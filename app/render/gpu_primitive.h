// One primitive's vertices, indices and morph targets on the GPU.
#pragma once

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/render/caster_spheres.h"
#include "app/render/gl_handle.h"

namespace app {

/// Targets one after the other, vertices one after the other, per vertex a position and, where any target has normals,
/// a normal; 32-bit floats, in rows of 2^widthLog2 texels. What a target lacks is 0.
struct MorphTexture {
  GlTexture texture;
  int widthLog2 = 0;
  int texelsPerVertex = 1;
  int targetCount = 0;  // 0: no texture
};

struct GpuPrimitive {
  GlVertexArray vertexArray;
  GlBuffer vertices;
  GlBuffer indices;
  unsigned int mode = 0;  // GL_TRIANGLES, GL_LINES, GL_POINTS
  int vertexCount = 0;
  int indexCount = 0;  // 0: vertices in order
  int skinSets = 0;    // how many sets of four influences the shader reads
  bool hasNormals = false;
  bool hasTangents = false;
  MorphTexture morphs;
  std::vector<CasterSphere> casters;
  CasterSphere all;  // boundingSphere(casters)
};

/// At most this many sets of influences reach the GPU: 8 joints a vertex.
inline constexpr int kMaxSkinSets = 2;

/// `messages` gets a sentence for what the GPU cannot hold.
GpuPrimitive uploadPrimitive(const Primitive& primitive, const std::string& location,
                             std::vector<std::string>& messages);

/// Where vertex attributes are bound in scene.vert.
enum class VertexAttribute : unsigned int {
  Position,
  Normal,
  Uv0,
  Uv1,
  Color,
  Joints0,
  Weights0,
  Joints1,
  Weights1,
  Tangent
};

/// What the shader reads where a primitive has no such array. Context state: set it before drawing.
void setAbsentAttributes();

}  // namespace app
