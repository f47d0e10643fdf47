#include "app/session/crowd/crowd.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/model/root_clip.h"
#include "app/model/upright.h"
#include "app/profile/frame_profiler.h"
#include "app/view/model_matrices.h"
#include "crossfade/math/rotation.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/travel/root_motion.h"

namespace app {
namespace {

constexpr double kTurnRate = std::numbers::pi / 2;  // radians per second

}  // namespace

CrowdTravel::CrowdTravel(const Model& model, std::span<const crossfade::ClipId> clips) {
  const crossfade::RootMotionMeter meter(model.skeleton, standingFeetOf(model));
  for (const crossfade::ClipId id : clips) {
    const crossfade::AnimationClip& clip = model.clips[id];
    RootClip played = rootClipOf(model.skeleton, clip, {}, meter.measure(clip), meter.body());
    const crossfade::ClipId added = clips_.add(played.held ? *std::move(played.held) : clip);
    if (played.track) roots_.setTrack(added, *played.track);
  }
}

void wander(crossfade::RootDelta& at, const crossfade::RootDelta& step, double seconds, double reach) {
  at = at * step;
  const glm::dvec3 back = -crossfade::horizontal(at.translation), way = crossfade::horizontal(step.translation);
  if (glm::length(back) < reach || !(glm::length(way) > 0)) return;
  const double heading = at.turn + std::atan2(way.x, way.z);  // of the walk, from +z toward +x
  const double wanted = std::atan2(back.x, back.z);
  const double off = std::remainder(wanted - heading, 2 * std::numbers::pi);
  at.turn += std::clamp(off, -kTurnRate * seconds, kTurnRate * seconds);
}

glm::mat4 placementOf(const crossfade::RootDelta& at, const glm::vec3& home) {
  glm::mat4 placement = glm::mat4_cast(glm::quat(crossfade::aboutY(at.turn)));
  placement[3] = glm::vec4(home + glm::vec3(at.translation), 1);
  return placement;
}

namespace {

constexpr std::size_t kMaxClips = 8;
constexpr double kFadeSeconds = 0.4;
constexpr double kMinStay = 1.0, kMaxStay = 4.0;  // seconds in one clip
constexpr std::size_t kMatrixFloats = 16;
constexpr std::size_t kMixersPerBlock = 32, kExactPosesPerBlock = 4;  // characters per job

/// The standard fixes its sequence, so it is the same on every machine, and its state is one word: std::mt19937_64
/// would take 2.5 KB of each of 10,000 characters.
using Random = std::minstd_rand;

/// A separate sequence for each character. seed_seq spreads the seeds, which minstd_rand would not.
Random randomOf(std::size_t character) {
  std::seed_seq seed{character};
  return Random(seed);
}
std::size_t nextIndex(Random& random, std::size_t count) { return random() % count; }
/// Above 0 and below 1. std::uniform_real_distribution differs from library to library.
double nextFraction(Random& random) { return static_cast<double>(random()) / static_cast<double>(Random::modulus); }

bool isSkinned(const Model& model, const MeshInstance& instance) {
  const auto& primitives = nth(model.meshes, instance.mesh).primitives;
  return instance.skin >= 0 && std::all_of(primitives.begin(), primitives.end(),
                                           [](const Primitive& primitive) { return !primitive.influences.empty(); });
}

/// The model's skins, then the nodes of unskinned meshes as one more skin.
std::vector<crossfade::SkinBinding> bindingsOf(const Model& model, CrowdLayout& layout) {
  std::vector<crossfade::SkinBinding> bindings;
  for (const Skin& skin : model.skins) {
    layout.paletteOffsets.push_back(layout.matrixCount);
    layout.matrixCount += static_cast<int>(skin.joints.size());
    bindings.push_back({.joints = skin.joints, .inverseBinds = skin.inverseBinds});
  }
  crossfade::SkinBinding nodes;
  for (const MeshInstance& instance : model.instances) {
    const bool skinned = isSkinned(model, instance);
    layout.worldOffsets.push_back(skinned ? -1 : layout.matrixCount);
    if (skinned) continue;
    nodes.joints.push_back(instance.node);
    nodes.inverseBinds.emplace_back(1.0f);
    ++layout.matrixCount;
  }
  if (!nodes.joints.empty()) bindings.push_back(std::move(nodes));
  return bindings;
}

}  // namespace

struct Crowd::Member {
  Member(const crossfade::ClipSet& clips, std::size_t index) : mixer(clips), random(randomOf(index)) {}
  crossfade::AnimationMixer mixer;
  std::vector<crossfade::AnimationAction*> actions;  // one for each of the crowd's clips
  std::size_t shown = 0;
  double nextFade = 0;  // mixer time
  crossfade::RootDelta traveled;
  Random random;
};

/// The exact path, one character after another.
struct Crowd::ExactPoser {
  explicit ExactPoser(const Crowd& crowd)
      : sampler(channelLayoutOf(crowd.model_), crowd.rig_->rest()),
        pose(crowd.rig_->rest()),
        worlds(pose.locals.size()) {
    for (std::size_t i = 0; i < crowd.clips_.size(); ++i)
      sampler.bind(static_cast<int>(i), crowd.played()[crowd.clips_[i]]);
  }
  void pose4x4(const crossfade::CrowdRig& rig, std::span<const crossfade::BlendEntry> entries, float* matrices,
               float* morphs) {
    sampler.sampleOrderFree(entries);
    sampler.writePose(pose);
    crossfade::localToModel(rig.parents(), pose.locals, worlds);
    auto* out = reinterpret_cast<glm::mat4*>(matrices);
    for (const crossfade::SkinBinding& skin : rig.skins())
      for (std::size_t i = 0; i < skin.joints.size(); ++i) *out++ = nth(worlds, skin.joints[i]) * skin.inverseBinds[i];
    std::copy(pose.morphWeights.begin(), pose.morphWeights.end(), morphs);
  }
  crossfade::PoseSampler sampler;
  crossfade::Pose pose;
  std::vector<glm::mat4> worlds;
};

Crowd::Crowd(const Model& model, const Bounds& bounds, int threads, bool travels)
    : model_(model), spacing_(crowdSpacing(bounds)) {
  for (const crossfade::ClipId id : model.clips.ids())
    if (const crossfade::AnimationClip& clip = model.clips[id];
        clip.duration() > 0 && clip.blendMode() == crossfade::BlendMode::Normal && clips_.size() < kMaxClips)
      clips_.push_back(id);
  if (travels) {
    travel_ = std::make_unique<CrowdTravel>(model, clips_);
    clips_.assign(travel_->clips().ids().begin(), travel_->clips().ids().end());
  }
  makeRig();
  useThreads(threads);
}

Crowd::~Crowd() = default;

const crossfade::ClipSet& Crowd::played() const { return travel_ ? travel_->clips() : model_.clips; }

const crossfade::RootDelta& Crowd::traveled(int character) const { return nth(members_, character)->traveled; }

void Crowd::makeRig() {
  const crossfade::Pose rest = restPoseOf(model_);
  const auto bindings = bindingsOf(model_, layout_);
  const auto morphs = morphChannelsOf(model_);
  const auto values = valueChannelsOf(model_);
  std::vector<crossfade::CrowdClip> clips;
  for (const crossfade::ClipId id : clips_) clips.push_back({.clip = &played()[id], .id = id});
  rig_ = std::make_unique<crossfade::CrowdRig>(crossfade::CrowdRigDesc{.parents = model_.skeleton.parents(),
                                                                       .rest = rest,
                                                                       .morphs = morphs,
                                                                       .values = values,
                                                                       .skins = bindings,
                                                                       .clips = clips});
  layout_.morphCount = rig_->morphCount();
  exactOne_.resize(static_cast<std::size_t>(layout_.matrixCount) * kMatrixFloats +
                   static_cast<std::size_t>(layout_.morphCount));
  batchedOne_.resize(static_cast<std::size_t>(layout_.matrixCount));
}

void Crowd::useThreads(int threads) {
  if (threads_ && threads_->count() == threads) return;
  threads_ = std::make_unique<ThreadPool>(threads);
  queues_ = crossfade::JobQueues(threads_->count());
  sampler_ = std::make_unique<crossfade::CrowdSampler>(threads_->count());
  sampler_->prepare(*rig_, static_cast<int>(kMaxClips), 0);
  exact_.clear();
  for (int i = 0; i < threads_->count(); ++i) exact_.push_back(std::make_unique<ExactPoser>(*this));
}

void Crowd::resize(int characters) {
  const auto wanted = static_cast<std::size_t>(std::clamp(characters, 0, kMaxCharacters));
  while (members_.size() > wanted) members_.pop_back();
  while (members_.size() < wanted) {
    Member& member = *members_.emplace_back(std::make_unique<Member>(played(), members_.size()));
    if (clips_.empty()) continue;
    for (const crossfade::ClipId id : clips_) member.actions.push_back(&member.mixer.clipAction(id));
    member.shown = nextIndex(member.random, clips_.size());
    crossfade::AnimationAction& first = *member.actions[member.shown];
    first.play().time = nextFraction(member.random) * first.duration();
    member.nextFade = nextFraction(member.random) * kMaxStay;
    if (travel_) member.traveled.turn = 2 * std::numbers::pi * nextFraction(member.random);
    member.mixer.update(0);
  }
  matrices_.resize(wanted * static_cast<std::size_t>(layout_.matrixCount) * kMatrixFloats);
  morphs_.resize(wanted * static_cast<std::size_t>(layout_.morphCount));
  characters_.resize(wanted);
}

crossfade::JobRunner Crowd::onThreads() {
  return [threads = threads_.get()](int count, const std::function<void(int)>& job) { threads->run(count, job); };
}

void Crowd::mix(double seconds) {
  queues_.run(members_.size(), kMixersPerBlock, onThreads(), [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Member& member = *members_[i];
      decide(member);
      member.mixer.update(seconds);
      if (travel_)
        wander(member.traveled, travel_->step(member.mixer.blendList()), seconds,
               static_cast<double>(kReachInSpacings * spacing_));
    }
  });
}

