#include "app/session/character/timeline/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <string>
#include <utility>

#include <glm/geometric.hpp>

#include "app/jobs/background_thread.h"
#include "app/session/character/playback/motion_study.h"
#include "app/view/model_matrices.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/quality/seam.h"

namespace app {
namespace {

constexpr int kMaxAsked = 16;
constexpr int kRates = 6;           // kSeamRate, half of it, a quarter, ...
constexpr double kMeasured = 60;    // seconds of a clip; the rest is assumed to move alike
constexpr double kFloorFrames = 4;  // of kSeamRate: velocities that change all the time do not add up in long frames

/// The one that is nearest to frames of this length.
int rateOf(double seconds) {
  const double halvings = std::round(std::log2(std::max(seconds * crossfade::kSeamRate, 1.0)));
  return static_cast<int>(std::min<double>(halvings, kRates - 1));
}

}  // namespace

/// What the frame and the thread exchange.
struct PoseJumps::Thread {
  struct Measured {
    int clip = 0;
    std::vector<Own> own;
  };

  explicit Thread(const Model& shown)
      : model(shown), sampler(channelLayoutOf(model), restPoseOf(model)), pose(restPoseOf(model)) {}

  /// Measures a clip at one rate; false: there is none.
  bool step() {
    if (rate == 0) {
      const std::scoped_lock lock(mutex);
      if (count == 0) return false;
      measured = {.clip = nth(asked, --count), .own = {}};
    }
    measure(nth(model.clips, measured.clip));
    rate = (rate + 1) % kRates;
    if (rate != 0) return true;
    const std::scoped_lock lock(mutex);
    results.push_back(std::move(measured));
    return true;
  }

  void measure(const crossfade::AnimationClip& clip) {
    const double frame = std::ldexp(1 / crossfade::kSeamRate, rate);
    crossfade::MotionMeter meter(pose.locals.size(), frame);
    sampler.bind(0, clip);
    const auto last = static_cast<int>(std::min(clip.duration(), kMeasured) / frame);
    for (int i = 0; i <= last; ++i) {
      const crossfade::BlendEntry entry{.slot = 0, .clip = &clip, .time = i * frame, .weight = 1};
      sampler.sampleInOrder(std::span(&entry, 1));
      sampler.writePose(pose);
      meter.add(pose);
    }
    for (const crossfade::JointMotion& joint : meter.joints())
      measured.own.push_back({static_cast<float>(joint.rotation.jump), static_cast<float>(joint.translation.jump)});
  }

  const Model& model;
  std::mutex mutex;  // of these:
  std::array<int, kMaxAsked> asked{};
  int count = 0;
  std::vector<Measured> results;
  // The thread's own:
  Measured measured;
  int rate = 0;  // the next one of `measured`; 0: no clip is half measured
  crossfade::PoseSampler sampler;
  crossfade::Pose pose;
  BackgroundThread thread{[this] { return step(); }};
};

PoseJumps::PoseJumps(const Model& model, const crossfade::MeasuredBody& body)
    : model_(model),
      body_(body),
      own_(model.clips.size()),
      asked_(model.clips.size()),
      last_(static_cast<std::size_t>(model.skeleton.jointCount())),
      steps_(last_.size()) {
  for (const double usual : crossfade::usualTranslationJumps(model.skeleton, restPoseOf(model), body.size))
    usualTranslations_.push_back(static_cast<float>(usual));
  playing_.reserve(model.clips.size() + kMaxLayers);
}

PoseJumps::~PoseJumps() = default;

/// Finds the clips that have an influence; false: one of them is not measured yet.
bool PoseJumps::followClips(const Player& player) {
  playing_.clear();
  bool known = true;
  const auto follow = [&](int clip, double timeScale) {
    playing_.push_back({clip, std::max(1.0, std::abs(timeScale))});
    if (!nth(own_, clip).empty()) return;
    known = false;
    ask(clip);
  };
  for (int clip = 0; clip < player.clipCount(); ++clip) {
    const crossfade::AnimationAction& action = player.action(clip);
    if (!action.isScheduled() || !(action.getEffectiveWeight() > 0)) continue;
    follow(clip, action.getEffectiveTimeScale());
  }
  for (const SampleAction& each : player.samples())
    if (each.action->isScheduled() && each.action->getEffectiveWeight() > 0)
      follow(each.clip, each.action->getEffectiveTimeScale());
  const LayerStack& layers = player.layers().stack();
  for (std::size_t i = 0; i < layers.layers.size(); ++i)
    if (const LayerSettings& layer = layers.layers[i]; isHeard(layers, static_cast<int>(i)) && layer.weight > 0)
      follow(layer.clip, layer.speed);
  if (!known) takeResults();
  return known;
}

void PoseJumps::ask(int clip) {
  if (nth(asked_, clip)) return;
  if (!thread_) thread_ = std::make_unique<Thread>(model_);
  const std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock || thread_->count == kMaxAsked) return;
  nth(asked_, clip) = true;
  nth(thread_->asked, thread_->count++) = clip;
  thread_->thread.wake();
}

