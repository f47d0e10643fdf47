#include "crossfade/crowd/crowd_player.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {
namespace {

constexpr double kInterval = 1.0 / 240;     // seconds, over which velocities are measured
constexpr std::size_t kUpdatesAtOnce = 16;  // characters

}  // namespace

struct CrowdPlayer::Impl {
  struct Actor {
    Actor(const ClipSet& clips, const Pose& rest) : mixer(clips), state(rest) {}

    TransitionMixer mixer;
    TransitionState state;
  };

  Impl(const CrowdRig& crowdRig, const ClipSet& clips, std::size_t count, int jobs)
      : rig(&crowdRig),
        sampler(jobs),
        queues(jobs),
        before(rig->rest()),
        target(before),
        after(before),
        scope(before.locals.size()),
        morphScope(before.morphWeights.size()),
        characters(count) {
    for (std::size_t i = 0; i < count; ++i) {
      Actor& actor = actors.emplace_back(clips, before);
      prepare(actor.mixer, clips);
    }
    entries.reserve(2 * clips.size() + 2);
    sampler.prepare(*rig, static_cast<int>(2 * clips.size()) + 2);
  }

  TransitionMixer& mixerOf(std::size_t character) {
    if (character >= actors.size()) abortWith("CrowdPlayer: there is no such character");
    return actors[character].mixer;
  }

  /// Makes all actions, and room for fades between any of them.
  static void prepare(TransitionMixer& mixer, const ClipSet& clips) {
    for (const ClipId clip : clips.ids()) mixer.clipAction(clip).play();
    for (int turn = 0; turn < 2; ++turn)  // the second fade interrupts the first
      for (const ClipId clip : clips.ids()) mixer.transition().to(mixer.clipAction(clip).play(), {.sync = Sync::Phase});
    mixer.restart();
  }

  void sampleInto(std::span<const BlendEntry> list, const CrowdOptions& options, Pose& pose) {
    const CrowdCharacter character{.entries = list};
    sampler.samplePoses(*rig, {&character, 1}, options.order, {&pose, 1});
  }
  /// What plays `seconds` from now, without transitions.
  void sampleAt(const Actor& actor, double seconds, const CrowdOptions& options, Pose& pose) {
    actor.mixer.extrapolate(seconds, entries);
    for (BlendEntry& entry : entries) {
      const double duration = entry.clip->duration();
      if (duration > 0 && !(entry.time >= 0 && entry.time <= duration))
        entry.time -= duration * std::floor(entry.time / duration);
    }
    sampleInto(entries, options, pose);
  }

  void begin(const CrowdFade& fade, const CrowdOptions& options) {
    if (fade.character >= actors.size()) return;
    Actor& actor = actors[fade.character];
    AnimationAction* const action = actionOf(actor, fade.target);
    if (action == nullptr) return;
    const bool wasRunning = actor.state.running, carries = wasRunning || worksOnPoses(fade.options.kind);
    if (carries) {
      if (!wasRunning) sampleInto(actor.mixer.shown(), options, actor.state.shown);
      sampleAt(actor, -kInterval, options, before);
      showTransition(actor.state, -kInterval, before);
    }
    if (!actor.mixer.transition().to(*action, fade.options)) return;
    const bool jumped = actor.mixer.takeChange() == TransitionChange::Jumped;
    if (!carries && !jumped) return;
    if (!carries) {
      sampleInto(actor.mixer.shown(), options, actor.state.shown);
      before = actor.state.shown;  // the velocity is unknown
    }
    actor.mixer.update(0);
    sampleInto(actor.mixer.shown(), options, target);
    sampleAt(actor, kInterval, options, after);
    const Transition& transition = actor.mixer.transition();
    const TransitionKind kind = worksOnPoses(fade.options.kind) ? fade.options.kind : TransitionKind::Inertial;
    beginTransition(actor.state, fade.options.kind == TransitionKind::Classic ? fade.options.kind : kind,
                    transition.remaining(),
                    {.shownBefore = before, .target = target, .targetAfter = after, .interval = kInterval},
                    actor.mixer.shape(), scopeOf(fade.options.mask));
  }
  static AnimationAction* actionOf(Actor& actor, ClipId clip) {
    const AnimationClip* const data = actor.mixer.mixer().clips().find(clip);
    return data ? &actor.mixer.clipAction(clip) : nullptr;
  }

  TransitionScope scopeOf(const JointMask* mask) {
    if (mask == nullptr || mask->weights().size() != scope.size()) return {};
    for (std::size_t joint = 0; joint < scope.size(); ++joint) scope[joint] = mask->weights()[joint] > 0;
    return {.joints = scope, .morphs = morphScope};
  }

  const CrowdRig* rig;
  std::deque<Actor> actors;  // which stay where they are
  CrowdSampler sampler;
  JobQueues queues;
  Pose before, target, after;  // scratch memory
  std::vector<std::uint8_t> scope, morphScope;
  std::vector<BlendEntry> entries;
  std::vector<CrowdCharacter> characters;
};

CrowdPlayer::CrowdPlayer(const CrowdRig& rig, const ClipSet& clips, std::size_t characters, int jobs)
    : impl_(std::make_unique<Impl>(rig, clips, characters, jobs)) {}
CrowdPlayer::~CrowdPlayer() = default;
CrowdPlayer::CrowdPlayer(CrowdPlayer&&) noexcept = default;
CrowdPlayer& CrowdPlayer::operator=(CrowdPlayer&&) noexcept = default;

std::size_t CrowdPlayer::size() const { return impl_->actors.size(); }
TransitionMixer& CrowdPlayer::operator[](std::size_t character) { return impl_->mixerOf(character); }
const TransitionMixer& CrowdPlayer::operator[](std::size_t character) const { return impl_->mixerOf(character); }

void CrowdPlayer::advance(double seconds, std::span<const CrowdFade> fades, std::span<float> matrices,
                          const CrowdOptions& options, const JobRunner& run) {
  Impl& impl = *impl_;
  for (const CrowdFade& fade : fades) impl.begin(fade, options);
  const std::size_t floats =
      static_cast<std::size_t>(impl.rig->matrixCount()) * static_cast<std::size_t>(floatCount(options.shape));
  impl.queues.run(impl.actors.size(), kUpdatesAtOnce, run, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Impl::Actor& actor = impl.actors[i];
      actor.mixer.update(seconds);
      impl.characters[i] = {.entries = actor.mixer.shown(),
                            .matrices = (i + 1) * floats <= matrices.size() ? matrices.data() + i * floats : nullptr,
                            .transition = actor.state.running ? &actor.state : nullptr};
    }
  });
  CrowdOptions frame = options;
  frame.delta = seconds;
  impl.sampler.sample(*impl.rig, impl.characters, frame, run);
}

}  // namespace crossfade
