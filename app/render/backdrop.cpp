#include "app/render/backdrop.h"

#include <glad/gl.h>

#include <cstddef>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "app/render/scene_program.h"

namespace app {
namespace {

struct ProgramSlot {
  const char* vertex;
  const char* fragment;
  GlProgram* program;
};

}  // namespace

crossfade::Result<Backdrop> Backdrop::make(const ShaderFolder& shaders, unsigned int shadowUnit,
                                           unsigned int shadowDepthUnit) {
  Backdrop backdrop;
  const ProgramSlot all[] = {{"fullscreen.vert", "background.frag", &backdrop.wall_},
                             {"ground.vert", "ground.frag", &backdrop.ground_.program},
                             {"ground.vert", "ground_shadow.frag", &backdrop.shadow_.program},
                             {"contact.vert", "contact.frag", &backdrop.contact_},
                             {"floor_band.vert", "floor_band.frag", &backdrop.band_}};
  for (const ProgramSlot& wanted : all) {
    auto program = buildProgram(shaders, {.vertex = wanted.vertex, .fragment = wanted.fragment});
    if (!program) return program.error();
    *wanted.program = std::move(*program);
    bindFrameBlock(*wanted.program);
  }
  for (Layer* layer : {&backdrop.ground_, &backdrop.shadow_})
    layer->rectangle = glGetUniformLocation(layer->program.id(), "rectangle");
  glUseProgram(backdrop.shadow_.program.id());
  glUniform1i(glGetUniformLocation(backdrop.shadow_.program.id(), "shadowMap"), static_cast<GLint>(shadowUnit));
  glUniform1i(glGetUniformLocation(backdrop.shadow_.program.id(), "shadowDepth"), static_cast<GLint>(shadowDepthUnit));
  glUseProgram(0);

  backdrop.noVertices_ = GlVertexArray::make();
  backdrop.occluderArray_ = instancedVertexArray(1);
  backdrop.bandArray_ = GlVertexArray::make();
  glBindVertexArray(backdrop.bandArray_.id());
  for (const GLuint attribute : {0u, 1u}) glEnableVertexAttribArray(attribute);
  glBindVertexArray(0);
  return backdrop;
}

void Backdrop::upload(std::span<const glm::vec4> occluders, std::span<const LineVertex> band) {
  occluderCount_ = static_cast<int>(occluders.size());
  bandCount_ = static_cast<int>(band.size());
  if (occluderCount_ > 0) {
    glBindVertexArray(occluderArray_.id());
    occluders_.write(GL_ARRAY_BUFFER, std::as_bytes(occluders));
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(glm::vec4), nullptr);
  }
  if (bandCount_ > 0) {
    glBindVertexArray(bandArray_.id());
    bandVertices_.write(GL_ARRAY_BUFFER, std::as_bytes(band));
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(LineVertex),
                          reinterpret_cast<const void*>(offsetof(LineVertex, position)));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(LineVertex),
                          reinterpret_cast<const void*>(offsetof(LineVertex, color)));
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void Backdrop::drawWall() const {
  glUseProgram(wall_.id());
  glBindVertexArray(noVertices_.id());
  glDepthMask(GL_FALSE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
}

void Backdrop::drawFloor(const glm::vec4& all, const glm::vec4& shadow) const {
  glDepthMask(GL_FALSE);  // its layers are coplanar
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_DEPTH_CLAMP);  // the floor ends where it fades out, not at the far plane
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 2.0f);  // a mesh that lies on the floor is in front of it
  drawLayer(ground_, all);
  if (bandCount_ > 0) {
    glUseProgram(band_.id());
    glBindVertexArray(bandArray_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, bandCount_);
  }
  if (shadow.z > shadow.x) drawLayer(shadow_, shadow);
  if (occluderCount_ > 0) {
    glUseProgram(contact_.id());
    glBindVertexArray(occluderArray_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, occluderCount_);
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_DEPTH_CLAMP);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}

void Backdrop::drawLayer(const Layer& layer, const glm::vec4& rectangle) const {
  glUseProgram(layer.program.id());
  glUniform4fv(layer.rectangle, 1, glm::value_ptr(rectangle));
  glBindVertexArray(noVertices_.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace app
