#include "app/host/bake/bake_session.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/script_events.h"
#include "app/host/bake/poses_between.h"
#include "app/model/add_clips.h"
#include "app/model/json/event_json.h"
#include "crossfade/base/number_text.h"
#include "crossfade/mixer/clip_time.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;
using Json = nlohmann::ordered_json;

constexpr double kShortest = 1e-6;  // a last frame that is shorter joins the one before

/// Of the error: what poses may leave out between them. The rest is for dropping keys.
constexpr double kBetweenShare = 0.25;
constexpr int kPartsOfAFrame = 64;  // shorter ones are not looked into

std::string nameOf(const Session& session, int clip) {
  return session.model().clips[static_cast<std::size_t>(clip)].name();
}

int keyCountOf(const crossfade::AnimationClip& clip) {
  int count = 0;
  for (const crossfade::KeyframeTrack& track : clip.tracks()) count += track.keyCount();
  return count;
}

bool isMoving(const Session& session) {
  return session.runningFade().has_value() || session.character().sequence().isPlaying();
}

/// The events inside clips that a session passes, as events of the clip that is made of it. A span that began before,
/// or is not over at the end, is cut there.
class EventRecorder {
 public:
  explicit EventRecorder(const Session& session) : session_(session) {}

  /// Call it before and after the session advances.
  void begin() { first_ = passed().added(); }
  void add(const ScriptPiece& piece, double clipBegin) {
    for (std::int64_t i = std::max(first_, passed().added() - PassedClipEvents::kKept); i < passed().added(); ++i)
      add(passed().event(i), piece.timeOf(passed().event(i).mixerTime) - clipBegin);
  }

