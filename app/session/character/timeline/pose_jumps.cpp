#include "app/session/character/timeline/pose_jumps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <utility>

#include <glm/geometric.hpp>

#include "app/jobs/background_thread.h"
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
      measured = {.clip = asked[static_cast<std::size_t>(--count)], .own = {}};
    }
    measure(model.clips[static_cast<std::size_t>(measured.clip)]);
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
    if (!own_[static_cast<std::size_t>(clip)].empty()) return;
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
  if (asked_[static_cast<std::size_t>(clip)]) return;
  if (!thread_) thread_ = std::make_unique<Thread>(model_);
  const std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock || thread_->count == kMaxAsked) return;
  asked_[static_cast<std::size_t>(clip)] = true;
  thread_->asked[static_cast<std::size_t>(thread_->count++)] = clip;
  thread_->thread.wake();
}

void PoseJumps::takeResults() {
  if (!thread_) return;
  const std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock) return;
  for (Thread::Measured& result : thread_->results) own_[static_cast<std::size_t>(result.clip)] = std::move(result.own);
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
      const std::vector<Own>& own = own_[static_cast<std::size_t>(playing.clip)];
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

}  // namespace app
