#include "app/session/crowd/crowd.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/import/import_model.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/session.h"
#include "crossfade/mixer/animation_mixer.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

TEST(CrowdTravel, MovesACharacterAsFastAsItsClipWalks) {
  const Model model = *loadModel("");
  const crossfade::ClipId walk = model.clips.ids()[static_cast<std::size_t>(*findClip(model, "Walk"))];
  const CrowdTravel travel(model, std::span(&walk, 1));
  crossfade::AnimationMixer mixer(travel.clips());
  mixer.clipAction(travel.clips().ids().front()).play();
  crossfade::RootDelta at;
  for (int i = 0; i < 120; ++i) {
    mixer.update(1.0 / 60);
    at = at * travel.step(mixer.blendList());
  }
  EXPECT_NEAR(glm::length(at.translation), 2 * 1.4, 0.02 * 2 * 1.4) << "extras.speed of the clip";
  EXPECT_NEAR(at.turn, 0, 1e-6);
}

TEST(CrowdTravel, WalkersTurnBackAndStandersDoNotTurn) {
  constexpr double kReach = 1, kSpeed = 1.5, kStep = 1.0 / 60;
  const crossfade::RootDelta step{{0, 0, kSpeed * kStep}, 0};
  crossfade::RootDelta at{{0, 0, 0}, 0.7};
  double farthest = 0;
  int near = 0;
  for (int i = 0; i < 20'000; ++i) {
    wander(at, step, kStep, kReach);
    const double away = std::hypot(at.translation.x, at.translation.z);
    farthest = std::max(farthest, away);
    near += away < kReach ? 1 : 0;
  }
  const double radius = kSpeed / (std::acos(-1.0) / 2);  // of the circle in which it turns
  EXPECT_LT(farthest, kReach + 2 * radius);
  EXPECT_GT(near, 2000);
  crossfade::RootDelta standing{{5, 0, 0}, 0.7};
  wander(standing, {}, kStep, kReach);
  EXPECT_EQ(standing.turn, 0.7);
}

TEST(CrowdTravel, WalkersTurnBackWhicheverWayTheyFace) {
  constexpr double kReach = 1, kSpeed = 1.5, kStep = 1.0 / 60;
  for (const double side : {0.5, 1.5, 3.0, -2.0}) {  // radians between where they walk and where they face
    crossfade::RootDelta ahead{{0, 0, 0}, 0.7}, sideways{{0, 0, 0}, 0.7 - side};
    for (int i = 0; i < 2'000; ++i) {
      wander(ahead, {{0, 0, kSpeed * kStep}, 0}, kStep, kReach);
      wander(sideways, {kSpeed * kStep * glm::dvec3(std::sin(side), 0, std::cos(side)), 0}, kStep, kReach);
      ASSERT_LT(glm::distance(ahead.translation, sideways.translation), 1e-6) << side << ", step " << i;
    }
  }
}

TEST(CrowdTravel, OfASceneMovesWhatIsDrawnAndAllocatesNothing) {
  Session session{*loadModel("")};
  FrameProfiler profiler;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) session.advance(1.0 / 60, profiler);
  };
  for (const Command& command : {Command(ShowScene{SceneKind::Crowd}), Command(SetCrowd{&CrowdSettings::characters, 6}),
                                 Command(SetCrowd{&CrowdSettings::travel, true})})
    ASSERT_TRUE(session.apply(Command(command)));
  frames(120);
  const ::test::AllocationGuard guard;
  frames(60);
  EXPECT_EQ(guard.count(), 0);
  const Crowd& crowd = *session.crowd().crowd();
  double farthest = 0;
  for (int i = 0; i < 6; ++i) {
    const crossfade::RootDelta& at = crowd.traveled(i);
    farthest = std::max(farthest, glm::length(at.translation));
    const glm::vec3 home = positionInCrowd(i, crowd.spacing());
    const glm::dvec3 own(crowd.matrices(i)[0][3]);
    const double cosine = std::cos(at.turn), sine = std::sin(at.turn);
    const glm::dvec3 expected = glm::dvec3(home) + at.translation +
                                glm::dvec3(cosine * own.x + sine * own.z, own.y, cosine * own.z - sine * own.x);
    const glm::dvec3 drawn(
        session.crowd().drawnMatrices()[static_cast<std::size_t>(i * crowd.layout().matrixCount)][3]);
    EXPECT_LT(glm::distance(drawn, expected), 1e-4) << i;
  }
  EXPECT_GT(farthest, 0.3) << "some of them walk";
  ASSERT_TRUE(session.apply(SetCrowd{&CrowdSettings::travel, false}));
  frames(10);
  EXPECT_EQ(glm::length(session.crowd().crowd()->traveled(0).translation), 0);
}

}  // namespace

