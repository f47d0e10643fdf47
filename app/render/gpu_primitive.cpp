#include "app/render/gpu_primitive.h"

#include <glad/gl.h>

namespace app {

void setAbsentAttributes() {
  glVertexAttrib3f(static_cast<GLuint>(VertexAttribute::Normal), 0, 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv0), 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv1), 0, 0);
  glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Color), 1, 1, 1, 1);
}

}  // namespace app
