#include "app/render/scene_target.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>

namespace app {
namespace {

GlRenderbuffer makeDepth(PictureSize size, int samples) {
  GlRenderbuffer depth = GlRenderbuffer::make();
  glBindRenderbuffer(GL_RENDERBUFFER, depth.id());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, size.width, size.height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  return depth;
}

}  // namespace

crossfade::Result<SceneTarget> SceneTarget::make(const ShaderFolder& shaders, int maxSamples) {
  GLint colorLimit = 1;
  GLint sampleLimit = 1;
  glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &colorLimit);
  glGetIntegerv(GL_MAX_SAMPLES, &sampleLimit);
  SceneTarget target;
  target.maxSamples_ = std::clamp(maxSamples, 1, std::max(1, std::min(colorLimit, sampleLimit)));
  const auto build = [&shaders](int opaqueSamples) {
    return buildProgram(shaders, {.vertex = "fullscreen.vert",
                                  .fragment = "resolve.frag",
                                  .defines = "OPAQUE_SAMPLES " + std::to_string(opaqueSamples) + "\n"});
  };
  auto resolve = build(0);
  if (!resolve) return resolve.error();
  auto resolveOpaque = build(target.maxSamples_);
  if (!resolveOpaque) return resolveOpaque.error();
  target.framebuffer_ = GlFramebuffer::make();
  target.pictureFramebuffer_ = GlFramebuffer::make();
  target.noVertices_ = GlVertexArray::make();
  target.resolve_ = std::move(*resolve);
  target.resolveOpaque_ = std::move(*resolveOpaque);
  for (const GlProgram* program : {&target.resolveOpaque_, &target.resolve_}) {
    glUseProgram(program->id());
    glUniform1i(glGetUniformLocation(program->id(), "samples"), 0);
  }
  target.sampleCountLocation_ = glGetUniformLocation(target.resolve_.id(), "sampleCount");
  target.keepAlphaLocation_ = glGetUniformLocation(target.resolve_.id(), "keepAlpha");
  target.premultipliedLocation_ = glGetUniformLocation(target.resolve_.id(), "premultiplied");
  glUseProgram(0);
  return target;
}

void SceneTarget::resize(PictureSize size, int samples) {
  size_ = size;
  samples_ = samples;
  color_ = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, color_.id());
  glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples_, GL_RGBA8, size.width, size.height, GL_TRUE);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
  depth_ = makeDepth(size, samples_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, color_.id(), 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  layerDepth_ = {};
  layer_ = {};
}

void SceneTarget::resizePicture(PictureSize size) {
  pictureSize_ = size;
  picture_ = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, picture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, pictureFramebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture_.id(), 0);
}

void SceneTarget::beginPass(PictureSize size, int samples, bool transparent) {
  transparent_ = transparent;
  samples = std::clamp(samples, 1, maxSamples_);
  if (size != size_ || samples != samples_) resize(size, samples);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, size.width, size.height);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_MULTISAMPLE);
}

void SceneTarget::clear() const {
  glClearColor(0, 0, 0, 0);
  glClear(transparent_ ? GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT
                       : GL_DEPTH_BUFFER_BIT);  // else the background covers every pixel
}

void SceneTarget::beginLayer() {
  if (!layer_) {
    layerDepth_ = makeDepth(size_, samples_);
    layer_ = GlFramebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, layer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, color_.id(), 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, layerDepth_.id());
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, layer_.id());
  glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
}

void SceneTarget::endLayers() const { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id()); }

void SceneTarget::resolve() {
  if (size_ != pictureSize_) resizePicture(size_);
  glBindFramebuffer(GL_FRAMEBUFFER, pictureFramebuffer_.id());
  glViewport(0, 0, size_.width, size_.height);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  if (!transparent_ && samples_ == maxSamples_) {
    glUseProgram(resolveOpaque_.id());
  } else {
    glUseProgram(resolve_.id());
    glUniform1i(sampleCountLocation_, samples_);
    glUniform1i(keepAlphaLocation_, transparent_ ? 1 : 0);
    glUniform1i(premultipliedLocation_, premultiplied_ ? 1 : 0);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindSampler(0, 0);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, color_.id());
  glBindVertexArray(noVertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
}

void SceneTarget::copyInto(unsigned int framebuffer, PictureSize size, PictureOrigin origin) const {
  if (!picture_) return glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, pictureFramebuffer_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, pictureSize_.width, pictureSize_.height, origin.x, origin.y, origin.x + size.width,
                    origin.y + size.height, GL_COLOR_BUFFER_BIT, size == pictureSize_ ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

}  // namespace app
