// Blend spaces: weights against other formulations, and what a space does on a character.
#include "crossfade/transition/blend_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/transition/player_snapshot.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "tests/engine/transition/swinging_character.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

BlendSpace spaceOf(const std::vector<glm::dvec2>& places) {
  std::vector<BlendSample> samples;
  for (const glm::dvec2 place : places) samples.push_back({.clip = {.index = 0}, .at = place});
  return *BlendSpace::make(std::move(samples));
}

std::vector<double> weightsOf(const BlendSpace& space, glm::dvec2 point) {
  std::vector<double> weights(space.samples().size());
  space.weightsAt(point, weights);
  return weights;
}

double cross(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Twice the area of the convex hull, by Andrew's monotone chain.
double hullOf(std::vector<glm::dvec2> points) {
  std::sort(points.begin(), points.end(),
            [](glm::dvec2 a, glm::dvec2 b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  std::vector<glm::dvec2> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const glm::dvec2 point : points) {
      while (hull.size() >= start + 2 && cross(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  double area = 0;
  for (std::size_t i = 0; i < hull.size(); ++i)
    area += hull[i].x * hull[(i + 1) % hull.size()].y - hull[i].y * hull[(i + 1) % hull.size()].x;
  return area;
}

/// Places in the unit square with two corners of it, so that axes are not scaled.
std::vector<glm::dvec2> anyPlaces(std::mt19937& random, int count, bool onGrid) {
  std::vector<glm::dvec2> places{{0, 0}, {1, 1}};
  while (static_cast<int>(places.size()) < count) {
    glm::dvec2 place{static_cast<double>(random() % 1001) / 1000, static_cast<double>(random() % 1001) / 1000};
    if (onGrid) place = {std::round(place.x * 4) / 4, std::round(place.y * 4) / 4};
    if (std::none_of(places.begin(), places.end(), [&](glm::dvec2 each) { return glm::distance(each, place) < 1e-3; }))
      places.push_back(place);
  }
  return places;
}

TEST(BlendSpace, HasDelaunaysTrianglesOverTheWholeHull) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const bool onGrid = round % 3 == 0;
    const std::vector<glm::dvec2> places = anyPlaces(random, onGrid ? 4 + round % 18 : 3 + round % 60, onGrid);
    const BlendSpace space = spaceOf(places);
    double area = 0;
    for (const std::array<int, 3>& triangle : space.triangles()) {
      const glm::dvec2 a = places[static_cast<std::size_t>(triangle[0])];
      const glm::dvec2 b = places[static_cast<std::size_t>(triangle[1])];
      const glm::dvec2 c = places[static_cast<std::size_t>(triangle[2])];
      const double twice = cross(a, b, c);
      EXPECT_GT(twice, 0);
      area += twice;
      // The circle's center by its equations, to look for other samples inside.
      const glm::dvec2 p = b - a, q = c - a;
      const double pp = glm::dot(p, p), qq = glm::dot(q, q), d = 2 * (p.x * q.y - p.y * q.x);
      const glm::dvec2 center{(q.y * pp - p.y * qq) / d, (p.x * qq - q.x * pp) / d};
      const double radius = glm::length(center);
      for (const glm::dvec2 place : places)
        EXPECT_GE(glm::distance(place, a + center), radius * (1 - 1e-6) - 1e-6) << "round " << round;
    }
    EXPECT_NEAR(area, hullOf(places), 1e-6) << "round " << round;
  }
}

double largestChange(const BlendSpace& space, glm::dvec2 from, glm::dvec2 to) {
  const std::vector<double> a = weightsOf(space, from), b = weightsOf(space, to);
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// How much weights change where they change most between two points, over a distance that is next to nothing.
double jumpBetween(const BlendSpace& space, glm::dvec2 from, glm::dvec2 to) {
  while (glm::distance(from, to) > 1e-12) {
    const glm::dvec2 middle = (from + to) * 0.5;
    (largestChange(space, from, middle) > largestChange(space, middle, to) ? to : from) = middle;
  }
  return largestChange(space, from, to);
}

TEST(BlendSpace, GivesEachPointTheWeightsThatLeadBackToIt) {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const std::vector<glm::dvec2> places = anyPlaces(random, 3 + round, false);
    const BlendSpace space = spaceOf(places);
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_NEAR(weightsOf(space, places[i])[i], 1, 1e-9);
    glm::dvec2 before{0.5, 0.5};
    for (int step = 0; step < 500; ++step) {
      const glm::dvec2 point =
          before +
          glm::dvec2{static_cast<double>(random() % 201) - 100, static_cast<double>(random() % 201) - 100} * 1e-5;
      const std::vector<double> weights = weightsOf(space, point);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
      EXPECT_LE(std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0; }), 3);
      glm::dvec2 sum{0};
      for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_GE(weights[i], 0);
        sum += weights[i] * places[i];
      }
      EXPECT_LT(glm::distance(sum, space.nearest(point)), 1e-9);
      EXPECT_LT(jumpBetween(space, before, point), 1e-5);
      before = point;
    }
  }
}

