#include "app/format/shape_json.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/model/json/json_tree.h"
#include "app/session/shapes/shape_presets.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Words = std::span<const std::string_view>;

constexpr std::size_t kMaxShapesBytes = 16u << 20;
constexpr std::size_t kMaxCurveKeys = 1000;
constexpr std::array<std::string_view, 2> kAlgorithmNames{"linear", "vector"};
constexpr std::array<std::string_view, 4> kWeightedNames{"none", "in", "out", "both"};

/// Reads the members of one object. Stores the first fault (missing, wrong or unknown member); the rest get defaults.
class ShapeMembers {
 public:
  /// `object` must outlive it. Anything but an object is a fault and has no members.
  ShapeMembers(const OrderedJson& object, std::initializer_list<std::string_view> known) : object_(object) {
    if (!object.is_object()) fail("is not an object: " + quoted(object));
    for (auto it = object.begin(); object.is_object() && it != object.end(); ++it)
      if (std::find(known.begin(), known.end(), it.key()) == known.end())
        fail("has an unknown member \"" + it.key().substr(0, 80) + "\"");
  }

  const OrderedJson* find(const char* name) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }
  double number(const char* name, double fallback) {
    const OrderedJson* value = find(name);
    if (value == nullptr) return fallback;
    if (!value->is_number()) return wrong(name, "a number", *value), fallback;
    return value->get<double>();
  }
  int whole(const char* name, int fallback) {
    const double value = number(name, fallback);
    if (value == std::floor(value) && std::abs(value) <= 1e9) return static_cast<int>(value);
    return wrong(name, "a whole number", *find(name)), fallback;
  }
  bool flag(const char* name, bool fallback) {
    const OrderedJson* value = find(name);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) return wrong(name, "true or false", *value), fallback;
    return value->get<bool>();
  }
  std::string text(const char* name, const std::string& fallback) {
    const OrderedJson* value = find(name);
    if (value == nullptr) return fallback;
    if (!value->is_string() || value->get_ref<const std::string&>().size() > 200)
      return wrong(name, "a short text", *value), fallback;
    return value->get<std::string>();
  }
  /// An enumerator by its name; `words` are the names of 0, 1, 2...
  template <class Value>
  Value word(const char* name, Words words, Value fallback) {
    const OrderedJson* value = find(name);
    if (value == nullptr) return fallback;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (value->is_string() && value->get_ref<const std::string&>() == words[i]) return static_cast<Value>(i);
    std::string known;
    for (const std::string_view w : words)
      known += (known.empty() ? "" : w == words.back() ? " or " : ", ") + std::string(w);
    return wrong(name, known, *value), fallback;
  }
  void wrong(const std::string& name, const std::string& wanted, const OrderedJson& value) {
    fail("\"" + name + "\" is not " + wanted + ": " + quoted(value));
  }
  void fail(std::string why) {
    if (!error_) error_ = Error{std::move(why)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const OrderedJson& object_;
  std::optional<Error> error_;
};

std::optional<glm::dvec2> pairOf(const OrderedJson& value) {
  if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number()) return std::nullopt;
  return glm::dvec2{value[0].get<double>(), value[1].get<double>()};
}

