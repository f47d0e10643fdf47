#include "app/format/script_fields.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/model_words.h"
#include "app/session/character/named_masks.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

std::string member(const char* name) { return std::string("\"") + name + "\""; }

}  // namespace

const nlohmann::json* ScriptFields::find(const char* name) {
  asked_.insert(name);
  const auto found = entry_.find(name);
  return found == entry_.end() ? nullptr : &*found;
}

double ScriptFields::number(const char* name) {
  const nlohmann::json* found = find(name);
  if (!found) return fail(member(name) + " is missing"), 0;
  if (!found->is_number()) return fail(member(name) + " is not a number: " + quoted(*found)), 0;
  return found->get<double>();
}

int ScriptFields::whole(const char* name) {
  const double value = number(name);
  if (value == std::floor(value) && std::abs(value) <= 1e9) return static_cast<int>(value);
  return fail(member(name) + " is not a whole number: " + crossfade::formatNumber(value)), 0;
}

std::uint64_t ScriptFields::unsignedWhole(const char* name) {
  const nlohmann::json* found = find(name);
  if (found && found->is_number_unsigned()) return found->get<std::uint64_t>();
  if (found) fail(member(name) + " is not a whole number of 0 or above: " + quoted(*found));
  return fail(member(name) + " is missing"), 0;
}

std::optional<double> ScriptFields::optionalNumber(const char* name) {
  return has(name) ? std::optional(number(name)) : std::nullopt;
}

bool ScriptFields::flag(const char* name, bool fallback) {
  const nlohmann::json* found = find(name);
  if (!found) return fallback;
  if (!found->is_boolean()) return fail(member(name) + " is not true or false: " + quoted(*found)), fallback;
  return found->get<bool>();
}

std::string ScriptFields::text(const char* name) {
  const nlohmann::json* found = find(name);
  if (!found || !found->is_string()) return fail(member(name) + " is missing or not a text"), "";
  return found->get<std::string>();
}

std::vector<std::pair<std::string, double>> ScriptFields::numbers(const char* name) {
  std::vector<std::pair<std::string, double>> read;
  const nlohmann::json* found = find(name);
  if (!found || !found->is_object()) return fail(member(name) + " is missing or not an object of numbers"), read;
  for (const auto& [key, value] : found->items()) {
    if (!value.is_number()) return fail(member(name) + ": '" + key + "' is not a number: " + quoted(value)), read;
    read.emplace_back(key, value.get<double>());
  }
  return read;
}

std::span<const nlohmann::json> ScriptFields::list(const char* name) {
  const nlohmann::json* found = find(name);
  if (!found || !found->is_array())
    return fail(member(name) + " is missing or not a list"), std::span<nlohmann::json>{};
  return found->get_ref<const nlohmann::json::array_t&>();
}

int ScriptFields::clip(const char* name) {
  if (const nlohmann::json* found = find(name); found && found->is_number_integer()) return clipOfIndex(*found);
  const std::string wanted = text(name);
  if (!error_.empty()) return -1;
  const auto found = findClip(model_, wanted);
  return found ? *found : (fail(found.error().message), -1);
}

int ScriptFields::clipOfIndex(const nlohmann::json& number) {
  const double wanted = number.get<double>();  // may be larger than any int
  const int count = static_cast<int>(model_.clips.size());
  if (wanted >= 0 && wanted < count) return static_cast<int>(wanted);
  return fail("there is no clip " + quoted(number) + "; the model has " + std::to_string(count)), -1;
}

std::optional<int> ScriptFields::joint(const char* name) {
  if (!has(name)) return std::nullopt;
  if (entry_.at(name).is_null()) return -1;
  const std::string wanted = text(name);
  if (const int found = findJoint(model_, wanted); found >= 0) return found;
  std::string known;
  for (int i = 0; i < model_.skeleton.jointCount() && known.size() < 400; ++i)
    known += (i > 0 ? ", '" : "'") + model_.skeleton.name(i) + "'";
  return fail("there is no joint '" + wanted + "'; the joints are " + known), std::nullopt;
}

std::optional<int> ScriptFields::mask(const char* name) {
  const nlohmann::json* found = find(name);
  if (found == nullptr || !found->is_object()) return joint(name);
  const auto named = found->find("named");
  if (found->size() == 1 && named != found->end() && named->is_string()) return namedMask(named->get<std::string>());
  return fail(member(name) + " is not a joint or {\"named\": ...}: " + quoted(*found)), std::nullopt;
}

std::vector<float> ScriptFields::jointWeights(const char* name) {
  const auto joints = static_cast<std::size_t>(model_.skeleton.jointCount());
  std::vector<float> weights(joints);
  for (const auto& [jointName, weight] : numbers(name)) {
    const int joint = findJoint(model_, jointName);
    if (joint < 0) return fail(member(name) + ": there is no joint '" + jointName + "'"), weights;
    weights[static_cast<std::size_t>(joint)] = static_cast<float>(weight);
  }
  return weights;
}

crossfade::AnimationCurve ScriptFields::curve(const char* name) {
  const nlohmann::json* found = find(name);
  if (!found) return fail(member(name) + " is missing"), crossfade::AnimationCurve{};
  auto read = curveFromJson(*found);
  return read ? std::move(*read) : (fail(member(name) + ": " + read.error().message), crossfade::AnimationCurve{});
}

void ScriptFields::failOnUnknown() {
  for (const auto& found : entry_.items())
    if (!asked_.contains(found.key())) fail("there is no member \"" + found.key() + "\" in this command");
}

std::optional<int> ScriptFields::word(const char* name, std::span<const std::string_view> words) {
  if (!has(name)) return std::nullopt;
  const std::string wanted = text(name);
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  std::string known;
  for (const std::string_view word : words)
    known += (known.empty() ? "" : word == words.back() ? " or " : ", ") + std::string(word);
  fail(std::string("\"") + name + "\" is not " + known + ": '" + wanted + "'");
  return std::nullopt;
}

}  // namespace app