/// Some time after its last fade, a character fades to another clip. Does not use crossfade::Transition: a crowd needs
/// none of its sync, masks and poses, but would pay for them with several allocations per character and in every
/// update.
void Crowd::decide(Member& member) {
  if (clips_.size() < 2 || member.mixer.time() < member.nextFade) return;
  for (crossfade::AnimationAction* action : member.actions)
    if (action->isScheduled() && action->fadeValue() == 0) action->stop();
  const std::size_t next = (member.shown + 1 + nextIndex(member.random, clips_.size() - 1)) % clips_.size();
  crossfade::AnimationAction& entering = *member.actions[next];
  if (!entering.isScheduled()) entering.playFadedOut();
  for (crossfade::AnimationAction* action : member.actions)
    if (action != &entering && action->isScheduled()) action->fadeTo(0, kFadeSeconds);
  entering.fadeTo(1, kFadeSeconds);
  member.shown = next;
  member.nextFade = member.mixer.time() + kMinStay + nextFraction(member.random) * (kMaxStay - kMinStay);
}

void Crowd::fillCharacters() {
  const auto matrices = static_cast<std::size_t>(layout_.matrixCount) * kMatrixFloats,
             morphs = static_cast<std::size_t>(layout_.morphCount);
  for (std::size_t i = 0; i < members_.size(); ++i)
    characters_[i] = {.entries = members_[i]->mixer.blendList(),
                      .matrices = matrices_.data() + i * matrices,
                      .morphWeights = morphs > 0 ? morphs_.data() + i * morphs : nullptr};
}

