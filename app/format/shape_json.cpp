#include "app/format/shape_json.h"

#include <cmath>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/model/json/json_tree.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Words = std::span<const std::string_view>;

constexpr std::size_t kMaxShapesBytes = 16u << 20;
constexpr std::array<std::string_view, 2> kAlgorithmNames{"linear", "vector"};

using Members = JsonMembers<OrderedJson>;

/// To call when all members that may be there have been asked for.
void refuseUnknown(Members& m) {
  for (const std::string& name : m.unknown()) m.fail("has an unknown member \"" + name.substr(0, 80) + "\"");
}

void wrong(Members& m, const char* name, const char* wanted, const OrderedJson& value) {
  m.wrong(name, std::string("is not ") + wanted + ": " + quoted(value));
}

std::string shortText(Members& m, const char* name) {
  const OrderedJson* value = m.find(name);
  if (value == nullptr) return "";
  if (!value->is_string() || value->get_ref<const std::string&>().size() > 200)
    return wrong(m, name, "a short text", *value), "";
  return value->get<std::string>();
}

std::optional<glm::dvec2> pairOf(const OrderedJson& value) {
  if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number()) return std::nullopt;
  return glm::dvec2{value[0].get<double>(), value[1].get<double>()};
}

crossfade::Shape pointsOf(Members& m, bool closed) {
  const OrderedJson* list = m.find("points");
  if (list == nullptr) return m.fail("has neither \"points\" nor \"preset\""), crossfade::Shape();
  if (!list->is_array()) return wrong(m, "points", "a list", *list), crossfade::Shape();
  if (list->size() > static_cast<std::size_t>(shape_limits::kPointsOfAShape))
    return m.fail("has " + std::to_string(list->size()) + " points; the limit is " +
                  std::to_string(shape_limits::kPointsOfAShape)),
           crossfade::Shape();
  std::vector<glm::dvec2> points;
  points.reserve(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    const auto point = pairOf((*list)[i]);
    if (!point)
      return m.fail("point " + std::to_string(i) + " is not [x, y]: " + quoted((*list)[i])), crossfade::Shape();
    points.push_back(*point);
  }
  auto shape = crossfade::Shape::make(std::move(points), closed);
  if (!shape) return m.fail(shape.error().message), crossfade::Shape();
  return *std::move(shape);
}

crossfade::Shape presetOf(Members& m) {
  const auto preset = m.valueOr("preset", ShapePreset::Apple);
  if (m.find("points") != nullptr) m.fail("has both \"points\" and \"preset\"");
  const char* const member =
      m.find("center") != nullptr ? "center" : "centre";  // the second: files of earlier versions
  const OrderedJson* center = m.find(member);
  if (center == nullptr) return presetShape(preset);
  const auto at = pairOf(*center);
  if (!at || !(std::abs(at->x) <= shape_limits::kCoordinate && std::abs(at->y) <= shape_limits::kCoordinate))
    return wrong(m, member, "a position on the canvas, [x, y]", *center), crossfade::Shape();
  return presetShape(preset, *at);
}

PairCorrespondence correspondenceOf(Members& m) {
  const OrderedJson* value = m.find("correspondence");
  if (value == nullptr || isText(*value, "automatic")) return {};
  if (isText(*value, "drawn")) return kAsDrawn;
  if (!value->is_object())
    return wrong(m, "correspondence", "automatic, drawn or an object", *value), PairCorrespondence{};
  Members inner(*value);
  const PairCorrespondence read{
      .automatic = false, .rotation = inner.whole("rotation", 0), .reversed = inner.flag("reversed", false)};
  refuseUnknown(inner);
  if (!inner.error().empty()) m.fail("correspondence: " + inner.error());
  return read;
}

Result<KeyShape> keyOf(const OrderedJson& value) {
  Members m(value);
  const KeyShape fallback;
  KeyShape key{.name = shortText(m, m.has("name") ? "name" : "preset"),
               .hold = m.number("hold", fallback.hold),
               .morph = m.number("morph", fallback.morph)};
  const bool closed = m.flag("closed", true);
  key.shape = m.find("preset") != nullptr ? presetOf(m) : pointsOf(m, closed);
  if (key.shape.closed() != closed)
    key.shape = *crossfade::Shape::make({key.shape.points().begin(), key.shape.points().end()}, closed);
  key.toNext = correspondenceOf(m);
  for (const char* const unused : {"points", "center", "centre"}) (void)m.find(unused);
  refuseUnknown(m);
  if (!m.error().empty()) return Error{m.error()};
  return key;
}

/// A list of keys is that of an older file.
Result<crossfade::AnimationCurve> easingOf(const OrderedJson& value) {
  if (value == "linear") return crossfade::AnimationCurve::linear(0, 0, 1, 1);
  if (value == "easeInOut") return crossfade::AnimationCurve::easeInOut(0, 0, 1, 1);
  return valueOf<crossfade::AnimationCurve>(value.is_array() ? OrderedJson{{"keys", value}} : value);
}

