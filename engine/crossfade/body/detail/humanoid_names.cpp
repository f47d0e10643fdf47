#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "crossfade/body/detail/humanoid_search.h"
#include "crossfade/body/detail/joint_words.h"
#include "crossfade/skeleton/joint_tree.h"

namespace crossfade::detail {
namespace {

/// What a word means, as the joint of a limb counted from the trunk, and how surely. Some mean one of two joints
/// ("LeftLeg" is the lower leg in Mixamo's skeletons, the whole leg in Kenney's): the best chain of the limb decides.
struct Meaning {
  const char* part;
  int index;
  float confidence = 1;
};

constexpr Meaning kArmWords[]{
    {"shoulder", 0, 0.9f}, {"clavicle", 0},   {"collar", 0},      {"collarbone", 0},    {"scapula", 0, 0.6f},
    {"upperarm", 1},       {"uparm", 1},      {"armupper", 1},    {"arm", 1, 0.85f},    {"shldr", 1},
    {"shoulder", 1, 0.7f}, {"shldrbend", 1},  {"lowerarm", 2},    {"forearm", 2},       {"elbow", 2, 0.9f},
    {"loarm", 2},          {"armlower", 2},   {"forearmbend", 2}, {"arm", 2, 0.3f},     {"hand", 3},
    {"wrist", 3, 0.8f},    {"palm", 3, 0.6f}, {"fist", 3, 0.8f},  {"humerus", 1, 0.9f}, {"radius", 2, 0.9f},
    {"lowarm", 2},
};
constexpr Meaning kLegWords[]{
    {"upperleg", 0},     {"upleg", 0},       {"thigh", 0},    {"legupper", 0}, {"thighbend", 0},   {"hip", 0, 0.8f},
    {"leg", 0, 0.6f},    {"femur", 0, 0.9f}, {"lowerleg", 1}, {"calf", 1},     {"shin", 1},        {"knee", 1, 0.9f},
    {"leg", 1, 0.8f},    {"loleg", 1},       {"lowleg", 1},   {"leglower", 1}, {"tibia", 1, 0.9f}, {"foot", 2},
    {"ankle", 2, 0.85f}, {"toe", 3},         {"toes", 3},     {"toebase", 3},  {"ball", 3},
};
constexpr float kSkipped = 0.5f;  // what a chain loses for each joint of the limb that it leaves out in the middle
constexpr float kByPlace = 0.8f;  // of a joint whose name says otherwise
constexpr int kLimbJoints = 4;

struct Limb {
  std::span<const Meaning> words;
  HumanJoint first;  // on the left; the other three follow
  int optional;      // leading joints that skeletons often lack
};

constexpr Limb kLimbs[]{{kArmWords, HumanJoint::LeftShoulder, 1}, {kLegWords, HumanJoint::LeftUpperLeg, 0}};

float meaningOf(const JointWords& words, const Limb& limb, int index) {
  if (words.isControl || words.finger) return 0;
  if (words.part == "palm" && words.isNumbered) return 0;  // one of several bones in a palm
  const auto found = std::find_if(limb.words.begin(), limb.words.end(),
                                  [&](const Meaning& each) { return each.index == index && words.part == each.part; });
  return found == limb.words.end() ? 0 : found->confidence;
}

/// The joints of one limb, each below the one before; kNoJoint where there is none.
struct Chain {
  float score = 0;
  std::array<int, kLimbJoints> joints{kNoJoint, kNoJoint, kNoJoint, kNoJoint};
};

/// The chain with the highest sum of confidences. Dynamic programming down the tree: `best[joint][i]` ends with the
/// limb's i-th joint at `joint` or above it.
Chain bestChain(const Skeleton& skeleton, std::span<const JointWords> words, const Limb& limb, BodySide side) {
  std::vector<std::array<Chain, kLimbJoints>> best(words.size());
  Chain found;
  for (std::size_t joint = 0; joint < words.size(); ++joint) {
    const int parent = skeleton.parents()[joint];
    const std::array<Chain, kLimbJoints> above =
        parent < 0 ? std::array<Chain, kLimbJoints>{} : best[static_cast<std::size_t>(parent)];
    best[joint] = above;
    if (words[joint].side != side) continue;
    for (int i = 0; i < kLimbJoints; ++i) {
      const float confidence = meaningOf(words[joint], limb, i);
      if (confidence <= 0) continue;
      Chain chosen{.score = -kSkipped * static_cast<float>(std::max(i - limb.optional, 0))};
      for (int before = 0; before < i; ++before) {
        const Chain& start = above[static_cast<std::size_t>(before)];
        const float score = start.score - kSkipped * static_cast<float>(i - before - 1);
        if (start.joints[static_cast<std::size_t>(before)] >= 0 && score > chosen.score) {
          chosen = start;
          chosen.score = score;
        }
      }
      chosen.score += confidence;
      chosen.joints[static_cast<std::size_t>(i)] = static_cast<int>(joint);
      Chain& kept = best[joint][static_cast<std::size_t>(i)];
      if (chosen.score > kept.score) kept = chosen;
      if (kept.score > found.score) found = kept;
    }
  }
  return found;
}

/// Feet of IK rigs are no children of the lower legs: the best joint of that name anywhere.
int detachedJoint(std::span<const JointWords> words, const Limb& limb, int index, BodySide side) {
  int found = kNoJoint;
  float best = 0.7f;
  for (std::size_t joint = 0; joint < words.size(); ++joint)
    if (const float confidence = meaningOf(words[joint], limb, index); words[joint].side == side && confidence > best) {
      best = confidence;
      found = static_cast<int>(joint);
    }
  return found;
}

/// The hand begins at the wrist and the foot at the ankle, if a joint of that meaning is above the one that was found.
/// A foot below an ankle is then the toes, if there are none: CMU, SMPL, KayKit.
void raiseEnd(const Skeleton& skeleton, std::span<const JointWords> words, const Limb& limb, BodySide side,
              Chain& chain) {
  const bool isLeg = limb.first == HumanJoint::LeftUpperLeg;
  const std::size_t end = isLeg ? 2 : 3;
  const int found = chain.joints[end], above = chain.joints[end - 1];
  if (found == kNoJoint || above == kNoJoint || !isAtOrBelow(skeleton.parents(), found, above)) return;
  for (int i = skeleton.parents()[static_cast<std::size_t>(found)]; i != above;
       i = skeleton.parents()[static_cast<std::size_t>(i)])
    if (const JointWords& word = words[static_cast<std::size_t>(i)];
        word.side == side && meaningOf(word, limb, static_cast<int>(end)) > 0)
      chain.joints[end] = i;
  if (isLeg && chain.joints[end] != found && chain.joints[end + 1] == kNoJoint) chain.joints[end + 1] = found;
}

/// Of a limb whose second bone was not found, while two joints in a row may be its first one: the upper one is, and the
/// other one is the second. Unity's sample characters call the forearm "LeftUpperArm", below "LeftArm".
void splitFirstBone(const Skeleton& skeleton, std::span<const JointWords> words, const Limb& limb, BodySide side,
                    Chain& chain) {
  const auto first = static_cast<std::size_t>(limb.optional);
  const int found = chain.joints[first], end = chain.joints[first + 2];
  if (found == kNoJoint || chain.joints[first + 1] != kNoJoint || end == kNoJoint) return;
  if (skeleton.parents()[static_cast<std::size_t>(end)] != found) return;
  const int above = skeleton.parents()[static_cast<std::size_t>(found)];
  if (above == kNoJoint || (first > 0 && above == chain.joints[first - 1])) return;
  const JointWords& word = words[static_cast<std::size_t>(above)];
  if (word.side != side || !(meaningOf(word, limb, limb.optional) > 0)) return;
  chain.joints[first] = above;
  chain.joints[first + 1] = found;
}

void findLimb(const Skeleton& skeleton, std::span<const JointWords> words, const Limb& limb, BodySide side,
              Humanoid& body) {
  Chain chain = bestChain(skeleton, words, limb, side);
  constexpr int kFoot = 2;
  if (limb.first == HumanJoint::LeftUpperLeg && chain.joints[kFoot] == kNoJoint && chain.joints[kFoot - 1] != kNoJoint)
    chain.joints[kFoot] = detachedJoint(words, limb, kFoot, side);
  raiseEnd(skeleton, words, limb, side, chain);
  splitFirstBone(skeleton, words, limb, side, chain);
  for (int i = 0; i < kLimbJoints; ++i) {
    const int joint = chain.joints[static_cast<std::size_t>(i)];
    if (joint < 0) continue;
    const auto role = static_cast<HumanJoint>(static_cast<int>(limb.first) + i);
    const float confidence = meaningOf(words[static_cast<std::size_t>(joint)], limb, i);
    body[onSide(role, side)] = {joint, confidence > 0 ? confidence : kByPlace};
  }
}

/// Whether the next joint of the same finger has a number, as "LeftHandIndex1" after "LeftHandIndex".
bool numberFollows(const Skeleton& skeleton, std::span<const JointWords> words, int joint) {
  for (std::size_t i = static_cast<std::size_t>(joint) + 1; i < words.size(); ++i)
    if (skeleton.parents()[i] == joint && words[i].finger == words[static_cast<std::size_t>(joint)].finger)
      return words[i].isNumbered;
  return false;
}

/// The first three joints of each finger, from the palm on; a metacarpal counts only for the thumb.
void findFingers(const Skeleton& skeleton, std::span<const JointWords> words, BodySide side, Humanoid& body) {
  const int hand = body.jointOf(onSide(HumanJoint::LeftHand, side));
  const int arm = hand >= 0 ? hand : body.jointOf(onSide(HumanJoint::LeftLowerArm, side));
  if (arm < 0) return;
  std::array<int, 5> counts{};
  for (int joint = arm + 1; joint < skeleton.jointCount(); ++joint) {
    const JointWords& word = words[static_cast<std::size_t>(joint)];
    if (!word.finger || word.isControl || (word.side && word.side != side)) continue;
    if (!isAtOrBelow(skeleton.parents(), joint, arm)) continue;
    const bool isInPalm = word.isMetacarpal || (!word.isNumbered && numberFollows(skeleton, words, joint));
    if (isInPalm && word.finger != Finger::Thumb) continue;
    int& count = counts[static_cast<std::size_t>(*word.finger)];
    const int first = static_cast<int>(HumanJoint::LeftThumb1) + 3 * static_cast<int>(*word.finger);
    const auto role = [&](int index) { return onSide(static_cast<HumanJoint>(first + index), side); };
    if (count == 3 || (count > 0 && !isAtOrBelow(skeleton.parents(), joint, body.jointOf(role(count - 1))))) continue;
    body[role(count++)] = {joint, 0.9f};
  }
}

/// The central joint with one of these names whose confidence is highest; the first of equals.
HumanJointGuess centralJoint(std::span<const JointWords> words, std::span<const Meaning> meanings) {
  HumanJointGuess found;
  for (std::size_t joint = 0; joint < words.size(); ++joint) {
    if (words[joint].side || words[joint].isControl) continue;
    for (const Meaning& meaning : meanings)
      if (words[joint].part == meaning.part && meaning.confidence > found.confidence)
        found = {static_cast<int>(joint), meaning.confidence};
  }
  return found;
}

/// What most names begin with, up to a sign: "Robot_". Empty: nothing.
std::string sharedPrefix(const Skeleton& skeleton) {
  constexpr double kMost = 0.6;
  std::map<std::string_view, int> counts;
  for (int joint = 0; joint < skeleton.jointCount(); ++joint) {
    const std::string_view name = skeleton.name(joint);
    if (const std::size_t sign = name.find_first_of("_.- "); sign != name.npos) ++counts[name.substr(0, sign + 1)];
  }
  for (const auto& [prefix, count] : counts)
    if (count > kMost * skeleton.jointCount()) return std::string(prefix);
  return {};
}

/// Makes fingers with numbers count from the thumb on, whether that is 0 or 1 (MakeHuman, Rokoko).
void countFingers(std::span<JointWords> words) {
  std::array<bool, 6> has{};
  for (const JointWords& word : words)
    if (word.fingerNumber) has[static_cast<std::size_t>(*word.fingerNumber)] = true;
  if (has[0] || !(has[5] || (has[1] && has[2] && has[3] && has[4]))) return;
  for (JointWords& word : words)
    if (word.fingerNumber) word.finger = static_cast<Finger>(*word.fingerNumber - 1);
}

}  // namespace

Humanoid humanoidByNames(const Skeleton& skeleton) {
  constexpr Meaning kHips[]{{"hips", 0}, {"pelvis", 0}, {"hip", 0, 0.9f}};
  constexpr Meaning kHead[]{{"head", 0}};
  std::vector<JointWords> words;
  words.reserve(static_cast<std::size_t>(skeleton.jointCount()));
  const std::string prefix = sharedPrefix(skeleton);
  for (int joint = 0; joint < skeleton.jointCount(); ++joint) {
    std::string_view name = skeleton.name(joint);
    if (!prefix.empty() && name.starts_with(prefix)) name.remove_prefix(prefix.size());
    words.push_back(wordsOf(name));
  }
  countFingers(words);
  Humanoid body;
  body[HumanJoint::Hips] = centralJoint(words, kHips);
  body[HumanJoint::Head] = centralJoint(words, kHead);
  for (const BodySide side : {BodySide::Left, BodySide::Right}) {
    for (const Limb& limb : kLimbs) findLimb(skeleton, words, limb, side, body);
    findFingers(skeleton, words, side, body);
  }
  findTrunk(skeleton, body);
  return body;
}

}  // namespace crossfade::detail
