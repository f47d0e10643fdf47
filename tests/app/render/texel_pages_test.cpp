#include "app/render/pose_upload.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(PagePacker, FillsAPageBeforeTheNext) {
  PagePacker packer(10);
  const PageSlot a = packer.pack(4);
  const PageSlot b = packer.pack(6);
  const PageSlot c = packer.pack(1);
  EXPECT_EQ(a.page, 0);
  EXPECT_EQ(a.texel, 0);
  EXPECT_EQ(b.page, 0);
  EXPECT_EQ(b.texel, 4);
  EXPECT_EQ(c.page, 1);
  EXPECT_EQ(c.texel, 0);
}

TEST(PagePacker, NeverSplitsABlock) {
  PagePacker packer(10);
  packer.pack(8);
  const PageSlot slot = packer.pack(3);
  EXPECT_EQ(slot.page, 1);
  EXPECT_EQ(slot.texel, 0);
}

TEST(PagePacker, RefusesABlockLargerThanAPageAndGoesOn) {
  PagePacker packer(10);
  EXPECT_EQ(packer.pack(11).page, -1);
  EXPECT_EQ(packer.pack(10).page, 0);
}

TEST(PagePacker, StartsOverWhenCleared) {
  PagePacker packer(10);
  packer.pack(10);
  packer.pack(10);
  packer.clear();
  EXPECT_EQ(packer.pack(1).page, 0);
}

}  // namespace
}  // namespace app
