#include "app/format/script_fields.h"

#include "app/format/model_words.h"
#include "app/session/character/layers/layer_mixer.h"

namespace app {

std::vector<std::pair<std::string, double>> ScriptFields::numbers(const char* name) {
  std::vector<std::pair<std::string, double>> read;
  const nlohmann::json* found = find(name);
  if (!found || !found->is_object()) return wrong(name, "is missing or not an object of numbers"), read;
  for (const auto& [key, value] : found->items()) {
    if (!value.is_number()) return fail(inQuotes(name) + ": '" + key + "' is not a number: " + quoted(value)), read;
    read.emplace_back(key, value.get<double>());
  }
  return read;
}

int ScriptFields::clip(const char* name) {
  if (const nlohmann::json* found = find(name); found && found->is_number_integer()) return clipOfIndex(*found);
  const std::string wanted = text(name);
  if (!error().empty()) return -1;
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
  const nlohmann::json* const found = find(name);
  if (!found) return std::nullopt;
  if (found->is_null()) return -1;
  const std::string wanted = text(name);
  if (const int known = findJoint(model_, wanted); known >= 0) return known;
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
  return wrong(name, "is not a joint or {\"named\": ...}: " + quoted(*found)), std::nullopt;
}

std::vector<float> ScriptFields::jointWeights(const char* name) {
  const auto joints = static_cast<std::size_t>(model_.skeleton.jointCount());
  std::vector<float> weights(joints);
  for (const auto& [jointName, weight] : numbers(name)) {
    const int joint = findJoint(model_, jointName);
    if (joint < 0) return fail(inQuotes(name) + ": there is no joint '" + jointName + "'"), weights;
    weights[static_cast<std::size_t>(joint)] = static_cast<float>(weight);
  }
  return weights;
}

Commands commandsOfSet(ScriptFields& fields, const ScriptWords& known) {
  const std::string word = fields.text("set");
  if (const auto found = known.find(word); found != known.end()) return found->second(fields);
  std::string names;
  for (const auto& [name, unused] : known) names += (names.empty() ? "" : ", ") + name;
  fields.fail("\"set\" is none of " + names + ": '" + word + "'");
  return {};
}

}  // namespace app
