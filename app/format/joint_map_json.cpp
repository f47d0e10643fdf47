#include "app/format/joint_map_json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/format/json_text.h"
#include "app/format/model_words.h"
#include "crossfade/math/euler_angles.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::JointMap;
using crossfade::JointPair;
using crossfade::PoseAlignment;
using crossfade::Result;
using crossfade::Skeleton;

constexpr std::array kAlignments{PoseAlignment::Keep, PoseAlignment::Follow, PoseAlignment::Bone, PoseAlignment::Level};

/// Reads one entry.
class Entry : public JsonMembers<OrderedJson> {
 public:
  using JsonMembers::JsonMembers;

  int joint(const char* key, const Skeleton& skeleton, bool isRequired) {
    const OrderedJson* value = find(key);
    if (!value && isRequired) fail(std::string("has no \"") + key + "\"");
    if (!value) return crossfade::kNoJoint;
    if (!value->is_string()) return fail(std::string("\"") + key + "\" is not a name"), crossfade::kNoJoint;
    const auto name = value->get<std::string>();
    const int found = findJoint(skeleton, name);
    if (found < 0) fail(std::string("\"") + key + "\": no joint is called '" + name + "'");
    return found;
  }
  float number(const char* key, float low, float high, float fallback) {
    const OrderedJson* value = find(key);
    if (!value) return fallback;
    const double number = value->is_number() ? value->get<double>() : NAN;
    if (number >= static_cast<double>(low) && number <= static_cast<double>(high)) return static_cast<float>(number);
    fail(std::string("\"") + key + "\": " + quoted(*value) + " is not a number from " + std::to_string(int(low)) +
         " to " + std::to_string(int(high)));
    return fallback;
  }
  /// "share", or "twist" where only the twist is shared.
  void readShare(JointPair& pair) {
    pair.sharesTwistOnly = find("twist") != nullptr;
    if (pair.sharesTwistOnly && find("share")) fail("has \"share\" and \"twist\": give one of them");
    if (pair.sharesTwistOnly && pair.upperSource < 0) fail("\"twist\" needs a joint to \"mix\" with");
    pair.share = number(pair.sharesTwistOnly ? "twist" : "share", 0, 1, 0);
  }
  PoseAlignment alignment() {
    const OrderedJson* value = find("align");
    if (!value) return PoseAlignment::Follow;
    for (const PoseAlignment each : kAlignments)
      if (*value == nameOf(each)) return each;
    fail("\"align\": " + quoted(*value) + " is not keep, follow, bone or level");
    return PoseAlignment::Follow;
  }
  glm::quat adjustment() {
    const OrderedJson* value = find("adjust");
    glm::vec3 degrees(0.0f);
    if (!value) return crossfade::JointPair{}.adjustment;
    bool isGood = value->is_array() && value->size() == 3;
    for (std::size_t i = 0; i < 3 && isGood; ++i) {
      isGood = (*value)[i].is_number() && std::abs((*value)[i].get<double>()) <= 360;
      if (isGood) degrees[static_cast<int>(i)] = (*value)[i].get<float>();
    }
    if (!isGood)
      fail("\"adjust\": " + jsonText(*value).substr(0, 80) + " is not three angles from -360 to 360 degrees");
    return crossfade::fromDegrees(degrees);
  }
  void refuseOthers() {
    for (const std::string& name : unknown()) fail("\"" + name + "\" is unknown");
  }
};

}  // namespace

std::string jointMapText(const JointMap& map, const Skeleton& source, const Skeleton& target) {
  std::string text = "{\"joints\": [";
  for (const JointPair& pair : map.pairs) {
    OrderedJson json{{"target", jointWord(target, pair.target)}, {"source", jointWord(source, pair.source)}};
    if (pair.upperSource >= 0)
      json.update(
          {{"mix", jointWord(source, pair.upperSource)}, {pair.sharesTwistOnly ? "twist" : "share", pair.share}});
    if (pair.alignment != PoseAlignment::Follow) json["align"] = nameOf(pair.alignment);
    if (pair.carrier >= 0) json["carrier"] = jointWord(target, pair.carrier);
    const glm::vec3 degrees = crossfade::toDegrees(pair.adjustment);
    const auto rounded = [](float angle) { return std::round(static_cast<double>(angle) * 1000) / 1000; };
    if (degrees != glm::vec3(0.0f)) json["adjust"] = {rounded(degrees.x), rounded(degrees.y), rounded(degrees.z)};
    if (pair.confidence != 1) json["confidence"] = std::round(static_cast<double>(pair.confidence) * 100) / 100;
    text += (&pair == map.pairs.data() ? "\n  " : ",\n  ") + jsonText(json);
  }
  return text + "\n]}\n";
}

Result<JointMap> jointMapFromText(std::string_view text, const Skeleton& source, const Skeleton& target) {
  const PartialJson json = readPartialJson(text);
  if (!json.damage.empty()) return Error{json.damage};
  const bool hasJoints = json.value.is_object() && json.value.contains("joints") && json.value["joints"].is_array();
  if (!hasJoints) return Error{"is no joint map: it has no list \"joints\""};
  JointMap map;
  const OrderedJson& joints = json.value["joints"];
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Entry entry(joints[i]);
    JointPair pair{.target = entry.joint("target", target, true),
                   .source = entry.joint("source", source, true),
                   .upperSource = entry.joint("mix", source, false),
                   .alignment = entry.alignment(),
                   .adjustment = entry.adjustment(),
                   .carrier = entry.joint("carrier", target, false),
                   .confidence = entry.number("confidence", 0, 1, 1)};
    entry.readShare(pair);
    entry.refuseOthers();
    if (!entry.error().empty()) return Error{"joint " + std::to_string(i) + ": " + entry.error()};
    map.pairs.push_back(pair);
  }
  if (map.pairs.empty()) return Error{"maps no joint"};
  std::stable_sort(map.pairs.begin(), map.pairs.end(),
                   [](const JointPair& a, const JointPair& b) { return a.target < b.target; });
  if (std::string error = findError(map, source, target); !error.empty()) return Error{std::move(error)};
  return map;
}

}  // namespace app
