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
  EXPECT_EQ(wordsOf("RHAT").side, std::nullopt) << "one word";
  EXPECT_EQ(wordsOf("RHa").part, "ha") << "at the end of the name, too";
  EXPECT_EQ(wordsOf("HandR").side, BodySide::Right);
  EXPECT_EQ(wordsOf("HandR").part, "hand");
}

TEST(JointWords, ALetterForTheSideMayTouchABodyPart) {
  for (const char* const part : {"femur", "tibia", "foot", "toes", "clavicle", "humerus", "radius", "hand", "wrist"}) {
    EXPECT_EQ(wordsOf(std::string("l") + part).side, BodySide::Left) << part;
    EXPECT_EQ(wordsOf(std::string("r") + part).side, BodySide::Right) << part;
    EXPECT_EQ(wordsOf(std::string("r") + part).part, part);
  }
  EXPECT_EQ(wordsOf("rthumb").finger, Finger::Thumb);
  EXPECT_EQ(wordsOf("RHAND").side, BodySide::Right);
}

TEST(JointWords, WordsThatBeginWithLOrRSayNoSide) {
  for (const char* const name : {"leg", "root", "rib", "ribs", "lower", "lowerback", "lowerleg", "lip", "ring", "ring1",
                                 "rear", "lash", "lid", "rig", "reye", "radius", "lats", "rump"})
    EXPECT_EQ(wordsOf(name).side, std::nullopt) << name;
  EXPECT_EQ(wordsOf("leg").part, "leg");
  EXPECT_EQ(wordsOf("radius").part, "radius");
}

}  // namespace
}  // namespace crossfade::detail
