// Reads the members of one command in a script.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/format/json_text.h"
#include "app/model/model.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/command.h"

namespace app {

/// With what scripts say of clips, joints and masks.
class ScriptFields : public JsonMembers<nlohmann::json> {
 public:
  /// Both must outlive it.
  ScriptFields(const nlohmann::json& entry, const Model& model) : JsonMembers(entry), model_(model) {}

  /// An object whose members are numbers.
  std::vector<std::pair<std::string, double>> numbers(const char* name);
  /// The index of a clip given as its name, "#3" or 3.
  int clip(const char* name = "clip");
  /// "clip", or the number of the blend space "space".
  int source() { return has("space") ? blendSpaceNumber(text("space")) : clip(); }
  /// The index of a joint given by name; -1 for null; nothing when the member is absent.
  std::optional<int> joint(const char* name);
  /// The mask of a fade or a layer: a joint by name, or {"named": "Arms"}; -1 for null; nothing when it is absent.
  std::optional<int> mask(const char* name);
  /// One weight per joint, of an object such as {"spine": 1, "#7": 0.5}; other joints have 0.
  std::vector<float> jointWeights(const char* name);

  const Model& model() const { return model_; }

  void failOnUnknown() {
    for (const std::string& name : unknown()) fail("there is no member \"" + name + "\" in this command");
  }

 private:
  int clipOfIndex(const nlohmann::json& number);

  const Model& model_;
};

/// What a word of scripts makes of the members beside it.
using ScriptWord = std::function<Commands(ScriptFields&)>;
using ScriptWords = std::map<std::string, ScriptWord, std::less<>>;

/// What the word in "set" makes, which must be one of these. An error goes to `fields`.
Commands commandsOfSet(ScriptFields& fields, const ScriptWords& known);

/// The word for a command, each of whose members, in their order, comes from one of the functions below.
template <class Command, class... Members>
ScriptWord word(Members... members) {
  return [=](ScriptFields& fields) { return Commands{Command{members(fields)...}}; };
}

namespace words {

inline auto clip(const char* name = "clip") {
  return [=](ScriptFields& f) { return f.clip(name); };
}
inline int source(ScriptFields& f) { return f.source(); }
inline auto whole(const char* name) {
  return [=](ScriptFields& f) { return f.whole(name); };
}
/// It must be there if nothing is usual.
inline auto number(const char* name, std::optional<double> usual = std::nullopt) {
  return [=](ScriptFields& f) { return usual ? f.number(name, *usual) : f.number(name); };
}
inline auto flag(const char* name, bool usual = true) {
  return [=](ScriptFields& f) { return f.flag(name, usual); };
}
inline auto text(const char* name) {
  return [=](ScriptFields& f) { return f.text(name); };
}
template <class Value>
auto value(const char* name = "value") {
  return [=](ScriptFields& f) { return f.required<Value>(name); };
}

}  // namespace words

}  // namespace app