namespace {

constexpr double kFrame = 1.0 / 60;

/// The bundled character, loaded once.
const Session& character() {
  static const Session session{*importModel(app::test::sourceFolder() / "assets/character.glb")};
  return session;
}

void run(Crowd& crowd, double seconds) {
  for (double t = 0; t < seconds; t += kFrame) crowd.mix(kFrame);
}

double farthest(std::span<const glm::mat4> a, std::span<const glm::mat4> b) {
  double maxDistance = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int column = 0; column < 4; ++column)
      maxDistance = std::max(maxDistance, static_cast<double>(glm::length(a[i][column] - b[i][column])));
  return maxDistance;
}

TEST(Crowd, BothPathsShowTheSamePoses) {
  Crowd crowd(character().model(), character().restBounds());
  crowd.resize(40);
  run(crowd, 3);  // long enough for many to be in a fade
  crowd.pose(CrowdPath::Batched);
  std::vector<std::vector<glm::mat4>> batched;
  for (int i = 0; i < crowd.size(); ++i) batched.emplace_back(crowd.matrices(i).begin(), crowd.matrices(i).end());
  crowd.pose(CrowdPath::Exact);
  double maxDistance = 0;
  for (int i = 0; i < crowd.size(); ++i)
    maxDistance = std::max(maxDistance, farthest(batched[static_cast<std::size_t>(i)], crowd.matrices(i)));
  EXPECT_LT(maxDistance, 2e-3) << "no visible difference";
  EXPECT_GT(maxDistance, 0) << "really two different paths";
}

TEST(Crowd, WithoutFadesThePathsDifferOnlyByTheClipsTolerance) {
  Crowd crowd(character().model(), character().restBounds());
  crowd.resize(200);
  crowd.mix(0);
  EXPECT_LT(crowd.difference(0, 200), 1.5e-3);
}

TEST(Crowd, TheExactPathMatchesASingleCharacter) {
  const Model& model = character().model();
  Crowd crowd(model, character().restBounds());
  crowd.resize(1);
  crowd.mix(0);
  crowd.pose(CrowdPath::Exact);
  // Searches the first eight clips for the same clip at the same time.
  bool found = false;
  for (int clip = 0; clip < 8 && !found; ++clip) {
    Session session{*importModel(app::test::sourceFolder() / "assets/character.glb")};
    FrameProfiler profiler;
    (void)session.apply(StopAll{});
    (void)session.apply(PlayClip{clip});
    for (int step = 0; step <= 2000 && !found; ++step) {
      (void)session.apply(SetClipTime{clip, session.action(clip).duration() * step / 2000});
      session.advance(0, profiler);
      found = farthest(session.posed().palettes, crowd.matrices(0).first(session.posed().palettes.size())) < 0.02;
    }
  }
  EXPECT_TRUE(found);
}

TEST(Crowd, CharactersDiffer) {
  Crowd crowd(character().model(), character().restBounds());
  crowd.resize(50);
  run(crowd, 5);
  crowd.pose(CrowdPath::Batched);
  for (int i = 1; i < 50; ++i) EXPECT_GT(farthest(crowd.matrices(0), crowd.matrices(i)), 1e-3) << i;
}

TEST(Crowd, CharactersBeginAllOverTheirClip) {
  constexpr float kSeconds = 4;
  constexpr int kCharacters = 400, kParts = 4;
  Model model = test::modelWithClips({});
  model.clips.add(crossfade::test::slide("slide", kSeconds, 0, kSeconds));
  Crowd crowd(model, Bounds{});
  crowd.resize(kCharacters);
  crowd.pose(CrowdPath::Exact);
  int counts[kParts] = {};
  for (int i = 0; i < kCharacters; ++i) {
    const float time = crowd.matrices(i)[0][3].x;
    ASSERT_GE(time, 0);
    ASSERT_LT(time, kSeconds);
    ++counts[static_cast<int>(time)];
  }
  for (const int count : counts) EXPECT_NEAR(count, kCharacters / kParts, 30) << "characters in one second of the clip";
}

TEST(Crowd, PlaysAClipForOneToFourSecondsThenFadesToAnother) {
  Model model = test::modelWithClips({});
  for (const float x : {0.0f, 1.0f}) model.clips.add(crossfade::test::slide("still", 1, x, x));
  Crowd crowd(model, Bounds{});
  constexpr int kCharacters = 40;
  crowd.resize(kCharacters);
  const auto isFading = [&](int i) { return std::abs(crowd.matrices(i)[0][3].x - 0.5f) < 0.4999f; };
  std::vector<double> began(kCharacters, NAN), ended(kCharacters, NAN);
  double shortest = INFINITY, longest = 0;
  for (int frame = 0; frame < 60 * 60; ++frame) {
    const double now = frame * kFrame;
    std::vector<bool> wasFading;
    for (int i = 0; i < kCharacters && frame > 0; ++i) wasFading.push_back(isFading(i));
    crowd.mix(kFrame);
    crowd.pose(CrowdPath::Exact);
    for (std::size_t i = 0; i < wasFading.size(); ++i) {
      if (wasFading[i] == isFading(static_cast<int>(i))) continue;
      (wasFading[i] ? ended : began)[i] = now;
      if (wasFading[i]) {
        EXPECT_NEAR(now - began[i], 0.4, 1.5 * kFrame);
      } else if (!std::isnan(ended[i])) {
        shortest = std::min(shortest, now - ended[i] + 0.4);
        longest = std::max(longest, now - ended[i] + 0.4);
      }
    }
  }
  EXPECT_NEAR(shortest, 1, 0.1);
  EXPECT_NEAR(longest, 4, 0.1);
}

