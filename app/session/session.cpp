#include "app/session/session.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "engine/sampling/pose_mix.h"
#include "engine/skeleton/local_to_model.h"
#include "engine/skeleton/skinning_palette.h"

namespace app {
namespace {

constexpr int kHistoryRows = 1800;  // half a minute at 60 Hz
constexpr std::size_t kMostVerticesFramed = 200'000;  // of larger models the camera frames the opening pose alone

std::size_t vertexCountOf(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives) count += primitive.positions.size();
  return count;
}

std::vector<engine::MorphChannel> morphChannelsOf(const Model& model) {
  std::vector<engine::MorphChannel> channels;
  for (const MeshInstance& instance : model.instances)
    channels.push_back({.node = instance.node, .offset = instance.morphOffset, .count = instance.morphCount});
  return channels;
}

engine::Pose restPoseOf(const Model& model) {
  const auto locals = model.skeleton.restLocals();
  return {.locals = {locals.begin(), locals.end()}, .morphWeights = model.restMorphWeights};
}

bool isCalled(const engine::AnimationClip& clip, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(clip.name().begin(), clip.name().end(), word.begin(), word.end(), same) != clip.name().end();
}

/// "idle" by name, else anywhere in the name, else the first clip with a length, else the first.
int openingClip(const Model& model) {
  const auto find = [&model](auto wanted) {
    const auto found = std::find_if(model.clips.begin(), model.clips.end(), wanted);
    return found == model.clips.end() ? -1 : static_cast<int>(found - model.clips.begin());
  };
  const int onlyIdle = find([](const engine::AnimationClip& clip) { return clip.duration() > 0 && clip.name().size() == 4 && isCalled(clip, "idle"); });
  const int idle = find([](const engine::AnimationClip& clip) { return clip.duration() > 0 && isCalled(clip, "idle"); });
  const int moving = find([](const engine::AnimationClip& clip) { return clip.duration() > 0; });
  if (idle >= 0) return onlyIdle >= 0 ? onlyIdle : idle;
  return moving >= 0 || model.clips.empty() ? moving : 0;
}

}  // namespace

double RunningFade::progress(double mixerTime) const {
  if (!(seconds > 0)) return 1;
  return std::clamp(progressAtAnchor + (mixerTime - anchor) / seconds, 0.0, 1.0);
}

Session::Session(Model model, const SessionSettings& settings)
    : model_(std::move(model)),
      settings_(settings),
      sampler_(engine::ChannelLayout(model_.skeleton.jointCount(), morphChannelsOf(model_)), restPoseOf(model_)),
      pose_(restPoseOf(model_)),
      worlds_(pose_.locals.size()),
      history_(static_cast<int>(model_.clips.size()), kHistoryRows),
      weightRow_(model_.clips.size()) {
  for (const engine::AnimationClip& clip : model_.clips) {
    actions_.push_back(&mixer_.clipAction(clip));
    sampler_.bind(actions_.back()->slot(), clip);
  }
  std::size_t matrices = 0;
  for (const Skin& skin : model_.skins) {
    paletteOffsets_.push_back(static_cast<int>(matrices));
    matrices += skin.joints.size();
  }
  palettes_.resize(matrices);

  clock_.settings = settings.clock;
  fadeSettings_.seconds = settings.fadeSeconds;
  fadeSettings_.warp = settings.warp;
  fadeSettings_.kind = settings.fadeKind;
  fadeSettings_.sync = settings.fadeSync;
  const int opening = openingClip(model_);
  if (opening >= 0) mutableAction(opening).play();
  engine::FrameProfiler unused;
  moveBy(0, false, pose_, unused);
  updateModel(unused);
  restBounds_ = boundsOf(model_, posed());
  framedBounds_ = opening >= 0 ? boundsOfOpening(opening) : restBounds_;
  camera_ = frame(camera_, framedBounds_, settings_.aspect);
  stepPose_ = stepPoseBefore_ = pose_;
  walkFigure_ = walkFigureOf(model_);
}

/// The opening pose and a few more of its clip, so that what moves stays in the picture. Afterwards the clip is at its beginning again.
Bounds Session::boundsOfOpening(int clip) {
  constexpr int kPoses = 8;
  Bounds bounds = restBounds_;
  engine::AnimationAction& action = mutableAction(clip);
  const double duration = action.getClip().duration();
  if (!(duration > 0) || vertexCountOf(model_) > kMostVerticesFramed) return bounds;
  engine::FrameProfiler unused;
  const auto pose = [&](double time) {
    action.time = time;
    moveBy(0, false, pose_, unused);
    updateModel(unused);
  };
  for (int i = 1; i < kPoses; ++i) {
    pose(duration * i / kPoses);
    const Bounds moved = boundsOf(model_, posed());
    if (moved.empty) continue;
    bounds.add(moved.min);
    bounds.add(moved.max);
  }
  pose(0);
  return bounds;
}

