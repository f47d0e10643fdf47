#include "app/format/model_words.h"

#include <gtest/gtest.h>

#include "tests/support/sample_models.h"

namespace app {
namespace {

TEST(ModelWords, NameTheFirstOfEqualClipsByItsNameAndTheOthersByIndex) {
  const Model model = test::modelWithClips({"Walk", "Run", "Walk", "#0"});
  for (int clip = 0; clip < 4; ++clip) EXPECT_EQ(*findClip(model, clipWord(model, clip)), clip);
  EXPECT_EQ(clipWord(model, 0), "Walk");
  EXPECT_EQ(clipWord(model, 2), "#2");
  EXPECT_EQ(*findClip(model, "#0"), 3) << "a clip has that name";
  EXPECT_FALSE(findClip(model, "walk")) << "another case";
  EXPECT_FALSE(findClip(model, "Wal"));
}

TEST(ModelWords, SayWhichClipsThereAre) {
  const auto unknown = findClip(test::modelWithClips({"Walk", "Run"}), "Rnu");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "there is no clip 'Rnu'; the clips are 'Walk', 'Run', or #0 to #1");
  EXPECT_EQ(findClip(test::modelWithClips({}), "#0").error().message, "there is no clip '#0'; the model has none");
}

TEST(ModelWords, RefuseWhatIsNoIndex) {
  const Model model = test::character();
  for (const char* word : {"#", "#-1", "#3", "#1x", "# 1", "#99999999999999999999"})
    EXPECT_FALSE(findClip(model, word)) << word;
}

TEST(ModelWords, NameJointsLikeClips) {
  Model model = test::character();
  const std::string first = model.skeleton.name(0);
  EXPECT_EQ(jointWord(model, 0), first);
  EXPECT_EQ(findJoint(model, first), 0);
  EXPECT_EQ(findJoint(model, "#1"), 1);
  EXPECT_EQ(findJoint(model, "nobody"), -1);
  EXPECT_EQ(findJoint(model, jointWord(model, 1)), 1);
  EXPECT_EQ(jointWord(*crossfade::Skeleton::make({{}}), 0), "#0") << "it has no name";
}

TEST(ModelWords, FindPairsEvenIfNamesHaveCommas) {
  const Model model = test::modelWithClips({"Walk", "Run, fast", "Run"});
  EXPECT_EQ(*findPair(model, "Walk,Run"), (CellIndex{0, 2}));
  EXPECT_EQ(*findPair(model, "Run, fast,Walk"), (CellIndex{1, 0}));
  EXPECT_EQ(*findPair(model, "#2,#0"), (CellIndex{2, 0}));
  const auto errorOf = [&](const char* text) { return findPair(model, text).error().message; };
  EXPECT_EQ(errorOf("Walk"), "'Walk' is not two names with a comma between them");
  EXPECT_EQ(errorOf("Run,#2"), "'Run,#2' names one clip twice");
  EXPECT_EQ(errorOf("Walk,Rum").substr(0, 25), "there is no clip 'Rum'; t");
}

}  // namespace
}  // namespace app
