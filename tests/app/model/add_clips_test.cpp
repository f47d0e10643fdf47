#include "app/model/add_clips.h"
#include "app/model/upright.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "crossfade/retarget/standing_pose.h"
#include "tests/engine/retarget/human_skeleton.h"
#include "tests/support/sample_clips.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;

crossfade::Skeleton chainOf(std::vector<std::pair<std::string, float>> joints) {
  std::vector<crossfade::Joint> made;
  for (std::size_t i = 0; i < joints.size(); ++i)
    made.push_back({.name = joints[i].first,
                    .parent = static_cast<int>(i) - 1,
                    .rest = {.translation = {0, joints[i].second, 0}},
                    .documentIndex = static_cast<int>(i)});
  return *crossfade::Skeleton::make(std::move(made));
}

Model dancer() {
  Model model;
  model.name = "dance.fbx";
  model.skeleton = chainOf({{"mixamorig:Hips", 1}, {"mixamorig:Spine", 0.5f}, {"mixamorig:Tail", 0.1f}});
  using crossfade::test::track;
  model.clips.add(crossfade::test::clip(
      "Dance", {track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, 0, 1, 1, 0}),
                track({1, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1}),
                track({1, Channel::Translation}, Interpolation::Linear, {0}, {0, 0.5f, 0}),
                track({2, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1})}));
  return model;
}

TEST(AddClips, RetargetsTracksByJointAndScalesTranslations) {
  Model model;
  model.name = "character.glb";
  model.skeleton = chainOf({{"Armature", 0}, {"Hips", 2}, {"Spine", 0.8f}});
  const auto added = addClips(model, dancer());
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->clips, 1);
  EXPECT_EQ(added->joints, 2);
  EXPECT_EQ(added->tracksLost, 0) << "the tail does not move";
  ASSERT_EQ(model.clips.size(), 1u);
  const auto tracks = model.clips[0].tracks();
  ASSERT_EQ(tracks.size(), 2u);
  EXPECT_EQ(tracks[0].target().node, 1);
  EXPECT_EQ(tracks[0].values()[3], 2) << "twice as tall, twice as far";
  EXPECT_EQ(tracks[1].target().node, 2);
  EXPECT_EQ(tracks[1].target().channel, Channel::Rotation);
}

TEST(AddClips, SaysWhyNothingFits) {
  Model model;
  model.name = "box.glb";
  model.skeleton = chainOf({{"Box", 0}});
  EXPECT_EQ(
      addClips(model, dancer()).error().message,
      "no joint of dance.fbx has a counterpart in box.glb: they share no human body parts, and no joint names match");
  Model still = dancer();
  still.clips = {};
  EXPECT_EQ(addClips(model, still).error().message, "dance.fbx has no clips");
  EXPECT_TRUE(model.clips.empty());
}

Model plainHero() {
  Model model;
  model.name = "hero.glb";
  model.skeleton = chainOf({{"Armature", 0}, {"Hips", 2}, {"Spine", 0.8f}});
  return model;
}

/// The names of its clips behind the model's own.
std::vector<std::string> namesAfterAdding(Model& model, const std::string& path,
                                          const std::vector<std::string>& names) {
  Model from = dancer();
  from.path = path;
  from.name = path;
  const crossfade::AnimationClip dance = *from.clips.begin();
  from.clips = {};
  for (const std::string& name : names)
    from.clips.add(crossfade::test::clip(name, {dance.tracks().begin(), dance.tracks().end()}));
  const std::size_t before = model.clips.size();
  const auto added = addClips(model, from);
  EXPECT_TRUE(added) << added.error().message;
  std::vector<std::string> found;
  for (std::size_t i = before; i < model.clips.size(); ++i) found.push_back(model.clips[i].name());
  return found;
}

using Names = std::vector<std::string>;