void PoseJumps::takeResults() {
  if (!thread_) return;
  const std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock) return;
  for (Thread::Measured& result : thread_->results) nth(own_, result.clip) = std::move(result.own);
  thread_->results.clear();
}

float PoseJumps::add(const Player& player) {
  const bool known = followClips(player);
  const double seconds = player.passed();
  if (!(seconds > 0) && poses_ > 0) return 0;
  const float jump = compare(player, seconds);
  poses_ = std::min(poses_ + 1, 3);
  return known && poses_ == 3 ? jump : kUnknownJump;
}

/// The change from the step before the last pose to the one after it; then this pose is the last one.
float PoseJumps::compare(const Player& player, double seconds) {
  const auto rate = static_cast<float>(seconds > 0 ? 1 / seconds : 0);
  const double frames = std::clamp(seconds * crossfade::kSeamRate, 1.0, kFloorFrames);
  float largest = 0;
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (!body_.has(i)) continue;
    const crossfade::Transform& now = player.shown().locals[i];
    const glm::dquat turn = glm::dquat(now.rotation) * glm::conjugate(glm::dquat(last_[i].rotation));
    const Step step{.rotation = glm::vec3(crossfade::rotationVector(turn)) * rate,
                    .translation = (now.translation - last_[i].translation) * rate};
    auto rotation = static_cast<float>(crossfade::kUsualRotationJump * frames);
    float translation = usualTranslations_[i] * static_cast<float>(frames);
    for (const Playing& playing : playing_) {
      const std::vector<Own>& own = nth(own_, playing.clip);
      if (own.empty()) continue;
      const Own& joint = own[static_cast<std::size_t>(rateOf(seconds * playing.timeScale)) * last_.size() + i];
      const auto faster = static_cast<float>(playing.timeScale);
      rotation = std::max(rotation, joint.rotation * faster);
      translation = std::max(translation, joint.translation * faster);
    }
    const float turned = glm::distance(step.rotation, steps_[i].rotation);
    const float moved = glm::distance(step.translation, steps_[i].translation);
    largest = std::max({largest, turned / rotation, translation > 0 ? moved / translation : 0});
    steps_[i] = step;
    last_[i] = now;
  }
  return largest;
}

namespace {

using crossfade::Error;
using crossfade::Result;

/// Not what FrameInput holds already, nor what changes no pose.
bool isLogged(const TakeCommand& command) {
  const auto* const clip = std::get_if<SetClip>(&command);
  if (clip && clip->fields == bitOf(&ClipSettings::favorite)) return false;
  return !holdsAnyOf<SetPaused, Step, SetSpeed, SelectJoint, TraceJoint, SetClipEvents>(command);
}

/// In the past, settings change what follows; anything else replaces it.
bool isSetting(const TakeCommand& command) {
  return holdsAnyOf<SetFadeSettings, SetFadeCurve, AdjustFade, SetClip, StartAt, SetClipDuration, SetClock, HoldMorph,
                    MoveBlendPoint>(command);
}

bool startsFade(const TakeCommand& command) { return holdsAnyOf<FadeTo, StartFade, EnterClip>(command); }

/// `value` follows a change from `before` to `after`; returns whether it did.
template <class T>
bool followed(T& value, const T& before, const T& after) {
  if (before == after || !(value == before)) return false;
  value = after;
  return true;
}

}  // namespace

