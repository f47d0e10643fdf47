// Settings in files, by their lists of fields (app/fields/field.h): what is written, and what is read, member by
// member.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "app/fields/field.h"
#include "app/format/character_text.h"
#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/model_words.h"
#include "app/format/project_section.h"
#include "app/format/script_fields.h"

namespace app {

template <HasFields T>
OrderedJson fieldsJson(const T& value);

/// How a file refers to clips, joints and masks: in projects by name and index, in scripts by a word.
enum class FileStyle { InProject, InScript };

template <class Value>
OrderedJson valueJson(const Value& value) {
  if constexpr (kIsOptional<Value>)
    return value ? valueJson(*value) : OrderedJson();
  else if constexpr (std::is_enum_v<Value>)
    return wordOf(value);
  else if constexpr (std::is_same_v<Value, float>)
    return shortestNumber(value);
  else if constexpr (std::is_same_v<Value, crossfade::AnimationCurve>)
    return curveToJson(value);
  else if constexpr (std::is_same_v<Value, RecordingRegion>)
    return {value.x, value.y, value.width, value.height};
  else if constexpr (HasFields<Value>)
    return fieldsJson(value);
  else if constexpr (kIsList<Value>) {
    OrderedJson list = OrderedJson::array();
    for (const auto& element : value) list.push_back(fieldsJson(element));
    return list;
  } else
    return value;
}

/// The members of `value`: all, or those that differ from `usual`. `refer` writes a reference.
template <HasFields T, class Refer>
OrderedJson fieldsJson(const T& value, const T* usual, const Refer& refer) {
  OrderedJson object = OrderedJson::object();
  forEachField<T>([&](const auto& field) {
    const auto& member = field.of(value);
    if (usual && member == field.of(*usual)) return;
    if constexpr (requires { field.kKind; }) {
      const std::optional<int> index = member;
      object[field.name] = refer(field.kKind, index.value_or(-1));
    } else if constexpr (kIsList<std::remove_cvref_t<decltype(member)>>) {
      object[field.name] = OrderedJson::array();
      for (const auto& element : member) {
        const std::remove_cvref_t<decltype(element)>* const whole = nullptr;
        object[field.name].push_back(fieldsJson(element, whole, refer));
      }
    } else {
      object[field.name] = valueJson(member);
    }
  });
  return object;
}

template <HasFields T>
OrderedJson fieldsJson(const T& value, const Session& session, FileStyle style = FileStyle::InProject,
                       const T* usual = nullptr) {
  return fieldsJson(value, usual, [&](Reference kind, int index) {
    const bool isScript = style == FileStyle::InScript;
    if (kind == Reference::Mask) return isScript ? maskJson(session, index) : maskReference(session, index);
    if (!isScript || index < 0) return clipReference(session.model(), index);
    return OrderedJson(clipWord(session.model(), index));
  });
}

/// Of settings that do not refer to a model: some of their fields.
template <HasFields T>
OrderedJson fieldsJson(const T& value, FieldSet which) {
  OrderedJson object = OrderedJson::object();
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if (which & bit) object[field.name] = valueJson(field.of(value));
  });
  return object;
}
template <HasFields T>
OrderedJson fieldsJson(const T& value) {
  return fieldsJson(value, kAllFields);
}

inline crossfade::Result<int> referenceOf(Reference kind, const OrderedJson& json, const Model& model) {
  return kind == Reference::Clip ? clipOf(json, model) : maskOf(json, model);
}

template <HasFields T>
T readFields(ProjectSection& section, const Model& model, T value = {}, FieldSet which = kAllFields);

/// The value of a field that is there. Lists and structs report each wrong member and keep its default.
template <class Field, class Value>
void readField(ProjectSection& section, const Model& model, const Field& field, const Value& now,
               const ProjectSection::Use<Value>& use) {
  if constexpr (kIsList<Value>) {
    using Element = typename Value::value_type;
    Value read;
    section.list(field.name, [&](const OrderedJson& json, const std::string& at, int) {
      ProjectSection inner(section, json, at);
      read.push_back(readFields<Element>(inner, model));
    });
    if (read.empty()) return;
    if (auto done = use(std::move(read)); !done) section.report(field.name, done.error().message);
  } else if constexpr (HasFields<Value>) {
    section.section(field.name, [&](ProjectSection& inner) {
      if (auto done = use(readFields(inner, model, now)); !done) inner.report("", done.error().message);
    });
  } else {
    section.value(field.name, [&](const OrderedJson& json) -> crossfade::Result<void> {
      const auto read = [&] {
        if constexpr (requires { field.kKind; })
          return referenceOf(field.kKind, json, model);
        else
          return valueOf<Value>(json);
      }();
      return read ? use(*read) : crossfade::Result<void>(read.error());
    });
  }
}

