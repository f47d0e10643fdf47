// Draws bones as solids on top of the scene, depth-tested against each other.
#ifndef APP_RENDER_BONE_OVERLAY_H
#define APP_RENDER_BONE_OVERLAY_H

#include <span>

#include "app/render/gl_handle.h"
#include "app/render/shader_program.h"
#include "app/render/stream_buffer.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

/// One instance per bone; the vertex shader makes it an octahedron with a dark rim.
class BoneOverlay {
 public:
  static crossfade::Result<BoneOverlay> make(const ShaderFolder& shaders);
  void upload(std::span<const BoneShape> bones);
  /// Clears the depth buffer if there are bones, so call it after everything that the scene hides.
  void draw() const;

 private:
  GlProgram program_;
  GlVertexArray vertexArray_;
  StreamBuffer buffer_;
  int boneCount_ = 0;
};

}  // namespace app

#endif  // APP_RENDER_BONE_OVERLAY_H
