#include "app/format/model_references.h"

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/project_section.h"

namespace app {

namespace {

using crossfade::Error;
using crossfade::Result;
using OrderedJson = nlohmann::ordered_json;

/// The index of {"name": "Walk", "index": 1}: the name counts, the index chooses among equal names; -1 for null.
template <class NameOf>
Result<int> referenced(const OrderedJson& json, int count, const char* what, NameOf nameOf) {
  if (json.is_null()) return -1;
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string())
    return Error{"is not an object with a \"name\": " + quoted(json)};
  const std::string& name = json["name"].get_ref<const std::string&>();
  const OrderedJson index = json.value("index", OrderedJson(-1));
  if (index.is_number_integer()) {
    const auto at = index.get<std::int64_t>();
    if (at >= 0 && at < count && nameOf(static_cast<int>(at)) == name) return static_cast<int>(at);
  }
  for (int i = 0; i < count; ++i)
    if (nameOf(i) == name) return i;
  return Error{std::string("the model has no ") + what + " '" + name.substr(0, 80) + "'"};
}

template <class NameOf>
OrderedJson reference(int index, NameOf nameOf) {
  return index < 0 ? OrderedJson() : OrderedJson{{"name", nameOf(index)}, {"index", index}};
}

auto clipNames(const Model& model) {
  return [&](int i) -> const std::string& { return model.clips[static_cast<std::size_t>(i)].name(); };
}

auto jointNames(const Model& model) {
  return [&](int i) -> const std::string& { return model.skeleton.name(i); };
}

auto variantNames(const Model& model) {
  return [&](int i) -> const std::string& { return model.variants[static_cast<std::size_t>(i)]; };
}

auto cameraNames(const Model& model) {
  return [&](int i) -> const std::string& { return model.cameras[static_cast<std::size_t>(i)].name; };
}

}  // namespace

OrderedJson clipReference(const Model& model, int clip) { return reference(clip, clipNames(model)); }
OrderedJson jointReference(const Model& model, int joint) { return reference(joint, jointNames(model)); }
OrderedJson variantReference(const Model& model, int variant) { return reference(variant, variantNames(model)); }
OrderedJson cameraReference(const Model& model, int camera) { return reference(camera, cameraNames(model)); }

OrderedJson maskReference(const Session& session, int mask) {
  const NamedMask* const named = session.character().masks().find(mask);
  if (isNamedMask(mask)) return named ? OrderedJson{{"named", named->name}} : OrderedJson(nullptr);
  return jointReference(session.model(), mask);
}

OrderedJson poseValueReference(const std::vector<std::string>& names, std::size_t index) {
  return {{"name", names[index]}, {"index", index}};
}

Result<int> poseValueOf(const OrderedJson& json, const std::vector<std::string>& names) {
  const auto nameAt = [&](int i) -> const std::string& { return names[static_cast<std::size_t>(i)]; };
  if (!json.is_object() || json.contains("name"))
    return referenced(json, static_cast<int>(names.size()), "morph weight", nameAt);
  const OrderedJson index = json.value("index", OrderedJson(-1));
  const bool isKnown = index.is_number_integer() && index >= 0 && index < static_cast<std::int64_t>(names.size());
  if (!isKnown) return Error{"the model has no morph weight " + quoted(index)};
  return index.get<int>();
}

Result<int> variantOf(const OrderedJson& json, const Model& model) {
  return referenced(json, static_cast<int>(model.variants.size()), "variant", variantNames(model));
}

Result<int> cameraOf(const OrderedJson& json, const Model& model) {
  return referenced(json, static_cast<int>(model.cameras.size()), "camera", cameraNames(model));
}

Result<int> clipOf(const OrderedJson& json, const Model& model) {
  return referenced(json, static_cast<int>(model.clips.size()), "clip", clipNames(model));
}

Result<int> jointOf(const OrderedJson& json, const Model& model) {
  return referenced(json, model.skeleton.jointCount(), "joint", jointNames(model));
}

Result<int> maskOf(const OrderedJson& json, const Model& model) {
  if (!json.is_object() || !json.contains("named")) return jointOf(json, model);
  return json["named"].is_string() ? Result<int>(namedMask(json["named"].get_ref<const std::string&>()))
                                   : Error{"is not a text: " + quoted(json["named"])};
}

}  // namespace app