crossfade::Shape pointsOf(ShapeMembers& m, bool closed) {
  const OrderedJson* list = m.find("points");
  if (list == nullptr) return m.fail("has neither \"points\" nor \"preset\""), crossfade::Shape();
  if (!list->is_array()) return m.wrong("points", "a list", *list), crossfade::Shape();
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

crossfade::Shape presetOf(ShapeMembers& m) {
  const auto preset = m.word("preset", kWords<ShapePreset>, ShapePreset::Apple);
  if (m.find("points") != nullptr) m.fail("has both \"points\" and \"preset\"");
  const char* const member =
      m.find("center") != nullptr ? "center" : "centre";  // the second: files of earlier versions
  const OrderedJson* center = m.find(member);
  if (center == nullptr) return presetShape(preset);
  const auto at = pairOf(*center);
  if (!at || !(std::abs(at->x) <= shape_limits::kCoordinate && std::abs(at->y) <= shape_limits::kCoordinate))
    return m.wrong(member, "a position on the canvas, [x, y]", *center), crossfade::Shape();
  return presetShape(preset, *at);
}

PairCorrespondence correspondenceOf(ShapeMembers& m) {
  const OrderedJson* value = m.find("correspondence");
  if (value == nullptr || isText(*value, "automatic")) return {};
  if (isText(*value, "drawn")) return kAsDrawn;
  if (!value->is_object())
    return m.wrong("correspondence", "automatic, drawn or an object", *value), PairCorrespondence{};
  ShapeMembers inner(*value, {"rotation", "reversed"});
  const PairCorrespondence read{
      .automatic = false, .rotation = inner.whole("rotation", 0), .reversed = inner.flag("reversed", false)};
  if (inner.error()) m.fail("correspondence: " + inner.error()->message);
  return read;
}

Result<KeyShape> keyOf(const OrderedJson& value) {
  ShapeMembers m(value, {"name", "points", "closed", "preset", "center", "centre", "hold", "morph", "correspondence"});
  if (m.error()) return *m.error();
  const KeyShape fallback;
  KeyShape key{.name = m.text("name", m.text("preset", "")),
               .hold = m.number("hold", fallback.hold),
               .morph = m.number("morph", fallback.morph)};
  const bool closed = m.flag("closed", true);
  key.shape = m.find("preset") != nullptr ? presetOf(m) : pointsOf(m, closed);
  if (key.shape.closed() != closed)
    key.shape = *crossfade::Shape::make({key.shape.points().begin(), key.shape.points().end()}, closed);
  key.toNext = correspondenceOf(m);
  if (m.error()) return *m.error();
  return key;
}

double slopeOf(ShapeMembers& m, const char* name) {
  const OrderedJson* value = m.find(name);
  return value != nullptr && isText(*value, "step") ? crossfade::kStepTangent : m.number(name, 0);
}

Result<crossfade::AnimationCurve> curveOf(const OrderedJson& value) {
  if (value == "linear") return crossfade::AnimationCurve::linear(0, 0, 1, 1);
  if (value == "easeInOut") return crossfade::AnimationCurve::easeInOut(0, 0, 1, 1);
  if (!value.is_array() || value.size() > kMaxCurveKeys)
    return Error{"is not linear, easeInOut or a list of at most 1000 keys: " + quoted(value)};
  std::vector<crossfade::CurveKey> keys;
  for (std::size_t i = 0; i < value.size(); ++i) {
    ShapeMembers m(value[i], {"time", "value", "in", "out", "weighted", "inWeight", "outWeight"});
    crossfade::CurveKey key{.time = m.number("time", 0),
                            .value = m.number("value", 0),
                            .inTangent = slopeOf(m, "in"),
                            .outTangent = slopeOf(m, "out")};
    key.weightedMode = m.word("weighted", kWeightedNames, crossfade::WeightedMode::None);
    key.inWeight = m.number("inWeight", key.inWeight);
    key.outWeight = m.number("outWeight", key.outWeight);
    if (m.error()) return Error{"key " + std::to_string(i) + " " + m.error()->message};
    keys.push_back(key);
  }
  return crossfade::AnimationCurve::make(std::move(keys));
}

crossfade::MorphKind kindOf(ShapeMembers& m, crossfade::MorphKind fallback) {
  const OrderedJson* algorithm = m.find("algorithm");
  const Words directions = Words(kWords<crossfade::MorphKind>).subspan(1);
  const int direction = m.word("rotation", directions, 0) + 1;
  if (algorithm == nullptr) return fallback;
  return isText(*algorithm, "vector") ? static_cast<crossfade::MorphKind>(direction)
                                      : m.word("algorithm", kWords<crossfade::MorphKind>, fallback);
}

Result<ShapeSettings> settingsOf(ShapeMembers& m) {
  ShapeSettings s;
  s.kind = kindOf(m, s.kind);
  s.closing = m.word("closing", kWords<ShapeClosing>, s.closing);
  s.sideBySide = m.flag("sideBySide", s.sideBySide);
  s.mode = m.word("mode", kWords<ShapeMode>, s.mode);
  s.inBetweens = m.whole("inBetweens", s.inBetweens);
  s.pace = m.word("pace", kWords<ShapePace>, s.pace);
  s.fps = m.number("fps", s.fps);
  s.ending = m.word("ending", kWords<ShapeEnding>, s.ending);
  s.look = {.fills = m.flag("fills", s.look.fills),
            .outlines = m.flag("outlines", s.look.outlines),
            .onionSkin = m.flag("onionSkin", s.look.onionSkin)};
  if (const OrderedJson* easing = m.find("easing")) {
    auto curve = curveOf(*easing);
    if (!curve) return Error{"easing: " + curve.error().message};
    s.easing = *std::move(curve);
  }
  if (auto ok = checkFields(s); !ok) return ok.error();
  return s;
}

OrderedJson curveJson(const crossfade::AnimationCurve& curve) {
  if (curve == *crossfade::AnimationCurve::linear(0, 0, 1, 1)) return "linear";
  if (curve == *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1)) return "easeInOut";
  const auto slope = [](double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson("step"); };
  OrderedJson keys = OrderedJson::array();
  for (const crossfade::CurveKey& key : curve.keys()) {
    OrderedJson entry{
        {"time", key.time}, {"value", key.value}, {"in", slope(key.inTangent)}, {"out", slope(key.outTangent)}};
    if (key.weightedMode != crossfade::WeightedMode::None)
      entry["weighted"] = kWeightedNames[static_cast<std::size_t>(key.weightedMode)];
    if (key.inWeight != crossfade::CurveKey().inWeight) entry["inWeight"] = key.inWeight;
    if (key.outWeight != crossfade::CurveKey().outWeight) entry["outWeight"] = key.outWeight;
    keys.push_back(std::move(entry));
  }
  return keys;
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
  ShapeMembers m(document, {"shapes", "algorithm", "rotation", "closing", "sideBySide", "mode", "inBetweens", "pace",
                            "fps", "ending", "easing", "fills", "outlines", "onionSkin"});
  const OrderedJson* shapes = m.find("shapes");
  if (!m.error() && (shapes == nullptr || !shapes->is_array())) m.fail("has no list \"shapes\"");
  if (!m.error() && shapes->size() > static_cast<std::size_t>(shape_limits::kShapes))
    m.fail("has " + std::to_string(shapes->size()) + " shapes; the limit is " + std::to_string(shape_limits::kShapes));
  if (m.error()) return *m.error();
  ShapeDocument read;
  for (std::size_t i = 0; i < shapes->size(); ++i) {
    auto key = keyOf((*shapes)[i]);
    if (!key) return Error{"shape " + std::to_string(i) + ": " + key.error().message};
    read.keys.push_back(*std::move(key));
  }
  if (auto ok = checkShapes(read.keys); !ok) return ok.error();
  auto settings = settingsOf(m);
  if (m.error()) return *m.error();
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
  json.update(
      fieldsJson(s, ~(bitOf(&ShapeSettings::kind) | bitOf(&ShapeSettings::easing) | bitOf(&ShapeSettings::look))));
  json["easing"] = curveJson(s.easing);
  json.update(fieldsJson(s.look));
  return jsonText(json) + "\n";
}

}  // namespace app
