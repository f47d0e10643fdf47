// The skeleton as solids: above the scene, hiding one another.
#pragma once

#include <span>

#include "app/render/gl_handle.h"
#include "app/render/shader_program.h"
#include "app/render/stream_buffer.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

/// The draw list's bones are the instances; the vertex shader makes each a solid with a dark rim.
class BoneOverlay {
 public:
  static crossfade::Result<BoneOverlay> make(const ShaderFolder& shaders);
  void upload(std::span<const BoneShape> bones);
  /// Where there are bones it clears the depth of the bound framebuffer: they come after all that the scene hides.
  void draw() const;

 private:
  GlProgram program_;
  GlVertexArray vertexArray_;
  StreamBuffer buffer_;
  int boneCount_ = 0;
};

}  // namespace app
