// What each command does. Numbers from people are checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/session/session.h"
#include "engine/base/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::numberText;
using engine::Result;

struct Range {
  double min;
  double max;
};

constexpr Range kWeight{0, 100};
constexpr Range kTimeScale{-100, 100};
constexpr Range kSeconds{0, 3600};
constexpr Range kClipSeconds{0, 1e9};
constexpr Range kStep{-3600, 3600};
constexpr Range kStepsPerSecond{1, 1000};
constexpr Range kFeather{0, 64};  // joints
constexpr Range kTurn{-1000, 1000};  // radians
constexpr Range kDolly{0, 1000};

Result<void> inRange(const char* what, double value, Range range) {
  if (!std::isfinite(value)) return Error{std::string(what) + " is not a finite number"};
  if (value < range.min || value > range.max)
    return Error{std::string(what) + " " + numberText(value) + " is not between " + numberText(range.min) + " and " +
                 numberText(range.max)};
  return {};
}

bool isFinite(const Camera& c) {
  for (const float value : {c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.verticalFov, c.sceneRadius})
    if (!std::isfinite(value)) return false;
  return c.distance > 0 && c.sceneRadius > 0 && c.verticalFov > 0 && c.verticalFov < 3;
}

}  // namespace

struct Session::Applier {
  Session& s;

  Result<void> clip(int index) const {
    if (index < 0 || index >= s.clipCount())
      return Error{"there is no clip " + std::to_string(index) + "; the model has " + std::to_string(s.clipCount())};
    return {};
  }
  Result<void> clipAnd(int index, const char* what, double value, Range range) const {
    if (auto known = clip(index); !known) return known;
    return inRange(what, value, range);
  }

  Result<void> operator()(const SetPaused& c) { s.paused_ = c.paused; return {}; }
  Result<void> operator()(const Step& c) {
    if (auto ok = inRange("step", c.seconds, kStep); !ok) return ok;
    s.paused_ = true;
    s.pendingStep_ += c.seconds;
    return {};
  }
  Result<void> operator()(const SetSpeed& c) {
    if (auto ok = inRange("speed", c.factor, kTimeScale); !ok) return ok;
    s.settings_.speed = c.factor;
    return {};
  }
  Result<void> operator()(const SetClock& c) {
    engine::ClockSettings next = s.settings_.clock;
    next.kind = c.kind;
    if (c.stepsPerSecond) {
      if (auto ok = inRange("steps per second", *c.stepsPerSecond, kStepsPerSecond); !ok) return ok;
      next.rate = engine::stepRate(*c.stepsPerSecond);
    }
    s.useClock(next);
    return {};
  }

  Result<void> operator()(const PlayClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    engine::AnimationAction& action = s.mutableAction(c.clip);
    const bool finished = action.loop == engine::Loop::Once && action.paused;
    if (action.fadeValue() == 0 || finished) action.stop();
    action.paused = false;  // a halted clip goes on where it stands
    action.stopFading().stopWarping().play();
    if (s.transition_.isLeaving(action)) s.transition_.forget(action);
    return {};
  }
  Result<void> operator()(const StopClip& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.transition_.forget(s.action(c.clip));
    s.mutableAction(c.clip).stop();
    if (!s.transition_.isRunning()) s.sampler_.cut();
    return {};
  }
  Result<void> operator()(const StopAll&) {
    s.transition_.forget();
    s.mixer_.stopAllAction();
    s.sampler_.cut();
    return {};
  }
  Result<void> operator()(const SetEnabled& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    s.mutableAction(c.clip).enabled = c.enabled;
    return {};
  }
  Result<void> operator()(const SetWeight& c) {
    if (auto ok = clipAnd(c.clip, "weight", c.weight, kWeight); !ok) return ok;
    s.mutableAction(c.clip).weight = c.weight;
    return {};
  }
  Result<void> operator()(const SetTimeScale& c) {
    if (auto ok = clipAnd(c.clip, "time scale", c.timeScale, kTimeScale); !ok) return ok;
    s.mutableAction(c.clip).timeScale = c.timeScale;
    return {};
  }
  Result<void> operator()(const SetClipTime& c) {
    if (auto ok = clipAnd(c.clip, "clip time", c.time, kClipSeconds); !ok) return ok;
    engine::AnimationAction& action = s.mutableAction(c.clip);
    action.time = std::min(c.time, action.getClip().duration());
    if (action.loop == engine::Loop::Once && action.time < action.getClip().duration()) action.paused = false;
    return {};
  }
  Result<void> operator()(const SetLoop& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    engine::AnimationAction& action = s.mutableAction(c.clip);
    if (action.loop == engine::Loop::Once && c.loop != engine::Loop::Once) action.paused = false;  // a finished clip goes on
    action.setLoop(c.loop);
    action.clampWhenFinished = c.loop == engine::Loop::Once;  // a viewer shows the last pose rather than the rest pose
    return {};
  }
  Result<void> operator()(const FadeIn& c) {
    if (auto ok = clipAnd(c.clip, "fade length", c.seconds, kSeconds); !ok) return ok;
    engine::AnimationAction& action = s.mutableAction(c.clip);
    if (s.transition_.isLeaving(action)) s.transition_.forget(action);
    s.wake(c.clip);
    if (action.fadeValue() == 0) action.reset().fadeTo(0, 0).play();
    action.fadeTo(1, c.seconds);
    return {};
  }
  Result<void> operator()(const FadeOut& c) {
    if (auto ok = clipAnd(c.clip, "fade length", c.seconds, kSeconds); !ok) return ok;
    if (s.transition_.target() == &s.action(c.clip)) s.leaveTransition(c.seconds);
    if (s.action(c.clip).fadeValue() > 0) s.mutableAction(c.clip).fadeTo(0, c.seconds);
    return {};
  }
  Result<void> operator()(const StopFading& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    engine::AnimationAction& action = s.mutableAction(c.clip);
    if (s.transition_.target() == &action) s.leaveTransition(s.transition_.remaining());
    if (action.fadeRamp() && action.fadeValue() > 0) action.fadeTo(action.fadeValue(), 0);  // stays where it is
    return {};
  }
  Result<void> operator()(const Halt& c) {
    if (auto ok = clipAnd(c.clip, "halt length", c.seconds, kSeconds); !ok) return ok;
    s.mutableAction(c.clip).halt(c.seconds);
    return {};
  }

