#include "app/model/model_differences.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using testing::ElementsAre;
using testing::IsEmpty;

/// A node "door" that slides from 0 to 1 m in a second, with one mesh of one triangle.
Model door(Interpolation interpolation = Interpolation::Linear, std::string name = "door", glm::vec3 at = {}) {
  Model model;
  model.skeleton =
      *crossfade::Skeleton::make({{.name = std::move(name), .rest = {.translation = at}, .documentIndex = 0}});
  auto track = crossfade::KeyframeTrack::make({0, Channel::Translation}, interpolation, {0, 1}, {0, 0, 0, 1, 0, 0});
  std::vector<crossfade::KeyframeTrack> tracks;
  tracks.push_back(*std::move(track));
  std::vector<crossfade::AnimationClip> clips;
  clips.push_back(*crossfade::AnimationClip::make("Open", std::move(tracks)));
  model.clips = crossfade::ClipSet(std::move(clips));
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.tangents.resize(3);
  primitive.indices = {0, 1, 2};
  model.meshes.push_back({.name = "panel", .primitives = {primitive}, .morphTargetNames = {}});
  return model;
}

std::vector<std::string> textsOf(const Model& ours, const Model& theirs) {
  std::vector<std::string> texts;
  for (const ReportLine& line : differencesOf(ours, theirs)) texts.push_back(line.location + ": " + line.what);
  return texts;
}

TEST(ModelDifferences, AreNoneBetweenEqualModels) { EXPECT_THAT(textsOf(door(), door()), IsEmpty()); }

TEST(ModelDifferences, NameTheChannelTheAmountAndTheTime) {
  EXPECT_THAT(textsOf(door(Interpolation::Discrete), door()),
              ElementsAre("clip 'Open': translation of door: differs by 0.5 at 0.5 s (LINEAR keys instead of STEP)"));
}

TEST(ModelDifferences, CompareNodesByName) {
  EXPECT_THAT(textsOf(door(), door(Interpolation::Linear, "gate")),
              ElementsAre("nodes: missing or renamed: 'door'", "nodes: 1 node was added",
                          "clip 'Open': missing channels: 'translation of door'"));
  EXPECT_THAT(textsOf(door(), door(Interpolation::Linear, "door", {0, 2, 0})),
              ElementsAre("nodes: different rest transforms: 'door'"));
}

TEST(ModelDifferences, CountWhatTheMeshesHave) {
  Model theirs = door();
  theirs.meshes[0].primitives[0].tangents.clear();
  theirs.meshes[0].primitives[0].indices = {0, 1, 2, 0, 2, 1};
  theirs.materials.resize(1);
  EXPECT_THAT(textsOf(door(), theirs),
              ElementsAre("document: 2 triangles instead of 1", "document: 1 material instead of 0",
                          "meshes: tangents of 1 primitive are missing"));
}

TEST(ModelDifferences, SayWhichClipsAreMissing) {
  Model empty = door();
  empty.clips = {};
  EXPECT_THAT(textsOf(door(), empty), ElementsAre("document: 0 clips instead of 1", "clip 'Open': is missing"));
  EXPECT_THAT(textsOf(empty, door()), ElementsAre("document: 1 clip instead of 0", "clip 'Open': exists only here"));
}

}  // namespace
}  // namespace app
