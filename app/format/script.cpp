#include "app/format/script.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/script_commands.h"
#include "app/format/script_fields.h"
#include "app/model/json/json_tree.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

Result<void> addCommands(const Json& entry, const Model& model, const std::string& location, Script& script) {
  ScriptFields fields(entry, model);
  const double at = fields.number("at");
  const std::string word = fields.text("do");
  if (!fields.error().empty()) return Error{fields.error()};
  if (!(at >= 0)) return Error{"\"at\" is before the start: " + crossfade::formatNumber(at)};
  std::optional<Commands> commands = scriptCommands(word, fields);
  if (!commands) return Error{"there is no command '" + word + "'"};
  fields.failOnUnknown();
  for (Command& command : *commands) script.push_back({.at = at, .command = std::move(command), .location = location});
  if (!fields.error().empty()) return Error{fields.error()};
  return {};
}

}  // namespace

Script fromNothing(Script script) {
  Script whole;
  for (Command& command : Commands{StopSequence{}, SetComparison{}, SetLayers{}, StopAll{}, SetPaused{false}})
    whole.push_back({.at = 0, .command = std::move(command)});
  std::move(script.begin(), script.end(), std::back_inserter(whole));
  return whole;
}

Result<Script> parseScript(std::string_view json, const Model& model) {
  JsonTree<> tree;
  if (tooDeepAt(json) != json.npos || readJson(json, tree)) return Error{"is not valid JSON, or nested too deeply"};
  const Json& document = tree;
  if (!document.is_object() || !document.contains("commands") || !document["commands"].is_array())
    return Error{"has no list \"commands\""};
  Script script;
  for (std::size_t i = 0; i < document["commands"].size(); ++i) {
    const std::string location = "command " + std::to_string(i);
    if (auto added = addCommands(document["commands"][i], model, location, script); !added)
      return Error{location + ": " + added.error().message};
  }
  std::stable_sort(script.begin(), script.end(),
                   [](const TimedCommand& a, const TimedCommand& b) { return a.at < b.at; });
  return script;
}

Script demoScript(const Model& model, double seconds, double fadeSeconds) {
  constexpr double kStay = 1.6;  // seconds between fades, enough to see the clip itself
  std::vector<int> moving;
  for (int i = 0; i < static_cast<int>(model.clips.size()); ++i)
    if (model.clips[static_cast<std::size_t>(i)].duration() > 0) moving.push_back(i);
  Script script;
  if (moving.empty()) return script;
  script.push_back({.at = 0, .command = StopAll{}});
  script.push_back({.at = 0, .command = PlayClip{moving.front()}});
  std::size_t next = 0;
  for (double at = kStay; at < seconds && moving.size() > 1; at += kStay) {
    next = (next + 1) % moving.size();
    script.push_back({.at = at, .command = FadeTo{moving[next], fadeSeconds}});
  }
  return script;
}

Result<void> ScriptPlayer::advanceTo(double time, Session& session, FrameProfiler& profiler) {
  constexpr double kSameTime = 1e-9;  // seconds
  for (; next_ < script_.size() && script_[next_].at <= time; ++next_) {
    const TimedCommand& due = script_[next_];
    if (due.at > time_ + kSameTime &&
        session.clock().settings.kind != crossfade::ClockKind::FrameBased) {  // a split frame would count twice
      session.advance(due.at - time_, profiler);
      time_ = due.at;
    }
    if (auto applied = session.apply(due.command); !applied)
      return Error{(due.location.empty() ? "at " + crossfade::formatNumber(due.at, 3) + " s" : due.location) + ": " +
                   applied.error().message};
  }
  session.advance(std::max(0.0, time - time_), profiler);
  time_ = std::max(time_, time);
  return {};
}

}  // namespace app