  Result<void> mask(const FadeSettings& settings) const {
    const int joints = s.model_.skeleton.jointCount();
    if (settings.maskJoint < -1 || settings.maskJoint >= joints)
      return Error{"there is no joint " + std::to_string(settings.maskJoint) + "; the model has " + std::to_string(joints)};
    return inRange("mask feather", settings.maskFeather, kFeather);
  }
  Result<void> operator()(const SetFadeSettings& c);
  Result<void> operator()(const SetFadeCurve& c) {
    if (auto ok = checkFadeCurve(c.curve); !ok) return ok;
    s.settings_.fadeCurve = c.curve;
    s.transition_.shapeChanged();
    return {};
  }
  Result<void> operator()(const StartFade&);
  Result<void> operator()(const FadeTo& c) {
    FadeSettings settings = s.fadeSettings_;
    settings.seconds = c.seconds.value_or(settings.seconds);
    settings.kind = c.kind.value_or(settings.kind);
    settings.sync = c.sync.value_or(settings.sync);
    settings.maskJoint = c.maskJoint.value_or(settings.maskJoint);
    if (auto ok = clipAnd(c.clip, "fade length", settings.seconds, kSeconds); !ok) return ok;
    if (auto ok = mask(settings); !ok) return ok;
    s.fadeEverythingTo(c.clip, s.fadeOptions(settings));
    s.fadeSettings_.to = c.clip;
    s.fadeSettings_.from = -1;
    return {};
  }
  Result<void> operator()(const SetMarkers& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const engine::AnimationClip& marked = s.action(c.clip).getClip();
    if (c.markers.empty()) {
      s.transition_.removeMarkers(marked);
      return {};
    }
    auto markers = engine::SyncMarkers::make(c.markers, marked.duration());
    if (!markers) return markers.error();
    s.transition_.setMarkers(marked, std::move(*markers));
    return {};
  }

