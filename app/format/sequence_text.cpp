#include "app/format/sequence_text.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/character_text.h"
#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_words.h"

namespace app {
namespace {

/// Reads what follows a clip's name: "2 s", "3 loops", "1 loop" (in older files "3 rounds"). False: none of these.
bool readLength(std::string_view text, SequenceItem& item) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return false;
  const std::string_view number = text.substr(0, space), unit = text.substr(space + 1);
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), item.plays);
  item.inLoops = unit == "loops" || unit == "loop" || unit == "rounds" || unit == "round";
  return parsed.ec == std::errc() && parsed.ptr == number.data() + number.size() && (item.inLoops || unit == "s");
}

SequenceItem itemOf(ScriptFields& f) {
  SequenceItem item{.fade = {.clip = f.clip(), .how = fadeChoiceOf(f)}};
  const char* const loops = f.has("rounds") ? "rounds" : "loops";  // rounds: in older files
  item.inLoops = f.has(loops);
  if (item.inLoops && f.has("plays")) f.fail("an item has \"loops\" or \"plays\", not both");
  item.plays = item.inLoops ? f.number(loops) : f.number("plays", item.plays);
  f.failOnUnknown();
  return item;
}

}  // namespace

crossfade::Result<SequenceItem> sequenceItemOf(std::string_view text, const Model& model) {
  SequenceItem item;
  auto clip = findClip(model, text);
  std::size_t space = text.rfind(' ');
  if (!clip && space != text.npos && space > 0) space = text.rfind(' ', space - 1);
  if (!clip && space != text.npos && readLength(text.substr(space + 1), item))
    clip = findClip(model, text.substr(0, space));
  if (!clip) return clip.error();
  item.fade.clip = *clip;
  return item;
}

crossfade::Result<std::vector<SequenceItem>> sequenceItemsOf(std::string_view text, const Model& model) {
  constexpr std::size_t kMostCommas = 100;  // in one name
  std::vector<std::size_t> ends;            // of pieces
  for (std::size_t at = text.find(','); at != text.npos; at = text.find(',', at + 1)) ends.push_back(at);
  ends.push_back(text.size());
  const std::size_t count = ends.size();
  const auto beginOf = [&](std::size_t piece) { return piece == 0 ? 0 : ends[piece - 1] + 1; };
  // From the end on: whether the pieces from `first` on are clips, and where the first of these ends.
  std::vector<std::size_t> next(count + 1, 0);
  next[count] = count;
  for (std::size_t first = count; first-- > 0;)
    for (std::size_t last = first; last < std::min(count, first + kMostCommas) && next[first] == 0; ++last)
      if (next[last + 1] != 0 && sequenceItemOf(text.substr(beginOf(first), ends[last] - beginOf(first)), model))
        next[first] = last + 1;
  std::vector<SequenceItem> items;
  for (std::size_t first = 0; first < count; first = next[first]) {
    const std::size_t end = next[first] != 0 ? ends[next[first] - 1] : ends[first];
    auto item = sequenceItemOf(text.substr(beginOf(first), end - beginOf(first)), model);
    if (!item) return item.error();
    if (next[first] == 0) next[first] = first + 1;  // the error is about a later one
    items.push_back(*std::move(item));
  }
  return items;
}

FadeChoice fadeChoiceOf(ScriptFields& f) {
  FadeChoice how = changeOf<FadeChoice>(f, kFadeFields).settings;
  f.read("entry", how.toPhase);  // in older files
  return how;
}

FadeSettings fadeSettingsOf(ScriptFields& f, bool clipsAreOptional) {
  if (!clipsAreOptional)
    for (const char* const name : {"from", "to"}) (void)f.clip(name);
  return changeOf<FadeSettings>(f).settings;
}

Commands replayOf(ScriptFields& f) {
  Commands commands;
  if (f.has("from") || f.has("to")) commands.push_back(SetFadeSettings{fadeSettingsOf(f)});
  commands.push_back(SetPair{changeOf<FadePair>(f).settings});
  commands.push_back(ReplayFade{});
  return commands;
}

Commands compareOf(ScriptFields& f) {
  SetComparison command{.variants = {}, .overlaid = f.flag("overlaid", false)};
  if (f.has("kinds") == f.has("variants")) f.fail("compare has either \"kinds\" or \"variants\"");
  if (f.has("kinds"))
    for (const nlohmann::json& name : f.list("kinds")) {
      const auto kind =
          name.is_string() ? enumeratorNamed<crossfade::TransitionKind>(name.get<std::string>()) : std::nullopt;
      if (!kind) f.fail("there is no kind " + quoted(name));
      command.variants.push_back({.kind = kind});
    }
  if (f.has("variants"))
    for (const nlohmann::json& entry : f.list("variants")) {
      if (!entry.is_object()) return f.fail("a variant is not an object: " + quoted(entry)), Commands{};
      ScriptFields fields(entry, f.model());
      command.variants.push_back(changeOf<FadeChoice>(fields, kVariantFields).settings);
      fields.failOnUnknown();
      if (!fields.error().empty())
        f.fail("variant " + std::to_string(command.variants.size() - 1) + ": " + fields.error());
    }
  return {std::move(command)};
}

Commands queueOf(ScriptFields& f) {
  SetQueue queue;
  for (const nlohmann::json& entry : f.list("clips")) {
    if (entry.is_string()) {
      auto item = sequenceItemOf(entry.get_ref<const std::string&>(), f.model());
      if (item)
        queue.items.push_back(*std::move(item));
      else
        f.fail(item.error().message);
    } else if (entry.is_object()) {
      ScriptFields fields(entry, f.model());
      queue.items.push_back(itemOf(fields));
      if (!fields.error().empty())
        f.fail("clip " + std::to_string(queue.items.size() - 1) + " of the queue: " + fields.error());
    } else {
      f.fail("\"clips\" is not a list of texts and objects: " + quoted(entry));
    }
  }
  queue.loops = f.flag("loop", false);
  return {std::move(queue), PlayQueue{}};
}

namespace {

/// With what the fade takes from the panel written out.
OrderedJson itemJson(const SequenceItem& item, const Session& session) {
  const FadeChoice nothing;
  FadeChoice fade = item.fade.how;
  const FadeSettings how = session.character().fade().settingsFor(fade);
  overrideFields(fade, how);
  if (how.maskJoint < 0) fade.maskJoint = fade.maskFeather = std::nullopt;
  OrderedJson json = {{"clip", clipWord(session.model(), item.fade.clip)}};
  json[item.inLoops ? "loops" : "plays"] = item.plays;
  json.update(fieldsJson(fade, session, FileStyle::InScript, &nothing));
  return json;
}

}  // namespace

std::string queueScript(const Session& session) {
  const FadeSequence& queue = session.character().program().queue();
  OrderedJson commands = OrderedJson::array(), items = OrderedJson::array();
  std::set<int> clips;
  for (const SequenceItem& item : queue.items) {
    items.push_back(itemJson(item, session));
    if (clips.insert(item.fade.clip).second) addClipSettings(session, item.fade.clip, commands);
  }
  addRetargets(session, commands);
  addMasks(session, commands);
  if (!(session.fadeCurve() == fadeCurve(FadeCurvePreset::Smooth)))
    commands.push_back({{"at", 0}, {"do", "fadeCurve"}, {"curve", curveToJson(session.fadeCurve())}});
  commands.push_back({{"at", 0}, {"do", "queue"}, {"clips", std::move(items)}, {"loop", queue.loops}});
  return jsonText(OrderedJson{{"commands", std::move(commands)}}, 1) + "\n";
}

}  // namespace app