/// Reads the members of `value` that a project has, one after the other, each followed by apply(value, its bit), which
/// may refuse it: then the member stays as it was, and that is reported.
template <HasFields T, class Apply>
T readFields(ProjectSection& section, const Model& model, T value, const Apply& apply, FieldSet which = kAllFields) {
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if (!(which & bit)) return;
    using Value = std::remove_cvref_t<decltype(field.of(value))>;
    readField<std::remove_cvref_t<decltype(field)>, Value>(section, model, field, field.of(value),
                                                           [&](Value read) -> crossfade::Result<void> {
                                                             T changed = value;
                                                             field.of(changed) = std::move(read);
                                                             if (auto done = apply(changed, bit); !done) return done;
                                                             value = std::move(changed);
                                                             return {};
                                                           });
  });
  return value;
}

/// The same for a value that is only checked.
template <HasFields T>
T readFields(ProjectSection& section, const Model& model, T value, FieldSet which) {
  const auto check = [](const T& next, FieldSet) { return checkFields(next); };
  return readFields(section, model, std::move(value), check, which);
}

/// Reads members that are there and right; the others keep their values.
template <HasFields T>
void readRight(const OrderedJson& object, T& value, FieldSet which = kAllFields) {
  forEachField<T>([&](const auto& field, FieldSet bit) {
    const auto found = object.find(field.name);
    if (!(which & bit) || found == object.end()) return;
    const auto read = valueOf<std::remove_cvref_t<decltype(field.of(value))>>(*found);
    if (read && checkField(field, *read)) field.of(value) = *read;
  });
}

/// The members that a command of a script has, of those that it may have.
template <HasFields T>
FieldChange<T> changeOf(ScriptFields& fields, FieldSet which = kAllFields) {
  FieldChange<T> change(T{}, 0);
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if ((which & bit) != 0 && fields.has(field.name)) {
      change.fields |= bit;
      auto& member = field.of(change.settings);
      if constexpr (requires { field.kKind; })
        member = field.kKind == Reference::Clip ? fields.clip(field.name) : fields.mask(field.name).value_or(-1);
      else if constexpr (kIsList<std::remove_cvref_t<decltype(member)>>)
        for (const nlohmann::json& entry : fields.list(field.name)) {
          ScriptFields inner(entry, fields.model());
          member.push_back(changeOf<typename std::remove_cvref_t<decltype(member)>::value_type>(inner).settings);
          inner.failOnUnknown();
          if (!inner.error().empty())
            fields.fail(std::string(field.name) + " " + std::to_string(member.size() - 1) + ": " + inner.error());
        }
      else
        fields.read(field.name, member);
    }
  });
  return change;
}

/// The field that a member names; nothing when the member is absent.
template <HasFields T>
std::optional<FieldSet> fieldNamed(ScriptFields& fields, const char* member) {
  std::vector<std::string_view> names;
  forEachField<T>([&](const auto& field) { names.push_back(field.name); });
  const auto index = fields.word(member, names);
  return index ? std::optional(FieldSet{1} << *index) : std::nullopt;
}

/// The value of a word that sets one field. A flag that is missing is true, and an optional value has none; others must
/// be there.
template <class Value>
Value valueOfWord(ScriptFields& fields, const char* name = "value") {
  if constexpr (std::is_same_v<Value, bool>)
    return fields.flag(name, true);
  else if constexpr (kIsOptional<Value>)
    return fields.valueOr(name, Value());
  else
    return fields.required<Value>(name);
}

/// The word for the command that changes the field.
template <class Command, class T, class Value>
ScriptWord wordFor(Value T::*member) {
  return [member](ScriptFields& fields) { return Commands{Command(member, valueOfWord<Value>(fields))}; };
}

/// A command that sets the fields that are there, and no others.
template <class Command>
Command fieldCommandOf(ScriptFields& fields) {
  const auto change = changeOf<decltype(Command::settings)>(fields);
  return Command(change.settings, change.fields);
}

}  // namespace app