  Result<void> operator()(const ClassicCrossFade& c) {
    if (auto ok = clip(c.from); !ok) return ok;
    if (auto ok = clipAnd(c.to, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.transition_.forget();
    s.sampler_.useThreeOrder();
    s.sampler_.cut();
    for (const int index : {c.from, c.to}) s.mutableAction(index).play().enabled = true;  // three.js would go on showing nothing
    s.mutableAction(c.to).crossFadeFrom(s.mutableAction(c.from), c.seconds, c.warp);
    return {};
  }

  Result<void> operator()(const OrbitCamera& c) {
    if (auto ok = inRange("orbit", c.yaw, kTurn); !ok) return ok;
    if (auto ok = inRange("orbit", c.pitch, kTurn); !ok) return ok;
    return camera(orbit(s.camera_, c.yaw, c.pitch));
  }
  Result<void> operator()(const PanCamera& c) { return camera(pan(s.camera_, c.delta)); }
  Result<void> operator()(const DollyCamera& c) {
    if (auto ok = inRange("dolly factor", c.factor, kDolly); !ok) return ok;
    return camera(dolly(s.camera_, c.factor));
  }
  Result<void> operator()(const FrameCamera&) { return camera(frame(s.camera_, s.framedBounds_, s.settings_.aspect)); }
  Result<void> operator()(const SetCamera& c) { return camera(isFinite(c.camera) ? orbit(c.camera, 0, 0) : c.camera); }  // within the steepest pitch
  Result<void> camera(const Camera& next) {
    if (!isFinite(next)) return Error{"a camera with a number that is not finite or a distance that is not above 0"};
    s.camera_ = next;
    return {};
  }
  Result<void> operator()(const SetViewOptions& c) { s.settings_.view = c.options; return {}; }

  Result<void> operator()(const ShapeCommand& c) { return s.shapes_.apply(c); }
  Result<void> operator()(const TimingCommand& c) { return s.timing_.apply(c); }
  Result<void> operator()(const ShowScene& c) { s.scene_ = c.scene; return {}; }
  Result<void> operator()(const RequestOpen& c) { s.openRequest_ = c.path; return {}; }
  Result<void> operator()(const RequestShapes& c) { s.shapesRequest_ = c; return {}; }
  Result<void> operator()(const SaveShapes& c) { s.shapesRequest_ = c; return {}; }
  Result<void> operator()(const StartRecording& c) {
    if (auto ok = checkRecording(c.options); !ok) return ok;
    if (s.recording_.running) return Error{"a recording is running already"};
    s.settings_.recording = c.options;
    s.recordingRequest_ = c;
    return {};
  }
  Result<void> operator()(const StopRecording& c) { s.recordingRequest_ = c; return {}; }
  Result<void> operator()(const CancelRecording& c) { s.recordingRequest_ = c; return {}; }
  Result<void> operator()(const ShowMessage& c) { s.message_ = Message{c.text, c.isError}; return {}; }
  Result<void> operator()(const DismissMessage&) { s.message_.reset(); return {}; }
};

Result<void> Session::Applier::operator()(const SetFadeSettings& c) {
  const FadeSettings& next = c.settings;
  if (auto ok = inRange("fade length", next.seconds, kSeconds); !ok) return ok;
  for (const int index : {next.from, next.to})
    if (index != -1)
      if (auto ok = clip(index); !ok) return ok;

  if (auto ok = mask(next); !ok) return ok;

  const FadeSettings before = s.fadeSettings_;
  s.fadeSettings_ = next;
  s.settings_.fadeSeconds = next.seconds;
  s.settings_.warp = next.warp;
  s.settings_.fadeKind = next.kind;
  s.settings_.fadeSync = next.sync;
  engine::Transition& running = s.transition_;
  if (!running.isRunning() || running.progress() >= 1) return {};  // the next fade will have them

  if (next.seconds != before.seconds) running.setSeconds(next.seconds);
  if (next.kind != before.kind) running.setKind(next.kind, engine::shapeOf(s.settings_.fadeCurve));
  if (next.sync != before.sync) running.setSync(next.sync);
  const bool turned = next.to != before.to && next.to != -1 && &s.action(next.to) != running.target();
  if (turned) {
    running.turnTo(s.mutableAction(next.to));
    s.warpTransition();
  } else if (next.warp != before.warp && running.from() && next.sync == engine::Sync::None) {
    const double remaining = running.remaining();
    if (next.warp) s.warpPair(s.clipOf(running.from()), s.clipOf(running.target()), remaining);
    else for (engine::AnimationAction* action : {running.from(), running.target()}) action->warpBetween(action->warpValue(), 1, remaining);
  }
  return {};
}

Result<void> Session::Applier::operator()(const StartFade&) {
  const FadeSettings& settings = s.fadeSettings_;
  if (settings.to == -1) return Error{"choose the clip to fade to first"};
  const bool fromIsMissing = settings.from != -1 && settings.from != settings.to && s.action(settings.from).fadeValue() == 0;
  if (fromIsMissing && !s.transition_.isRunning()) {  // in mid-fade a cut would be a jump
    s.mixer_.stopAllAction();
    s.mutableAction(settings.from).reset().play();
    s.sampler_.cut();
    s.mixer_.update(0);
    s.sampler_.sample(s.transition_, 0, s.pose_);  // the screen to begin from
  }
  s.fadeEverythingTo(settings.to, s.fadeOptions(settings));
  return {};
}

Result<void> Session::apply(const Command& command) {
  auto result = std::visit(Applier{*this}, command);
  if (!result) message_ = Message{result.error().message, true};
  return result;
}

}  // namespace app
