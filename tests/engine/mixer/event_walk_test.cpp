#include "crossfade/mixer/event_walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace crossfade {
namespace {

struct Dice {
  std::mt19937 random;
  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random()) / 4294967295.0; }
  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }
};

/// How often each event is passed, by unrolling time: copies of an event lie at k * duration, mirrored in odd loops of
/// a ping-pong, and count if they lie on the way. A formulation without steps, loops or state.
std::vector<int> unrolledCounts(const std::vector<ClipEvent>& events, double from, double way, double duration,
                                bool pingPong) {
  std::vector<int> counts(events.size());
  const double low = std::min(from, from + way), high = std::max(from, from + way);
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::vector<double> copies;
    for (int k = static_cast<int>(std::floor(low / duration)) - 1; k <= high / duration + 1; ++k) {
      const bool mirrored = pingPong && (k & 1) != 0;
      copies.push_back(k * duration + (mirrored ? duration - events[i].time : events[i].time));
    }
    std::sort(copies.begin(), copies.end());
    if (pingPong)  // where it turns, two copies are one
      copies.erase(std::unique(copies.begin(), copies.end(), [](double a, double b) { return b - a < 1e-7; }),
                   copies.end());
    for (const double copy : copies)
      if (copy >= low - kSameTime && copy <= high + kSameTime) ++counts[i];
  }
  return counts;
}

TEST(EventWalk, CountsWhatTheUnrolledTimePasses) {
  Dice dice{std::mt19937(1)};
  for (int round = 0; round < 4000; ++round) {
    const double duration = dice.below(2) == 0 ? dice.uniform(0.1, 2) : 0.25 * (1 + dice.below(6));
    std::vector<ClipEvent> events;
    for (int i = dice.below(6); i >= 0; --i) {
      const int kind = dice.below(6);
      events.push_back({.name = "e",
                        .time = kind == 0   ? 0
                                : kind == 1 ? duration
                                            : dice.uniform(0.001, duration - 0.001)});
    }
    const ClipEvents made = *ClipEvents::make(events, duration);
    events.assign(made.events().begin(), made.events().end());
    const Loop loop = dice.below(2) == 0 ? Loop::Repeat : Loop::PingPong;
    const double start = dice.uniform(0.0001, duration * 0.999),
                 way = dice.uniform(0.001, 5) * (dice.below(2) == 0 ? 1 : -1);

    ClipTime now{.time = start, .loopCount = 0};
    std::vector<int> counts(events.size());
    std::uint64_t open = 0;
    bool fresh = true;
    double walked = 0, last = 0;
    for (double left = way; std::abs(left) > 1e-12;) {
      const double size = std::min(std::abs(left), dice.below(8) == 0 ? 3 : dice.uniform(0.0001, 0.2));
      const double delta = way > 0 ? size : -size;
      const ClipStep step = advance(now, delta, duration, loop, INFINITY, kSameTime);
      last = walked;
      const std::int64_t unseen = walkEvents(
          made, {step.from, step.sampleTime, duration, step.direction, step.crossed, loop == Loop::PingPong, fresh},
          open, [&](const EventHit& hit) {
            ++counts[static_cast<std::size_t>(hit.event)];
            EXPECT_GE(walked + hit.distance, last - 1e-12) << "in order";
            EXPECT_LE(hit.distance, size + 1e-9);
            last = walked + hit.distance;
            return true;
          });
      EXPECT_EQ(unseen, 0);
      fresh = false;
      now = step.now;
      walked += size;
      left -= delta;
    }
    EXPECT_EQ(counts, unrolledCounts(events, start, way, duration, loop == Loop::PingPong))
        << "round " << round << ", from " << start << " by " << way << " of " << duration;
  }
}

/// Each time a clip is inside a span, it began once before and ends once after, however the way there was cut.
TEST(EventWalk, BeginsAndEndsSpansInTurn) {
  Dice dice{std::mt19937(2)};
  for (int round = 0; round < 2000; ++round) {
    const double begin = dice.below(3) == 0 ? 0 : dice.uniform(0.05, 0.5);
    const double end = dice.below(3) == 0 ? 1 : dice.uniform(begin + 0.01, 0.99);
    const ClipEvents made = *ClipEvents::make({{.name = "s", .time = begin, .end = end}}, 1);
    const Loop loop = dice.below(2) == 0 ? Loop::Repeat : Loop::PingPong;
    ClipTime now{.time = dice.uniform(0, 1), .loopCount = 0};
    std::uint64_t open = 0;
    bool isOpen = false, fresh = true;
    for (int i = 0; i < 60; ++i) {
      // Of lengths that often arrive exactly at the span's ends, and turn there.
      const double target = dice.below(4) == 0 ? (dice.below(2) == 0 ? begin : end) : dice.uniform(0, 1);
      const double delta = dice.below(3) == 0 ? dice.uniform(-2.5, 2.5) : target - now.time;
      const ClipStep step = advance(now, delta, 1, loop, INFINITY, kSameTime);
      if (step.direction == 0) continue;
      walkEvents(made, {step.from, step.sampleTime, 1, step.direction, step.crossed, loop == Loop::PingPong, fresh},
                 open, [&](const EventHit& hit) {
                   EXPECT_EQ(hit.pass, isOpen ? EventPass::End : EventPass::Begin);
                   isOpen = hit.pass == EventPass::Begin;
                   return true;
                 });
      EXPECT_EQ(open, isOpen ? 1u : 0u);
      fresh = false;
      now = step.now;
      const double at = step.sampleTime;
      if (std::min(std::abs(at - begin), std::abs(at - end)) <= 1e-6) continue;
      EXPECT_EQ(isOpen, at > begin && at < end) << round << ": at " << at;
    }
  }
}

TEST(EventWalk, OfAHugeStepEndsSoonAndSaysWhatItSkipped) {
  const ClipEvents made = *ClipEvents::make({{.name = "e", .time = 0.5}, {.name = "s", .time = 0.2, .end = 0.7}}, 1);
  for (const bool turns : {false, true})
    for (const std::int64_t ends : {std::int64_t{5000}, std::int64_t{5001}, std::int64_t{1'000'000'000'000'000}}) {
      std::int64_t visited = 0;
      std::uint64_t open = 0;
      const bool back = turns && ends % 2 != 0;
      const std::int64_t unseen =
          walkEvents(made, {.from = 0, .to = back ? 1.0 : 0.0, .duration = 1, .ends = ends, .turns = turns}, open,
                     [&](const EventHit&) { return ++visited, true; });
      EXPECT_EQ(visited + unseen, 3 * ends);
      EXPECT_LT(visited, 10000);
      EXPECT_EQ(open, 0u);
    }
}

TEST(EventWalk, OfASpanThatDoesNotBeginHasNoEnd) {
  const ClipEvents made = *ClipEvents::make({{.name = "s", .time = 0.2, .end = 0.7}}, 1);
  std::uint64_t open = 0;
  int calls = 0;
  walkEvents(made, {.from = 0, .to = 0.9, .duration = 1}, open, [&](const EventHit&) { return ++calls, false; });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(open, 0u);
}

TEST(EventWalk, CountsOfAFrameStopAtTheLargestNumber) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t count = kMost - 2;
  addToCount(count, 1);
  EXPECT_EQ(count, kMost - 1);
  addToCount(count, 1'000'000'000'000'000);
  EXPECT_EQ(count, kMost);
  addToCount(count, -5);
  EXPECT_EQ(count, kMost - 5);
  count = 5 - kMost;
  addToCount(count, -1'000'000'000'000'000);
  EXPECT_EQ(count, -kMost);
}

}  // namespace
}  // namespace crossfade
