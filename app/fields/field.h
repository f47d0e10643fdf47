// Lists of fields: each struct of settings names its members once, with what files, the undo history and range checks
// need to know of them, and all that goes through the members of such a struct follows from its list.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/fields/nth.h"
#include "crossfade/base/result.h"

namespace app {

struct ValueRange {
  double min;
  double max;
};
inline constexpr ValueRange kAnyNumber{-std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::infinity()};

/// The error reads "<what> 7 is not between 0 and 5" or "<what> is not a finite number".
crossfade::Result<void> inRange(const char* what, double value, ValueRange range);

/// The words of an enumeration in files, in the order of its enumerators. Stands beside each enumeration.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kWords{};
/// False, too, if the list is longer than its words.
template <class Enum>
inline constexpr bool kHasWords = !kWords<Enum>.empty() && !kWords<Enum>.back().empty();

template <class Enum>
constexpr std::string_view wordOf(Enum value) {
  static_assert(kHasWords<Enum>);
  return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> enumeratorNamed(std::string_view word) {
  static_assert(kHasWords<Enum>);
  const auto& words = kWords<Enum>;
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

/// A member of a struct of settings. `get` is the pointer to it, or a function from the struct to a reference.
template <class Get>
struct Field {
  const char* name;   // in files
  const char* label;  // in the history, "Fade length", and with a small letter in sentences
  Get get;
  ValueRange range = kAnyNumber;  // of numbers
  const char* unit = "";          // "s"

  template <class Owner>
  constexpr auto& of(Owner& owner) const {
    return std::invoke(get, owner);
  }
};

template <class Get>
Field(const char*, const char*, Get, ValueRange = {}, const char* = "") -> Field<Get>;

/// What a field refers to by its index in the model; files name it.
enum class Reference { Clip, Mask };

/// A member that is an index into the model, or -1 for none.
template <Reference kind, class Get>
struct ReferenceField : Field<Get> {
  static constexpr Reference kKind = kind;
};
template <Reference kind, class Get>
constexpr ReferenceField<kind, Get> referenceField(const char* name, const char* label, Get get) {
  return {{name, label, get}};
}

/// A struct with a list: fieldsOf(const T*) returns a tuple of fields.
template <class T>
concept HasFields = requires {
  fieldsOf(static_cast<const T*>(nullptr));
};

/// Some fields of a list: bit i is that of the i-th.
using FieldSet = std::uint64_t;
inline constexpr FieldSet kAllFields = ~FieldSet{0};

/// Calls visit(field), or visit(field, its bit).
template <HasFields T, class Visit>
constexpr void forEachField(Visit visit) {
  auto call = [&, next = FieldSet{1}](const auto& field) mutable {
    const FieldSet bit = std::exchange(next, next << 1);
    if constexpr (requires { visit(field, bit); })
      visit(field, bit);
    else
      visit(field);
  };
  std::apply([&](const auto&... field) { (call(field), ...); }, fieldsOf(static_cast<const T*>(nullptr)));
}

/// The bit of the field with this pointer.
template <class T, class Value>
constexpr FieldSet bitOf(Value T::*member) {
  FieldSet found = 0;
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field.get)>, Value T::*>)
      if (field.get == member) found = bit;
  });
  assert(found != 0);  // it is in the list
  return found;
}

/// Which fields differ.
template <HasFields T>
constexpr FieldSet differing(const T& from, const T& to) {
  FieldSet found = 0;
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if (!(field.of(from) == field.of(to))) found |= bit;
  });
  return found;
}

template <HasFields T>
void copyFields(const T& from, FieldSet which, T& to) {
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if (which & bit) field.of(to) = field.of(from);
  });
}

/// Copies each field that `by` has, and that is set if it is optional, to the field of the same name.
template <HasFields T, HasFields By>
void overrideFields(T& settings, const By& by) {
  forEachField<By>([&](const auto& field) {
    const auto& value = field.of(by);
    forEachField<T>([&](const auto& own) {
      if (std::string_view(own.name) != field.name) return;
      if constexpr (requires { own.of(settings) = *value; }) {
        if (value) own.of(settings) = *value;
      } else if constexpr (requires { own.of(settings) = value; }) {
        own.of(settings) = value;
      }
    });
  });
}