TEST(Crowd, DoesNotDependOnThreadCountOrGrowthOrder) {
  Crowd one(character().model(), character().restBounds(), 1), three(character().model(), character().restBounds(), 3);
  one.resize(60);
  three.resize(20);
  three.resize(100);
  three.resize(60);
  for (Crowd* crowd : {&one, &three}) {
    run(*crowd, 4);
    crowd->pose(CrowdPath::Batched);
  }
  for (int i = 0; i < 60; ++i) EXPECT_EQ(farthest(one.matrices(i), three.matrices(i)), 0) << i;
}

TEST(Crowd, AllocatesNothingWhileTheNumberStays) {
  Crowd crowd(character().model(), character().restBounds());
  crowd.resize(30);
  run(crowd, 1);
  crowd.pose(CrowdPath::Batched);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 300; ++i) {
    crowd.mix(kFrame);
    crowd.pose(CrowdPath::Batched);
  }
  EXPECT_EQ(guard.count(), 0);
}

TEST(Crowd, OfAModelWithoutClipsShowsTheRestPose) {
  Model model = test::modelWithClips({});
  Crowd crowd(model, Bounds{});
  crowd.resize(3);
  run(crowd, 1);
  crowd.pose(CrowdPath::Batched);
  ASSERT_EQ(crowd.matrices(2).size(), 1u) << "the mesh's node";
  EXPECT_EQ(crowd.matrices(2)[0], glm::mat4(1));
  EXPECT_EQ(crowd.difference(0, 3), 0);
}

TEST(Crowd, AMeshNeedsItsNodesMatrixUnlessAllOfItIsSkinned) {
  Model model = test::modelWithClips({});
  const Primitive unskinned = model.meshes[0].primitives[0];
  Primitive skinned = unskinned;
  skinned.influences = {std::vector<Influences>(3, Influences{.joints = {}, .weights = {1}})};
  model.meshes = {{.name = "skinned", .primitives = {skinned}},
                  {.name = "partly", .primitives = {skinned, unskinned}},
                  {.name = "unskinned", .primitives = {unskinned}}};
  model.skins = {{.name = "body", .joints = {0, 1}, .inverseBinds = {glm::mat4(1), glm::mat4(1)}},
                 {.name = "head", .joints = {1}, .inverseBinds = {glm::mat4(1)}}};
  model.instances = {{.node = 1, .mesh = 0, .skin = 0},
                     {.node = 1, .mesh = 0, .skin = 1},
                     {.node = 1, .mesh = 1, .skin = 0},
                     {.node = 1, .mesh = 2}};
  const Crowd crowd(model, Bounds{});
  EXPECT_EQ(crowd.layout().paletteOffsets, (std::vector{0, 2}));
  EXPECT_EQ(crowd.layout().worldOffsets, (std::vector{-1, -1, 3, 4})) << "after the three joints of the skins";
  EXPECT_EQ(crowd.layout().matrixCount, 5);
}

TEST(Crowd, SpacingIsOfTheHeightUnlessTheModelIsWide) {
  const auto spacing = [](glm::vec3 size) {
    Bounds bounds;
    bounds.add(glm::vec3(3));
    bounds.add(size + 3.0f);
    return crowdSpacing(bounds);
  };
  EXPECT_EQ(spacing({2, 2, 2}), spacing({0, 2, 0})) << "no wider than high";
  for (const float height : {0.0f, 0.5f}) {
    EXPECT_FLOAT_EQ(spacing({8, height, 1}), 2 * spacing({4, height, 1}));
    EXPECT_EQ(spacing({8, height, 1}), spacing({1, height, 8})) << "in both directions";
  }
  EXPECT_FLOAT_EQ(spacing({0, 4, 0}), 2 * spacing({0, 2, 0}));
  EXPECT_GT(spacing({0, 0, 0}), 0);
}

TEST(Crowd, KeepsCharactersIndependent) {
  constexpr float kSpacing = 2;
  EXPECT_EQ(positionInCrowd(0, kSpacing), glm::vec3(0));
  for (int i = 0; i < 300; ++i)
    for (int j = 0; j < i; ++j)
      EXPECT_GT(glm::distance(positionInCrowd(i, kSpacing), positionInCrowd(j, kSpacing)), 0.6f * kSpacing)
          << i << " and " << j;
  EXPECT_LT(glm::length(positionInCrowd(9999, kSpacing)), 115.0f) << "a disc of 10,000 squares";
}

TEST(ThreadPool, RunsEveryJobOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.count(), threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> done(17);
      pool.run(17, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
      for (const auto& times : done) ASSERT_EQ(times.load(), 1);
    }
  }
}

}  // namespace

}  // namespace app
