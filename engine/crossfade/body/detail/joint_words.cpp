#include "crossfade/body/detail/joint_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace crossfade::detail {
namespace {

using std::string_view;

constexpr std::array kControls{"end",    "nub",      "site",   "ik",        "fk",     "pole",    "target",
                               "twist",  "roll",     "ctrl",   "control",   "helper", "slot",    "mch",
                               "org",    "effector", "tip",    "socket",    "pt",     "endsite", "poletarget",
                               "weapon", "prop",     "muscle", "corrective"};
constexpr std::array kDecorations{"def",       "j",  "bip",  "biped", "b",    "bone",      "jnt",          "joint",
                                  "mixamorig", "cc", "base", "sk",    "skel", "character", "rig",          "armature",
                                  "valve",     "f",  "bn",   "c",     "bind", "proximal",  "intermediate", "distal",
                                  "metacarpal"};

// Words that may directly follow "l" or "r", as in CMU's ASF files: "lfemur", "rtoes". Only these, because the first
// letter of "leg", "root", "ring", "rear" and "lower" says nothing about a side.
constexpr std::array kSidedParts{
    "arm",   "upperarm", "lowerarm", "forearm", "humerus", "radius", "ulna",   "elbow", "hand",  "wrist", "shoulder",
    "shldr", "clavicle", "collar",   "scapula", "thumb",   "index",  "middle", "ring",  "pinky", "leg",   "upleg",
    "thigh", "femur",    "shin",     "calf",    "tibia",   "knee",   "hip",    "foot",  "ankle", "toe",   "toes"};

template <std::size_t n>
bool isOneOf(const std::array<const char*, n>& words, string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

enum class Kind { Lower, Upper, Digit, Other };
Kind kindOf(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (std::islower(byte)) return Kind::Lower;
  if (std::isupper(byte)) return Kind::Upper;
  return std::isdigit(byte) ? Kind::Digit : Kind::Other;
}

/// Splits at signs, between letters and digits, and where an upper-case letter starts a word ("LArm": "l", "arm").
std::vector<std::string> split(string_view name) {
  std::vector<std::string> words;
  bool startsWord = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const Kind kind = kindOf(name[i]);
    if (kind == Kind::Other) {
      startsWord = true;
      continue;
    }
    if (i > 0) {
      const Kind before = kindOf(name[i - 1]);
      const bool lowerFollows = i + 1 < name.size() && kindOf(name[i + 1]) == Kind::Lower;
      startsWord |= (kind == Kind::Digit) != (before == Kind::Digit);
      startsWord |= kind == Kind::Upper && (before == Kind::Lower || (before == Kind::Upper && lowerFollows));
    }
    if (startsWord) words.emplace_back();
    startsWord = false;
    words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return words;
}

std::optional<Finger> fingerOf(string_view word) {
  constexpr std::array<std::pair<string_view, Finger>, 6> kFingers{{{"thumb", Finger::Thumb},
                                                                    {"index", Finger::Index},
                                                                    {"middle", Finger::Middle},
                                                                    {"ring", Finger::Ring},
                                                                    {"pinky", Finger::Little},
                                                                    {"little", Finger::Little}}};
  for (const auto& [start, finger] : kFingers)
    if (word.substr(0, start.size()) == start) return finger;
  return std::nullopt;
}

/// Removes the side from the beginning of a word, as in "leftarm" and "lfemur".
std::optional<BodySide> takeSide(std::string& word) {
  if (word == "l" || word == "r") return std::exchange(word, "") == "l" ? BodySide::Left : BodySide::Right;
  for (const auto& [start, side] :
       {std::pair<string_view, BodySide>{"left", BodySide::Left}, {"right", BodySide::Right}})
    if (string_view(word).substr(0, start.size()) == start) {
      word.erase(0, start.size());
      return side;
    }
  if (const string_view rest = string_view(word).substr(word.empty() ? 0 : 1);
      (word[0] == 'l' || word[0] == 'r') && isOneOf(kSidedParts, rest)) {
    const BodySide side = word[0] == 'l' ? BodySide::Left : BodySide::Right;
    word.erase(0, 1);
    return side;
  }
  return std::nullopt;
}

}  // namespace

JointWords wordsOf(string_view name) {
  if (const std::size_t prefix = name.find_last_of(":|"); prefix != string_view::npos) name.remove_prefix(prefix + 1);
  JointWords found;
  bool saysFinger = false;  // 3ds Max: "Finger0" is the thumb, "Finger12" the third joint of the index finger
  for (std::string& word : split(name)) {
    if (!found.side) found.side = takeSide(word);
    if (word.empty()) continue;
    found.isControl |= isOneOf(kControls, word);
    found.isTwist |= word == "twist" || word == "roll";
    found.isMetacarpal |= word == "metacarpal";
    if (kindOf(word.front()) == Kind::Digit) {
      found.isNumbered = true;
      if (saysFinger && !found.finger && word.front() < '5') found.finger = static_cast<Finger>(word.front() - '0');
      continue;
    }
    saysFinger |= word == "finger";
    if (isOneOf(kDecorations, word)) continue;
    if (const auto finger = fingerOf(word)) {
      found.finger = finger;
      continue;
    }
    if (found.finger && word == "hand") {  // "MiddleHand" is no finger
      found.finger.reset();
      found.part = "palm";
      found.isNumbered = true;
      continue;
    }
    found.part += word;
  }
  return found;
}

}  // namespace crossfade::detail
