#include "app/session/timing/walk_figure.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

/// The lowest and the foremost point of a pose.
struct Reach {
  float low = 1e9f, high = -1e9f, back = 1e9f, front = -1e9f;
};
Reach reachOf(std::span<const WalkFigure::Bone> bones) {
  Reach reach;
  for (const WalkFigure::Bone& bone : bones)
    for (const glm::vec2& end : {bone.from, bone.to}) {
      reach.low = std::min(reach.low, end.y);
      reach.high = std::max(reach.high, end.y);
      reach.back = std::min(reach.back, end.x);
      reach.front = std::max(reach.front, end.x);
    }
  return reach;
}

TEST(WalkFigure, OfTheBundledCharacterWalksOnItsFeet) {
  const auto model = loadModel("");
  ASSERT_TRUE(model) << model.error().message;
  const WalkFigure figure = walkFigureOf(*model);
  ASSERT_FALSE(figure.empty());
  EXPECT_GT(figure.stride, 0.5);
  EXPECT_LT(figure.stride, 1.5) << "a cycle is two steps, each just under half a body length";
  float widest = 0, narrowest = 10;
  for (int i = 0; i < WalkFigure::kPoses; ++i) {
    const Reach reach = reachOf(figure.pose(figure.stride * (i + 0.5) / WalkFigure::kPoses));
    EXPECT_GE(reach.low, 0);
    EXPECT_LT(reach.low, 0.05f) << "a foot is always near the ground";
    EXPECT_LE(reach.high, 1);
    EXPECT_GT(reach.high, 0.9f);
    widest = std::max(widest, reach.front - reach.back);
    narrowest = std::min(narrowest, reach.front - reach.back);
  }
  EXPECT_GT(widest, narrowest * 1.3f) << "legs open and close";
}

TEST(WalkFigure, PhaseFollowsTheDistance) {
  const auto model = loadModel("");
  ASSERT_TRUE(model);
  const WalkFigure figure = walkFigureOf(*model);
  const auto same = [](std::span<const WalkFigure::Bone> a, std::span<const WalkFigure::Bone> b) {
    return a.data() == b.data();
  };
  const double step = figure.stride / WalkFigure::kPoses;
  EXPECT_TRUE(same(figure.pose(3.5 * step), figure.pose(3.5 * step + 7 * figure.stride)));
  EXPECT_TRUE(same(figure.pose(-0.5 * step), figure.pose(figure.stride - 0.5 * step))) << "backward";
  EXPECT_FALSE(same(figure.pose(0.5 * step), figure.pose(1.5 * step)));
  EXPECT_EQ(figure.pose(std::numeric_limits<double>::quiet_NaN()).size(), static_cast<std::size_t>(figure.boneCount()));
}

// Two legs of one meter that swing by 20 degrees to both sides of the hips, and a trunk of one meter.
TEST(WalkFigure, AStrideIsTwiceHowFarAFootSwings) {
  using crossfade::Channel;
  const auto joint = [](int index, int parent, glm::vec3 at) {
    return crossfade::Joint{
        .name = std::to_string(index), .parent = parent, .rest = {.translation = at}, .documentIndex = index};
  };
  Model model;
  model.skeleton =
      *crossfade::Skeleton::make({joint(0, -1, {0, 1, 0}), joint(1, 0, {0, 1, 0}), joint(2, 0, {0, 0, 0}),
                                  joint(3, 2, {0, -1, 0}), joint(4, 0, {0, 0, 0}), joint(5, 4, {0, -1, 0})});
  constexpr double kSwing = 20 * std::numbers::pi / 180;
  const auto swinging = [](int leg, double angle) {
    const auto s = static_cast<float>(std::sin(angle / 2)), c = static_cast<float>(std::cos(angle / 2));
    return crossfade::test::track({leg, Channel::Rotation}, crossfade::Interpolation::Linear, {0, 0.25f, 0.75f, 1},
                                  {0, 0, 0, 1, s, 0, 0, c, -s, 0, 0, c, 0, 0, 0, 1});
  };
  model.clips.add(crossfade::test::clip("Walk", {swinging(2, kSwing), swinging(4, -kSwing)}));
  const WalkFigure figure = walkFigureOf(model);
  ASSERT_FALSE(figure.empty());
  EXPECT_NEAR(figure.stride, 2 * std::sin(kSwing), 0.01) << "in body heights of two meters, to both sides";
}

// Seen from its right, so the limbs on the left are far: they come first, and the trunk is near.
TEST(WalkFigure, TheLeftSideIsFarAndIsDrawnFirst) {
  const auto joint = [](int index, int parent, glm::vec3 at) {
    return crossfade::Joint{
        .name = std::to_string(index), .parent = parent, .rest = {.translation = at}, .documentIndex = index};
  };
  constexpr float kHip = 0.2f;  // meters to the left
  Model model;
  model.skeleton =
      *crossfade::Skeleton::make({joint(0, -1, {0, 1, 0}), joint(1, 0, {0, 1, 0}), joint(2, 0, {-kHip, 0, 0}),
                                  joint(3, 2, {0, -1, 0.5f}), joint(4, 0, {kHip, 0, 0}), joint(5, 4, {0, -1, 0})});
  const WalkFigure figure = walkFigureOf(model);
  EXPECT_EQ(figure.isFar, (std::vector<char>{1, 1, 0, 0, 0})) << "leg and hip, trunk, hip and leg";
  const std::span<const WalkFigure::Bone> bones = figure.pose(0);
  ASSERT_EQ(bones.size(), 5u);
  EXPECT_EQ(bones[0].to.y, 0);
  EXPECT_EQ(bones[0].from.x, bones[0].to.x) << "the left leg";
  EXPECT_EQ(bones[2].to.y, 1) << "the trunk";
  EXPECT_EQ(bones[4].to.y, 0);
  EXPECT_NEAR(bones[4].to.x - bones[4].from.x, 0.25f, 1e-6f) << "the right leg, half a meter of two ahead";
}

TEST(WalkFigure, OfMoreThan2000JointsIsEmpty) {
  for (const int count : {2000, 2001}) {
    std::vector<crossfade::Joint> joints{{"root", -1, {}, 0}, {"top", 0, {.translation = {0, 1, 0}}, 1}};
    while (static_cast<int>(joints.size()) < count)
      joints.push_back({"side", 0, {.translation = {0, 0, 0.5f}}, static_cast<int>(joints.size())});
    Model model;
    model.skeleton = *crossfade::Skeleton::make(std::move(joints));
    EXPECT_EQ(walkFigureOf(model).empty(), count > 2000) << count;
  }
}

TEST(WalkFigure, WithoutBonesIsEmpty) {
  EXPECT_TRUE(walkFigureOf(Model{}).empty());
  EXPECT_TRUE(walkFigureOf(Model{}).pose(3).empty());
  Model flat;
  flat.skeleton = crossfade::test::chain(3);  // all joints at one height
  const WalkFigure figure = walkFigureOf(flat);
  for (const WalkFigure::Bone& bone : figure.bones)
    EXPECT_TRUE(std::isfinite(bone.from.x + bone.from.y + bone.to.x + bone.to.y));
}

}  // namespace
}  // namespace app
