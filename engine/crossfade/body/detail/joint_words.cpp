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
constexpr std::array kDecorations{
    "def",  "j",        "bip",          "biped",     "b",          "bone",     "jnt",     "joint", "mixamorig", "cc",
    "base", "sk",       "skel",         "character", "rig",        "armature", "valve",   "f",     "bn",        "c",
    "bind", "proximal", "intermediate", "distal",    "metacarpal", "medial",   "stretch", "x",     "m",         "start",
    "mc",   "pp",       "mp",           "dp"};
constexpr std::array kPhalanxes{"mc", "pp", "mp", "dp"};  // of Xsens: "LeftSecondPP"

// As in https://mikumikudance.fandom.com/wiki/MMD:Standard_Bones; a word before others that it contains.
constexpr std::array<std::pair<string_view, string_view>, 38> kJapanese{{
    {"左", " left "},
    {"右", " right "},
    {"人差指", " index "},
    {"人指", " index "},
    {"親指", " thumb "},
    {"中指", " middle "},
    {"薬指", " ring "},
    {"小指", " little "},
    {"手首", " wrist "},
    {"足首", " ankle "},
    {"つま先", " toe "},
    {"足先", " toe "},
    {"下半身", " lower body "},
    {"上半身", " upper body "},
    {"ひざ", " knee "},
    {"膝", " knee "},
    {"ひじ", " elbow "},
    {"肘", " elbow "},
    {"肩", " shoulder "},
    {"腕", " arm "},
    {"足", " leg "},
    {"手", " hand "},
    {"首", " neck "},
    {"頭", " head "},
    {"先", " end "},
    {"捩", " twist "},
    {"親", " parent "},
    {"ＩＫ", " ik "},
    {"０", "0"},
    {"１", "1"},
    {"２", "2"},
    {"３", "3"},
    {"４", "4"},
    {"５", "5"},
    {"６", "6"},
    {"７", "7"},
    {"８", "8"},
    {"９", "9"},
}};

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

/// With the words of kJapanese in English.
std::string inEnglish(string_view name) {
  std::string english;
  while (!name.empty()) {
    const auto known = std::find_if(kJapanese.begin(), kJapanese.end(),
                                    [&](const auto& each) { return name.starts_with(each.first); });
    english += known == kJapanese.end() ? name.substr(0, 1) : known->second;
    name.remove_prefix(known == kJapanese.end() ? 1 : known->first.size());
  }
  return english;
}

struct Word {
  std::string text;
  bool follows = false;  // the one before, without a sign in between
};

/// Splits at signs, between letters and digits, and where an upper-case letter starts a word ("LArm": "l", "arm").
std::vector<Word> split(string_view name) {
  std::vector<Word> words;
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
    if (startsWord) words.push_back({.text = {}, .follows = i > 0 && kindOf(name[i - 1]) != Kind::Other});
    startsWord = false;
    words.back().text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return words;
}

std::optional<Finger> fingerOf(string_view word) {
  constexpr std::array<std::pair<string_view, Finger>, 7> kFingers{{{"thumb", Finger::Thumb},
                                                                    {"index", Finger::Index},
                                                                    {"middle", Finger::Middle},
                                                                    {"ring", Finger::Ring},
                                                                    {"pinky", Finger::Little},
                                                                    {"pinkie", Finger::Little},
                                                                    {"little", Finger::Little}}};
  for (const auto& [start, finger] : kFingers)
    if (word.substr(0, start.size()) == start) return finger;
  return std::nullopt;
}

/// What only the word after it makes the name of a finger: "Mid1" (Poser, Reallusion) and "MidFinger", "fore1" and
/// "third1" (MikuMikuDance in English), "SecondPP".
std::optional<Finger> fingerBefore(string_view word, string_view next) {
  const bool isNumber = !next.empty() && kindOf(next.front()) == Kind::Digit;
  if (word == "mid" && (isNumber || next == "finger" || next == "metacarpal")) return Finger::Middle;
  if (word == "fore" && isNumber) return Finger::Index;
  if (word == "third" && isNumber) return Finger::Ring;
  constexpr std::array kOrdinals{"first", "second", "third", "fourth", "fifth"};
  const auto* const ordinal = std::find(kOrdinals.begin(), kOrdinals.end(), word);
  if (ordinal == kOrdinals.end() || !isOneOf(kPhalanxes, next)) return std::nullopt;
  return static_cast<Finger>(ordinal - kOrdinals.begin());
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

/// 3ds Max: "Finger0" is the thumb, "Finger12" the third joint of the index finger. Synty: "Finger_02" is the second
/// joint of all fingers but the index finger.
void setFinger(const Word& number, JointWords& found) {
  const int digit = number.text.front() - '0';
  if (!number.follows && digit == 0 && number.text.size() > 1) {
    found.finger = Finger::Middle;
  } else if (digit <= 5) {
    found.fingerNumber = digit;
    found.finger = static_cast<Finger>(std::min(digit, 4));
  }
}

}  // namespace

JointWords wordsOf(string_view name) {
  if (const std::size_t prefix = name.find_last_of(":|"); prefix != string_view::npos) name.remove_prefix(prefix + 1);
  JointWords found;
  bool saysFinger = false;
  std::vector<Word> words = split(inEnglish(name));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string& word = words[i].text;
    const string_view next = i + 1 < words.size() ? string_view(words[i + 1].text) : string_view();
    if (!found.side) found.side = takeSide(word);
    if (word.empty()) continue;
    found.isControl |= isOneOf(kControls, word);
    found.isTwist |= word == "twist" || word == "roll";
    found.isMetacarpal |= word == "metacarpal" || word == "mc" ||
                          (found.finger && (word == "start" || (word == "base" && found.isNumbered)));
    if (kindOf(word.front()) == Kind::Digit) {
      found.isNumbered = true;
      if (saysFinger && !found.finger) setFinger(words[i], found);
      continue;
    }
    saysFinger |= word == "finger";
    if (isOneOf(kDecorations, word)) continue;
    if (const auto finger = found.finger ? std::nullopt : fingerBefore(word, next)) {
      found.finger = finger;
      continue;
    }
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
