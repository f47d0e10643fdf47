#include "app/platform/gl_context_headless.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <utility>

namespace app {
namespace {

TEST(HeadlessContext, IsAtLeastOpenGL41Core) {
  auto context = HeadlessContext::make();
  ASSERT_TRUE(context) << context.error().message;
  const int version = gladLoadGL(HeadlessContext::getProcAddress);
  EXPECT_GE(version, GLAD_MAKE_VERSION(4, 1));
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_EQ(profile, GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST(HeadlessContext, DrawsToAFramebufferObject) {
  auto context = HeadlessContext::make();
  ASSERT_TRUE(context) << context.error().message;
  ASSERT_NE(gladLoadGL(HeadlessContext::getProcAddress), 0);
  GLuint texture = 0, framebuffer = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  ASSERT_EQ(glCheckFramebufferStatus(GL_FRAMEBUFFER), static_cast<GLenum>(GL_FRAMEBUFFER_COMPLETE));
  glClearColor(1, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  unsigned char pixel[4] = {};
  glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  EXPECT_EQ(pixel[0], 255);
  EXPECT_EQ(pixel[1], 0);
  EXPECT_EQ(pixel[2], 255);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &texture);
}

TEST(HeadlessContext, OutlivesAnotherContext) {
  auto first = HeadlessContext::make();
  ASSERT_TRUE(first) << first.error().message;
  {
    auto second = HeadlessContext::make();
    ASSERT_TRUE(second) << second.error().message;
  }
  const HeadlessContext moved = std::move(*first);
  auto third = HeadlessContext::make();
  ASSERT_TRUE(third) << third.error().message;
  ASSERT_NE(gladLoadGL(HeadlessContext::getProcAddress), 0);
  EXPECT_NE(glGetString(GL_VERSION), nullptr);
}

}  // namespace
}  // namespace app
