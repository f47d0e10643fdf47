// What each command does to the character. User input is checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/session/character/character_applier.h"
#include "app/session/character/timeline/timeline.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr ValueRange kStepRange{-3600, 3600};
constexpr ValueRange kStepsPerSecond{1, 1000};
constexpr ValueRange kMorph{-100, 100};
constexpr ValueRange kLoopSeconds{-1e9, 1e9};

}  // namespace

template <>
struct CharacterScene::Applier<PlaybackCommand> : CharacterScene::Checks {
  void operator()(const SetPaused& c) { s.paused_ = c.paused; }
  Result<void> operator()(const Step& c) {
    if (auto ok = inRange("step", c.seconds, kStepRange); !ok) return ok;
    s.paused_ = true;
    s.timeline_->step(c.seconds);
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
  void operator()(const StopAll&) { s.player_.stopAll(); }
  Result<void> operator()(const SetClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (auto ok = c.appliedTo({}); !ok) return ok.error();
    const ClipSettings& next = c.settings;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (c.sets(&ClipSettings::loop)) setLoop(action, next.loop);
    if (c.sets(&ClipSettings::timeScale)) action.timeScale = next.timeScale;
    if (c.sets(&ClipSettings::weight)) action.weight = next.weight;
    if (c.sets(&ClipSettings::enabled)) action.enabled = next.enabled;
    if (c.sets(&ClipSettings::repetitions)) {
      const double repetitions = next.repetitions.value_or(std::numeric_limits<double>::infinity());
      if (repetitions > action.repetitions && s.player_.hasFinished(c.clip) && action.loop != crossfade::Loop::Once)
        action.paused = false;
      action.repetitions = repetitions;
    }
    if (c.sets(&ClipSettings::clamp)) action.clampWhenFinished = next.clamp;
    return {};
  }
  static void setLoop(crossfade::AnimationAction& action, crossfade::Loop loop) {
    if (action.loop == crossfade::Loop::Once && loop != crossfade::Loop::Once)
      action.paused = false;  // restarts a finished clip
    action.setLoop(loop, action.repetitions);
    action.clampWhenFinished =
        loop == crossfade::Loop::Once;  // hold the last pose instead of returning to the rest pose
  }
  Result<void> operator()(const SetClipTime& c) {
    if (const PlayedSpace* const space = s.player_.space(c.clip)) {
      constexpr double kBeforeTheEnd = 1 - 1e-9;  // the end itself is the beginning
      if (auto ok = inRange("time in the cycle", c.time, kClipSeconds); !ok) return ok;
      const double cycle = space->player->cycleSeconds();
      if (cycle > 0) space->player->setPhase(std::min(c.time / cycle, kBeforeTheEnd));
      return {};
    }
    if (auto ok = clipAnd(c.clip, "clip time", c.time, kClipSeconds); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (s.player_.hasFinished(c.clip) && c.time < action.duration()) action.restart();
    action.time = std::min(c.time, action.duration());
    return {};
  }
  Result<void> operator()(const StartAt& c) {
    if (auto ok = clipAnd(c.clip, "start time", c.mixerTime, kClipSeconds); !ok) return ok;
    s.player_.play(c.clip);
    s.player_.action(c.clip).startAt(c.mixerTime);
    return {};
  }
  Result<void> operator()(const Halt& c) {
    if (auto ok = clipAnd(c.clip, "halt length", c.seconds, kSeconds); !ok) return ok;
    s.player_.action(c.clip).halt(c.seconds);
    return {};
  }
  Result<void> operator()(const CarryOver& c) {
    if (auto ok = inRange("length of a carry-over", c.seconds, kSeconds); !ok) return ok;
    s.player_.carryOver(c.seconds);
    return {};
  }
  Result<void> operator()(const SetClipDuration& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (c.seconds == 0) return Error{"a loop cannot take 0 s"};
    if (!(action.duration() > 0)) return Error{"a clip without length cannot take longer"};
    if (auto ok = inRange("length of a loop", c.seconds, kLoopSeconds); !ok) return ok;
    if (auto ok = inRange("time scale", action.duration() / c.seconds, kTimeScale); !ok) return ok;
    action.setDuration(c.seconds);
    return {};
  }
  Result<void> operator()(const SyncClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (auto ok = clip(c.with); !ok) return ok;
    if (c.clip == c.with) return Error{"a clip cannot be synced with itself"};
    s.player_.action(c.clip).syncWith(s.player_.action(c.with));
    return {};
  }
  Result<void> operator()(const WarpClip& c) {
    if (auto ok = clipAnd(c.clip, "warp length", c.seconds, kSeconds); !ok) return ok;
    if (c.seconds == 0) return Error{"a warp cannot take 0 s"};
    if (auto ok = inRange("time scale", c.from.value_or(1), kTimeScale); !ok) return ok;
    if (auto ok = inRange("time scale", c.to, kTimeScale); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (action.timeScale == 0) return Error{"a clip whose time scale is 0 cannot warp"};
    const double now = action.timeScale * action.warpValue();
    action.warp(c.from.value_or(now), c.to, c.seconds);
    return {};
  }
  Result<void> operator()(const StopWarping& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.player_.action(c.clip).stopWarping();
    return {};
  }
  Result<void> operator()(const MoveBlendPoint& c) {
    if (auto ok = blendSpace(c.space); !ok) return ok;
    if (auto ok = checkFields(BlendSpaceSettings{.name = {}, .x = c.x, .y = c.y, .samples = {}}); !ok) return ok;
    if (auto ok = inRange("length of a move", c.seconds, kSeconds); !ok) return ok;
    s.player_.space(c.space)->player->moveTo({c.x, c.y}, c.seconds);
    return {};
  }
};

template <>
struct CharacterScene::Applier<FadeCommand> : CharacterScene::Checks {
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
    if (auto ok = checkFields(next); !ok) return ok;
    for (const int index : {next.from, next.to})
      if (index != -1)
        if (auto ok = clip(index); !ok) return ok;
    if (auto ok = mask(next.mask()); !ok) return ok;
    s.fade_.change(next);
    return {};
  }
  Result<void> operator()(const SetFadeCurve& c) {
    if (auto ok = checkFadeCurve(c.curve); !ok) return ok;
    s.fade_.setCurve(c.curve);
    return {};
  }
  Result<void> operator()(const StartFade& c) {
    if (s.fade_.settings().to == -1) return Error{"choose the clip to fade to first"};
    if (auto ok = fade(s.fade_.settings().to, c.how); !ok) return ok;
    s.fade_.start(c.how);
    return {};
  }
  Result<void> operator()(const FadeTo& c) {
    if (auto ok = fade(c.clip, c.how); !ok) return ok;
    s.fade_.to(c.clip, c.how);
    return {};
  }
  Result<void> operator()(const EnterClip& c) {
    if (auto ok = fade(c.fade.clip, c.fade.how); !ok) return ok;
    s.fade_.enter(c.fade.clip, c.fade.how);
    return {};
  }
  Result<void> operator()(const AdjustFade& c) {
    if (auto ok = choice(c.how); !ok) return ok;
    s.fade_.adjust(c.how);
    return {};
  }
  Result<void> operator()(const SetMarkers& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (c.markers.empty()) {
      s.player_.setMarkers(c.clip, std::nullopt);
      return {};
    }
    auto markers = crossfade::SyncMarkers::make(c.markers, action.duration());
    if (!markers) return markers.error();
    s.player_.setMarkers(c.clip, std::move(*markers));
    return {};
  }
  Result<void> operator()(const SetClipEvents& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (!c.events) return s.player_.setEvents(c.clip, std::nullopt), Result<void>();
    auto events = crossfade::ClipEvents::make(*c.events, s.player_.action(c.clip).duration());
    if (!events) return events.error();
    s.player_.setEvents(c.clip, std::move(*events));
    return {};
  }

  Result<void> operator()(const ClassicCrossFade& c) {
    if (auto ok = clip(c.from); !ok) return ok;
    if (auto ok = clipAnd(c.to, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.fade_.classic(c.from, c.to, c.seconds, c.warp);
    return {};
  }
};

template <>
struct CharacterScene::Applier<JointCommand> : CharacterScene::Checks {
  Result<void> operator()(const SelectJoint& c) {
    if (c.joint != -1)
      if (auto ok = joint(c.joint); !ok) return ok;
    s.joints_.select(c.joint);
    return {};
  }
  Result<void> operator()(const TraceJoint& c) {
    if (auto ok = joint(c.joint); !ok) return ok;
    s.joints_.trace(c.joint, c.on);
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

template <>
struct CharacterScene::Applier<TimelineCommand> : CharacterScene::Checks {
  Result<void> operator()(const ShowMoment& c) {
    if (!std::isfinite(c.time)) return Error{"a time that is not finite"};
    s.timeline_->seek(c.time);
    return {};
  }
  void operator()(const ReturnToLive&) { s.timeline_->seek(s.timeline_->end()); }
  Result<void> operator()(const EditFade& c) {
    if (c.seconds)
      if (auto ok = inRange("fade length", *c.seconds, kSeconds); !ok) return ok;
    if (c.begin && !std::isfinite(*c.begin)) return Error{"a time that is not finite"};
    return s.timeline_->edit(c.fade, c.begin, c.seconds, c.kind);
  }
  Result<void> operator()(const RestoreState& c) {
    if (auto ok = s.timeline_->restoreState(c.state); !ok) return ok;
    s.follow(true, false);
    return {};
  }
};

/// What the timeline logs, or repeats.
template <class Changes>
Result<void> CharacterScene::change(const Changes& command) {
  using RestartsFeet = std::variant<PlayClip, StopClip, StopAll, SetClipTime, StartAt, SyncClip>;
  return std::visit(
      [this]<class T>(const T& c) {
        auto done = carriedOut(Applier<VariantOf<T, PlaybackCommand, FadeCommand, JointCommand>>{{*this}}, c);
        if (done && kIsAlternativeOf<T, RestartsFeet>) player_.restartFeet();
        return done;
      },
      command);
}
template Result<void> CharacterScene::change(const TakeCommand& command);  // character_scene.cpp

template <class Changes>
Result<void> CharacterScene::changeAndRecord(const Changes& command) {
  auto done = change(command);
  if (done) std::visit([this](const auto& c) { timeline_->record(c); }, command);
  return done;
}
template Result<void> CharacterScene::changeAndRecord(const FadeCommand& command);  // character_applier.cpp

/// Notes what a command sets in ClipSettings. Not part of the changes that a timeline repeats: those are settings of
/// the past.
struct CharacterScene::SettingsNote {
  CharacterScene& s;

  void operator()(const SetClip& c) const { s.settingsOf(c.clip) = *c.appliedTo(s.settingsOf(c.clip)); }
  void operator()(const SetClipDuration& c) const { noteTimeScale(c.clip); }
  void operator()(const SyncClip& c) const { noteTimeScale(c.clip); }
  void operator()(const SetMarkers& c) const { s.settingsOf(c.clip).markers = c.markers; }
  void operator()(const SetClipEvents& c) const {
    auto& events = s.settingsOf(c.clip).events = c.events;
    if (events) std::ranges::stable_sort(*events, {}, &crossfade::ClipEvent::time);
  }
  void operator()(const MoveBlendPoint& c) const {
    for (BlendSpaceSettings& space : s.blendSpaces_)
      if (blendSpaceNumber(space.name) == c.space) {
        space.x = c.x;
        space.y = c.y;
      }
  }
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

  void noteTimeScale(int clip) const { s.settingsOf(clip).timeScale = s.player_.action(clip).timeScale; }
  /// Playing a clip enables it.
  void noteEnabled(int clip) const {
    if (!isBlendSpace(clip) && s.player_.action(clip).enabled) s.settingsOf(clip).enabled = true;
  }
};

Result<void> CharacterScene::apply(const TimelineCommand& command) { return carryOut(command); }

namespace {

/// Whether a person takes over from a playing sequence.
bool takesOver(const PlaybackCommand& command) {
  return holdsAnyOf<PlayClip, StopClip, StopAll, SetClipTime, Halt, StartAt, SyncClip, WarpClip, StopWarping>(command);
}
bool takesOver(const FadeCommand& command) {
  return holdsAnyOf<FadeIn, FadeOut, StopFading, StartFade, FadeTo, EnterClip, ClassicCrossFade>(command);
}

}  // namespace

/// What depends on the state follows it.
void CharacterScene::follow(bool takenOver, bool isFade) {
  if (takenOver) sequence_.stop();
  if (sequence_.isPlaying())
    if (const auto next = program_.next()) sequence_.change(*next);  // else it goes on as it is
  if (takenOver && !isFade) comparison_.takeOver(compared());
  comparison_.follow(compared());
}

Result<void> CharacterScene::apply(const PlaybackCommand& command) {
  auto done = changeAndRecord(command);
  if (!done) return done;
  std::visit(SettingsNote{*this}, command);
  if (const auto* const move = std::get_if<MoveBlendPoint>(&command)) comparison_.moveBlendPoint(*move);
  follow(takesOver(command), false);
  return done;
}
Result<void> CharacterScene::apply(const FadeCommand& command) {
  const auto* const fadeTo = std::get_if<FadeTo>(&command);
  const auto* const start = std::get_if<StartFade>(&command);
  // What the fade leaves open is filled in before the timeline logs it: later changes of the set leave the past alone.
  const bool asksSet = fadeTo && fadeTo->usesSet && !transitions_.empty();
  if (asksSet && fadeTo->clip >= 0 && (fadeTo->clip < player_.clipCount() || player_.space(fadeTo->clip)))
    return apply(FadeCommand(completed(*fadeTo, transitions_, sourceLeftFor(fadeTo->clip))));
  if (start && start->usesSet) {
    const FadeTo whole{.clip = fade_.settings().to, .how = start->how};
    return apply(FadeCommand(StartFade{completed(whole, transitions_, program_.from()).how}));
  }
  auto done = changeAndRecord(command);
  if (!done) return done;
  std::visit(SettingsNote{*this}, command);
  if (fadeTo) comparison_.fadeTo(*fadeTo);
  if (start) comparison_.startFade(start->how);
  follow(takesOver(command), fadeTo || start);
  return done;
}
Result<void> CharacterScene::apply(const JointCommand& command) {
  auto done = changeAndRecord(command);
  if (done) comparison_.follow(compared());  // held morph weights
  return done;
}

}  // namespace app