crossfade::MorphKind kindOf(Members& m, crossfade::MorphKind fallback) {
  const OrderedJson* algorithm = m.find("algorithm");
  const Words directions = Words(kWords<crossfade::MorphKind>).subspan(1);
  const int direction = m.word("rotation", directions).value_or(0) + 1;
  if (algorithm == nullptr) return fallback;
  return isText(*algorithm, "vector") ? static_cast<crossfade::MorphKind>(direction) : m.valueOr("algorithm", fallback);
}

/// The others have their own form.
constexpr FieldSet kPlainSettings =
    ~(bitOf(&ShapeSettings::kind) | bitOf(&ShapeSettings::easing) | bitOf(&ShapeSettings::look));

template <HasFields T>
void readPlain(Members& m, T& value, FieldSet which = kAllFields) {
  forEachField<T>([&](const auto& field, FieldSet bit) {
    if constexpr (!HasFields<FieldValue<decltype(field), T>>)
      if (which & bit) m.read(field.name, field.of(value));
  });
}

Result<ShapeSettings> settingsOf(Members& m) {
  ShapeSettings s;
  s.kind = kindOf(m, s.kind);
  readPlain(m, s, kPlainSettings);
  readPlain(m, s.look);
  if (const OrderedJson* easing = m.find("easing")) {
    auto curve = easingOf(*easing);
    if (!curve) return Error{"easing: " + curve.error().message};
    s.easing = *std::move(curve);
  }
  if (auto ok = checkFields(s); !ok) return ok.error();
  return s;
}

OrderedJson easingJson(const crossfade::AnimationCurve& curve) {
  if (curve == *crossfade::AnimationCurve::linear(0, 0, 1, 1)) return "linear";
  if (curve == *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1)) return "easeInOut";
  return curveToJson(curve);
}

OrderedJson keyJson(const KeyShape& key) {
  OrderedJson points = OrderedJson::array();
  for (const glm::dvec2 p : key.shape.points()) points.push_back({p.x, p.y});
  OrderedJson entry;
  if (!key.name.empty()) entry["name"] = key.name;
  entry["points"] = std::move(points);
  entry["closed"] = key.shape.closed();
  entry["hold"] = key.hold;
  entry["morph"] = key.morph;
  if (key.toNext == kAsDrawn)
    entry["correspondence"] = "drawn";
  else if (!key.toNext.automatic)
    entry["correspondence"] = {{"rotation", key.toNext.rotation}, {"reversed", key.toNext.reversed}};
  return entry;
}

}  // namespace

Result<ShapeDocument> parseShapes(std::string_view json) {
  if (json.size() > kMaxShapesBytes) return Error{"is too large: " + std::to_string(json.size()) + " bytes"};
  const OrderedJson document = parsedJson<OrderedJson>(json);
  if (document.is_discarded()) return Error{"is not valid JSON, or nested too deeply"};
  Members m(document);
  const OrderedJson* shapes = m.find("shapes");
  if (shapes == nullptr || !shapes->is_array()) m.fail("has no list \"shapes\"");
  if (m.error().empty() && shapes->size() > static_cast<std::size_t>(shape_limits::kShapes))
    m.fail("has " + std::to_string(shapes->size()) + " shapes; the limit is " + std::to_string(shape_limits::kShapes));
  if (!m.error().empty()) return Error{m.error()};
  ShapeDocument read;
  for (std::size_t i = 0; i < shapes->size(); ++i) {
    auto key = keyOf((*shapes)[i]);
    if (!key) return Error{"shape " + std::to_string(i) + ": " + key.error().message};
    read.keys.push_back(*std::move(key));
  }
  if (auto ok = checkShapes(read.keys); !ok) return ok.error();
  auto settings = settingsOf(m);
  refuseUnknown(m);
  if (!m.error().empty()) return Error{m.error()};
  if (!settings) return settings.error();
  read.settings = *std::move(settings);
  return read;
}

std::string shapesJson(const ShapeDocument& document) {
  const ShapeSettings& s = document.settings;
  const bool vector = s.kind != crossfade::MorphKind::Linear;
  OrderedJson json;
  json["shapes"] = OrderedJson::array();
  for (const KeyShape& key : document.keys) json["shapes"].push_back(keyJson(key));
  json["algorithm"] = kAlgorithmNames[vector ? 1 : 0];
  if (vector) json["rotation"] = wordOf(s.kind);
  json.update(fieldsJson(s, kPlainSettings));
  json["easing"] = easingJson(s.easing);
  json.update(fieldsJson(s.look));
  return jsonText(json) + "\n";
}

}  // namespace app
