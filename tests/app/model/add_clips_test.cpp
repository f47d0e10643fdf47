#include "app/model/add_clips.h"

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;

crossfade::Skeleton skeletonOf(std::vector<std::pair<std::string, float>> joints) {
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
  model.skeleton = skeletonOf({{"mixamorig:Hips", 1}, {"mixamorig:Spine", 0.5f}, {"mixamorig:Tail", 0.1f}});
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
  model.skeleton = skeletonOf({{"Armature", 0}, {"Hips", 2}, {"Spine", 0.8f}});
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
  model.skeleton = skeletonOf({{"Box", 0}});
  EXPECT_EQ(
      addClips(model, dancer()).error().message,
      "no joint of dance.fbx has a counterpart in box.glb: neither is a human body with the same parts, nor do names "
      "agree");
  Model still = dancer();
  still.clips = {};
  EXPECT_EQ(addClips(model, still).error().message, "dance.fbx has no clips");
  EXPECT_TRUE(model.clips.empty());
}

}  // namespace
}  // namespace app
