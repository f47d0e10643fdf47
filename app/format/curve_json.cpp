#include "app/format/curve_json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/session/character/settings/fade_settings.h"

namespace app {
namespace {

using crossfade::CurveKey;
using crossfade::CurveWrap;
using crossfade::Error;
using crossfade::Result;
using crossfade::WeightedMode;
using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> kWrapNames{"clamp", "loop", "pingPong"};
constexpr std::size_t kMaxCurveText = 4 << 20;
constexpr std::array<std::string_view, 7> kKeyMembers{"time",     "value",     "in",      "out",
                                                      "inWeight", "outWeight", "weighted"};
constexpr std::array<std::string_view, 4> kWeightedWords{"none", "in", "out", "both"};  // in older files of shapes

Json slopeToJson(double slope) { return std::isinf(slope) ? Json("step") : Json(slope); }

Result<double> readNumber(const Json& value, const char* name) {
  if (value.is_number()) return value.get<double>();
  return Error{std::string("\"") + name + "\" is not a number: " + quoted(value)};
}

Result<double> slopeFrom(const Json& value, const char* name) {
  if (value == "step") return crossfade::kStepTangent;
  auto slope = readNumber(value, name);
  return slope ? slope : Error{std::string("\"") + name + "\" is not a number or \"step\": " + quoted(value)};
}

Result<CurveKey> keyFrom(const Json& json) {
  if (!json.is_object()) return Error{"is not an object: " + quoted(json)};
  for (const auto& [name, value] : json.items())
    if (std::find(kKeyMembers.begin(), kKeyMembers.end(), name) == kKeyMembers.end())
      return Error{"there is no \"" + name + "\" in a key"};
  CurveKey key;
  const auto read = [&](const char* name, double& into, auto how) -> Result<void> {
    if (!json.contains(name)) return {};
    const Result<double> value = how(json.at(name), name);
    if (!value) return value.error();
    into = *value;
    return {};
  };
  for (const char* needed : {"time", "value"})
    if (!json.contains(needed)) return Error{std::string("\"") + needed + "\" is missing"};
  for (const auto& done : {read("time", key.time, readNumber), read("value", key.value, readNumber),
                           read("in", key.inTangent, slopeFrom), read("out", key.outTangent, slopeFrom),
                           read("inWeight", key.inWeight, readNumber), read("outWeight", key.outWeight, readNumber)})
    if (!done) return done.error();
  const bool in = json.contains("inWeight"), out = json.contains("outWeight");
  key.weightedMode = in && out ? WeightedMode::Both
                     : in      ? WeightedMode::In
                     : out     ? WeightedMode::Out
                               : WeightedMode::None;
  if (!json.contains("weighted")) return key;
  const auto mode = wordIndexOf(json.at("weighted"), kWeightedWords);
  if (!mode) return Error{"\"weighted\" " + mode.error().message};
  key.weightedMode = static_cast<WeightedMode>(*mode);
  return key;
}

Result<CurveWrap> wrapFrom(const Json& json, const char* name) {
  if (!json.contains(name)) return CurveWrap::Clamp;
  const Json& word = json.at(name);
  const auto found =
      word.is_string() ? std::find(kWrapNames.begin(), kWrapNames.end(), word.get<std::string>()) : kWrapNames.end();
  if (found == kWrapNames.end())
    return Error{std::string("\"") + name + "\" is not clamp, loop or pingPong: " + quoted(word)};
  return static_cast<CurveWrap>(found - kWrapNames.begin());
}

}  // namespace

Json curveToJson(const crossfade::AnimationCurve& curve) {
  Json keys = Json::array();
  for (const CurveKey& key : curve.keys()) {
    Json written = {{"time", key.time},
                    {"value", key.value},
                    {"in", slopeToJson(key.inTangent)},
                    {"out", slopeToJson(key.outTangent)}};
    const WeightedMode mode = key.weightedMode;
    if (mode == WeightedMode::In || mode == WeightedMode::Both) written["inWeight"] = key.inWeight;
    if (mode == WeightedMode::Out || mode == WeightedMode::Both) written["outWeight"] = key.outWeight;
    keys.push_back(std::move(written));
  }
  Json json = {{"keys", std::move(keys)}};
  if (curve.before != CurveWrap::Clamp) json["before"] = kWrapNames[static_cast<std::size_t>(curve.before)];
  if (curve.after != CurveWrap::Clamp) json["after"] = kWrapNames[static_cast<std::size_t>(curve.after)];
  return json;
}

std::string curveText(const crossfade::AnimationCurve& curve) { return curveToJson(curve).dump(2); }

Result<crossfade::AnimationCurve> curveFromText(std::string_view text) {
  if (text.size() > kMaxCurveText) return Error{"the text is too long for a curve"};
  const Json json = parsedJson(text);
  if (json.is_discarded()) return Error{"the text is not a curve"};
  return curveFromJson(json);
}

Result<crossfade::AnimationCurve> curveFromJson(const Json& json) {
  if (json.is_string()) {
    const auto preset = enumeratorNamed<FadeCurvePreset>(json.get_ref<const std::string&>());
    if (!preset) return Error{"there is no curve " + quoted(json)};
    return fadeCurve(*preset);
  }
  constexpr const char* kShape = "a curve is an object with a list \"keys\"";
  if (!json.is_object())
    return Error{kShape + (json.is_array() ? std::string(", not a list") : ", not " + quoted(json))};
  if (!json.contains("keys") || !json.at("keys").is_array()) return Error{kShape};
  for (const auto& [name, value] : json.items())
    if (name != "keys" && name != "before" && name != "after") return Error{"there is no \"" + name + "\" in a curve"};
  const Json& list = json.at("keys");
  if (list.size() > kMaxCurveKeys)
    return Error{"a curve of " + std::to_string(list.size()) + " keys; at most " + std::to_string(kMaxCurveKeys)};
  std::vector<CurveKey> keys;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto key = keyFrom(list[i]);
    if (!key) return Error{"key " + std::to_string(i) + ": " + key.error().message};
    keys.push_back(*key);
  }
  const auto before = wrapFrom(json, "before"), after = wrapFrom(json, "after");
  if (!before) return before.error();
  if (!after) return after.error();
  return crossfade::AnimationCurve::make(std::move(keys), *before, *after);
}

}  // namespace app
