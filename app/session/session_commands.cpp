// What each command does. Numbers from people are checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/session/session.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;

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
constexpr Range kMorph{-100, 100};
constexpr Range kAngle{-1000, 1000};  // radians
constexpr Range kDolly{0, 1000};

Result<void> inRange(const char* what, double value, Range range) {
  if (!std::isfinite(value)) return Error{std::string(what) + " is not a finite number"};
  if (value < range.min || value > range.max)
    return Error{std::string(what) + " " + formatNumber(value) + " is not between " + formatNumber(range.min) +
                 " and " + formatNumber(range.max)};
  return {};
}

bool isFinite(const Camera& c) {
  for (const float value :
       {c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.verticalFov, c.sceneRadius})
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

  Result<void> operator()(const SetPaused& c) {
    s.paused_ = c.paused;
    return {};
  }
  Result<void> operator()(const Step& c) {
    if (auto ok = inRange("step", c.seconds, kStep); !ok) return ok;
    s.paused_ = true;
    s.player_.step(c.seconds);
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
    action.time = std::min(c.time, action.duration());
    if (action.loop == crossfade::Loop::Once && action.time < action.duration()) action.paused = false;
    return {};
  }
  Result<void> operator()(const SetLoop& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    crossfade::AnimationAction& action = s.player_.action(c.clip);
    if (action.loop == crossfade::Loop::Once && c.loop != crossfade::Loop::Once)
      action.paused = false;  // a finished clip goes on
    action.setLoop(c.loop);
    action.clampWhenFinished =
        c.loop == crossfade::Loop::Once;  // a viewer shows the last pose rather than the rest pose
    return {};
  }
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
  Result<void> operator()(const Halt& c) {
    if (auto ok = clipAnd(c.clip, "halt length", c.seconds, kSeconds); !ok) return ok;
    s.player_.action(c.clip).halt(c.seconds);
    return {};
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
    FadeSettings settings = s.fade_.settings();
    settings.seconds = c.seconds.value_or(settings.seconds);
    settings.kind = c.kind.value_or(settings.kind);
    settings.sync = c.sync.value_or(settings.sync);
    settings.maskJoint = c.maskJoint.value_or(settings.maskJoint);
    if (auto ok = clipAnd(c.clip, "fade length", settings.seconds, kSeconds); !ok) return ok;
    if (auto ok = mask(settings); !ok) return ok;
    s.fade_.to(c.clip, settings);
    return {};
  }
  Result<void> operator()(const SetMarkers& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const crossfade::AnimationAction& action = s.action(c.clip);
    if (c.markers.empty()) {
      s.player_.transition().removeMarkers(action.clipId());
      return {};
    }
    auto markers = crossfade::SyncMarkers::make(c.markers, action.duration());
    if (!markers) return markers.error();
    s.player_.transition().setMarkers(action.clipId(), std::move(*markers));
    return {};
  }

  Result<void> operator()(const ClassicCrossFade& c) {
    if (auto ok = clip(c.from); !ok) return ok;
    if (auto ok = clipAnd(c.to, "fade length", c.seconds, kSeconds); !ok) return ok;
    s.fade_.classic(c.from, c.to, c.seconds, c.warp);
    return {};
  }

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

  Result<void> operator()(const OrbitCamera& c) {
    if (auto ok = inRange("orbit", c.yaw, kAngle); !ok) return ok;
    if (auto ok = inRange("orbit", c.pitch, kAngle); !ok) return ok;
    return camera(orbit(s.camera(), c.yaw, c.pitch));
  }
  Result<void> operator()(const PanCamera& c) { return camera(pan(s.camera(), c.delta)); }
  Result<void> operator()(const DollyCamera& c) {
    if (auto ok = inRange("dolly factor", c.factor, kDolly); !ok) return ok;
    return camera(dolly(s.camera(), c.factor));
  }
  Result<void> operator()(const FrameCamera&) {
    if (s.scene_ != SceneKind::Crowd) return camera(frame(s.camera_, s.framedBounds_, s.aspect_));
    s.frameCrowd();
    return {};
  }
  Result<void> operator()(const SetCamera& c) {
    return camera(isFinite(c.camera) ? orbit(c.camera, 0, 0) : c.camera);
  }  // within the steepest pitch
  Result<void> camera(const Camera& next) {
    if (!isFinite(next)) return Error{"a camera with a number that is not finite or a distance that is not above 0"};
    (s.scene_ == SceneKind::Crowd ? s.crowdCamera_ : s.camera_) = next;
    return {};
  }
  Result<void> operator()(const SetViewOptions& c) {
    if (auto ok = inRange("number of ghosts", c.options.ghosts, {0, kMaxGhosts}); !ok) return ok;
    if (auto ok = inRange("time between ghosts", c.options.ghostSeconds, {kMinGhostSeconds, kMaxGhostSeconds}); !ok)
      return ok;
    s.view_ = c.options;
    return {};
  }

  Result<void> operator()(const ShapeCommand& c) { return s.shapes_.apply(c); }
  Result<void> operator()(const TimingCommand& c) { return s.timing_.apply(c); }
  Result<void> operator()(const CrowdCommand& c) {
    const float before = s.crowd_.radiusOf(s.restBounds_);
    if (auto ok = s.crowd_.apply(c); !ok) return ok;
    if (s.crowd_.radiusOf(s.restBounds_) != before) s.frameCrowd();
    return {};
  }
  Result<void> operator()(const ShowScene& c) {
    s.scene_ = c.scene;
    return {};
  }
  Result<void> operator()(const RequestOpen& c) {
    s.openRequest_ = c.path;
    return {};
  }
  Result<void> operator()(const CancelLoading&) {
    s.cancelsLoading_ = true;
    return {};
  }
  Result<void> operator()(const RequestShapes& c) {
    s.shapesRequest_ = c;
    return {};
  }
  Result<void> operator()(const SaveShapes& c) {
    s.shapesRequest_ = c;
    return {};
  }
  Result<void> operator()(const StartRecording& c) {
    if (auto ok = checkRecording(c.options); !ok) return ok;
    if (s.recording_.running) return Error{"a recording is running already"};
    s.recordingOptions_ = c.options;
    s.recordingRequest_ = c;
    return {};
  }
  Result<void> operator()(const StopRecording& c) {
    s.recordingRequest_ = c;
    return {};
  }
  Result<void> operator()(const CancelRecording& c) {
    s.recordingRequest_ = c;
    return {};
  }
  Result<void> operator()(const ShowMessage& c) {
    s.message_ = Message{c.text, c.isError};
    return {};
  }
  Result<void> operator()(const DismissMessage&) {
    s.message_.reset();
    return {};
  }
};

Result<void> Session::apply(const Command& command) {
  auto result = std::visit(Applier{*this}, command);
  if (!result) message_ = Message{result.error().message, true};
  return result;
}

}  // namespace app
