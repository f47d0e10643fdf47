// crossfade events: the events inside clips; with a script, which of them are passed while it plays, and which clips
// loop and finish.
#include <array>
#include <cstdio>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/script_events.h"
#include "app/format/visible_text.h"
#include "app/host/files/session_files.h"
#include "app/host/terminal/messages.h"
#include "app/model/json/event_json.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

std::string clipName(const ScriptEvent& each, const Model& model) {
  return visible(model.clips[static_cast<std::size_t>(each.clip)].name());
}

void printPassed(const ScriptEvent& each, const Model& model) {
  constexpr std::array kWhat{"event", "begin", "end"};
  const PassedClipEvent& passed = *each.passed;
  const crossfade::ClipEvent& event = each.known;
  std::printf("%10.4f s  %-8s  %s: %s", each.time, kWhat[static_cast<std::size_t>(passed.pass)],
              clipName(each, model).c_str(), visible(event.name).c_str());
  if (event.value) std::printf(" %s", crossfade::formatNumber(*event.value, 6).c_str());
  std::printf("%s%s\n", passed.direction < 0 ? ", backward" : "", passed.isCut ? ", cut" : "");
}

void print(const ScriptEvent& each, const Model& model) {
  if (each.passed) return printPassed(each, model);
  const bool finished = each.event.kind == crossfade::MixerEvent::Kind::Finished;
  const long long loops = std::llabs(each.event.loopDelta);
  const bool backward = finished ? each.event.direction < 0 : each.event.loopDelta < 0;
  char what[40] = "finished";
  if (!finished) std::snprintf(what, sizeof what, loops > 1 ? "%lld loops" : "loop", loops);
  std::printf("%10.4f s  %-8s  %s", each.time, what, clipName(each, model).c_str());
  std::printf("%s\n", backward ? ", backward" : "");
}

/// The events of one clip; nothing if it has none.
std::span<const crossfade::ClipEvent> eventsInside(const Session& session, int clip) {
  const crossfade::ClipEvents* const events = session.character().player().clipEvents(clip);
  return events ? events->events() : std::span<const crossfade::ClipEvent>();
}

void printInside(const Session& session) {
  bool any = false;
  for (int clip = 0; clip < session.clipCount(); ++clip)
    for (const crossfade::ClipEvent& event : eventsInside(session, clip)) {
      any = true;
      char until[32] = "";
      if (event.end) std::snprintf(until, sizeof until, "to %.4f s", *event.end);
      std::printf("%10.4f s  %-11s  %s: %s", event.time, until,
                  visible(session.model().clips[static_cast<std::size_t>(clip)].name()).c_str(),
                  visible(event.name).c_str());
      if (event.value) std::printf(" %s", crossfade::formatNumber(*event.value, 6).c_str());
      std::printf("\n");
    }
  if (!any) std::printf("no clip has events inside\n");
}

nlohmann::json insideToJson(const Session& session) {
  nlohmann::json clips = nlohmann::json::array();
  for (int clip = 0; clip < session.clipCount(); ++clip)
    clips.push_back({{"clip", clip},
                     {"name", session.model().clips[static_cast<std::size_t>(clip)].name()},
                     {"events", clipEventsToJson(eventsInside(session, clip))}});
  return clips;
}

class EventsCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser =
        program.add_subcommand("events", "List the events inside clips, or when clips loop, finish and pass them");
    CLI::Option* const script = parser->add_option(
        "--script", script_,
        "Play this script file and list when clips loop, finish and pass events; without it, the events inside clips");
    addNumber(*parser, "--seconds", seconds_, "How long to play", 0, 3600)->needs(script)->capture_default_str();
    addNumber(*parser, "--fps", fps_, "Frames per second, for a clock that counts frames", 1, 1000)
        ->needs(script)
        ->capture_default_str();
    parser->add_flag("--json", json_, "Print JSON");
    addSessionOptions(*parser, options_, true);
    return parser;
  }

  ExitCode run() const override {
    const auto opened = openSession(options_, {.imageHeadersOnly = true});
    if (!opened) return fail(opened.error().message);
    Session& session = **opened;
    if (script_.empty()) {
      if (json_)
        printJson(insideToJson(session), 2);
      else
        printInside(session);
      return ExitCode::Done;
    }
    auto script = loadScript(script_, session.model());
    if (!script) return fail(script.error().message);
    const auto events = eventsOfScript(session, fromNothing(*std::move(script)), seconds_, 1 / fps_);
    if (!events) return fail(script_ + ": " + events.error().message);
    if (json_) {
      printJson(eventsToJson(session.model(), *events), 2);
      return ExitCode::Done;
    }
    for (const ScriptEvent& each : *events) print(each, session.model());
    if (events->empty()) std::printf("no clip loops, finishes or passes an event in %g s\n", seconds_);
    return ExitCode::Done;
  }

 private:
  SessionOptions options_;
  std::string script_;  // a file
  double seconds_ = 10;
  double fps_ = 60;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeEventsCommand() { return std::make_unique<EventsCommand>(); }

}  // namespace app