Timeline::Timeline(const Model& model, const crossfade::MeasuredBody& body, Player& player, CrossFade& fade,
                   MotionStudy& study, Execute execute)
    : player_(player),
      fade_(fade),
      study_(study),
      jumps_(std::make_unique<PoseJumps>(model, body)),
      execute_(std::move(execute)) {}

Timeline::~Timeline() = default;

void Timeline::restart() {
  save(boundary_);
  take_.restart(player_.mixerTime(), [this](CharacterMoment& moment) { save(moment); });
  fades_.clear();
  fades_.reserve(64);
  live_ = true;
  layersChanged_ = false;
  hasBoundary_ = false;
  jumps_->restart();
}

void Timeline::save(CharacterMoment& moment) const {
  player_.save(moment.player);
  moment.fade = fade_.settings();
  moment.curve = fade_.curve();
}

void Timeline::restore(const CharacterMoment& moment) {
  if (!(fade_.curve() == moment.curve)) fade_.setCurve(moment.curve);
  fade_.restoreSettings(moment.fade);
  player_.restore(moment.player);
}

void Timeline::advance(double delta, double speed, FrameProfiler& profiler) {
  const double step = std::exchange(pendingStep_, 0);
  if (step < 0 && now() + step >= begin()) {
    seek(now() + step);
  } else if (!live_ && step >= 0) {
    advancePast(std::abs(delta * speed) + step, speed, profiler);
  } else if (step < 0) {
    if (!live_) seek(begin());
    player_.step(step);
    player_.advance(0, 0, profiler);
    player_.dropLaterHistory();
    restart();
  } else {
    advanceLive({.delta = delta, .speed = speed, .step = step}, profiler);
  }
}

/// Returns how abruptly the pose changed its motion.
float Timeline::play(const FrameInput& input, FrameProfiler& profiler) {
  if (input.step != 0) player_.step(input.step);
  player_.advance(input.delta, input.speed, profiler);
  study_.record(player_, player_.passed());
  return jumps_->add(player_);
}

void Timeline::advanceLive(const FrameInput& input, FrameProfiler& profiler) {
  const double before = player_.mixerTime();
  const bool hasCommands = !take_.commands().empty() && take_.commands().back().frame == take_.endFrame();
  const bool isRestored = std::exchange(isRestored_, false);
  if (isRestored && input.delta == 0 && input.step == 0 && !hasCommands) return;  // what was saved is shown
  const float jump = play(input, profiler);
  if (input.speed == 0 && input.step == 0 && !hasCommands) return;
  const bool divisible = player_.clock().settings.kind == crossfade::ClockKind::TimeBased;
  take_.add(TakeFrame{.input = input,
                      .begin = before,
                      .end = std::max(before, player_.mixerTime()),
                      .jump = jump,
                      .divisible = divisible});
  if (take_.momentIsDue(take_.endFrame())) save(take_.addMoment(take_.endFrame()));
  std::erase_if(fades_, [this](const LoggedFade& fade) { return fade.begin + fade.seconds < take_.begin(); });
}

void Timeline::advancePast(double seconds, double speed, FrameProfiler& profiler) {
  if (seconds == 0) return;  // what is shown is on screen
  const double later = shownTime_ + seconds - end();
  if (later < 0) return show(shownTime_ + seconds, profiler);
  seek(end());
  if (!(later > 0)) return;
  advanceLive(speed != 0 ? FrameInput{.delta = later / std::abs(speed), .speed = speed} : FrameInput{.step = later},
              profiler);
}

