// Controls of one setting: each shows a member of a struct with a list of fields (fields/field.h) and changes it, or
// sends the command that does.
#pragma once

#include <cmath>
#include <type_traits>

#include "app/fields/field.h"
#include "app/ui/widgets/widgets.h"

namespace app {

/// With what the list of fields says about the member: its default, what may be typed unless `look` says so, and steps
/// of 1 for whole numbers.
template <HasFields T, class Value>
SliderLook lookOf(Value T::*member, SliderLook look) {
  static const T usual;
  look.defaultValue = static_cast<double>(usual.*member);
  forEachField<T>([&](const auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field.get)>, Value T::*>)
      if (field.get == member && look.typedMin == 0 && look.typedMax == 0) {
        look.typedMin = field.range.min;
        look.typedMax = field.range.max;
      }
  });
  if constexpr (std::is_integral_v<Value>) look.step = 1;
  return look;
}

/// For a value of that member. True when changed.
template <HasFields T, Number Value>
bool settingSlider(const char* id, Value& value, Value T::*member, const SliderLook& look, float width,
                   const char* sentence) {
  auto number = static_cast<double>(value);
  if (!slider(id, number, lookOf(member, look), width, sentence)) return false;
  value = static_cast<Value>(std::is_integral_v<Value> ? std::round(number) : number);
  return true;
}

template <class Set, HasFields T, Number Value>
void settingSlider(const char* id, const T& settings, Value T::*member, const SliderLook& look, float width,
                   const char* sentence, Commands& out) {
  Value value = settings.*member;
  if (settingSlider(id, value, member, look, width, sentence)) out.push_back(Set{member, value});
}

/// `sentences`: one, or one for each.
template <class Set, HasFields T, class Choice, class Sentences>
void settingSegments(const char* id, const T& settings, Choice T::*member, std::span<const char* const> texts,
                     float width, const Sentences& sentences, Commands& out) {
  const int pressed = segments(id, texts, static_cast<int>(settings.*member), width, sentences);
  if (pressed >= 0) out.push_back(Set{member, static_cast<Choice>(pressed)});
}

template <class Set, HasFields T>
void settingBox(const char* id, const char* text, const T& settings, bool T::*member, const char* sentence,
                Commands& out) {
  bool on = settings.*member;
  if (checkbox(id, text, on, sentence)) out.push_back(Set{member, on});
}

}  // namespace app
