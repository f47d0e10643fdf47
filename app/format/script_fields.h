// Reads the members of one command in a script. Remembers the first that is missing or wrong; the rest get defaults.
#ifndef APP_FORMAT_SCRIPT_FIELDS_H
#define APP_FORMAT_SCRIPT_FIELDS_H

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/fields/field.h"
#include "app/model/model.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/transition/transition.h"

namespace app {

class ScriptFields {
 public:
  /// Both must outlive it.
  ScriptFields(const nlohmann::json& entry, const Model& model) : entry_(entry), model_(model) {}

  double number(const char* name);
  double number(const char* name, double fallback) { return has(name) ? number(name) : fallback; }
  /// Between -1e9 and 1e9; anything else is an error.
  int whole(const char* name);
  std::uint64_t unsignedWhole(const char* name);
  std::optional<double> optionalNumber(const char* name);
  bool flag(const char* name, bool fallback);
  std::string text(const char* name);
  /// The index of the member's value in `words`; nothing when the member is absent.
  std::optional<int> word(const char* name, std::span<const std::string_view> words);
  /// An enumerator by its word.
  template <class Enum>
  std::optional<Enum> enumerator(const char* name) {
    static_assert(!kWords<Enum>.empty());
    const auto index = word(name, kWords<Enum>);
    return index ? std::optional(static_cast<Enum>(*index)) : std::nullopt;
  }
  void needs(const char* name) {
    if (!has(name)) fail(std::string("\"") + name + "\" is missing");
  }
  /// An enumerator that must be there.
  template <class Enum>
  Enum required(const char* name) {
    needs(name);
    return enumerator<Enum>(name).value_or(Enum{});
  }
  /// A member that is there, into a field of settings.
  template <class Value>
  void read(const char* name, Value& value) {
    if constexpr (kIsOptional<Value>)
      read(name, value.emplace());
    else if constexpr (std::is_enum_v<Value>)
      value = enumerator<Value>(name).value_or(value);
    else if constexpr (std::is_same_v<Value, bool>)
      value = flag(name, value);
    else if constexpr (std::is_same_v<Value, std::uint64_t>)
      value = unsignedWhole(name);
    else if constexpr (std::is_integral_v<Value>)
      value = static_cast<Value>(whole(name));
    else if constexpr (std::is_floating_point_v<Value>)
      value = static_cast<Value>(number(name));
    else
      value = curve(name);
  }
  bool has(const char* name) { return find(name) != nullptr; }
  /// An object whose members are numbers.
  std::vector<std::pair<std::string, double>> numbers(const char* name);
  /// The index of a clip given as its name, "#3" or 3.
  int clip(const char* name = "clip");
  /// The index of a joint given by name; -1 for null; nothing when the member is absent.
  std::optional<int> joint(const char* name);
  /// The mask of a fade or a layer: a joint by name, or {"named": "Arms"}; -1 for null; nothing when it is absent.
  std::optional<int> mask(const char* name);
  /// One weight per joint, of an object such as {"spine": 1, "#7": 0.5}; other joints have 0.
  std::vector<float> jointWeights(const char* name);
  /// A curve given as the name of a fade curve or as keys.
  crossfade::AnimationCurve curve(const char* name);

  /// The elements of a list; none if it is missing, which is an error.
  std::span<const nlohmann::json> list(const char* name);

  const Model& model() const { return model_; }

  void fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
  }
  /// A member that was not asked for is a typo: "second" for "seconds".
  void failOnUnknown();
  const std::string& error() const { return error_; }

 private:
  const nlohmann::json* find(const char* name);
  int clipOfIndex(const nlohmann::json& number);

  const nlohmann::json& entry_;
  const Model& model_;
  std::set<std::string> asked_;
  std::string error_;
};

}  // namespace app

#endif  // APP_FORMAT_SCRIPT_FIELDS_H
