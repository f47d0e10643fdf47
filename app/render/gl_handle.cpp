#include "app/render/gl_handle.h"

#include <glad/gl.h>

#include <cassert>

namespace app {

unsigned int createGlObject(GlKind kind) {
  GLuint id = 0;
  switch (kind) {
    case GlKind::Buffer:
      glGenBuffers(1, &id);
      break;
    case GlKind::Texture:
      glGenTextures(1, &id);
      break;
    case GlKind::VertexArray:
      glGenVertexArrays(1, &id);
      break;
    case GlKind::Framebuffer:
      glGenFramebuffers(1, &id);
      break;
    case GlKind::Renderbuffer:
      glGenRenderbuffers(1, &id);
      break;
    case GlKind::Sampler:
      glGenSamplers(1, &id);
      break;
    case GlKind::Query:
      glGenQueries(1, &id);
      break;
    case GlKind::Program:
      id = glCreateProgram();
      break;
    case GlKind::Shader:
      assert(!"a shader needs its stage: see shader_program.cpp");
      break;
  }
  return id;
}

void deleteGlObject(GlKind kind, unsigned int id) noexcept {
  switch (kind) {
    case GlKind::Buffer:
      glDeleteBuffers(1, &id);
      break;
    case GlKind::Texture:
      glDeleteTextures(1, &id);
      break;
    case GlKind::VertexArray:
      glDeleteVertexArrays(1, &id);
      break;
    case GlKind::Framebuffer:
      glDeleteFramebuffers(1, &id);
      break;
    case GlKind::Renderbuffer:
      glDeleteRenderbuffers(1, &id);
      break;
    case GlKind::Sampler:
      glDeleteSamplers(1, &id);
      break;
    case GlKind::Query:
      glDeleteQueries(1, &id);
      break;
    case GlKind::Program:
      glDeleteProgram(id);
      break;
    case GlKind::Shader:
      glDeleteShader(id);
      break;
  }
}

}  // namespace app