void Timeline::execute(std::int64_t frame) {
  for (std::size_t i = 0; i < take_.commands().size(); ++i) {
    const LoggedCommand& logged = take_.commands()[i];
    if (logged.frame != frame) continue;
    execute_(logged.command);
    noteFade(logged);
  }
}

void Timeline::replay(std::int64_t number, FrameProfiler& profiler) {
  if (take_.momentIsDue(number)) save(take_.addMoment(number));
  execute(number);
  if (const float jump = play(take_.frame(number).input, profiler); !std::isnan(jump)) take_.noteJump(number, jump);
}

/// Continues from the moment on screen where that is shorter; paths and ghosts need the second before.
void Timeline::show(double time, FrameProfiler& profiler) {
  const Take::LoggedMoment& start = take_.momentBefore(time - kStudiedSeconds);
  std::int64_t frame = start.frame;
  const bool fromBoundary = hasBoundary_ && shownFrame_ >= start.frame && shownTime_ <= time;
  if (fromBoundary) {
    restore(boundary_);
    frame = shownFrame_;
  } else {
    restore(start.moment);
    study_.restart();
  }
  jumps_->restart();
  const bool replays = frame < take_.framesUntil(time);
  for (const std::int64_t end = take_.framesUntil(time); frame < end; ++frame) replay(frame, profiler);
  if (!fromBoundary && !replays && layersChanged_) player_.pose(profiler);  // the log's moments have other layers
  save(boundary_);
  shownFrame_ = frame;
  hasBoundary_ = true;
  if (frame < take_.endFrame() && take_.frame(frame).begin < time && take_.frame(frame).divisible) {
    execute(frame);
    play(partOf(take_.frame(frame), time).input, profiler);
  }
  live_ = false;
  shownTime_ = frame < take_.endFrame() && !take_.frame(frame).divisible ? take_.frame(frame).begin : time;
  shownFade_ = fade_.settings();
}

void Timeline::seek(double time) {
  FrameProfiler unused;
  const double shown = std::clamp(time, begin(), end());
  show(shown, unused);
  if (shown < end()) return;
  execute(take_.endFrame());
  live_ = true;
  hasBoundary_ = false;
}

Result<void> Timeline::restoreState(const SavedState& state) {
  PlayerMoment moment;
  player_.save(moment);
  if (auto read = readState(state, fade_, moment); !read) return read;
  pendingStep_ = 0;
  player_.restore(moment);
  player_.dropHistory();
  study_.restart();
  restart();
  isRestored_ = true;
  return {};
}

void Timeline::showAgain() {
  layersChanged_ = true;
  if (live_) return;  // the next frame shows it
  FrameProfiler unused;
  hasBoundary_ = false;
  show(shownTime_, unused);
}

void Timeline::record(const TakeCommand& command) {
  if (!isLogged(command)) return;
  if (std::holds_alternative<SetMarkers>(command)) {  // snapshots do not hold markers
    player_.dropLaterHistory();
    return restart();
  }
  if (!live_) return changePast(command);
  take_.add(command);
  noteFade(take_.commands().back());
}

void Timeline::changePast(const TakeCommand& command) {
  const double time = shownTime_;
  const std::int64_t frame = take_.splitAt(time);
  hasBoundary_ = false;
  player_.dropLaterHistory();
  if (isSetting(command)) {
    take_.insert(frame, command);
    if (const auto* const settings = std::get_if<SetFadeSettings>(&command))
      keepLaterSettings(frame, shownFade_, settings->settings);
    return followChange(time);
  }
  take_.truncate(frame);
  std::erase_if(fades_, [&](const LoggedFade& fade) {
    return std::none_of(take_.commands().begin(), take_.commands().end(),
                        [&](const LoggedCommand& logged) { return logged.id == fade.id; });
  });
  live_ = true;
  take_.add(command);
  noteFade(take_.commands().back());
}

