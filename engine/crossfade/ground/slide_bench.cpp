#include "crossfade/ground/slide_bench.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

constexpr int kBefore = 240, kAfter = 120;  // frames before the switch and after the end
constexpr int kSeenBefore = 5;              // frames before the switch from which on jumps are measured

}  // namespace

struct SlideBench::Impl {
  Impl(const Skeleton& joints, const Feet& ofJoints, const ChannelLayout& layout, const Pose& rest,
       const ClipSet& clips, const SeamBench& bench)
      : skeleton(joints),
        feet(ofJoints),
        seams(bench),
        cases(clips, layout, rest),
        ground(feet.feet.size()),
        lock(skeleton, feet) {
    for (const ClipId id : clips.ids()) {
      contacts.push_back(detectContacts(skeleton, feet, clips[id]));
      ground.set(id, contacts.back());
      auto markers = SyncMarkers::make(markersOf(contacts.back(), ContactEvents::Strikes), clips[id].duration());
      if (contacts.back().isCyclic && markers) cases.player().transition().setMarkers(id, std::move(*markers));
    }
  }

  SlideReport measure(const SeamCase& wanted, bool withLock);

  Skeleton skeleton;
  Feet feet;
  const SeamBench& seams;
  SeamCasePlayer cases;
  ClipGround ground;
  FootLock lock;
  std::vector<GroundContacts> contacts;
};

SlideReport SlideBench::Impl::measure(const SeamCase& wanted, bool withLock) {
  if (!cases.hasClips(wanted)) return {};
  lock.restart();
  MotionMeter motion(cases.pose().locals.size(), kSeamFrame, cases.pose().morphWeights.size());
  const BodyMeter seen(skeleton, seams.body(), kSeamFrame);
  FootSlideMeter slide(skeleton, feet);
  const auto onFrame = [&](const SeamFrame& frame) {
    const GroundState& state = ground.now(cases.player().mixer(), frame.delta);
    if (withLock) lock.apply(frame.delta, state, cases.pose());
    const bool isBefore = frame.part == SeamFrame::Part::Before, isAfter = frame.part == SeamFrame::Part::After;
    if (isBefore ? frame.remaining == 0 : !isAfter) slide.add(kSeamFrame, state, cases.pose());
    if (!isBefore || frame.remaining < kSeenBefore) motion.add(cases.pose(), !frame.wrapped);
  };
  cases.play(wanted, cases.framesAround(wanted, kBefore, kAfter), onFrame);

  SeamReport seam{.joints = {}, .values = {}, .worst = {}};
  const int played[] = {wanted.from, wanted.to};
  seams.compare(motion, seen, played, seam);
  return {.slide = slide.slide(), .legLength = feet.legLength, .velocityRatio = seam.worst.velocityRatio};
}

SlideBench::SlideBench(const Skeleton& skeleton, const Feet& feet, const ChannelLayout& layout, const Pose& rest,
                       const ClipSet& clips, const SeamBench& seams)
    : impl_(std::make_unique<Impl>(skeleton, feet, layout, rest, clips, seams)) {}
SlideBench::~SlideBench() = default;

const GroundContacts& SlideBench::contactsOf(int clip) const {
  static const GroundContacts kNone;
  const auto index = static_cast<std::size_t>(clip);
  CROSSFADE_ASSERT(index < impl_->contacts.size(), "SlideBench: there is no such clip");
  return index < impl_->contacts.size() ? impl_->contacts[index] : kNone;
}
bool SlideBench::walks(int clip) const {
  const GroundContacts& contacts = contactsOf(clip);
  const bool steps = std::all_of(contacts.feet.begin(), contacts.feet.end(), [&](const FootContacts& foot) {
    return !foot.foot.empty() && foot.foot.front().end - foot.foot.front().start < contacts.duration;
  });
  return contacts.isCyclic && steps && glm::length(contacts.groundVelocity) > 0;
}

SlideReport SlideBench::measure(const SeamCase& wanted, bool withLock) { return impl_->measure(wanted, withLock); }

}  // namespace crossfade