void Session::advance(double delta, engine::FrameProfiler& profiler) {
  if (scene_ == SceneKind::Character) return advanceCharacter(delta, profiler);
  const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Sampling);
  if (scene_ == SceneKind::Shapes) shapes_.advance(delta);
  else timing_.advance(delta);
}

void Session::takeScenesFrom(Session& before) {
  scene_ = before.scene_;
  shapes_ = std::move(before.shapes_);
  timing_ = std::move(before.timing_);
}

void Session::advanceCharacter(double delta, engine::FrameProfiler& profiler) {
  const double flow = paused_ || !std::isfinite(delta) ? 0 : delta * settings_.speed;
  const bool backwards = flow < 0;
  const double pending = std::exchange(pendingStep_, 0);
  const double byHand = backwards ? -pending : pending;  // mixers run forwards; only clips turn round
  clock_.settings.paused = flow == 0;
  clock_.settings.speed = std::abs(settings_.speed);
  clockStep_ = engine::tick(clock_, std::abs(delta));
  if (clock_.settings.kind == engine::ClockKind::FixedStep) {
    advanceInSteps(byHand, backwards, profiler);
  } else {
    const double passed = clockStep_.steps * clockStep_.stepSeconds;
    const double waits = std::min(passed, owed_);  // until the picture has come to where the mixer is
    owed_ -= waits;
    moveBy(passed - waits + byHand, backwards, pose_, profiler);
  }
  updateModel(profiler);
}

/// Every step does all that a frame of that length would do, so equal ticks are equal states whatever the display's rate; the picture is the pose between
/// the last two of them. It is late by up to a step, which for clips that could be sampled anywhere is a price without a gain: this is for what is
/// integrated, and for seeing the difference. What stands, or is moved by hand, shows the state itself.
void Session::advanceInSteps(double byHand, bool backwards, engine::FrameProfiler& profiler) {
  if (paused_ || settings_.speed == 0 || byHand != 0) {
    moveBy(byHand, backwards, stepPose_, profiler);
    stepPoseBefore_ = stepPose_;
    betweenSteps_ = false;
  }
  for (int i = 0; i < clockStep_.steps; ++i) {
    std::swap(stepPoseBefore_, stepPose_);
    moveBy(clockStep_.stepSeconds, backwards, stepPose_, profiler);
    betweenSteps_ = true;
  }
  const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Sampling);
  engine::mixPoses(stepPoseBefore_, stepPose_, clockStep_.alpha, pose_);
}

/// The new clock begins with the picture that the old one left.
void Session::useClock(const engine::ClockSettings& settings) {
  const bool wasFixed = clock_.settings.kind == engine::ClockKind::FixedStep;
  const bool isFixed = settings.kind == engine::ClockKind::FixedStep;
  settings_.clock = settings;
  if (settings.kind == clock_.settings.kind && settings.rate == clock_.settings.rate) return;
  if (wasFixed && !isFixed && betweenSteps_) owed_ = (1 - clockStep_.alpha) * clock_.settings.rate.stepSeconds();
  if (isFixed) {
    if (!wasFixed) stepPose_ = pose_;
    stepPoseBefore_ = pose_;
    owed_ = 0;
  }
  betweenSteps_ = betweenSteps_ && wasFixed && isFixed;
  clock_ = {.settings = settings};
  clockStep_ = {};
}

void Session::moveBy(double seconds, bool backwards, engine::Pose& pose, engine::FrameProfiler& profiler) {
  {
    const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Mixer);
    sampler_.takeSwitch(transition_);
    mixer_.clipsRunBackwards = backwards;  // fades go on all the same
    transition_.update(seconds);
    recordWeights();
  }
  const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Sampling);
  sampler_.sample(transition_, seconds, pose);
}

void Session::updateModel(engine::FrameProfiler& profiler) {
  {
    const engine::FrameProfiler::Scope scope(profiler, engine::Stage::ModelMatrices);
    engine::localToModel(model_.skeleton.parents(), pose_.locals, worlds_);
  }
  const engine::FrameProfiler::Scope scope(profiler, engine::Stage::Palettes);
  for (std::size_t i = 0; i < model_.skins.size(); ++i) {
    const Skin& skin = model_.skins[i];
    const auto palette = std::span(palettes_).subspan(static_cast<std::size_t>(paletteOffsets_[i]), skin.joints.size());
    engine::skinningPalette(worlds_, skin.joints, skin.inverseBinds, palette);
  }
}

