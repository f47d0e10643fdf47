#include "app/model/figure_joints.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <glm/trigonometric.hpp>

#include "app/model/upright.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

/// A body whose bones point along +X at rest, as in much motion capture, except for its legs, which point along `leg`.
/// In its clip it sits until `stands` seconds, then stands upright.
Model captured(double stands, glm::vec3 leg = {40, 0, 0}) {
  std::vector<crossfade::Joint> joints;
  const auto add = [&](const std::string& name, int parent, glm::vec3 at) {
    const int index = static_cast<int>(joints.size());
    joints.push_back({.name = name, .parent = parent, .rest = {.translation = at}, .documentIndex = index});
    return index;
  };
  const int hips = add("Hips", crossfade::kNoJoint, {0, 90, 0});
  const int spine = add("Spine", hips, {15, 0, 0});
  add("Head", spine, {45, 0, 0});
  std::vector<int> legs;
  for (const auto& [side, z] : {std::pair{std::string("Left"), 8.0f}, {std::string("Right"), -8.0f}}) {
    legs.push_back(add(side + "UpLeg", hips, {0, 0, z}));
    add(side + "Foot", add(side + "Leg", legs.back(), leg), leg);
    add(side + "Hand", add(side + "ForeArm", add(side + "Arm", spine, {35, 0, 2 * z}), {25, 0, 0}), {25, 0, 0});
  }
  std::vector<crossfade::KeyframeTrack> tracks;
  const auto rotate = [&](int joint, const std::vector<std::pair<double, double>>& degrees) {
    std::vector<float> times, values;
    for (const auto& [time, angle] : degrees) {
      const glm::quat q = turnedAbout(crossfade::makeQuat(0, 0, 0, 1), 2, angle);
      times.push_back(static_cast<float>(time));
      values.insert(values.end(), {q.x, q.y, q.z, q.w});
    }
    tracks.push_back(*crossfade::KeyframeTrack::make({joint, crossfade::Channel::Rotation},
                                                     crossfade::Interpolation::Discrete, times, values));
  };
  rotate(hips, {{0, 90}, {4, 90}});
  const double down = 180 - glm::degrees(std::atan2(leg.y, leg.x));
  for (const int joint : legs) rotate(joint, {{0, down + 90}, {stands, down}, {4, down}});
  Model model;
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.clips.add(*crossfade::AnimationClip::make("capture", std::move(tracks)));
  return model;
}

/// The direction from the feet to the head in the rest pose.
glm::dvec3 feetToHead(const Model& model) {
  const auto at = crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals());
  const crossfade::Humanoid body = crossfade::findHumanoid(model.skeleton);
  const auto position = [&](crossfade::HumanJoint joint) { return at[static_cast<std::size_t>(body.jointOf(joint))]; };
  return position(crossfade::HumanJoint::Head) - position(crossfade::HumanJoint::LeftFoot);
}

TEST(StraightRest, IsTheFirstStraightMomentOfTheMotion) {
  for (const double stands : {0.0, 2.5}) {
    Model model = captured(stands);
    ASSERT_NEAR(feetToHead(model).x, -20, 1e-4);
    takeStraightRest(model);
    EXPECT_NEAR(feetToHead(model).y, 140, 1e-3) << stands;
    ASSERT_EQ(model.report.lines.size(), 1u);
    EXPECT_NE(model.report.lines[0].what.find(stands == 0 ? "at 0 s" : "at 2.5"), std::string::npos)
        << model.report.lines[0].what;
  }
}

TEST(StraightRest, MakesABodyOfWhatLooksFourLegged) {
  Model model = captured(1, {0, -40, 0});
  ASSERT_FALSE(guessedUnit(model, 0.4, 4)) << "the legs are across the trunk";
  takeStraightRest(model);
  const auto unit = guessedUnit(model, 0.4, 4);
  ASSERT_TRUE(unit);
  EXPECT_EQ(unit->meters, 0.01);
}

TEST(StraightRest, OfABodyThatIsStraightStaysWhicheverWayItLies) {
  Model model = captured(1, {-40, 0, 0});
  takeStraightRest(model);
  EXPECT_NEAR(feetToHead(model).x, 140, 1e-3);
  EXPECT_TRUE(model.report.lines.empty());
}

TEST(StraightRest, NeedsABodyAndAClip) {
  Model still = captured(0);
  still.clips = {};
  takeStraightRest(still);
  EXPECT_NEAR(feetToHead(still).x, -20, 1e-4);
  Model arm;
  arm.skeleton = *crossfade::Skeleton::make({{.name = "a", .rest = {}, .documentIndex = 0}});
  arm.clips.add(*crossfade::AnimationClip::make("none", {}));
  takeStraightRest(arm);
  EXPECT_TRUE(arm.report.lines.empty());
}

}  // namespace
}  // namespace app
