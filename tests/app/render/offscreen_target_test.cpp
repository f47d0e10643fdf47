#include "app/render/offscreen_target.h"

#include <gtest/gtest.h>

#include <glad/gl.h>

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

}  // namespace
}  // namespace app::test
