#include "crossfade/body/detail/joint_words.h"

#include <gtest/gtest.h>

namespace crossfade::detail {
namespace {

TEST(JointWords, AreTheSameInAllSpellings) {
  for (const char* const name : {"mixamorig:LeftForeArm", "DEF-forearm.L.001", "Bip01 L Forearm", "forearm_l",
                                 "LForearm", "L_FOREARM", "leftForearm"}) {
    EXPECT_EQ(wordsOf(name).part, "forearm") << name;
    EXPECT_EQ(wordsOf(name).side, BodySide::Left) << name;
  }
}

TEST(JointWords, AnUpperCaseLetterStartsAWordOnlyBeforeALowerCaseOne) {
  EXPECT_EQ(wordsOf("RHand").side, BodySide::Right);
  EXPECT_EQ(wordsOf("RHand").part, "hand");
  EXPECT_EQ(wordsOf("RHAND").side, std::nullopt) << "one word";
  EXPECT_EQ(wordsOf("RHa").part, "ha") << "at the end of the name, too";
  EXPECT_EQ(wordsOf("HandR").side, BodySide::Right);
  EXPECT_EQ(wordsOf("HandR").part, "hand");
}

}  // namespace
}  // namespace crossfade::detail
