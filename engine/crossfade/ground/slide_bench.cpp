#include "crossfade/ground/slide_bench.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/transition/transition_player.h"

namespace crossfade {
namespace {

constexpr double kFrame = 1 / kSeamRate;
constexpr double kBefore = 1, kAfter = 0.5;  // seconds played before the switch and after the end
constexpr double kSeenBefore = 0.02;         // seconds before the switch from which on jumps are measured

long framesIn(double seconds) { return std::lround(seconds * kSeamRate); }

}  // namespace

struct SlideBench::Impl {
  Impl(const Skeleton& joints, const Feet& ofJoints, const ChannelLayout& layout, const Pose& rest,
       const ClipSet& clips, const SeamBench& bench)
      : skeleton(joints),
        feet(ofJoints),
        seams(bench),
        player(clips, layout, rest),
        ground(feet.feet.size()),
        lock(skeleton, feet),
        pose(rest) {
    for (const ClipId id : clips.ids()) {
      actions.push_back(&player.clipAction(id));
      contacts.push_back(detectContacts(skeleton, feet, clips[id]));
      ground.set(id, contacts.back());
      auto markers = SyncMarkers::make(markersOf(contacts.back(), MarkerMoments::Downs), clips[id].duration());
      if (contacts.back().isCyclic && markers) player.transition().setMarkers(id, std::move(*markers));
    }
  }

  SlideReport measure(const SeamCase& wanted, bool withLock);

  Skeleton skeleton;
  Feet feet;
  const SeamBench& seams;
  TransitionPlayer player;
  ClipGround ground;
  FootLock lock;
  Pose pose;
  std::vector<AnimationAction*> actions;
  std::vector<GroundContacts> contacts;
};

SlideReport SlideBench::Impl::measure(const SeamCase& wanted, bool withLock) {
  AnimationAction& from = *actions[static_cast<std::size_t>(wanted.from)];
  AnimationAction& to = *actions[static_cast<std::size_t>(wanted.to)];
  player.restart();
  lock.restart();
  MotionMeter motion(pose.locals.size(), kFrame);
  FootSlideMeter slide(skeleton, feet);

  double fromTime = 0, toTime = 0;
  const auto play = [&](bool measuresSlide, bool measuresMotion) {
    player.advance(kFrame, pose);
    const GroundState& state = ground.now(player.mixer());
    if (withLock) lock.apply(kFrame, state, pose);
    const bool restarted = (from.isScheduled() && from.time < fromTime) || (to.isScheduled() && to.time < toTime);
    if (measuresSlide) slide.add(kFrame, state, pose);
    if (measuresMotion) motion.add(pose, !restarted);
    fromTime = from.time;
    toTime = to.time;
  };

  from.play();
  const double rounds = std::ceil(kBefore / from.duration());
  from.time = std::fmod(wanted.start - kBefore + rounds * from.duration(), from.duration());
  player.advance(0, pose);
  for (long i = framesIn(kBefore); i > 0; --i) play(i == 1, i <= framesIn(kSeenBefore));

  player.transition().to(to, wanted.options);
  if (wanted.entry) to.time = *wanted.entry;
  const long half = framesIn(player.transition().remaining() / 2);
  long left = framesIn(player.transition().remaining());
  for (long i = 0; left > 0; ++i, --left) {
    if (wanted.interrupted && i == half) {
      player.transition().to(from, wanted.options);
      left = framesIn(player.transition().remaining());
    }
    play(true, true);
  }
  for (long i = framesIn(kAfter); i > 0; --i) play(false, true);

  SeamReport seam{.joints = {}, .worst = {}};
  const int played[] = {wanted.from, wanted.to};
  seams.compare(motion.joints(), played, seam);
  return {.slide = slide.slide(), .legLength = feet.legLength, .velocityRatio = seam.worst.velocityRatio};
}

SlideBench::SlideBench(const Skeleton& skeleton, const Feet& feet, const ChannelLayout& layout, const Pose& rest,
                       const ClipSet& clips, const SeamBench& seams)
    : impl_(std::make_unique<Impl>(skeleton, feet, layout, rest, clips, seams)) {}
SlideBench::~SlideBench() = default;

const GroundContacts& SlideBench::contactsOf(int clip) const { return impl_->contacts[static_cast<std::size_t>(clip)]; }
bool SlideBench::walks(int clip) const {
  const GroundContacts& contacts = contactsOf(clip);
  const bool steps = std::all_of(contacts.feet.begin(), contacts.feet.end(), [&](const FootContacts& foot) {
    return !foot.foot.empty() && foot.foot.front().end - foot.foot.front().start < contacts.duration;
  });
  return contacts.isCyclic && steps && glm::length(contacts.groundVelocity) > 0;
}

SlideReport SlideBench::measure(const SeamCase& wanted, bool withLock) { return impl_->measure(wanted, withLock); }

}  // namespace crossfade
