// Thick smooth lines above everything: the skeleton and other marks.
#pragma once

#include <span>

#include "app/render/gl_handle.h"
#include "app/render/shader_program.h"
#include "app/render/stream_buffer.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

/// The draw list's pairs of points are the instances; the vertex shader makes each a strip. A dark rim under all lines
/// lets them read on any background.
class LineOverlay {
 public:
  static crossfade::Result<LineOverlay> make(const ShaderFolder& shaders);
  void upload(std::span<const LineVertex> points);
  /// `width` of a line in pixels.
  void draw(float width) const;

 private:
  GlProgram program_;
  int halfWidth_ = -1;
  int rimAlpha_ = -1;
  GlVertexArray vertexArray_;
  StreamBuffer buffer_;
  int lineCount_ = 0;
};

}  // namespace app
