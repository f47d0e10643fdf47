#include "crossfade/transition/cycle_sync.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {
namespace {

constexpr double kSlowestRatio = 0.25, kFastestRatio = 4;  // of the group's speed; beyond, it looks like a jump

bool isValid(const SyncMember& member) { return member.markers && (member.timeScale > 0 || member.timeScale < 0); }

int memberMarker(const SyncMember& member, int groupMarker) {
  const int count = member.markers->markerCount();
  return ((groupMarker - member.shift) % count + count) % count;
}

double groupPhase(const SyncMember& member) {
  const double count = member.markers->markerCount();
  return std::fmod(member.markers->phaseOf(member.time) + member.shift, count);
}

/// Seconds the group takes for one interval.
double lengthOf(std::span<const SyncMember> members, int groupMarker) {
  double sum = 0, weights = 0;
  for (const SyncMember& member : members) {
    sum += member.weight * member.markers->lengthOf(memberMarker(member, groupMarker)) / std::abs(member.timeScale);
    weights += member.weight;
  }
  return sum / weights;
}

/// How far the phase advances in `delta` seconds (0 or above) from `phase`, in the given direction.
double phaseAdvance(std::span<const SyncMember> members, double phase, double delta, bool forwards) {
  const int count = members.front().markers->markerCount();
  double cycle = 0;
  for (int i = 0; i < count; ++i) cycle += lengthOf(members, i);
  if (!(cycle > 0)) return 0;  // so short that its length rounds to 0
  const double cycles = std::floor(delta / cycle);
  double left = delta - cycles * cycle;
  double passed = cycles * count;
  int whole = static_cast<int>(std::floor(phase));
  double into = forwards ? phase - whole : whole + 1 - phase;  // how much of this interval has passed
  for (int step = 0; step <= count && left > 0; ++step) {
    const double length = lengthOf(members, (whole % count + count) % count);
    const double rest = (1 - into) * length;
    if (left < rest) return passed + left / length;
    left -= rest;
    passed += 1 - into;
    into = 0;
    whole += forwards ? 1 : -1;
  }
  return passed;
}

/// Of equal weights, the first: which of two sums rounds up must not decide.
const SyncMember& heaviestOf(std::span<const SyncMember> members) {
  const SyncMember* heaviest = &members.front();
  for (const SyncMember& member : members)
    if (member.weight > heaviest->weight + kSameWeight) heaviest = &member;
  return *heaviest;
}

}  // namespace

double syncedTime(const SyncMember& leader, const SyncMember& follower) {
  CROSSFADE_ASSERT(leader.markers && follower.markers, "syncedTime: a member has no markers");
  if (!leader.markers || !follower.markers) return follower.time;
  return follower.markers->timeOf(groupPhase(leader) - follower.shift);
}

void syncCycles(std::span<SyncMember> members, double delta, double remaining) {
  for (SyncMember& member : members) member.ratio = 1;
  const bool areValid = std::all_of(members.begin(), members.end(), isValid);
  CROSSFADE_ASSERT(areValid, "syncCycles: a member has no markers or a time scale of 0");
  double weights = 0;
  for (const SyncMember& member : members) weights += member.weight;
  if (!areValid || members.empty() || !(weights > 0) || !(std::abs(delta) > 0)) return;
  const SyncMember& leader = heaviestOf(members);
  const bool forwards = (delta > 0) == (leader.timeScale > 0);
  const double count = leader.markers->markerCount();
  const double phase = groupPhase(leader);
  const double passed = phaseAdvance(members, phase, std::abs(delta), forwards);
  const double closing = remaining > std::abs(delta) ? std::abs(delta) / remaining : 1;
  for (SyncMember& member : members) {
    const double behind = std::remainder(phase - groupPhase(member), count) * (forwards ? 1 : -1);
    const double advance = std::clamp(passed + behind * closing, passed * kSlowestRatio, passed * kFastestRatio);
    const double from = groupPhase(member) - member.shift;
    const double seconds = std::abs(member.markers->secondsTo(forwards ? from + advance : from - advance) -
                                    member.markers->secondsTo(from));
    member.ratio = seconds / (std::abs(delta) * std::abs(member.timeScale));
  }
}

}  // namespace crossfade
