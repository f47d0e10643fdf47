// What each command does to the character. User input is checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "app/session/character/character_scene.h"
#include "app/session/character/fade_curve.h"
#include "app/session/checks/value_range.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr ValueRange kWeight{0, 100};
constexpr ValueRange kTimeScale{-100, 100};
constexpr ValueRange kSeconds{0, kMaxFadeSeconds};
constexpr ValueRange kClipSeconds{0, 1e9};
constexpr ValueRange kStep{-3600, 3600};
constexpr ValueRange kStepsPerSecond{1, 1000};
constexpr ValueRange kFeather{0, kMaxMaskFeather};  // joints
constexpr ValueRange kMorph{-100, 100};
constexpr ValueRange kRounds{1e-6, 1e9};
constexpr ValueRange kPhase{0, 1};

}  // namespace

struct CharacterScene::Checks {
  CharacterScene& s;

  Result<void> clip(int index) const {
    if (index < 0 || index >= s.player_.clipCount())
      return Error{"there is no clip " + std::to_string(index) + "; the model has " +
                   std::to_string(s.player_.clipCount())};
    return {};
  }
  Result<void> clipAnd(int index, const char* what, double value, ValueRange range) const {
    if (auto known = clip(index); !known) return known;
    return inRange(what, value, range);
  }
  Result<void> joint(int index) const {
    const int joints = s.model_.skeleton.jointCount();
    if (index < 0 || index >= joints)
      return Error{"there is no joint " + std::to_string(index) + "; the model has " + std::to_string(joints)};
    return {};
  }
  Result<void> mask(const FadeSettings& settings) const {
    if (settings.maskJoint != -1)
      if (auto ok = joint(settings.maskJoint); !ok) return ok;
    return inRange("mask feather", settings.maskFeather, kFeather);
  }
  Result<void> fade(const FadeTo& command) const {
    const FadeSettings settings = s.fade_.settingsFor(command);
    if (auto ok = clipAnd(command.clip, "fade length", settings.seconds, kSeconds); !ok) return ok;
    if (command.curve)
      if (auto ok = checkFadeCurve(*command.curve); !ok) return ok;
    if (auto ok = phase(command.entry); !ok) return ok;
    return mask(settings);
  }
  Result<void> phase(std::optional<double> value) const {
    return value ? inRange("entry phase", *value, kPhase) : Result<void>();
  }
};

struct CharacterScene::PlaybackApplier : Checks {
  Result<void> operator()(const SetPaused& c) {
    s.paused_ = c.paused;
    return {};
  }
  Result<void> operator()(const Step& c) {
    if (auto ok = inRange("step", c.seconds, kStep); !ok) return ok;
    s.paused_ = true;
    s.timeline_.step(c.seconds);
    return {};
  }
  Result<void> operator()(const SetSpeed& c) {
    if (auto ok = inRange("speed", c.factor, kTimeScale); !ok) return ok;
    s.speed_ = c.factor;
    return {};
  }
  Result<void> operator()(const SetClock& c) {
    crossfade::ClockSettings next = s.player_.clock().settings;
    next.kind = c.kind;
    if (c.stepsPerSecond) {
      if (auto ok = inRange("steps per second", *c.stepsPerSecond, kStepsPerSecond); !ok) return ok;
      next.rate = crossfade::stepRate(*c.stepsPerSecond);
    }
    s.player_.useClock(next);
    return {};
  }

