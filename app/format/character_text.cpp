#include "app/format/character_text.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/field_json.h"
#include "app/format/joint_map_json.h"
#include "app/format/model_words.h"
#include "app/model/json/event_json.h"
#include "app/session/character/retargeting.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {
namespace {

LayerSettings layerOf(ScriptFields& f) {
  LayerSettings layer = changeOf<LayerSettings>(f).settings;
  layer.clip = f.clip();
  return layer;
}

}  // namespace

Commands addLayerOf(ScriptFields& f) { return {AddLayer{layerOf(f)}}; }
Commands setLayerOf(ScriptFields& f) { return {SetLayer{f.whole("layer"), layerOf(f)}}; }
Commands maskCommandOf(ScriptFields& f) {
  const std::string name = f.text("name");
  if (f.has("joints")) return {SetMask{name, f.jointWeights("joints")}};
  const int joint = f.joint("joint").value_or(-1);
  const FadeChoice how = changeOf<FadeChoice>(f, bitOf(&FadeChoice::maskFeather)).settings;
  if (auto ok = checkFields(how); !ok) f.fail(ok.error().message);
  if (joint < 0) f.fail("\"joints\" or \"joint\" is missing");
  if (!f.error().empty()) return {};
  const auto mask =
      crossfade::JointMask::ofSubtree(f.model().skeleton, joint, how.maskFeather.value_or(FadeMask().feather));
  return {SetMask{name, {mask.weights().begin(), mask.weights().end()}}};
}

OrderedJson maskJson(const Session& session, int mask) {
  if (const NamedMask* const named = session.character().masks().find(mask)) return {{"named", named->name}};
  return mask < 0 || isNamedMask(mask) ? OrderedJson() : OrderedJson(jointWord(session.model(), mask));
}

void addMasks(const Session& session, OrderedJson& commands) {
  for (const NamedMask& mask : session.character().masks().all()) {
    OrderedJson joints = OrderedJson::object();
    for (std::size_t i = 0; i < mask.weights.size(); ++i)
      if (mask.weights[i] > 0) joints[jointWord(session.model(), static_cast<int>(i))] = mask.weights[i];
    commands.push_back({{"at", 0}, {"do", "mask"}, {"name", mask.name}, {"joints", std::move(joints)}});
  }
}

void addBlendSpaces(const Session& session, OrderedJson& commands) {
  for (const BlendSpaceSettings& space : session.character().blendSpaces()) {
    commands.push_back({{"at", 0}, {"do", "blendSpace"}, {"name", space.name}});
    commands.back().update(fieldsJson(space, session, FileStyle::InScript));
  }
}

void addLayers(const Session& session, OrderedJson& commands) {
  const LayerStack& stack = session.character().layers();
  if (stack.baseMuted || stack.baseSolo)
    commands.push_back({{"at", 0}, {"do", "baseLayer"}, {"muted", stack.baseMuted}, {"solo", stack.baseSolo}});
  for (const LayerSettings& layer : stack.layers) {
    OrderedJson command = {{"at", 0}, {"do", "addLayer"}, {"clip", clipWord(session.model(), layer.clip)}};
    command.update(fieldsJson(layer, session, FileStyle::InScript));
    if (layer.referenceClip < 0) command.erase("reference");
    commands.push_back(std::move(command));
  }
}

namespace {

using OrderedJson = nlohmann::ordered_json;

/// "walk.bvh", or "#1" if an earlier one has that name.
std::string wordOfFile(const Model& model, std::size_t file) {
  for (std::size_t i = 0; i < file; ++i)
    if (model.clipFiles[i].name == model.clipFiles[file].name) return "#" + std::to_string(file);
  return model.clipFiles[file].name;
}

/// -1: there is none.
int fileOf(const Model& model, const std::string& word) {
  for (std::size_t i = 0; i < model.clipFiles.size(); ++i)
    if (wordOfFile(model, i) == word || "#" + std::to_string(i) == word) return static_cast<int>(i);
  return -1;
}

}  // namespace

