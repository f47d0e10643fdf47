#include "app/import/collada/collada_clips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/collada_builder.h"
#include "tests/support/track_values.h"

namespace app {
namespace {

using crossfade::Channel;
using testing::HasSubstr;
using testing::Not;

Model animated(const std::string& transforms, const std::string& animations, const std::string& other = "") {
  return ::test::openedDae({.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
                            .nodes = "<node id=\"n\">" + transforms + "<instance_geometry url=\"#tri\"/></node>",
                            .animations = animations,
                            .other = other});
}

std::vector<float> at(const Model& model, Channel channel, double time) {
  EXPECT_EQ(model.clips.size(), 1u) << ::test::findingsOf(model);
  if (model.clips.size() != 1) return std::vector<float>(4);
  const crossfade::KeyframeTrack* const track = ::test::trackOf(model.clips[0], channel);
  return track ? ::test::valuesAt(*track, time) : std::vector<float>(4);
}

TEST(ColladaClips, StepIsAStep) {
  const Model model = animated("<translate sid=\"t\">1 2 3</translate>",
                               ::test::daeAnimation("a", {"n/t.Y", "0 1 2", "0 10 20", 1, "STEP STEP STEP"}));
  EXPECT_EQ(at(model, Channel::Translation, 0.99), (std::vector<float>{1, 0, 3}));
  EXPECT_EQ(at(model, Channel::Translation, 1), (std::vector<float>{1, 10, 3}));
}

TEST(ColladaClips, FollowCurvesBetweenTheirKeys) {
  const Model model = animated("<scale sid=\"s\">1 1 1</scale>",
                               ::test::daeAnimation("a", {"n/s.Y", "0 2", "1 1", 1, "BEZIER BEZIER", "0 4", "4 0"}));
  EXPECT_NEAR(at(model, Channel::Scale, 1)[1], 3.25, 1e-3);
  EXPECT_NEAR(at(model, Channel::Scale, 0.5)[1], 1 + 3 * 9.0 / 16, 1e-3);
}

TEST(ColladaClips, TurnAllTheWay) {
  const Model model =
      animated("<rotate sid=\"r\">0 0 2 0</rotate>", ::test::daeAnimation("a", {"n/r.ANGLE", "0 4", "0 720", 1}));
  const std::vector<float> turned = at(model, Channel::Rotation, 0.5);  // by 90 degrees
  EXPECT_NEAR(std::abs(turned[2]), std::sqrt(0.5), 1e-3);
  EXPECT_NEAR(std::abs(turned[3]), std::sqrt(0.5), 1e-3);
  EXPECT_NEAR(std::abs(at(model, Channel::Rotation, 1)[2]), 1, 1e-3) << "by 180";
}

TEST(ColladaClips, SeeAllThreeAnglesAtAnyTime) {
  const Model model = animated("<rotate sid=\"z\">0 0 1 0</rotate><rotate sid=\"x\">1 0 0 0</rotate>",
                               ::test::daeAnimation("a", {"n/z.ANGLE", "0 1", "0 90"}) +
                                   ::test::daeAnimation("b", {"n/x.ANGLE", "0 1", "0 90"}));
  const double half = 3.14159265358979 / 8;
  const std::vector<float> turned = at(model, Channel::Rotation, 0.5);
  EXPECT_NEAR(turned[0], std::cos(half) * std::sin(half), 1e-3);
  EXPECT_NEAR(turned[1], std::sin(half) * std::sin(half), 1e-3);
  EXPECT_NEAR(turned[2], std::sin(half) * std::cos(half), 1e-3);
}

TEST(ColladaClips, UnderstandAllAddresses) {
  const std::string identity = "1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1";
  for (const std::string target : {"n/m(3)(1)", "n/m(7)"}) {
    const Model model =
        animated("<matrix sid=\"m\">" + identity + "</matrix>", ::test::daeAnimation("a", {target, "0 1", "0 8"}));
    EXPECT_NEAR(at(model, Channel::Translation, 0.5)[1], 4, 1e-4) << target;
    EXPECT_NEAR(at(model, Channel::Translation, 0.5)[0], 5, 1e-4) << target;
  }
  const Model whole = animated("<translate sid=\"t\">0 0 0</translate>",
                               ::test::daeAnimation("a", {"scene/n/t", "0 1", "0 0 0 2 4 6", 3}));
  EXPECT_TRUE(whole.clips.empty()) << "nodes are found by sid, not by id";
  const Model inner =
      animated("<translate sid=\"t\">0 0 0</translate><node sid=\"k\"><scale sid=\"s\">1 1 1</scale></node>",
               ::test::daeAnimation("a", {"n/k/s.X", "0 1", "1 3"}));
  EXPECT_NEAR(at(inner, Channel::Scale, 0.5)[0], 2, 1e-4);
}

TEST(ColladaClips, SayWhatTheyDoNotAnimate) {
  const std::string lights =
      "<library_lights><light id=\"sun\"><technique_common><directional><color sid=\"c\">1 1 1</color></directional>"
      "</technique_common></light></library_lights>";
  const Model model = animated("<translate sid=\"t\">0 0 0</translate>",
                               ::test::daeAnimation("a", {"sun/c.R", "0 1", "0 1"}) +
                                   ::test::daeAnimation("b", {"nobody/t.X", "0 1", "0 1"}) +
                                   ::test::daeAnimation("c", {"n/t.X", "0 1", "0 1"}),
                               lights);
  EXPECT_EQ(model.clips.size(), 1u);
  EXPECT_THAT(::test::findingsOf(model), HasSubstr("document: 1 channel animating something other than"));
  EXPECT_THAT(::test::findingsOf(model), HasSubstr("document: 1 channel targeting nothing in the file"));
}

TEST(ColladaClips, SpinAsFastAsAFileSaysInLimitedTime) {
  std::string times, angles, stack = "<rotate sid=\"r\">0 0 1 0</rotate>";
  for (int i = 0; i < 5000; ++i) {
    times += std::to_string(i) + " ";
    angles += i % 2 == 0 ? "1e17 " : "-1e17 ";
  }
  for (int i = 0; i < 60; ++i) stack += "<rotate>0 1 0 1</rotate>";
  const Model model = animated(stack, ::test::daeAnimation("a", {"n/r.ANGLE", times, angles}));
  EXPECT_EQ(model.clips.size(), 1u);
  const ::test::DaeParts parts{.nodes = "<node id=\"n\">" + stack + stack + "</node>",
                               .animations = ::test::daeAnimation("a", {"n/r.ANGLE", "0 1", "0 9"})};
  const auto refused = ::test::importDae(parts);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("node 'n' has more than 64 transforms"));
}

TEST(ColladaClips, MoveEveryInstanceOfANode) {
  const Model model =
      ::test::openedDae({.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
                         .nodes = "<node id=\"a\"><instance_node url=\"#n\"/></node><node id=\"b\"><instance_node "
                                  "url=\"#n\"/></node>",
                         .animations = ::test::daeAnimation("anim", {"n/t.X", "0 1", "0 4"}),
                         .other = "<library_nodes><node id=\"n\"><translate sid=\"t\">0 0 0</translate>"
                                  "<instance_geometry url=\"#tri\"/></node></library_nodes>"});
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].tracks().size(), 6u) << "three of each instance";
}

