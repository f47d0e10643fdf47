#include "crossfade/crowd/crowd_player.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "crossfade/base/assert.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_signs.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {
namespace {

constexpr double kInterval = 1.0 / 240;     // seconds, over which velocities are measured
constexpr double kLookInterval = 1.0 / 30;  // seconds between the moments of a fade that are looked at
constexpr std::size_t kUpdatesAtOnce = 16;  // characters

/// Wraps the time of a clip that repeats into the clip; returns whether that takes an odd number of loops.
bool wrapsOddly(BlendEntry& entry) {
  const double duration = entry.clip->duration();
  if (!(duration > 0) || (entry.time >= 0 && entry.time <= duration)) return false;
  const double loops = std::floor(entry.time / duration);
  entry.time -= duration * loops;
  return std::fmod(loops, 2) != 0;
}

bool shows(std::span<const BlendEntry> entries, int slot) {
  return std::any_of(entries.begin(), entries.end(), [slot](const BlendEntry& entry) { return entry.slot == slot; });
}

}  // namespace

struct CrowdPlayer::Impl {
  struct Actor {
    Actor(const ClipSet& clips, const Pose& rest) : mixer(clips), state(rest) {}

    TransitionMixer mixer;
    TransitionState state;
    CrowdSigns signs;
    bool needsSigns = false;  // for clips that show for the first time
  };

