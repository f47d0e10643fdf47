#include "app/model/clip_choice.h"

#include <gtest/gtest.h>

#include "tests/support/sample_models.h"

namespace app {
namespace {

TEST(ClipChoice, HasTheChosenClipsInTheOrderGiven) {
  const Model model = test::modelWithClips({"idle", "walk", "run"});
  const ClipChoice choice(model, {2, 0});
  ASSERT_EQ(choice.clips().size(), 2u);
  EXPECT_EQ(choice[0].name(), "run");
  EXPECT_EQ(choice[1].name(), "idle");
  EXPECT_EQ(choice.positionOf(2), 0);
  EXPECT_EQ(choice.positionOf(0), 1);
  EXPECT_EQ(choice.positionOf(1), -1);
}

}  // namespace
}  // namespace app