/// Two nodes with a triangle; the first one's visibility is `shown`.
std::string twoNodes(const std::string& shown) {
  const std::string extra = "<extra><technique profile=\"FCOLLADA\"><visibility sid=\"visibility\">" + shown +
                            "</visibility></technique></extra>";
  return "<node id=\"a\" name=\"a\"><instance_geometry url=\"#g\"/>" + extra +
         "</node><node id=\"b\" name=\"b\"><instance_geometry url=\"#g\"/></node>";
}

TEST(ColladaVisibility, HidesANode) {
  const app::Model model =
      ::test::openedDae({.geometries = ::test::daeGeometry("g", "0 0 0 1 0 0 0 1 0"), .nodes = twoNodes("0")});
  ASSERT_EQ(model.instances.size(), 2u);
  EXPECT_FALSE(model.instances[0].inScene);
  EXPECT_TRUE(model.instances[1].inScene);
  EXPECT_NE(::test::findingsOf(model).find("hidden in the file"), std::string::npos);
}

TEST(ColladaVisibility, MayBeAnimated) {
  const app::Model model = ::test::openedDae(
      {.geometries = ::test::daeGeometry("g", "0 0 0 1 0 0 0 1 0"),
       .nodes = twoNodes("1"),
       .animations = ::test::daeAnimation(
           "blink", {.target = "a/visibility", .times = "0 1 2", .values = "1 0 0", .kinds = "STEP STEP STEP"})});
  ASSERT_EQ(model.sceneValues.size(), 1u);
  EXPECT_EQ(model.restMorphWeights, std::vector<float>{1});
  EXPECT_EQ(model.instances[0].shownBy, std::vector<int>{0});
  EXPECT_TRUE(model.instances[1].shownBy.empty());
  ASSERT_EQ(model.clips.size(), 1u);
  const crossfade::KeyframeTrack& track = model.clips[0].tracks()[0];
  EXPECT_EQ(track.target().channel, crossfade::Channel::Values);
  EXPECT_EQ(track.values().front(), 1);
  EXPECT_EQ(track.values().back(), 0);
}

TEST(ColladaClips, LastAsLongAsTheFileSays) {
  const app::Model model = ::test::openedDae(
      {.geometries = ::test::daeGeometry("g", "0 0 0 1 0 0 0 1 0"),
       .nodes = "<node id=\"n\"><translate sid=\"t\">0 0 0</translate><instance_geometry url=\"#g\"/></node>",
       .animations = ::test::daeAnimation("move", {.target = "n/t.X", .times = "0 1", .values = "0 1"}),
       .other = "<library_animation_clips><animation_clip id=\"c\" start=\"0\" end=\"3\"><instance_animation "
                "url=\"#move\"/></animation_clip></library_animation_clips>"});
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].duration(), 3);
}

}  // namespace
}  // namespace app