TEST(AddClips, GivesNamesThatTellClipsApart) {
  Model model = plainHero();
  EXPECT_EQ(namesAfterAdding(model, "a/walk.bvh", {"Motion"}), Names{"walk"});
  EXPECT_EQ(namesAfterAdding(model, "b/walk.bvh", {"Motion"}), Names{"walk 2"});
  EXPECT_EQ(namesAfterAdding(model, "Jab.fbx", {"Armature|mixamo.com|Layer0", "Take 001"}), (Names{"Jab", "Jab 2"}));
  EXPECT_EQ(namesAfterAdding(model, "knight.glb", {"Idle", "Run"}), (Names{"Idle", "Run"}));
  EXPECT_EQ(namesAfterAdding(model, "rogue.glb", {"Idle", "Jump"}), (Names{"rogue Idle", "Jump"}));
  EXPECT_EQ(namesAfterAdding(model, "dance.fbx", {"Idle"}), Names{"dance"});
  const auto says = [&](const std::string& what) {
    return std::any_of(model.report.lines.begin(), model.report.lines.end(),
                       [&](const ReportLine& line) { return line.what == what && line.kind == Finding::Found; });
  };
  EXPECT_TRUE(says("'Idle' is called 'rogue Idle'"));
  EXPECT_FALSE(says("'Jump' is called 'Jump'"));
  EXPECT_EQ(ownClipCount(model), 0u);
  EXPECT_EQ(clipPathsOf(model).size(), 6u);
}

TEST(AddClips, ReportsEveryClipThatIsLeftOut) {
  Model model = plainHero(), from = dancer();
  using crossfade::test::track;
  from.clips.add(crossfade::test::clip(
      "Wag", {track({2, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 0, 0, 0})}));
  const auto added = addClips(model, from);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->clips, 1);
  EXPECT_EQ(added->clipsLost, 1);
  const auto lost = std::find_if(model.report.lines.begin(), model.report.lines.end(),
                                 [](const ReportLine& line) { return line.kind == Finding::Lost; });
  ASSERT_NE(lost, model.report.lines.end());
  EXPECT_EQ(lost->what.substr(0, 20), "'Wag' was left out: ") << lost->what;
  Model onlyTail = dancer();
  const crossfade::AnimationClip wag = from.clips[1];
  onlyTail.clips = {};
  onlyTail.clips.add(crossfade::test::clip("Wag", {wag.tracks().begin(), wag.tracks().end()}));
  EXPECT_EQ(addClips(model, onlyTail).error().message.substr(0, 11), "dance.fbx: ");
}

TEST(AddClips, RefusesAMapWithoutJoints) {
  const Model model = plainHero(), from = dancer();
  const auto refused = makeRetargeter(clipFileOf(from), retargetTargetOf(model), {.map = crossfade::JointMap{}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("joint"), std::string::npos) << refused.error().message;
  EXPECT_TRUE(makeRetargeter(clipFileOf(from), retargetTargetOf(model)));
}

/// A human whose rest pose lies along one axis, as in motion capture, and who stands up in a clip.
Model lyingHuman() {
  Model model;
  model.name = "lying.bvh";
  std::vector<crossfade::Joint> joints = crossfade::test::human().joints();
  joints[0].rest.rotation = glm::angleAxis(1.5708f, glm::vec3(1, 0, 0));
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  return model;
}

crossfade::AnimationClip turnOfTheRoot(const std::string& name, float x, float w) {
  return crossfade::test::clip(
      name, {crossfade::test::track({0, Channel::Rotation}, Interpolation::Linear, {0}, {x, 0, 0, w})});
}

TEST(AddClips, FindsTheStandingPoseInTheModelsOwnClips) {
  Model model = lyingHuman();
  const auto body = crossfade::findHumanoid(model.skeleton);
  ASSERT_TRUE(body.isKnown());
  model.clips.add(turnOfTheRoot("added", 0, 1));
  model.clipFiles.push_back({.path = "other.glb", .clips = {turnOfTheRoot("added", 0, 1)}});
  EXPECT_LT(crossfade::uprightness(model.skeleton, body, standingPoseOf(model, body)), 0.5) << "not in those of others";
  model.clipFiles.clear();
  EXPECT_GT(crossfade::uprightness(model.skeleton, body, standingPoseOf(model, body)), 0.9);
}

TEST(AddClips, BringsTheirEvents) {
  Model model;
  model.skeleton = chainOf({{"Armature", 0}, {"Hips", 2}, {"Spine", 0.8f}});
  Model from = dancer();
  from.clipEvents.set(from.clips.ids()[0], *crossfade::ClipEvents::make({{.name = "jump", .time = 0.5}}, 1));
  ASSERT_TRUE(addClips(model, from));
  const crossfade::ClipEvents* const events = model.clipEvents.find(model.clips.ids()[0]);
  ASSERT_NE(events, nullptr);
  EXPECT_EQ(events->events()[0].name, "jump");
}

}  // namespace
}  // namespace app
