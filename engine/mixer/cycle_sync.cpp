#include "engine/mixer/cycle_sync.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

constexpr double kSlowestRatio = 0.25, kFastestRatio = 4;  // of the group's pace: more would look like a jump

int beatIn(const SyncMember& member, int groupBeat) {
  const int count = member.markers->beatCount();
  return ((groupBeat - member.shift) % count + count) % count;
}

double groupBeatOf(const SyncMember& member) {
  const double count = member.markers->beatCount();
  return std::fmod(member.markers->beatOf(member.time) + member.shift, count);
}

/// Seconds the group takes for one beat.
double lengthOf(std::span<const SyncMember> members, int groupBeat) {
  double sum = 0, shares = 0;
  for (const SyncMember& member : members) {
    sum += member.share * member.markers->lengthOf(beatIn(member, groupBeat)) / std::abs(member.timeScale);
    shares += member.share;
  }
  return sum / shares;
}

/// How many beats pass in `delta` seconds (at least 0) from `beat` on, in the given direction.
double beatsIn(std::span<const SyncMember> members, double beat, double delta, bool forwards) {
  const int count = members.front().markers->beatCount();
  double cycle = 0;
  for (int i = 0; i < count; ++i) cycle += lengthOf(members, i);
  const double cycles = std::floor(delta / cycle);
  double left = delta - cycles * cycle;
  double passed = cycles * count;
  int whole = static_cast<int>(std::floor(beat));
  double into = forwards ? beat - whole : whole + 1 - beat;  // how much of this beat is behind us
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

}  // namespace

double timeInStep(const SyncMember& leader, const SyncMember& follower) {
  return follower.markers->timeOf(groupBeatOf(leader) - follower.shift);
}

void syncCycles(std::span<SyncMember> members, double delta, double remaining) {
  for (SyncMember& member : members) member.ratio = 1;
  double shares = 0;
  for (const SyncMember& member : members) shares += member.share;
  if (members.empty() || !(shares > 0) || !(std::abs(delta) > 0)) return;
  const SyncMember& leader = *std::max_element(
      members.begin(), members.end(), [](const SyncMember& a, const SyncMember& b) { return a.share < b.share; });
  const bool forwards = (delta > 0) == (leader.timeScale > 0);
  const double count = leader.markers->beatCount();
  const double beat = groupBeatOf(leader);
  const double passed = beatsIn(members, beat, std::abs(delta), forwards);
  const double closing = remaining > std::abs(delta) ? std::abs(delta) / remaining : 1;
  for (SyncMember& member : members) {
    const double behind = std::remainder(beat - groupBeatOf(member), count) * (forwards ? 1 : -1);
    const double beats = std::clamp(passed + behind * closing, passed * kSlowestRatio, passed * kFastestRatio);
    const double from = groupBeatOf(member) - member.shift;
    const double way =
        std::abs(member.markers->secondsTo(forwards ? from + beats : from - beats) - member.markers->secondsTo(from));
    member.ratio = way / (std::abs(delta) * std::abs(member.timeScale));
  }
}

}  // namespace engine