void Crowd::pose(CrowdPath path) {
  fillCharacters();
  if (path == CrowdPath::Batched) {
    sampler_->sample(*rig_, characters_, {}, onThreads());
    return;
  }
  queues_.run(members_.size(), kExactPosesPerBlock, onThreads(), [&](int job, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      nth(exact_, job)->pose4x4(*rig_, characters_[i].entries, characters_[i].matrices, characters_[i].morphWeights);
  });
}

double Crowd::measurePose(CrowdPath path) {
  constexpr double kMinSeconds = 50e-6;  // so that reading the clock costs next to nothing
  const double begin = steadySeconds();
  for (int times = 1;; ++times) {
    pose(path);
    if (const double seconds = steadySeconds() - begin; seconds >= kMinSeconds) return seconds / times;
  }
}

std::span<const glm::mat4> Crowd::matrices(int character) const {
  const auto count = static_cast<std::size_t>(layout_.matrixCount);
  return {reinterpret_cast<const glm::mat4*>(matrices_.data()) + static_cast<std::size_t>(character) * count, count};
}

std::span<const float> Crowd::morphWeights(int character) const {
  const auto count = static_cast<std::size_t>(layout_.morphCount);
  return std::span(morphs_).subspan(static_cast<std::size_t>(character) * count, count);
}

float crowdSpacing(const Bounds& bounds) {
  const glm::vec3 size = bounds.empty ? glm::vec3(1) : bounds.max - bounds.min;
  return std::max({0.8f * size.y, 0.7f * size.x, 0.7f * size.z, 1e-3f});
}

glm::vec3 positionInCrowd(int character, float spacing) {
  constexpr float kGoldenAngle = 2.39996323f;
  constexpr float kDense = std::numbers::inv_sqrtpi_v<float>;  // one character per square of the spacing
  const auto i = static_cast<float>(character);
  const float radius = spacing * kDense * std::sqrt(i + (character > 0 ? 0.5f : 0.0f)), angle = kGoldenAngle * i;
  return {radius * std::cos(angle), 0, radius * std::sin(angle)};
}

double Crowd::difference(int first, int count) {
  double largest = 0;
  fillCharacters();
  const std::size_t matrices = static_cast<std::size_t>(layout_.matrixCount);
  float* const exact = exactOne_.data();
  for (int k = 0; k < std::min(count, size()); ++k) {
    const auto i = static_cast<std::size_t>((first + k) % size());
    exact_[0]->pose4x4(*rig_, characters_[i].entries, exact, exact + matrices * kMatrixFloats);
    const crossfade::CrowdCharacter one{.entries = characters_[i].entries,
                                        .matrices = reinterpret_cast<float*>(batchedOne_.data())};
    sampler_->sample(*rig_, std::span(&one, 1));
    for (std::size_t n = 0; n < matrices * kMatrixFloats; ++n)
      largest = std::max(largest, std::abs(static_cast<double>(exact[n]) - static_cast<double>(one.matrices[n])));
  }
  return largest;
}

std::size_t Crowd::clipBytes() const {
  std::size_t bytes = 0;
  for (int i = 0; i < rig_->clipCount(); ++i) bytes += rig_->report(i).bytes;
  return bytes;
}

}  // namespace app