template <class Field, class Owner>
using FieldValue = std::remove_cvref_t<decltype(std::declval<Field>().of(std::declval<Owner&>()))>;

template <class T>
inline constexpr bool kIsList = false;
template <HasFields T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// With a small first letter.
std::string inSentence(const char* label);
/// A word of files as people write it: "ping pong" for "pingPong".
std::string inWords(std::string_view word);
/// Seconds with two decimals, so that lengths line up; other numbers with up to three.
std::string textOf(double number, std::string_view unit);

/// Of a value in the history, without its unit; empty for a value that is too long for it.
template <class Value>
std::string valueText(const Value& value, std::string_view unit) {
  if constexpr (kIsOptional<Value>)
    return value ? valueText(*value, unit) : "none";
  else if constexpr (std::is_same_v<Value, bool>)
    return value ? "on" : "off";
  else if constexpr (std::is_enum_v<Value>)
    return inWords(wordOf(value));
  else if constexpr (Number<Value>)
    return textOf(static_cast<double>(value), unit);
  else
    return "";
}

template <HasFields T>
crossfade::Result<void> checkFields(const T& value);

/// Refuses a number out of range: "fade length -1 is not between 0 and 3600".
template <class Field, class Value>
crossfade::Result<void> checkField(const Field& field, const Value& value) {
  if constexpr (kIsOptional<Value>) {
    return value ? checkField(field, *value) : crossfade::Result<void>();
  } else if constexpr (Number<Value>) {
    return inRange(inSentence(field.label).c_str(), static_cast<double>(value), field.range);
  } else if constexpr (HasFields<Value>) {
    return checkFields(value);
  } else if constexpr (kIsList<Value>) {
    for (const auto& element : value)
      if (auto ok = checkFields(element); !ok) return ok;
    return {};
  } else {
    return {};
  }
}

/// The first field out of range.
template <HasFields T>
crossfade::Result<void> checkFields(const T& value) {
  crossfade::Result<void> result;
  forEachField<T>([&](const auto& field) {
    if (result) result = checkField(field, field.of(value));
  });
  return result;
}

/// " 0.40 -> 0.60 s", " on"; empty for a reference and what has no short text.
template <class Field, class Value>
std::string changeText(const Field& field, const Value& before, const Value& after) {
  if constexpr (requires { Field::kKind; }) return "";
  if constexpr (std::is_same_v<Value, bool>) return after ? " on" : " off";
  const std::string now = valueText(after, field.unit);
  if (now.empty()) return "";
  const std::string was = valueText(before, field.unit);
  if (was == now) return " " + valueText(before, "") + " -> " + valueText(after, "");  // seconds that differ by less
  const bool hasUnit = *field.unit != 0 && now != "none";
  return " " + was + " -> " + now + (hasUnit ? " " + std::string(field.unit) : "");
}

/// Of one field: "Weight 1 -> 0.5".
template <class Field, class Value>
std::string difference(const Field& field, const Value& from, const Value& to) {
  return field.label + changeText(field, from, to);
}

/// What differs, for the history: "Fade length 0.40 -> 0.60 s, Fade kind curve -> dead". Empty: nothing.
template <HasFields T>
std::string differences(const T& from, const T& to) {
  std::string text;
  forEachField<T>([&](const auto& field) {
    const auto &before = field.of(from), &after = field.of(to);
    if (!(before == after)) text += (text.empty() ? "" : ", ") + difference(field, before, after);
  });
  return text;
}

/// A command that sets some fields of a struct: all, or one.
template <HasFields T>
struct FieldChange {
  FieldChange(T value = {}, FieldSet which = kAllFields) : settings(std::move(value)), fields(which) {}
  template <class Value>
  FieldChange(Value T::*member, std::type_identity_t<Value> value) : fields(bitOf(member)) {
    settings.*member = std::move(value);
  }

  /// What `now` becomes. The error: a field is out of range.
  crossfade::Result<T> appliedTo(T now) const {
    copyFields(settings, fields, now);
    if (auto ok = checkFields(now); !ok) return ok.error();
    return now;
  }

  template <class Value>
  bool sets(Value T::*member) const {
    return (fields & bitOf(member)) != 0;
  }

  T settings;
  FieldSet fields;
};

}  // namespace app