Commands retargetOf(ScriptFields& f) {
  const std::string word = f.text("file");
  SetRetarget command{.file = fileOf(f.model(), word), .settings = changeOf<RetargetSettings>(f).settings};
  const auto joints = f.has("joints") ? f.list("joints") : std::span<const nlohmann::json>();
  if (auto ok = checkFields(command.settings); !ok) f.fail(ok.error().message);
  if (command.file < 0) f.fail("there is no clip file '" + word + "'");
  if (!f.error().empty() || !f.has("joints")) return {std::move(command)};
  const nlohmann::json map{{"joints", std::vector<nlohmann::json>(joints.begin(), joints.end())}};
  const ClipFile& file = f.model().clipFiles[static_cast<std::size_t>(command.file)];
  auto read = jointMapFromText(map.dump(), file.skeleton, f.model().skeleton);
  if (!read) return f.fail("\"joints\": " + read.error().message), Commands{};
  command.settings.map = *std::move(read);
  return {std::move(command)};
}

void addRetargets(const Session& session, OrderedJson& commands) {
  const Model& model = session.model();
  const std::vector<RetargetSettings>& settings = session.character().retargeting().settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (settings[i] == RetargetSettings{}) continue;
    OrderedJson command = {{"at", 0}, {"do", "retarget"}, {"file", wordOfFile(model, i)}};
    command.update(fieldsJson(settings[i], differing(RetargetSettings{}, settings[i])));
    if (settings[i].map)
      command["joints"] =
          OrderedJson::parse(jointMapText(*settings[i].map, model.clipFiles[i].skeleton, model.skeleton)).at("joints");
    commands.push_back(std::move(command));
  }
}

namespace {

/// Calls `use` with each word, the member that has its value, and the field.
template <class Use>
constexpr void forEachClipWord(Use use) {
  use("loop", "mode", &ClipSettings::loop);
  use("repetitions", "value", &ClipSettings::repetitions);
  use("clamp", "value", &ClipSettings::clamp);
  use("timeScale", "value", &ClipSettings::timeScale);
  use("weight", "value", &ClipSettings::weight);
  use("enable", "value", &ClipSettings::enabled);
  use("favorite", "value", &ClipSettings::favorite);
}

constexpr FieldSet fieldsWithWords() {
  FieldSet all = 0;
  forEachClipWord([&all](const char*, const char*, auto member) { all |= bitOf(member); });
  return all;
}
constexpr FieldSet fieldsOfClips() {
  FieldSet all = 0;
  forEachField<ClipSettings>([&all](const auto&) { all = 2 * all + 1; });
  return all;
}
static_assert(fieldsWithWords() == fieldsOfClips());

}  // namespace

std::optional<SetClip> clipCommandOf(std::string_view word, ScriptFields& fields) {
  std::optional<SetClip> command;
  forEachClipWord([&](const char* known, const char* name, auto member) {
    if (word != known) return;
    const int clip = fields.clip();
    using Value = std::remove_cvref_t<decltype(ClipSettings().*member)>;
    command = SetClip{clip, member, valueOfWord<Value>(fields, name)};
  });
  return command;
}

OrderedJson clipCommandsJson(const Model& model, const SetClip& change) {
  OrderedJson commands = OrderedJson::array();
  forEachClipWord([&](const char* word, const char* name, auto member) {
    if (!change.sets(member)) return;
    commands.push_back({{"at", 0}, {"do", word}, {"clip", clipWord(model, change.clip)}});
    if (const OrderedJson value = valueJson(change.settings.*member); !value.is_null()) commands.back()[name] = value;
  });
  return commands;
}

void addClipSettings(const Session& session, int clip, OrderedJson& commands) {
  const ClipSettings& now = session.character().clipSettings()[static_cast<std::size_t>(clip)];
  const ClipSettings usual{.clamp = now.loop == crossfade::Loop::Once};
  const FieldSet set = differing(usual, now) & ~bitOf(&ClipSettings::favorite);
  for (const OrderedJson& command : clipCommandsJson(session.model(), {clip, now, set})) commands.push_back(command);
  const std::string word = clipWord(session.model(), clip);
  if (now.root != usual.root) {
    commands.push_back({{"at", 0}, {"do", "root"}, {"clip", word}});
    commands.back().update(fieldsJson(now.root, session));
  }
  if (now.events)
    commands.push_back(
        {{"at", 0}, {"do", "events"}, {"clip", word}, {"events", OrderedJson(clipEventsToJson(*now.events))}});
  if (now.markers.empty()) return;
  OrderedJson points = OrderedJson::object();
  for (const crossfade::SyncMarker& marker : now.markers) points[marker.name] = marker.time;
  commands.push_back({{"at", 0}, {"do", "markers"}, {"clip", word}, {"points", points}});
}

}  // namespace app
