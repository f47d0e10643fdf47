#include "app/render/offscreen_target.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>

#include <glad/gl.h>

#include "app/render/scene_target.h"
#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

class OffscreenPicture : public RenderTest {};

TEST_F(OffscreenPicture, HasItsTopRowFirst) {
  auto target = OffscreenTarget::make({4, 3});
  ASSERT_TRUE(target) << target.error().message;
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer());
  glViewport(0, 0, 4, 3);
  glClearColor(0, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 2, 1, 1);  // OpenGL counts rows from the bottom
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  const Picture picture{{4, 3}, target->readPixels()};
  EXPECT_EQ(picture.at(0, 0), (Pixel{255, 0, 0}));
  EXPECT_EQ(picture.at(1, 0), (Pixel{0, 0, 255}));
  EXPECT_EQ(picture.at(0, 2), (Pixel{0, 0, 255}));
}

TEST_F(OffscreenPicture, OfAnImpossibleSizeIsRefused) {
  const auto none = OffscreenTarget::make({0, 10});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message.find("a picture of 0 x 10 pixels is not possible: each side must be 1 to "), 0u);
  EXPECT_FALSE(OffscreenTarget::make({10, 1 << 30}));
}

class Resizes : public RenderTest {};

/// Objects that OpenGL knows by a name. Drivers may give out ever higher ones.
int namesInUse() {
  GLuint newest = 0;
  for (const GlKind kind : {GlKind::Buffer, GlKind::Texture, GlKind::VertexArray, GlKind::Framebuffer,
                            GlKind::Renderbuffer, GlKind::Sampler, GlKind::Query, GlKind::Program}) {
    const GLuint name = createGlObject(kind);
    newest = std::max(newest, name);
    deleteGlObject(kind, name);
  }
  int count = 0;
  for (GLuint name = 1; name < newest; ++name)
    count += glIsTexture(name) + glIsFramebuffer(name) + glIsRenderbuffer(name) + glIsBuffer(name) +
             glIsVertexArray(name) + glIsQuery(name) + glIsSampler(name) + glIsProgram(name) + glIsShader(name);
  return count;
}

long heapInUse() {
  const auto state = mallinfo2();
  return static_cast<long>(state.uordblks + state.hblkhd);
}

long openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

/// Everything that follows the size of a window, without drawing a scene: its framebuffers, with and without samples,
/// the layer of the bones, the picture, and the target of films and pictures.
TEST_F(Resizes, LeaveNothingBehind) {
  auto scene = SceneTarget::make({}, 4);
  ASSERT_TRUE(scene) << scene.error().message;
  std::mt19937 random(41);
  const auto resize = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const auto side = [&] { return 1 + static_cast<int>(random() % 64); };
      const PictureSize size{side(), side()};
      scene->beginPass(size, 1 + static_cast<int>(random() % 4), i % 2 == 0);
      scene->beginLayer();
      scene->endLayers();
      scene->resolve();
      auto target = OffscreenTarget::make(size);
      ASSERT_TRUE(target) << target.error().message;
      scene->copyInto(target->framebuffer(), size, {});
    }
    glFinish();
  };
  const char* const wanted = std::getenv("CROSSFADE_RESIZES");
  const int count = wanted ? std::atoi(wanted) : 1000;
  resize(300);
  const int names = namesInUse();
  EXPECT_GT(names, 10);
  const long heap = heapInUse(), descriptors = openDescriptors();
  resize(count);
  EXPECT_EQ(namesInUse(), names);
  EXPECT_LE(openDescriptors(), descriptors);  // the driver's own threads may have closed one
  const long growth = heapInUse() - heap;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LE(growth, 512 * 1024) << "of " << count << " resizes";
#endif
  std::printf("figure: %d resizes grow the heap by %ld bytes, names of OpenGL by %d\n", count, growth,
              namesInUse() - names);
}

}  // namespace
}  // namespace app::test
