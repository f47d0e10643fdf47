#include "app/import/side_by_side.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/import/blob/check_model.h"
#include "app/import/import_model.h"
#include "crossfade/pose/clip_pose.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using crossfade::AnimationClip;

Model readBy(const std::filesystem::path& file, Importer importer) {
  auto model = importModel(file, {.imageHeadersOnly = true, .importer = importer});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return model ? *std::move(model) : Model();
}

/// In model space, joint by joint from `first` on.
std::vector<glm::vec3> positionsOf(const Model& model, std::size_t clip, double time, int first = 0) {
  crossfade::ClipPose pose(model.skeleton, model.clips[clip]);
  pose.moveTo(time);
  std::vector<glm::vec3> positions;
  for (int joint = first; joint < model.skeleton.jointCount(); ++joint)
    positions.emplace_back(glm::vec3(pose.model(joint)[3]));
  return positions;
}

float apart(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b, const glm::vec3& offset = glm::vec3(0)) {
  float most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, glm::distance(a[i] + offset, b[i]));
  return most;
}

/// Each figure moves as it does alone, the right one to the side.
void expectBothMove(const std::filesystem::path& file) {
  SCOPED_TRACE(file.filename().string());
  const Model left = readBy(file, Importer::Own), right = readBy(file, Importer::Assimp);
  const Model both = readBy(file, Importer::Both);
  EXPECT_NO_THROW(checkModel(both, true));
  const int root = left.skeleton.jointCount();
  ASSERT_EQ(both.skeleton.jointCount(), root + 1 + right.skeleton.jointCount());
  EXPECT_EQ(both.skeleton.name(root), "assimp");
  ASSERT_EQ(both.clips.size(), left.clips.size());
  const glm::vec3 offset = both.skeleton.restLocals()[static_cast<std::size_t>(root)].translation;
  EXPECT_GT(glm::length(offset), 0);
  float size = 1e-3f;
  for (const glm::vec3& joint : positionsOf(left, 0, 0)) size = std::max(size, glm::length(joint));
  for (const double time : {0.0, 0.3, 0.7}) {
    const double at = time * left.clips[0].duration();
    const auto posed = positionsOf(both, 0, at);
    EXPECT_LT(apart(positionsOf(left, 0, at), posed), 1e-5f * size) << at;
    EXPECT_LT(apart(positionsOf(right, 0, at), positionsOf(both, 0, at, root + 1), offset), 1e-4f * size) << at;
  }
  EXPECT_EQ(both.instances.size(), left.instances.size() + right.instances.size());
  EXPECT_EQ(both.importer, Importer::Both);
}

TEST(SideBySide, BothFiguresMoveAsTheyDoAlone) {
  const ::test::TemporaryFolder folder;
  expectBothMove(folder.write("walk.dae", ::test::kDae));
  expectBothMove(folder.write("walk.bvh", ::test::kBvh));
  expectBothMove(test::sourceFolder() / "assets" / "character.glb");
}

TEST(SideBySide, FiguresDoNotTouch) {
  const Model both = readBy(test::sourceFolder() / "assets" / "character.glb", Importer::Both);
  const int root = readBy(test::sourceFolder() / "assets" / "character.glb", Importer::Own).skeleton.jointCount();
  float leftEnd = -1e9f, rightBegin = 1e9f;
  const auto rest = ::test::modelMatricesAt(both, 0);
  for (int joint = 0; joint < both.skeleton.jointCount(); ++joint) {
    const float x = rest[static_cast<std::size_t>(joint)][3].x;
    if (joint < root)
      leftEnd = std::max(leftEnd, x);
    else if (joint > root)
      rightBegin = std::min(rightBegin, x);
  }
  EXPECT_LT(leftEnd, rightBegin);
}

TEST(SideBySide, PairsClipsByNameAndElseByIndex) {
  const auto withClips = [](const std::vector<std::string>& names) {
    Model model;
    model.skeleton = *crossfade::Skeleton::make({{.name = "Hips", .documentIndex = 0}});
    for (const std::string& name : names) {
      std::vector<crossfade::KeyframeTrack> tracks;
      tracks.push_back(*crossfade::KeyframeTrack::make({0, crossfade::Channel::Scale}, crossfade::Interpolation::Linear,
                                                       {0}, {1, 1, 1}));
      model.clips.add(*AnimationClip::make(name, std::move(tracks)));
    }
    return model;
  };
  const Model both = sideBySide(withClips({"Walk", "Run", "Idle"}), withClips({"Run", "Take 2", "Idle", "Extra"}));
  std::vector<std::string> clips;
  for (const AnimationClip& clip : both.clips)
    clips.push_back(clip.name() + " " + std::to_string(clip.tracks().size()));
  // "Run" of the right model plays with "Run" and is not there for "Walk"; "Take 2" is left for nobody, as is "Extra".
  EXPECT_THAT(clips, testing::ElementsAre("Walk 1", "Run 2", "Idle 2", "Take 2 1", "Extra 1"));
}

TEST(SideBySide, MorphWeightsStayWithTheirMeshes) {
  const auto face = [](float rest) {
    Model model;
    model.skeleton = *crossfade::Skeleton::make({{.name = "Head", .documentIndex = 0}});
    model.meshes.push_back({.name = "face", .primitives = {}, .morphTargetNames = {"smile"}});
    model.instances.push_back({.node = 0, .mesh = 0, .morphOffset = 0, .morphCount = 1});
    model.materials.emplace_back();
    model.materialValues.push_back({.material = 0, .property = MaterialProperty::Metallic, .offset = 1});
    model.restMorphWeights = {rest, 0.5f};
    model.expressions.push_back({.name = "glow", .binds = {{.morph = 1, .weight = 1, .rest = 0.5f}}});
    return model;
  };
  const Model both = sideBySide(face(0.25f), face(0.75f));
  EXPECT_THAT(both.restMorphWeights, testing::ElementsAre(0.25f, 0.75f, 0.5f));
  EXPECT_EQ(both.instances[1].morphOffset, 1);
  EXPECT_EQ(both.materialValues[0].offset, 2);
  EXPECT_EQ(both.expressions[0].binds[0].morph, 2);
  EXPECT_NO_THROW(checkModel(both, true));
}

/// A triangle whose data URI is percent-encoded, which assimp 5.2 refuses.
constexpr const char* kPercent =
    R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "panel", "mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0],
                 "max": [1, 1, 0]}],
  "bufferViews": [{"buffer": 0, "byteLength": 36, "target": 34962}],
  "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream,)"
    "%00%00%00%00%00%00%00%00%00%00%00%00%00%00%80%3f%00%00%00%00%00%00%00%00%00%00%00%00%00%00%80%3f%00%00%00%00"
    R"("}]})";

TEST(SideBySide, WhatAssimpRefusesStandsAlone) {
  const ::test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("panel.gltf", kPercent);
  if (importModel(file, {.importer = Importer::Assimp})) GTEST_SKIP() << "this assimp reads it";
  const Model both = readBy(file, Importer::Both);
  EXPECT_EQ(both.instances.size(), 1u);
  ASSERT_FALSE(both.report.lines.empty());
  EXPECT_THAT(both.report.lines.back().what, testing::StartsWith("assimp refuses it: "));
}

}  // namespace
}  // namespace app