void Session::recordWeights() {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    weightRow_[i] = actions_[i]->isScheduled() ? static_cast<float>(actions_[i]->getEffectiveWeight()) : 0.0f;
  history_.add(mixer_.time(), weightRow_);
}

int Session::dominantClip() const {
  int best = -1;
  double most = 0;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const double share = actions_[i]->fadeValue() * actions_[i]->weight;
    if (share > most) {
      most = share;
      best = static_cast<int>(i);
    }
  }
  return best;
}

float Session::groundHeight() const {
  if (restBounds_.empty) return 0;
  const float height = restBounds_.max.y - restBounds_.min.y;
  const bool standsOnZero = std::abs(restBounds_.min.y) < 0.05f * height;
  return standsOnZero ? 0 : restBounds_.min.y;
}

std::optional<Command> Session::takeShapesRequest() { return std::exchange(shapesRequest_, std::nullopt); }
std::optional<Command> Session::takeRecordingRequest() { return std::exchange(recordingRequest_, std::nullopt); }
std::optional<std::string> Session::takeOpenRequest() { return std::exchange(openRequest_, std::nullopt); }

/// A halted clip goes on where it stands; one that finished starts again.
void Session::wake(int clip) {
  engine::AnimationAction& action = mutableAction(clip);
  if (!action.paused) return;
  action.paused = false;
  if (action.loop == engine::Loop::Once) action.time = action.timeScale < 0 ? action.getClip().duration() : 0;
  action.stopWarping();
}

int Session::clipOf(const engine::AnimationAction* action) const {
  const auto found = std::find(actions_.begin(), actions_.end(), action);
  return found == actions_.end() ? -1 : static_cast<int>(found - actions_.begin());
}

std::optional<RunningFade> Session::runningFade() const {
  if (!transition_.isRunning()) return std::nullopt;
  return RunningFade{.from = clipOf(transition_.from()),
                     .to = clipOf(transition_.target()),
                     .begin = transition_.begin(),
                     .progressAtAnchor = transition_.progressAtAnchor(),
                     .anchor = transition_.anchor(),
                     .seconds = transition_.options().seconds,
                     .kind = transition_.options().kind};
}

engine::TransitionOptions Session::fadeOptions(const FadeSettings& settings) {
  return {.seconds = settings.seconds,
          .kind = settings.kind,
          .shape = engine::shapeOf(settings_.fadeCurve),
          .sync = settings.sync,
          .mask = maskOf(settings.maskJoint, settings.maskFeather)};
}

/// Masks live as long as the session, since actions keep pointing to them; -1: none.
const engine::JointMask* Session::maskOf(int joint, int feather) {
  if (joint < 0) return nullptr;
  const auto found = std::find_if(masks_.begin(), masks_.end(), [&](const Mask& mask) { return mask.joint == joint && mask.feather == feather; });
  if (found != masks_.end()) return &found->weights;
  return &masks_.emplace_back(Mask{joint, feather, engine::JointMask::ofSubtree(model_.skeleton, joint, feather)}).weights;
}

void Session::fadeEverythingTo(int clip, const engine::TransitionOptions& options) {
  wake(clip);
  transition_.to(mutableAction(clip), options);
  warpTransition();
}

/// The panel's common pace, where no sync decides it.
void Session::warpTransition() {
  if (transition_.options().sync != engine::Sync::None) return;
  engine::AnimationAction& target = *transition_.target();
  const double seconds = transition_.remaining();
  if (fadeSettings_.warp && transition_.from()) warpPair(clipOf(transition_.from()), clipOf(&target), seconds);
  else if (target.warpRamp()) target.warpBetween(target.warpValue(), 1, seconds);  // the pace of a fade that is no longer
}

/// The transition's end before its time: the shares are as they are, and the screen goes over to them.
void Session::leaveTransition(double seconds) {
  transition_.forget();
  sampler_.carryOver(seconds);
}

/// Both clips keep one pace: from the leaving clip's own to the entering clip's own. Starts from the present multiples, so nothing jumps.
void Session::warpPair(int from, int to, double seconds) {
  engine::AnimationAction& leaving = mutableAction(from);
  engine::AnimationAction& entering = mutableAction(to);
  const double out = leaving.getClip().duration();
  const double in = entering.getClip().duration();
  if (!(out > 0) || !(in > 0)) return;
  leaving.warpBetween(leaving.warpValue(), out / in, seconds);
  entering.warpBetween(entering.fadeValue() > 0 ? entering.warpValue() : in / out, 1, seconds);
}

}  // namespace app