  Impl(const CrowdRig& crowdRig, const ClipSet& clips, std::size_t count, int jobs)
      : rig(&crowdRig),
        sampler(jobs),
        ways(rig->data()),
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
      if (ways.anyMayTurn()) ways.reserve(actor.signs, clips.size());
    }
    if (ways.anyMayTurn()) ways.reserve(signsThere, clips.size());
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

  void sampleInto(std::span<const BlendEntry> list, const CrowdSigns& signs, const CrowdOptions& options, Pose& pose) {
    const CrowdCharacter character{.entries = list, .signs = &signs};
    sampler.samplePoses(*rig, {&character, 1}, options.order, {&pose, 1});
  }
  void sampleNow(const Actor& actor, const CrowdOptions& options, Pose& pose) {
    sampleInto(actor.mixer.shown(), actor.signs, options, pose);
  }
  /// What plays `seconds` from now, without transitions.
  void sampleAt(const Actor& actor, double seconds, const CrowdOptions& options, Pose& pose) {
    extrapolate(actor, seconds);
    sampleInto(entries, signsThere, options, pose);
  }
  /// Sets `entries` and `signsThere`.
  void extrapolate(const Actor& actor, double seconds) {
    actor.mixer.extrapolate(seconds, entries);
    signsThere = actor.signs;
    for (BlendEntry& entry : entries)
      if (wrapsOddly(entry)) ways.passSeam(signsThere, entry.slot, ways.indexOf(entry));
  }

  /// Whether a joint may come near half a turn from itself among these clips and the target.
  bool mayTurn(std::span<const BlendEntry> list, int targetClip) const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const int clip = ways.indexOf(list[i]);
      if (ways.mayTurn(clip, targetClip)) return true;
      for (std::size_t k = 0; k < i; ++k)
        if (ways.mayTurn(clip, ways.indexOf(list[k]))) return true;
    }
    return false;
  }
  /// Decides which way around the rotations of a fade's target go, from what the clips do while it lasts. Returns
  /// whether the pose jumps.
  bool chooseWay(Actor& actor, const AnimationAction& action) {
    constexpr double kMostLooks = 64;
    const BlendEntry entry = action.entryNow();
    const std::span<const BlendEntry> list = actor.mixer.shown();
    const bool targetShows = shows(list, entry.slot);
    if (!mayTurn(list, ways.indexOf(entry))) return false;
    ways.chooseNew(actor.signs, list);
    ways.chooseNew(actor.signs, {&entry, 1}, list);
    ways.startLookingAhead();
    const double seconds = actor.mixer.transition().remaining();
    const double looks = std::clamp(std::ceil(seconds / kLookInterval), 2.0, kMostLooks);
    for (double look = 1; look < looks; ++look) {
      extrapolate(actor, seconds * look / looks);
      ways.lookAhead(signsThere, entries, entry.slot);
    }
    return ways.chooseWay(actor.signs, entry.slot, targetShows);
  }
  /// After an update: clips that start over go on where they are, and those that show no longer forget their signs.
  void followSigns(Actor& actor) {
    CrowdSigns& signs = actor.signs;
    if (!ways.anyMayTurn()) return;
    for (const MixerEvent& event : actor.mixer.mixer().events())
      if (event.kind == MixerEvent::Kind::Loop && event.action && event.action->loop == Loop::Repeat &&
          event.loopDelta % 2 != 0)
        ways.passSeam(signs, event.action->slot(), ways.indexOf(event.action->entryNow()));
    const std::span<const BlendEntry> list = actor.mixer.shown();
    const auto isTarget = [&](int slot) {
      const auto fades = actor.mixer.transition().fades();
      return std::any_of(fades.begin(), fades.end(),
                         [slot](const LayerFade& fade) { return !fade.onlyEnds && fade.target->slot() == slot; });
    };
    for (std::size_t slot = 0; slot < signs.known.size(); ++slot)
      if (const int number = static_cast<int>(slot); signs.has(number) && !shows(list, number) && !isTarget(number))
        signs.known[slot] = 0;
    const bool anyNew =
        std::any_of(list.begin(), list.end(), [&](const auto& entry) { return !signs.has(entry.slot); });
    actor.needsSigns = anyNew && list.size() > 1 && mayTurn(list, -1);
  }

  void begin(const CrowdFade& fade, const CrowdOptions& options) {
    if (fade.character >= actors.size()) return;
    Actor& actor = actors[fade.character];
    AnimationAction* const action = actionOf(actor, fade.target);
    if (action == nullptr) return;
    const bool wasRunning = actor.state.running, carries = wasRunning || worksOnPoses(fade.options.kind);
    const bool blends = !worksOnPoses(fade.options.kind) && fade.options.kind != TransitionKind::Classic;
    const bool looks = blends && ways.anyMayTurn() && options.order == BlendOrder::Layers;
    const bool remembers = carries || (looks && shows(actor.mixer.shown(), action->slot()));
    if (remembers) {
      if (!wasRunning) sampleNow(actor, options, actor.state.shown);
      sampleAt(actor, -kInterval, options, before);
      showTransition(actor.state, -kInterval, before);
    }
    if (!actor.mixer.transition().to(*action, fade.options)) return;
    const bool jumped = actor.mixer.takeChange() == TransitionChange::Jumped;
    if (jumped && !remembers) {
      sampleNow(actor, options, actor.state.shown);
      before = actor.state.shown;  // the velocity is unknown
    }
    if (!carries && !jumped && !looks) return;
    actor.mixer.update(0);
    const bool turns = looks && chooseWay(actor, *action);
    if (!carries && !jumped && !turns) return;
    sampleNow(actor, options, target);
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
  CrowdWays ways;
  JobQueues queues;
  Pose before, target, after;  // scratch memory
  std::vector<std::uint8_t> scope, morphScope;
  std::vector<BlendEntry> entries;
  CrowdSigns signsThere;
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
      impl.followSigns(actor);
      impl.characters[i] = {.entries = actor.mixer.shown(),
                            .matrices = (i + 1) * floats <= matrices.size() ? matrices.data() + i * floats : nullptr,
                            .transition = actor.state.running ? &actor.state : nullptr,
                            .signs = &actor.signs};
    }
  });
  for (Impl::Actor& actor : impl.actors)
    if (actor.needsSigns) impl.ways.chooseNew(actor.signs, actor.mixer.shown());
  CrowdOptions frame = options;
  frame.delta = seconds;
  impl.sampler.sample(*impl.rig, impl.characters, frame, run);
}

}  // namespace crossfade
