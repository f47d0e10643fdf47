// One primitive's vertices, indices and morph targets on the GPU; see primitive_upload.h.
#ifndef APP_RENDER_GPU_PRIMITIVE_H
#define APP_RENDER_GPU_PRIMITIVE_H

#include <vector>

#include "app/model/mesh.h"
#include "app/render/gl_handle.h"

namespace app {

/// Morph deltas as 32-bit floats, ordered by target, then vertex: a position and, if any target has normals, a normal;
/// missing ones are 0. In rows of 2^widthLog2 texels.
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
  int indexCount = 0;   // 0: vertices in order
  int coarseCount = 0;  // Primitive::coarseIndices, which follow the others; 0: none
  int skinSets = 0;     // sets of four influences that the shader reads
  bool hasNormals = false;
  bool hasTangents = false;
  MorphTexture morphs;
  std::vector<CasterSphere> casters;
  CasterSphere bounds;  // boundingSphere(casters)
};

/// Maximum number of sets of four influences on the GPU: 8 joints per vertex.
inline constexpr int kMaxSkinSets = 2;

/// Attribute locations in scene.vert.
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

/// Sets the values that the shader reads for attributes a primitive lacks. This is context state: call it before
/// drawing.
void setAbsentAttributes();

}  // namespace app

#endif  // APP_RENDER_GPU_PRIMITIVE_H