/// Later commands set all settings at once; those that they did not mean to change follow.
void Timeline::keepLaterSettings(std::int64_t frame, const FadeSettings& before, const FadeSettings& after) {
  FadeSettings old = before, now = after;
  for (LoggedCommand& logged : take_.commands()) {
    auto* const later = std::get_if<SetFadeSettings>(&logged.command);
    if (!later || logged.frame <= frame) continue;
    FadeSettings& settings = later->settings;
    if (!followed(settings.seconds, old.seconds, now.seconds)) now.seconds = old.seconds = settings.seconds;
    if (!followed(settings.kind, old.kind, now.kind)) now.kind = old.kind = settings.kind;
    if (!followed(settings.sync, old.sync, now.sync)) now.sync = old.sync = settings.sync;
    if (!followed(settings.warp, old.warp, now.warp)) now.warp = old.warp = settings.warp;
    if (!followed(settings.maskJoint, old.maskJoint, now.maskJoint)) now.maskJoint = old.maskJoint = settings.maskJoint;
    if (!followed(settings.maskFeather, old.maskFeather, now.maskFeather))
      now.maskFeather = old.maskFeather = settings.maskFeather;
    if (!followed(settings.layers, old.layers, now.layers)) now.layers = old.layers = settings.layers;
  }
}

/// Plays the log to its end once, for the weights and moments after a change, and returns to `time`.
void Timeline::followChange(double time) {
  FrameProfiler unused;
  hasBoundary_ = false;
  show(end(), unused);
  hasBoundary_ = false;
  show(time, unused);
}

Result<void> Timeline::edit(std::int64_t fade, std::optional<double> begin, std::optional<double> seconds,
                            std::optional<crossfade::TransitionKind> kind) {
  const auto commands = take_.commands();
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const LoggedCommand& logged) { return logged.id == fade; });
  const auto noted =
      std::find_if(fades_.begin(), fades_.end(), [&](const LoggedFade& each) { return each.id == fade; });
  if (found == commands.end() || noted == fades_.end())
    return Error{"there is no fade " + std::to_string(fade) + " in the last seconds"};
  FadeTo changed{.clip = noted->to};
  if (const auto* const before = std::get_if<FadeTo>(&found->command)) changed = *before;
  if (const auto* const started = std::get_if<StartFade>(&found->command)) changed.how = started->how;
  changed.clip = noted->to;
  const auto* const entered = std::get_if<EnterClip>(&found->command);
  const bool entersClip = entered != nullptr;
  if (entered) changed = entered->fade;
  changed.how.sync = noted->sync;
  changed.how.seconds = seconds.value_or(noted->seconds);
  changed.how.kind = kind.value_or(noted->kind);
  const double cursor = now();
  const double start = std::clamp(begin.value_or(noted->begin), take_.begin(), take_.end());
  if (live_) seek(cursor);
  const double first = std::min(start, noted->begin);
  fades_.erase(noted);
  take_.remove(fade);
  take_.insert(take_.splitAt(start), entersClip ? TakeCommand(EnterClip{changed}) : TakeCommand(changed), fade);
  hasBoundary_ = false;
  FrameProfiler unused;
  show(first, unused);
  player_.dropLaterHistory();
  followChange(cursor);
  if (cursor >= end()) seek(cursor);
  return {};
}

void Timeline::noteFade(const LoggedCommand& command) {
  if (!startsFade(command.command)) return;
  const auto running = fade_.running();
  if (!running) return;
  const LoggedFade noted{.id = command.id,
                         .from = running->from,
                         .to = running->to,
                         .begin = running->begin,
                         .seconds = running->seconds,
                         .kind = running->kind,
                         .sync = running->sync};
  const auto known =
      std::find_if(fades_.begin(), fades_.end(), [&](const LoggedFade& fade) { return fade.id == command.id; });
  if (known == fades_.end())
    fades_.push_back(noted);
  else
    *known = noted;
}

}  // namespace app