  /// By time. `dropped`: how many a clip cannot hold.
  std::vector<crossfade::ClipEvent> events(double duration, int& dropped) const {
    using crossfade::ClipEvents;
    std::vector<crossfade::ClipEvent> kept;
    std::size_t spans = 0;
    for (crossfade::ClipEvent event : found_) {
      event.time = std::clamp(event.time, 0.0, duration);
      if (event.end) {
        event.end = std::min(*event.end, duration);
        if (*event.end < event.time + ClipEvents::kShortestSpan) event.end.reset();
      }
      const bool fits = kept.size() < ClipEvents::kMostEvents && (!event.end || spans < ClipEvents::kMostSpans);
      spans += fits && event.end ? 1 : 0;
      if (fits)
        kept.push_back(std::move(event));
      else
        ++dropped;
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return kept;
  }

 private:
  const PassedClipEvents& passed() const { return session_.character().player().passedEvents(); }

  void add(const PassedClipEvent& event, double time) {
    const crossfade::ClipEvent& known = eventIn(session_.character().player(), event);
    const std::pair which(event.clip, event.index);
    const auto open = open_.find(which);
    if (event.pass == crossfade::EventPass::End) {
      if (open == open_.end()) {
        found_.push_back({.name = known.name, .time = 0, .end = time, .value = known.value});
        return;
      }
      found_[open->second].end = time;
      open_.erase(open);
      return;
    }
    const bool isSpan = event.pass == crossfade::EventPass::Begin;
    if (isSpan) open_[which] = found_.size();
    found_.push_back({.name = known.name, .time = time, .value = known.value});
    if (isSpan) found_.back().end = std::numeric_limits<double>::infinity();
  }

  const Session& session_;
  std::int64_t first_ = 0;
  std::vector<crossfade::ClipEvent> found_;
  std::map<std::pair<int, int>, std::size_t> open_;  // spans, by clip and event: indices in found_
};

/// A session that plays one script, and a recorder of what it shows.
class Run {
 public:
  Run(Session& session, Script script, const BakeOptions& options)
      : session_(session),
        script_(std::move(script)),
        rate_(options.rate),
        canceled_(options.canceled),
        recorder_(session.model()),
        events_(session),
        between_{.at = [this](float time) { return poseAhead(begin_ + static_cast<double>(time)); },
                 .error = kBetweenShare * std::max(options.error, kDefaultBakeError),
                 .shortest = static_cast<float>(1 / (kPartsOfAFrame * options.rate))} {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Result<void> advanceTo(double time) {
    now_ = time;
    return script_.advanceTo(time, session_, unused_);
  }
  /// Advances and adds a pose, and before it those that lead to it.
  Result<void> record(double time) {
    if (canceled_ != nullptr && *canceled_) return Error{"it was canceled"};
    last_ = time;
    if (recorder_.poses() == 0) {
      begin_ = time;
      return follow(time);
    }
    while (now_ < time)
      if (auto moved = follow(nextCut(time)); !moved) return moved;
    return {};
  }
  /// From the last pose on, up to a pose at exactly this time.
  Result<void> recordTo(double end) {
    const double begin = last_;
    for (int frame = 1; begin + frame / rate_ < end - kShortest; ++frame)
      if (auto done = record(begin + frame / rate_); !done) return done;
    return end > begin ? record(end) : Result<void>();
  }
  Result<void> recordSpan(double begin, double end) {
    if (auto done = record(begin); !done) return done;
    return recordTo(end);
  }
  /// Until everything that the script began is over.
  Result<void> recordAll(double begin) {
    for (int frame = 0;; ++frame) {
      const double time = begin + frame / rate_;
      if (auto done = record(time); !done) return done;
      if (script_.isOver() && !isMoving(session_)) break;
      if (time - begin > kMaxBakedSeconds)
        return Error{"is not over after " + formatNumber(kMaxBakedSeconds) + " s; --seconds says how much is baked"};
    }
    if (recorder_.seconds() > 0) return {};
    return Error{"has no end of its own; --seconds says how much is baked"};
  }

  BakedClip baked(const std::string& name, const BakeOptions& options, Json extras) {
    std::optional<LoopGap> gap;
    if (options.loops) {
      gap = recorder_.gap();
      recorder_.closeLoop();
    }
    extras["rate"] = options.rate;
    crossfade::AnimationClip clip =
        recorder_.clip(options.name.empty() ? name : options.name, (1 - kBetweenShare) * options.error);
    const bool dropsKeys = keyCountOf(clip) < keyCountOf(recorder_.clip(name, 0));
    extras["error"] = dropsKeys ? options.error : 0;
    BakedClip baked{.clip = std::move(clip), .poses = recorder_.poses(), .gap = gap};
    Json all{{"crossfade", std::move(extras)}};
    if (const auto events = events_.events(baked.clip.duration(), baked.droppedEvents); !events.empty())
      all["events"] = clipEventsToJson(events);
    baked.extras = jsonText(all);
    return baked;
  }

 private:
  float keyTime(double time) const { return static_cast<float>(time - begin_); }

  crossfade::Pose placed(const ShownMoment& moment) const {
    const bool travels = session_.character().ground().travel() == TravelMode::Travel;
    return recorder_.placed(moment.pose, travels ? moment.travel : crossfade::RootDelta{});
  }
  crossfade::Pose shownPose() const {
    return placed({.pose = session_.pose(), .travel = session_.character().player().travel().at});
  }
  /// If no command came until then.
  crossfade::Pose poseAhead(double time) { return placed(session_.peek(std::max(0.0, time - now_))); }

  /// Up to where the session can be followed without a command or a step of its sequence: `time`, or earlier.
  double nextCut(double time) const {
    const double foreseen = session_.foreseenSeconds();
    if (!(foreseen > crossfade::kSameTime)) return time;
    return std::min({time, script_.nextTime(), now_ + foreseen});
  }

  /// Advances and adds what happens on the way, and the pose at the end.
  Result<void> follow(double end) {
    std::vector<TimedPose> found;
    if (recorder_.poses() > 0 && session_.foreseenSeconds() > crossfade::kSameTime) found = posesUntil(end);
    ScriptPiece piece{.begin = now_, .end = end, .mixerBegin = session_.mixerTime()};
    events_.begin();
    if (auto moved = advanceTo(end); !moved) return moved;
    piece.mixerEnd = session_.mixerTime();
    if (recorder_.poses() > 0) events_.add(piece, begin_);
    shown_ = {keyTime(end), shownPose()};
    if (!found.empty() && !(recorder_.distance().between(found.back().pose, shown_.pose) > between_.error))
      found.pop_back();  // nothing jumps at the end
    found.push_back(shown_);
    for (const TimedPose& each : found)
      if (auto added = recorder_.add(each.time, each.pose); !added) return added;
    return {};
  }
  /// The last one is that just before `end`.
  std::vector<TimedPose> posesUntil(double end) {
    TimedPose last{keyTime(end), poseAhead(end)};
    std::vector<TimedPose> found = posesBetween(shown_, last, recorder_.distance(), between_);
    last.time = std::nextafter(last.time, 0.0f);
    found.push_back(std::move(last));
    return found;
  }

  Session& session_;
  ScriptPlayer script_;
  double rate_;
  const std::atomic<bool>* canceled_;
  double begin_ = 0;  // script time of the first pose
  double now_ = 0, last_ = 0;
  PoseRecorder recorder_;
  EventRecorder events_;
  PosesBetween between_;
  TimedPose shown_;  // now
  FrameProfiler unused_;
};

/// The commands at time 0, of a session that plays nothing else, at its usual speed.
Script alone(Commands commands) {
  Script script;
  commands.insert(commands.begin(), {SetSpeed{1}, SetClock{crossfade::ClockKind::TimeBased}});
  for (Command& command : commands) script.push_back({.at = 0, .command = std::move(command)});
  return fromNothing(std::move(script));
}

}  // namespace

Result<BakedClip> bakeScript(Session& session, Script script, const BakeOptions& options) {
  Run run(session, fromNothing(std::move(script)), options);
  const auto recorded =
      options.seconds ? run.recordSpan(options.start, options.start + *options.seconds) : run.recordAll(options.start);
  if (!recorded) return recorded.error();
  return run.baked("baked", options, {{"start", options.start}});
}

Result<BakedClip> bakeTransition(Session& session, int from, int to, const BakeOptions& options) {
  FadeSettings settings = session.fadeSettings();
  settings.from = from;
  settings.to = to;
  const FadePair pair{.leadIn = std::max(options.leadIn, FadePair{}.leadIn)};
  Run run(session, alone({SetFadeSettings{settings}, SetPair{pair}, ReplayFade{}}), options);
  if (auto begun = run.advanceTo(0); !begun) return begun.error();
  const double begin = session.character().sequence().state().due;  // of the fade
  const double first = std::max(0.0, begin - options.leadIn);
  if (auto done = run.recordSpan(first, begin); !done) return done.error();
  const std::optional<RunningFade> fade = session.runningFade();
  if (!fade || !(fade->end > fade->begin))
    return Error{"the transition from '" + nameOf(session, from) + "' to '" + nameOf(session, to) +
                 "' takes no time, so there is nothing to bake"};
  const double end = begin + (fade->end - fade->begin);
  Json extras = {{"from", nameOf(session, from)}, {"fromTime", session.action(from).time}};
  if (auto done = run.recordTo(end); !done) return done.error();
  extras.update({{"to", nameOf(session, to)},
                 {"toTime", session.action(to).time},
                 {"seconds", fade->seconds},
                 {"kind", wordOf(fade->kind)},
                 {"sync", wordOf(fade->sync)}});
  if (options.leadIn > 0) extras["leadIn"] = begin - first;
  if (options.leadOut > 0) extras["leadOut"] = options.leadOut;
  if (auto done = run.recordTo(end + options.leadOut); !done) return done.error();
  return run.baked(nameOf(session, from) + " to " + nameOf(session, to), options, std::move(extras));
}

Result<BakedClip> bakeQueue(Session& session, std::vector<SequenceItem> items, const BakeOptions& options) {
  assert(!items.empty());
  std::string name;
  Json names = Json::array();
  for (const SequenceItem& item : items) {
    names.push_back(nameOf(session, item.fade.clip));
    name += (name.empty() ? "" : ", ") + nameOf(session, item.fade.clip);
  }
  const Json extras = {{"queue", names}};
  if (!options.loops) {
    Run run(session, alone({SetQueue{.items = items}, PlayQueue{}}), options);
    if (auto done = run.recordAll(0); !done) return Error{"the queue " + done.error().message};
    return run.baked(name, options, extras);
  }
  const int firstClip = items.front().fade.clip;
  items.push_back(items.front());
  const auto play = [&] { return alone({SetQueue{.items = items}, PlayQueue{}}); };
  // The first time finds out when it is back in the first clip, and at which time of that.
  Run rehearsal(session, play(), options);
  if (auto begun = rehearsal.advanceTo(0); !begun) return begun.error();
  const double clipBegin = session.action(firstClip).time;
  double end = 0;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) end += secondsOf(items[i], session.character().player());
  if (end > kMaxBakedSeconds) return Error{"the queue takes longer than " + formatNumber(kMaxBakedSeconds) + " s"};
  if (auto done = rehearsal.advanceTo(end); !done) return done.error();
  if (const auto fade = session.runningFade()) end += fade->end - fade->begin;
  if (auto done = rehearsal.advanceTo(end); !done) return done.error();
  const crossfade::AnimationAction& action = session.action(firstClip);
  const double speed = std::abs(action.timeScale), length = action.duration();
  double begin = speed > 0 && length > 0 ? (action.time - clipBegin) / action.timeScale : 0;
  if (begin < 0) begin += length / speed;
  Run run(session, play(), options);
  if (auto done = run.recordSpan(begin, end); !done) return done.error();
  return run.baked(name, options, extras);
}

std::vector<CellIndex> keptPairs(const Session& session) {
  std::vector<CellIndex> pairs;
  for (const auto& [cell, settings] : session.character().transitions().cells()) {
    const CellIndex pair = indexOf(cell);
    const bool hasSpace = isBlendSpace(pair.from) || isBlendSpace(pair.to);  // a pair that is baked is of clips
    if (pair.from >= 0 && pair.to >= 0 && pair.from != pair.to && !hasSpace) pairs.push_back(pair);
  }
  return pairs;
}

void giveFreeNames(const Model& model, std::vector<BakedClip>& baked) {
  for (auto each = baked.begin(); each != baked.end(); ++each) {
    const auto isTaken = [&](const std::string& name) {
      return std::any_of(model.clips.begin(), model.clips.end(), [&](const auto& own) { return own.name() == name; }) ||
             std::any_of(baked.begin(), each, [&](const BakedClip& before) { return before.clip.name() == name; });
    };
    each->clip = each->clip.renamed(numbered(each->clip.name(), isTaken));
  }
}

}  // namespace app