  Result<void> operator()(const PlayClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.player_.play(c.clip);
    return {};
  }
  Result<void> operator()(const StopClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.player_.stop(c.clip);
    return {};
  }
  Result<void> operator()(const StopAll&) {
    s.player_.stopAll();
    return {};
  }
  Result<void> operator()(const SetEnabled& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.player_.action(c.clip).enabled = c.enabled;
    return {};
  }
  Result<void> operator()(const SetWeight& c) {
    if (auto ok = clipAnd(c.clip, "weight", c.weight, kWeight); !ok) return ok;
    s.player_.action(c.clip).weight = c.weight;
    return {};
  }
  Result<void> operator()(const SetTimeScale& c) {
    if (auto ok = clipAnd(c.clip, "time scale", c.timeScale, kTimeScale); !ok) return ok;
    s.player_.action(c.clip).timeScale = c.timeScale;
    return {};
  }
  Result<void> operator()(const SetClipTime& c) {
    if (auto ok = clipAnd(c.clip, "clip time", c.time, kClipSeconds); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (s.player_.hasFinished(c.clip) && c.time < action.duration()) action.restart();
    action.time = std::min(c.time, action.duration());
    return {};
  }
  Result<void> operator()(const SetLoop& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (action.loop == crossfade::Loop::Once && c.loop != crossfade::Loop::Once)
      action.paused = false;  // restarts a finished clip
    action.setLoop(c.loop, action.repetitions);
    action.clampWhenFinished =
        c.loop == crossfade::Loop::Once;  // hold the last pose instead of returning to the rest pose
    return {};
  }
  Result<void> operator()(const SetRepetitions& c) {
    if (auto ok = clipAnd(c.clip, "number of rounds", c.rounds.value_or(1), kRounds); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    const double rounds = c.rounds.value_or(std::numeric_limits<double>::infinity());
    if (rounds > action.repetitions && s.player_.hasFinished(c.clip) && action.loop != crossfade::Loop::Once)
      action.paused = false;
    action.repetitions = rounds;
    return {};
  }
  Result<void> operator()(const SetClamp& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.player_.action(c.clip).clampWhenFinished = c.clamp;
    return {};
  }
  Result<void> operator()(const StartAt& c) {
    if (auto ok = clipAnd(c.clip, "start time", c.mixerTime, kClipSeconds); !ok) return ok;
    s.player_.play(c.clip);
    s.player_.action(c.clip).startAt(c.mixerTime);
    return {};
  }
  Result<void> operator()(const SetFavorite& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.favorites_[static_cast<std::size_t>(c.clip)] = c.on;
    return {};
  }
  Result<void> operator()(const Halt& c) {
    if (auto ok = clipAnd(c.clip, "halt length", c.seconds, kSeconds); !ok) return ok;
    s.player_.action(c.clip).halt(c.seconds);
    return {};
  }
};

struct CharacterScene::FadeApplier : Checks {
  Result<void> operator()(const FadeIn& c) {
    if (auto ok = clipAnd(c.clip, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.fade_.fadeIn(c.clip, c.seconds);
    return {};
  }
  Result<void> operator()(const FadeOut& c) {
    if (auto ok = clipAnd(c.clip, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.fade_.fadeOut(c.clip, c.seconds);
    return {};
  }
  Result<void> operator()(const StopFading& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.fade_.hold(c.clip);
    return {};
  }
  Result<void> operator()(const SetFadeSettings& c) {
    const FadeSettings& next = c.settings;
    if (auto ok = inRange("fade length", next.seconds, kSeconds); !ok) return ok;
    for (const int index : {next.from, next.to})
      if (index != -1)
        if (auto ok = clip(index); !ok) return ok;
    if (auto ok = mask(next); !ok) return ok;
    s.fade_.change(next);
    return {};
  }
  Result<void> operator()(const SetFadeCurve& c) {
    if (auto ok = checkFadeCurve(c.curve); !ok) return ok;
    s.fade_.setCurve(c.curve);
    return {};
  }
  Result<void> operator()(const StartFade&) {
    if (s.fade_.settings().to == -1) return Error{"choose the clip to fade to first"};
    s.fade_.start();
    return {};
  }
  Result<void> operator()(const FadeTo& c) {
    if (auto ok = fade(c); !ok) return ok;
    s.fade_.to(c.clip, s.fade_.settingsFor(c), detailsOf(c));
    return {};
  }
  Result<void> operator()(const EnterClip& c) {
    if (auto ok = fade(c.fade); !ok) return ok;
    if (auto ok = phase(c.phase); !ok) return ok;
    s.fade_.enter(c);
    return {};
  }
  Result<void> operator()(const SetMarkers& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (c.markers.empty()) {
      s.player_.transition().removeMarkers(action.clipId());
      s.comparison_.setMarkers(c.clip, std::nullopt);
      return {};
    }
    auto markers = crossfade::SyncMarkers::make(c.markers, action.duration());
    if (!markers) return markers.error();
    s.comparison_.setMarkers(c.clip, *markers);
    s.player_.transition().setMarkers(action.clipId(), std::move(*markers));
    return {};
  }

  Result<void> operator()(const ClassicCrossFade& c) {
    if (auto ok = clip(c.from); !ok) return ok;
    if (auto ok = clipAnd(c.to, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.fade_.classic(c.from, c.to, c.seconds, c.warp);
    return {};
  }
};

struct CharacterScene::JointApplier : Checks {
  Result<void> operator()(const SelectJoint& c) {
    if (c.joint != -1)
      if (auto ok = joint(c.joint); !ok) return ok;
    s.selectedJoint_ = c.joint;
    return {};
  }
  Result<void> operator()(const TraceJoint& c) {
    if (auto ok = joint(c.joint); !ok) return ok;
    std::erase(s.tracedJoints_, c.joint);
    if (c.on) s.tracedJoints_.push_back(c.joint);
    return {};
  }
  Result<void> operator()(const HoldMorph& c) {
    const std::size_t morphs = s.model_.restMorphWeights.size();
    if (c.index < 0 || static_cast<std::size_t>(c.index) >= morphs)
      return Error{"there is no morph weight " + std::to_string(c.index) + "; the model has " + std::to_string(morphs)};
    if (!c.weight) {
      s.player_.holdMorph(c.index, std::nullopt);
      return {};
    }
    if (auto ok = inRange("morph weight", *c.weight, kMorph); !ok) return ok;
    s.player_.holdMorph(c.index, static_cast<float>(*c.weight));
    return {};
  }
};

/// All but TimelineCommand, which changes what is shown of the log.
struct CharacterScene::Changer {
  CharacterScene& s;

  Result<void> operator()(const PlaybackCommand& c) { return std::visit(PlaybackApplier{{s}}, c); }
  Result<void> operator()(const FadeCommand& c) { return std::visit(FadeApplier{{s}}, c); }
  Result<void> operator()(const JointCommand& c) { return std::visit(JointApplier{{s}}, c); }
};

struct CharacterScene::TimelineApplier : Checks {
  Result<void> operator()(const ShowMoment& c) {
    if (!std::isfinite(c.time)) return Error{"a time that is not finite"};
    s.timeline_.seek(c.time);
    return {};
  }
  Result<void> operator()(const ReturnToLive&) {
    s.timeline_.seek(s.timeline_.end());
    return {};
  }
  Result<void> operator()(const EditFade& c) {
    if (c.seconds)
      if (auto ok = inRange("fade length", *c.seconds, kSeconds); !ok) return ok;
    if (c.begin && !std::isfinite(*c.begin)) return Error{"a time that is not finite"};
    return s.timeline_.edit(c.fade, c.begin, c.seconds, c.kind);
  }
};

Result<void> CharacterScene::change(const TakeCommand& command) {
  return std::visit([this](const auto& c) { return Changer{*this}(c); }, command);
}

template <class Changes>
Result<void> CharacterScene::changeAndRecord(const Changes& command) {
  auto done = Changer{*this}(command);
  if (done) std::visit([this](const auto& c) { timeline_.record(c); }, command);
  return done;
}

/// Notes what a command sets in ClipSettings. Not part of the changes that a timeline repeats: those are settings of
/// the past.
struct CharacterScene::SettingsNote {
  CharacterScene& s;

  void operator()(const SetEnabled& c) const { s.settingsOf(c.clip).enabled = c.enabled; }
  void operator()(const SetWeight& c) const { s.settingsOf(c.clip).weight = c.weight; }
  void operator()(const SetTimeScale& c) const { s.settingsOf(c.clip).timeScale = c.timeScale; }
  void operator()(const SetLoop& c) const {
    s.settingsOf(c.clip).loop = c.loop;
    s.settingsOf(c.clip).clamp = c.loop == crossfade::Loop::Once;
  }
  void operator()(const SetRepetitions& c) const { s.settingsOf(c.clip).repetitions = c.rounds; }
  void operator()(const SetClamp& c) const { s.settingsOf(c.clip).clamp = c.clamp; }
  void operator()(const SetFavorite& c) const { s.settingsOf(c.clip).favorite = c.on; }
  void operator()(const SetMarkers& c) const { s.settingsOf(c.clip).markers = c.markers; }
  void operator()(const PlayClip& c) const { noteEnabled(c.clip); }
  void operator()(const StartAt& c) const { noteEnabled(c.clip); }
  void operator()(const FadeIn& c) const { noteEnabled(c.clip); }
  void operator()(const FadeTo& c) const { noteEnabled(c.clip); }
  void operator()(const EnterClip& c) const { noteEnabled(c.fade.clip); }
  void operator()(const StartFade&) const { noteEnabled(s.fade_.settings().to); }
  void operator()(const ClassicCrossFade& c) const {
    noteEnabled(c.from);
    noteEnabled(c.to);
  }
  template <class Other>
  void operator()(const Other&) const {}

  /// Playing a clip enables it.
  void noteEnabled(int clip) const {
    if (s.player_.action(clip).enabled) s.settingsOf(clip).enabled = true;
  }
};

Result<void> CharacterScene::apply(const TimelineCommand& command) {
  return std::visit(TimelineApplier{{*this}}, command);
}

struct CharacterScene::SequenceApplier : Checks {
  Result<void> operator()(const SetPair& c) {
    if (auto ok = phase(c.pair.fromPhase); !ok) return ok;
    if (auto ok = phase(c.pair.toPhase); !ok) return ok;
    if (auto ok = inRange("lead-in", c.pair.leadIn, kSeconds); !ok) return ok;
    if (auto ok = inRange("lead-out", c.pair.leadOut, kSeconds); !ok) return ok;
    s.pair_ = c.pair;
    return {};
  }
  Result<void> operator()(const ReplayFade&) {
    if (auto ok = s.choosePair(); !ok) return ok;
    s.play(Played::Pair);
    return {};
  }
  Result<void> operator()(const LoopFade& c) {
    const bool starts = c.on && !(s.playsPair() && s.timeline_.isLive() && !s.paused_);
    if (starts)
      if (auto ok = s.choosePair(); !ok) return ok;
    s.pair_.loops = c.on;
    s.pair_.thereAndBack = c.thereAndBack;
    return starts ? (*this)(ReplayFade{}) : Result<void>();
  }
  Result<void> operator()(const SetQueue& c) {
    if (c.items.size() > kMaxQueued)
      return Error{"a queue has at most " + std::to_string(kMaxQueued) + " clips, not " +
                   std::to_string(c.items.size())};
    for (const SequenceItem& item : c.items) {
      if (auto ok = fade(item.fade); !ok) return ok;
      if (auto ok = phase(item.entry); !ok) return ok;
      if (auto ok = inRange(item.inRounds ? "rounds" : "seconds", item.plays, kSeconds); !ok) return ok;
    }
    s.queue_ = {.items = c.items, .loops = c.loops};
    if (c.items.empty() && s.playsQueue()) s.sequence_.stop();
    return {};
  }
  Result<void> operator()(const PlayQueue&) {
    if (s.queue_.items.empty()) return Error{"the queue is empty"};
    s.play(Played::Queue);
    return {};
  }
  Result<void> operator()(const StopSequence&) {
    s.sequence_.stop();
    return {};
  }
  Result<void> operator()(const SetComparison& c) {
    const std::size_t count = c.variants.size();
    if (count == 1 || count > kMaxVariants)
      return Error{"a comparison has 2 to " + std::to_string(kMaxVariants) + " variants, not " + std::to_string(count)};
    for (const FadeVariant& variant : c.variants)
      if (variant.seconds)
        if (auto ok = inRange("fade length", *variant.seconds, kSeconds); !ok) return ok;
    const bool begins = count > 0 && !s.comparison_.isOn();
    s.comparison_.show(c, s.compared());
    if (!begins || s.playsQueue()) return {};
    const bool plays = s.playsPair() && s.timeline_.isLive();
    if (!plays && !s.choosePair()) return {};
    const FadeSettings& chosen = s.fade_.settings();
    if (!s.settingsOf(chosen.from).enabled || !s.settingsOf(chosen.to).enabled) return {};  // nothing is switched on
    s.pair_.loops = true;
    if (!plays) s.play(Played::Pair);
    return {};
  }
};

/// The timeline logs what a sequence does, and begins anew with each round.
SequenceHost CharacterScene::sequenceHost() {
  return {.advance = [this](double delta, double speed,
                            FrameProfiler& profiler) { timeline_.advance(delta, speed, profiler); },
          .step = [this](double seconds) { timeline_.step(seconds); },
          .enter = [this](const EnterClip& command) { static_cast<void>(changeAndRecord(FadeCommand(command))); },
          .roundBegan =
              [this] {
                timeline_.restart();
                study_.restart();
              }};
}

/// Makes From and To a pair that can be played: without a From, the last fade.
Result<void> CharacterScene::choosePair() {
  FadeSettings settings = fade_.settings();
  if (settings.to == -1) return Error{"choose the clip to fade to first"};
  if (settings.from == -1) {
    const StartedFade& last = fade_.lastStarted();
    const bool isLast = last.to == settings.to && last.from != -1;
    settings.from = isLast ? last.from : player_.dominantClip();
    const auto phaseOf = [this](int clip, double time) {
      const double duration = player_.action(clip).duration();
      return duration > 0 ? std::clamp(time / duration, 0.0, 1.0) : 0;
    };
    if (isLast) {
      pair_.fromPhase = phaseOf(last.from, last.fromTime);
      pair_.toPhase = last.toWasVisible ? std::optional(phaseOf(last.to, last.toTime)) : std::nullopt;
    }
  }
  if (settings.from == -1) return Error{"choose the clip to fade from first"};
  if (settings.from == settings.to) return Error{"choose two different clips to fade between"};
  fade_.change(settings);
  return {};
}

void CharacterScene::play(Played what) {
  played_ = what;
  paused_ = false;
  const FadeSequence chosen = chosenSequence();
  for (const SequenceItem& item : chosen.items) settingsOf(item.fade.clip).enabled = true;  // as playing a clip does
  sequence_.play(chosen);
  comparison_.follow(compared());
  comparison_.play(chosen);
}

/// What is to play next: as chosen now.
FadeSequence CharacterScene::chosenSequence() const {
  const FadeSettings& settings = fade_.settings();
  if (played_ == Played::Queue) return completedBySet(queue_);
  return completedBySet(sequenceOf(pairBySet(), settings.from, settings.to, player_));
}

/// A playing sequence goes on with what is chosen now, unless that cannot be played.
void CharacterScene::updateSequence() {
  if (!sequence_.isPlaying()) return;
  const FadeSettings& settings = fade_.settings();
  const bool playable = played_ == Played::Queue
                            ? !queue_.items.empty()
                            : settings.from != -1 && settings.to != -1 && settings.from != settings.to;
  if (playable) sequence_.change(chosenSequence());
}

namespace {

/// Commands by which a person takes over from a playing sequence.
struct TakesOver {
  template <class Command>
  bool operator()(const Command&) const {
    constexpr bool playback = std::is_same_v<Command, PlayClip> || std::is_same_v<Command, StopClip> ||
                              std::is_same_v<Command, StopAll> || std::is_same_v<Command, SetClipTime> ||
                              std::is_same_v<Command, Halt> || std::is_same_v<Command, StartAt>;
    constexpr bool fades = std::is_same_v<Command, FadeIn> || std::is_same_v<Command, FadeOut> ||
                           std::is_same_v<Command, StopFading> || std::is_same_v<Command, StartFade> ||
                           std::is_same_v<Command, FadeTo> || std::is_same_v<Command, EnterClip> ||
                           std::is_same_v<Command, ClassicCrossFade>;
    return playback || fades;
  }
};

}  // namespace

/// What depends on the state follows it.
void CharacterScene::follow(bool takenOver, bool isFade) {
  if (takenOver) sequence_.stop();
  updateSequence();
  if (takenOver && !isFade) comparison_.takeOver(compared());
  comparison_.follow(compared());
}

Result<void> CharacterScene::apply(const PlaybackCommand& command) {
  auto done = changeAndRecord(command);
  if (!done) return done;
  std::visit(SettingsNote{*this}, command);
  follow(std::visit(TakesOver{}, command), false);
  return done;
}
Result<void> CharacterScene::apply(const FadeCommand& command) {
  const auto* const fadeTo = std::get_if<FadeTo>(&command);
  const bool asksSet = fadeTo && fadeTo->usesSet && !transitions_.empty();
  if (asksSet && fadeTo->clip >= 0 && fadeTo->clip < player_.clipCount())
    return apply(FadeCommand(completedBySet(*fadeTo)));
  auto done = changeAndRecord(command);
  if (!done) return done;
  std::visit(SettingsNote{*this}, command);
  const bool starts = std::holds_alternative<StartFade>(command);
  if (fadeTo) comparison_.fadeTo(*fadeTo, fade_);
  if (starts) comparison_.startFade();
  follow(std::visit(TakesOver{}, command), fadeTo || starts);
  return done;
}
Result<void> CharacterScene::apply(const SequenceCommand& command) {
  auto done = std::visit(SequenceApplier{{*this}}, command);
  if (done) follow(false, false);
  return done;
}
Result<void> CharacterScene::apply(const JointCommand& command) {
  auto done = changeAndRecord(command);
  if (done) comparison_.follow(compared());  // held morph weights
  return done;
}

}  // namespace app
