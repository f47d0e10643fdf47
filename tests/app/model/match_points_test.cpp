#include "app/model/match_points.h"

#include <gtest/gtest.h>

#include "tests/support/sample_models.h"

namespace app {
namespace {

TEST(MatchPoints, AreTheJointsOfAllSkinsOnce) {
  Model model = test::modelWithClips({"Walk"});
  model.skeleton = crossfade::test::chain(5);
  EXPECT_EQ(matchedJoints(model), (std::vector{0, 1, 2, 3, 4})) << "nothing is skinned";
  model.skins.resize(2);
  model.skins[0].joints = {3, 1};
  model.skins[1].joints = {1, 4};
  EXPECT_EQ(matchedJoints(model), (std::vector{1, 3, 4}));
}

TEST(MatchPoints, AClipIsACycleUnlessSomethingMovesTooFarAtItsSeam) {
  EXPECT_TRUE(isCycle({.rotationRatio = 2, .translationRatio = 0.5}));
  EXPECT_FALSE(isCycle({.rotationRatio = 2.1, .translationRatio = 0.5}));
  EXPECT_FALSE(isCycle({.rotationRatio = 0, .translationRatio = 3}));
}

}  // namespace
}  // namespace app
