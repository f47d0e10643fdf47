// Reads the members of one command in a script.
#ifndef APP_FORMAT_SCRIPT_FIELDS_H
#define APP_FORMAT_SCRIPT_FIELDS_H

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/format/json_text.h"
#include "app/model/model.h"
#include "app/session/character/settings/blend_space_settings.h"

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

}  // namespace app

#endif  // APP_FORMAT_SCRIPT_FIELDS_H
