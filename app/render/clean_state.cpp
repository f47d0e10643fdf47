#include "app/render/clean_state.h"

#include <glad/gl.h>

#include "app/render/gpu_primitive.h"
#include "app/render/scene_program.h"

namespace app {

void leaveCleanState() {
  for (unsigned int unit = 0; unit <= static_cast<unsigned int>(SceneUnit::Shadow); ++unit) glBindSampler(unit, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glDisable(GL_SAMPLE_ALPHA_TO_ONE);
  glFrontFace(GL_CCW);
}

void beginCleanState() {
  leaveCleanState();
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
  glDepthRange(0.0, 1.0);
  glClearDepth(1.0);
  setAbsentAttributes();
}

}  // namespace app
