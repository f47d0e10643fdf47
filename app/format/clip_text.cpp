#include "app/format/clip_text.h"

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/model_words.h"

namespace app {
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
  if (now.markers.empty()) return;
  OrderedJson points = OrderedJson::object();
  for (const crossfade::SyncMarker& marker : now.markers) points[marker.name] = marker.time;
  commands.push_back({{"at", 0}, {"do", "markers"}, {"clip", word}, {"points", points}});
}

}  // namespace app
