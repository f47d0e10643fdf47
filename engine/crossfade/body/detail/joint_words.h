// What a joint's name says: which body part, which side, which number.
#ifndef CROSSFADE_BODY_DETAIL_JOINT_WORDS_H
#define CROSSFADE_BODY_DETAIL_JOINT_WORDS_H

#include <optional>
#include <string>
#include <string_view>

#include "crossfade/body/human_joint.h"

namespace crossfade::detail {

enum class Finger { Thumb, Index, Middle, Ring, Little };

struct JointWords {
  std::string part;  // lower case, without side, numbers and words that only decorate: "upperarm"
  std::optional<BodySide> side;
  std::optional<Finger> finger;
  std::optional<int> fingerNumber;  // "Finger2"; `finger` counts from the thumb, 0. Others count from 1
  bool isNumbered = false;
  bool isMetacarpal = false;
  bool isControl = false;  // IK targets, twist joints, ends of chains
  bool isTwist = false;
};

/// "mixamorig:LeftForeArm", "DEF-forearm.L.001", "Bip01 L Forearm" and "forearm_l" all say "forearm", left. The
/// Japanese names of MikuMikuDance give the same words as English ones.
JointWords wordsOf(std::string_view name);

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_JOINT_WORDS_H
