#include "app/ui/widgets/search_list.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace app::test {
namespace {

const std::vector<std::string> kClips = {"1H_Melee_Attack_Chop",
                                         "2H_Melee_Idle",
                                         "Idle",
                                         "Lie_Idle",
                                         "Running_A",
                                         "Sit_Chair_Idle",
                                         "Sit_Floor_Down",
                                         "Sit_Floor_Idle",
                                         "Sit_Floor_StandUp",
                                         "Spellcast_Shoot",
                                         "Walking_A",
                                         "Walking_Backwards"};

std::string best(std::string_view query) {
  std::string found;
  int most = -1'000'000;
  for (const std::string& clip : kClips)
    if (const auto score = fuzzyScore(query, clip); score && *score > most) {
      most = *score;
      found = clip;
    }
  return found;
}

TEST(FuzzyScore, FindsAClipByAFewLetters) {
  EXPECT_EQ(best("sfi"), "Sit_Floor_Idle");
  EXPECT_EQ(best("sit fl id"), "Sit_Floor_Idle");
  EXPECT_EQ(best("sit_flo"), "Sit_Floor_Down") << "of equal matches the first";
  EXPECT_EQ(best("melidl"), "2H_Melee_Idle");
  EXPECT_EQ(best("idle"), "Idle");
  EXPECT_EQ(best("wb"), "Walking_Backwards");
  EXPECT_EQ(best("MELEE chop"), "1H_Melee_Attack_Chop");
  EXPECT_EQ(best("up"), "Sit_Floor_StandUp");
}

TEST(FuzzyScore, NeedsAllLettersInTheirOrder) {
  EXPECT_FALSE(fuzzyScore("eldi", "Idle"));
  EXPECT_FALSE(fuzzyScore("idles", "Idle"));
  EXPECT_FALSE(fuzzyScore("iidle", "Idle"));
  EXPECT_FALSE(fuzzyScore("a", ""));
  EXPECT_TRUE(fuzzyScore("IDLE", "idle"));
}

TEST(FuzzyScore, OfNothingMatchesEverything) {
  EXPECT_EQ(fuzzyScore("", "Idle"), 0);
  EXPECT_EQ(fuzzyScore("  ", ""), 0);
}

TEST(FuzzyScore, PrefersWordStartsAndLettersInARow) {
  EXPECT_GT(fuzzyScore("wa", "Walk"), fuzzyScore("wa", "Swap"));
  EXPECT_GT(fuzzyScore("run", "Run_A_12"), fuzzyScore("run", "Roll_up_n"));
  EXPECT_GT(fuzzyScore("ll", "LeftLeg"), fuzzyScore("ll", "Pillows"));
  EXPECT_GT(fuzzyScore("l2", "Leg2"), fuzzyScore("l2", "xlxx_a12"));
}

/// The first letter also occurs earlier: taking it there would miss the match in a row.
TEST(FuzzyScore, TakesTheBestOfSeveralWays) {
  EXPECT_GE(fuzzyScore("idle", "i_d_Idle"), fuzzyScore("idle", "x_x_Idle"));
}

TEST(FuzzyScore, SurvivesLongTexts) {
  EXPECT_TRUE(fuzzyScore(std::string(1000, 'a'), std::string(1000, 'a')));
  EXPECT_FALSE(fuzzyScore("b", std::string(300, 'a') + "b"));
}

}  // namespace
}  // namespace app::test
