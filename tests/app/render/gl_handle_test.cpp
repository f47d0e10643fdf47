#include "app/render/gl_handle.h"

#include <gtest/gtest.h>

#include <glad/gl.h>

#include <new>
#include <type_traits>
#include <utility>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

static_assert(!std::is_copy_constructible_v<GlBuffer> && !std::is_copy_assignable_v<GlBuffer>);
static_assert(std::is_nothrow_move_constructible_v<GlBuffer> && std::is_nothrow_move_assignable_v<GlBuffer>);
static_assert(!std::is_copy_constructible_v<OffscreenTarget> && std::is_move_constructible_v<OffscreenTarget>);
static_assert(!std::is_convertible_v<unsigned int, GlTexture>);

class GlHandleOwns : public RenderTest {};

TEST_F(GlHandleOwns, NothingWhenEmpty) {
  const GlTexture empty;
  EXPECT_FALSE(empty);
  EXPECT_EQ(empty.id(), 0u);
}

TEST_F(GlHandleOwns, TheObjectUntilItDiesOrIsMoved) {
  unsigned int id = 0;
  {
    GlTexture first = GlTexture::make();
    id = first.id();
    glBindTexture(GL_TEXTURE_2D, id);
    glBindTexture(GL_TEXTURE_2D, 0);
    GlTexture second = std::move(first);
    EXPECT_EQ(second.id(), id);
    EXPECT_EQ(first.id(), 0u);
    EXPECT_TRUE(glIsTexture(id));
  }
  EXPECT_FALSE(glIsTexture(id));
}

TEST_F(GlHandleOwns, NothingThatAnExceptionWouldHaveToDelete) {
  unsigned int id = 0;
  try {
    const GlTexture texture = GlTexture::make();
    id = texture.id();
    glBindTexture(GL_TEXTURE_2D, id);
    glBindTexture(GL_TEXTURE_2D, 0);
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    EXPECT_TRUE(glIsTexture(id)) << "the driver may hold a lock";
  }
  const GlTexture owner(id);
}

}  // namespace
}  // namespace app::test