TEST(BlendSpace, PutsPointsOutsideOnTheRim) {
  const BlendSpace space = spaceOf({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  EXPECT_EQ(weightsOf(space, {1, -5}), (std::vector<double>{0.5, 0.5, 0, 0}));
  EXPECT_EQ(weightsOf(space, {9, 9}), (std::vector<double>{0, 0, 1, 0}));
  EXPECT_EQ(space.nearest({-3, 1}), (glm::dvec2{0, 1}));
  EXPECT_EQ(weightsOf(space, {NAN, 0}), (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(space.triangles().size(), 2u);
  EXPECT_EQ(space.edges().size(), 4u);
}

TEST(BlendSpace, IsALineIfItsSamplesLieOnOne) {
  const BlendSpace speeds = spaceOf({{4, 0}, {0, 0}, {1.5, 0}});
  EXPECT_TRUE(speeds.triangles().empty());
  EXPECT_EQ(weightsOf(speeds, {0.75, 0}), (std::vector<double>{0, 0.5, 0.5}));
  EXPECT_EQ(weightsOf(speeds, {7, 3}), (std::vector<double>{1, 0, 0}));
  const BlendSpace diagonal = spaceOf({{0, 0}, {1, 2}, {2, 4}});
  EXPECT_EQ(weightsOf(diagonal, {1.5, 3}), (std::vector<double>{0, 0.5, 0.5}));
  EXPECT_EQ(weightsOf(spaceOf({{5, 5}}), {0, 0}), std::vector<double>{1});
}

TEST(BlendSpace, SaysWhatIsWrong) {
  const auto errorOf = [](std::vector<BlendSample> samples) {
    const auto space = BlendSpace::make(std::move(samples));
    return space ? std::string() : space.error().message;
  };
  EXPECT_EQ(errorOf({}), "a blend space needs at least one clip");
  EXPECT_EQ(errorOf({{.at = {0, 0}}, {.at = {NAN, 0}}}), "sample 2 of the blend space has no finite place");
  EXPECT_EQ(errorOf({{.at = {0, 0}, .timeScale = -1}}),
            "sample 1 of the blend space has the time scale -1, which is not above 0");
  EXPECT_EQ(errorOf({{.at = {1, 2}}, {.at = {0, 0}}, {.at = {1, 2}}}),
            "samples 1 and 3 of the blend space are both at (1, 2)");
  EXPECT_EQ(errorOf({{.at = {-1e308, 0}}, {.at = {1e308, 0}}}), "the places of a blend space lie too far apart");
  EXPECT_EQ(errorOf(std::vector<BlendSample>(65)), "a blend space holds at most 64 clips, not 65");
}

/// A character with a clip of its own and a space of two gaits, of 1 s and 0.5 s.
struct Walker {
  explicit Walker(Sync sync = Sync::Phase) {
    space = &player.addBlendSpace(*BlendSpace::make({{ids[0], {0, 0}}, {ids[1], {1, 0}}}), sync);
    idle.play();
    player.advance(0, pose);
  }
  void run(double seconds, double step) {
    for (double left = seconds; left > 1e-9; left -= step) player.advance(std::min(step, left), pose);
  }
  double weights() const {
    double sum = 0;
    for (const AnimationAction* action : player.mixer().activeActions()) sum += action->getEffectiveWeight();
    return sum;
  }

  ClipSet clips{
      std::vector<AnimationClip>{swing(1, {0, 0, 1}, 0, 30), swing(0.5, {0, 0, 1}, 0, 60), swing(2, {1, 0, 0}, 10, 5)}};
  std::vector<ClipId> ids{clips.ids().begin(), clips.ids().end()};
  Pose pose{.locals = {Transform{}}, .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(1, {}), pose};
  AnimationAction& idle = player.clipAction(ids[2]);
  BlendSpacePlayer* space = nullptr;
};

TEST(BlendSpacePlayer, KeepsItsClipsInPhaseAtTheMeanOfTheirLengths) {
  Walker walker;
  walker.player.transition().to(*walker.space, {.seconds = 0.2});
  walker.space->moveTo({0.5, 0});
  EXPECT_DOUBLE_EQ(walker.space->cycleSeconds(), 0.75);
  walker.run(0.3, 1.0 / 60);
  EXPECT_NEAR(walker.space->phase(), 0.3 / 0.75, 1e-9);
  walker.run(60, 1.0 / 60);
  const auto actions = walker.space->actions();
  EXPECT_NEAR(actions[0]->time / 1, std::fmod(60.3 / 0.75, 1), 1e-8);
  EXPECT_NEAR(actions[1]->time / 0.5, actions[0]->time / 1, 1e-8);
  EXPECT_FALSE(walker.idle.isScheduled());
}

TEST(BlendSpacePlayer, MovesInAStraightLine) {
  Walker walker;
  walker.player.transition().to(*walker.space, {.seconds = 0});
  walker.run(0.1, 0.01);
  walker.space->moveTo({1, 0}, 0.5);
  walker.run(0.3, 1.0 / 60);
  EXPECT_NEAR(walker.space->point().x, 0.6, 1e-12);
  EXPECT_NEAR(walker.space->actions()[1]->getEffectiveWeight(), 0.6, 1e-9);
  // A cycle takes 1 - 0.5 u, so the phase is the integral of 1 / (1 - t) over the way.
  EXPECT_NEAR(walker.space->phase(), 0.1 - std::log(0.7), 1e-6);
  walker.run(1, 1.0 / 60);
  EXPECT_EQ(walker.space->point(), (glm::dvec2{1, 0}));
  EXPECT_EQ(walker.space->actions()[0]->getEffectiveWeight(), 0);
  walker.space->moveTo({NAN, 0});
  EXPECT_EQ(walker.space->goal(), (glm::dvec2{1, 0}));
}

TEST(BlendSpacePlayer, FadesAsOneWhateverInterruptsIt) {
  for (const TransitionKind kind : kTransitionKinds) {
    if (kind == TransitionKind::Classic) continue;  // whose weights do not sum to 1 when interrupted
    for (const Sync sync : {Sync::None, Sync::Phase}) {
      Walker walker;
      std::mt19937 random(7);
      AnimationAction& walk = walker.player.clipAction(walker.ids[0]);  // also part of the space
      double largest = 0;
      for (int fade = 0; fade < 40; ++fade) {
        const TransitionOptions options{.seconds = 0.3, .kind = kind, .sync = sync};
        const auto which = random() % 3;
        if (which == 0) walker.player.transition().to(walker.idle, options);
        if (which == 1) walker.player.transition().to(walk, options);
        if (which == 2) walker.player.transition().to(*walker.space, options);
        walker.space->moveTo({static_cast<double>(random() % 100) / 100, 0}, 0.2);
        const int frames = static_cast<int>(random() % 40);
        for (int frame = 0; frame < frames; ++frame) {
          const Pose before = walker.pose;
          walker.player.advance(1.0 / 240, walker.pose);
          EXPECT_NEAR(walker.weights(), 1, 1e-9);
          largest = std::max(largest, angleBetween(before, walker.pose));
        }
      }
      // The faster clip moves by at most 60 degrees * 2 pi / 0.5 s: 3.2 degrees a frame.
      EXPECT_LT(largest, 6 * kRadiansPerDegree) << static_cast<int>(kind);
    }
  }
}

TEST(BlendSpacePlayer, StartsInPhaseWithTheClipItTakesOverFrom) {
  Walker walker;
  AnimationAction& walk = walker.player.clipAction(walker.ids[0]);
  walker.player.transition().to(walk, {.seconds = 0});
  walker.run(0.4, 1.0 / 60);
  walker.space->moveTo({0.3, 0});
  walker.player.transition().to(*walker.space, {.seconds = 0.5, .sync = Sync::Phase});
  walker.run(0.25, 1.0 / 60);
  EXPECT_NEAR(walker.space->actions()[0]->time, walk.time, 1e-9);
  EXPECT_NEAR(walker.space->actions()[1]->time * 2, walk.time, 1e-9);
  walker.run(1, 1.0 / 60);
  EXPECT_FALSE(walk.isScheduled());
  EXPECT_NEAR(walker.space->actions()[1]->time * 2, walker.space->actions()[0]->time, 1e-8);
  EXPECT_NEAR(walker.space->actions()[0]->shownSpeed(), 1 / walker.space->cycleSeconds(), 1e-9);
}

TEST(BlendSpacePlayer, StaysInPhaseByMarkersOfClipsWithUnevenSteps) {
  Walker walker(Sync::Markers);
  const auto marks = [](double first, double second, double length) {
    return *SyncMarkers::make({{"left", first}, {"right", second}}, length);
  };
  walker.player.transition().setMarkers(walker.ids[0], marks(0.1, 0.7, 1));
  walker.player.transition().setMarkers(walker.ids[1], marks(0.2, 0.4, 0.5));
  walker.player.transition().to(*walker.space, {.seconds = 0.1});
  walker.space->moveTo({0.5, 0});
  walker.run(0.5, 1.0 / 60);
  const SyncMarkers a = marks(0.1, 0.7, 1), b = marks(0.2, 0.4, 0.5);
  for (int frame = 0; frame < 200; ++frame) {
    walker.run(1.0 / 60, 1.0 / 60);
    const auto actions = walker.space->actions();
    EXPECT_NEAR(std::remainder(a.phaseOf(actions[0]->time) - b.phaseOf(actions[1]->time), 2), 0, 1e-6);
  }
}

TEST(BlendSpacePlayer, TravelsByTheSharesOfItsClips) {
  Walker walker;
  RootMotionMixer root;
  for (int i = 0; i < 2; ++i) {
    const auto seconds = static_cast<float>(walker.clips[walker.ids[static_cast<std::size_t>(i)]].duration());
    root.setTrack(walker.ids[static_cast<std::size_t>(i)],
                  RootTrack(0, seconds,
                            test::track({0, Channel::Translation}, Interpolation::Linear, {0, seconds},
                                        {0, 0, 0, 0, 0, i == 0 ? 1.0f : 2.0f}),
                            test::track({0, Channel::Weights}, Interpolation::Linear, {0, seconds}, {0, 0})));
  }
  walker.player.transition().to(*walker.space, {.seconds = 0});
  walker.space->moveTo({0.5, 0});
  walker.run(0.1, 0.05);
  double way = 0;
  RootCell cell;
  for (int frame = 0; frame < 60; ++frame) {
    walker.run(1.0 / 60, 1.0 / 60);
    cell.clear();
    cell.add(walker.player.mixer(), 1.0 / 60);
    way += static_cast<double>(root.step(cell.motions).translation.z);
  }
  // Half of 1 m and half of 2 m for each cycle of 0.75 s.
  EXPECT_NEAR(way, 1.5 / 0.75, 1e-6);
}

TEST(BlendSpacePlayer, ContinuesFromASnapshotBitForBit) {
  Walker walker;
  walker.player.transition().to(*walker.space, {.seconds = 0.4, .sync = Sync::Phase});
  walker.run(0.2, 1.0 / 60);
  walker.space->moveTo({1, 0}, 0.7);
  walker.run(0.13, 0.017);
  PlayerSnapshot snapshot;
  walker.player.save(snapshot);
  const auto later = [&] {
    std::vector<glm::vec4> rotations;
    for (int frame = 0; frame < 50; ++frame) {
      walker.player.advance(0.0171, walker.pose);
      const glm::quat& q = walker.pose.locals[0].rotation;
      rotations.emplace_back(q.x, q.y, q.z, q.w);
    }
    return rotations;
  };
  const std::vector<glm::vec4> first = later();
  walker.space->moveTo({0.2, 0});
  walker.space->setTimeScale(2);
  walker.player.transition().to(walker.idle, {});
  walker.run(0.3, 0.01);
  walker.player.restore(snapshot);
  EXPECT_EQ(later(), first);
}

TEST(BlendSpacePlayer, IsGoneWithItsClips) {
  Walker walker;
  walker.player.transition().to(*walker.space, {.seconds = 0.2});
  walker.run(0.1, 0.01);
  walker.player.uncacheClip(walker.ids[0]);
  EXPECT_TRUE(walker.player.blendSpaces().empty());
  EXPECT_FALSE(walker.player.transition().isRunning());
  walker.run(0.1, 0.01);
  EXPECT_EQ(walker.player.mixer().activeActions().size(), 1u);
  walker.player.addBlendSpace(*BlendSpace::make({{walker.ids[1], {0, 0}}, {walker.ids[2], {1, 0}}}));
  EXPECT_EQ(walker.player.blendSpaces().size(), 1u);
}

TEST(BlendSpacePlayer, AllocatesNothingInAFrame) {
  Walker walker(Sync::Markers);
  for (const TransitionKind kind : kTransitionKinds) {
    walker.player.transition().to(walker.idle, {.seconds = 0.2, .kind = kind});
    walker.run(0.3, 0.01);
    walker.player.transition().to(*walker.space, {.seconds = 0.3, .kind = kind, .sync = Sync::Phase});
    walker.run(0.1, 0.01);
    const ::test::AllocationGuard guard;
    walker.space->moveTo({0.7, 0}, 0.2);
    walker.run(0.5, 0.01);
    walker.space->moveTo({0.1, 0}, 0.2);
    walker.run(0.5, 0.01);
    EXPECT_EQ(guard.count(), 0) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace crossfade
