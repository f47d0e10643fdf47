#include "crossfade/crowd/detail/crowd_skeleton.h"

#include <gtest/gtest.h>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// Joints 0 to 7: 0 - 1 - 2 - 3 and 1 - 4 - 5, 6 a second root, 7 below it. All rest transforms differ.
struct Tree {
  std::vector<int> parents{-1, 0, 1, 2, 1, 4, -1, 6};
  Pose rest;
  std::vector<SkinBinding> skins;

  Tree() {
    for (int i = 0; i < 8; ++i) {
      const auto f = static_cast<float>(i);
      rest.locals.push_back({.translation = {0.1f * f, 1, -0.2f},
                             .rotation = glm::angleAxis(0.3f * f, glm::normalize(glm::vec3(1, f, 2))),
                             .scale = {1 + 0.1f * f, 1, i == 2 ? -0.7f : 1}});
    }
    glm::mat4 skewed(1.0f);
    skewed[1][0] = 0.5f;
    skewed[3] = {1, -2, 0.5f, 1};
    skins.push_back(
        {.joints = {3, 0, 5, 7}, .inverseBinds = {skewed, glm::mat4(1), glm::scale(glm::mat4(1), {2, 3, 1}), skewed}});
    skins.push_back({.joints = {5, 5, 2}, .inverseBinds = {glm::mat4(1), skewed, skewed}});
  }
  /// The matrices of one pose, by the reference path.
  std::vector<glm::mat4> exact(const Pose& pose) const {
    std::vector<glm::mat4> models(parents.size()), all, palette;
    localToModel(parents, pose.locals, models);
    for (const SkinBinding& skin : skins) {
      palette.resize(skin.joints.size());
      skinningPalette(models, skin.joints, skin.inverseBinds, palette);
      all.insert(all.end(), palette.begin(), palette.end());
    }
    return all;
  }
};

AnimationClip moving(const std::vector<TrackTarget>& targets) {
  std::vector<KeyframeTrack> tracks;
  for (const TrackTarget target : targets)
    tracks.push_back(target.channel == Channel::Rotation
                         ? test::track(target, Interpolation::Linear, {0, 1}, {0.6f, 0, 0.8f, 0, 0, 0.6f, 0, 0.8f})
                         : test::track(target, Interpolation::Linear, {0, 1}, {1.5f, 2, 0.5f, 1, 0.5f, 2}));
  return test::clip("", std::move(tracks));
}

/// All instruction sets and matrix shapes give the reference path's matrices of the same pose.
void expectExactMatrices(const Tree& tree, const AnimationClip& clip) {
  const CrowdClip use{.clip = &clip, .id = {.index = 0}};
  const CrowdRig rig({.parents = tree.parents, .rest = tree.rest, .skins = tree.skins, .clips = {&use, 1}});
  for (const CrowdKernels* kernels : allCrowdKernels())
    for (const MatrixShape shape : {MatrixShape::Columns4x4, MatrixShape::Rows3x4})
      for (const std::size_t count : {1, 2, 3, 8, 13}) {
        CrowdSampler sampler(1, *kernels);
        std::vector<BlendEntry> entries(count);
        std::vector<CrowdCharacter> characters(count);
        const std::size_t size = static_cast<std::size_t>(rig.matrixCount()) * floatCount(shape);
        AlignedVector<float> out(count * size, -99);
        for (std::size_t i = 0; i < count; ++i) {
          entries[i] = {.clip = &clip, .clipId = use.id, .time = static_cast<double>(i) / 13, .weight = 1};
          characters[i] = {.entries = {&entries[i], 1}, .matrices = &out[i * size]};
        }
        sampler.sample(rig, characters,
                       {.shape = shape, .stores = count == 13 ? StoreMode::Streamed : StoreMode::Cached});
        std::vector<Pose> poses(count, tree.rest);
        sampler.samplePoses(rig, characters, BlendOrder::Layers, poses);
        for (std::size_t i = 0; i < count; ++i) {
          const std::vector<glm::mat4> exact = tree.exact(poses[i]);
          for (std::size_t k = 0; k < exact.size(); ++k)
            for (int column = 0; column < 4; ++column)
              for (int row = 0; row < (shape == MatrixShape::Rows3x4 ? 3 : 4); ++row) {
                const int offset = shape == MatrixShape::Columns4x4 ? column * 4 + row : row * 4 + column;
                ASSERT_NEAR(out[i * size + k * floatCount(shape) + static_cast<std::size_t>(offset)],
                            exact[k][column][row], 2e-5)
                    << kernels->name << ", character " << i << " of " << count << ", matrix " << k << ", " << column
                    << " " << row;
              }
        }
      }
}

TEST(CrowdSkeleton, MatchesTheExactPathWhicheverJointsAreAnimated) {
  const Tree tree;
  constexpr Channel T = Channel::Translation, R = Channel::Rotation, S = Channel::Scale;
  expectExactMatrices(tree, moving({{0, R}, {1, R}, {2, R}, {3, R}, {4, R}, {5, R}, {6, R}, {7, R}}));
  expectExactMatrices(tree, moving({{0, T}, {0, R}, {0, S}, {3, S}, {5, T}}));
  expectExactMatrices(tree, moving({{1, R}, {3, R}}));          // 2, between them, is not animated
  expectExactMatrices(tree, moving({{2, S}, {4, T}, {7, R}}));  // their parents are not animated
  expectExactMatrices(tree, moving({{5, R}}));
  expectExactMatrices(tree, test::clip("", {}));  // nothing moves
}

TEST(CrowdSkeleton, StoresOutputsWhereInverseBindsAreRigid) {
  constexpr Channel T = Channel::Translation, R = Channel::Rotation, S = Channel::Scale;
  Tree tree;
  for (std::size_t i : {0u, 1u, 3u, 5u, 6u}) tree.rest.locals[i].scale = glm::vec3(1);
  // Far from the joints' rest positions, so that a wrong frame shows.
  const auto rigid = [](float angle) {
    return glm::translate(glm::mat4(1), {angle, -2, 1}) *
           glm::mat4_cast(glm::angleAxis(angle, glm::normalize(glm::vec3(1, 2, angle))));
  };
  glm::mat4 mirror(1.0f);
  mirror[0][0] = -1;
  tree.skins = {{.joints = {0, 1, 2, 3, 4, 5, 6, 7},
                 .inverseBinds = {rigid(0.3f), rigid(1), rigid(2), rigid(3), rigid(-1), rigid(-2), mirror,
                                  glm::scale(rigid(1), glm::vec3(0.01f))}},
                {.joints = {0, 1, 5}, .inverseBinds = {rigid(0.3f), rigid(-0.5f), rigid(-2)}}};
  expectExactMatrices(tree, moving({{0, R}, {1, R}, {2, R}, {3, R}, {4, R}, {5, R}, {6, R}, {7, R}}));
  expectExactMatrices(tree, moving({{0, T}, {0, R}, {1, R}, {1, S}, {2, R}, {3, R}, {3, T}, {5, T}, {5, R}, {7, S}}));
  expectExactMatrices(
      tree, moving({{0, R}, {1, T}, {3, S}, {4, R}, {5, T}}));  // joints that do not rotate, below rotated frames
  expectExactMatrices(tree, moving({{1, R}, {3, R}}));

  const AnimationClip clip = moving({{0, R}, {1, R}, {5, R}});
  const CrowdClip use{.clip = &clip, .id = {.index = 0}};
  const CrowdRig rig({.parents = tree.parents, .rest = tree.rest, .skins = tree.skins, .clips = {&use, 1}});
  const CrowdSkeleton& skeleton = rig.data().skeleton;
  EXPECT_EQ(skeleton.steps[0].matrix, 0);
  EXPECT_EQ(skeleton.steps[1].matrix, 1);
  ASSERT_EQ(skeleton.steps[0].outputCount, 1);
  EXPECT_TRUE(skeleton.outputs[0].identity) << "the second skin has the same inverse bind";
  EXPECT_FALSE(skeleton.outputs[1].identity) << "joint 1 has a different inverse bind there";
}

TEST(CrowdSkeleton, SkipsJointsThatNoSkinNeeds) {
  Tree tree;
  tree.skins = {{.joints = {4}, .inverseBinds = {glm::mat4(1)}}};
  const AnimationClip clip = moving({{0, Channel::Rotation},
                                     {3, Channel::Rotation},
                                     {4, Channel::Rotation},
                                     {5, Channel::Rotation},
                                     {7, Channel::Rotation}});
  const CrowdClip use{.clip = &clip, .id = {.index = 0}};
  const CrowdRig rig({.parents = tree.parents, .rest = tree.rest, .skins = tree.skins, .clips = {&use, 1}});
  EXPECT_EQ(rig.data().skeleton.steps.size(), 3u) << "0, the still joint between them, and 4";
  EXPECT_LE(rig.data().skeleton.slotCount, 2);
  expectExactMatrices(tree, clip);
}

TEST(CrowdSkeleton, FoldsStillJointsIntoTheOthers) {
  const Tree tree;
  const AnimationClip clip = moving({{0, Channel::Rotation}});
  const CrowdClip use{.clip = &clip, .id = {.index = 0}};
  const CrowdRig rig({.parents = tree.parents, .rest = tree.rest, .skins = tree.skins, .clips = {&use, 1}});
  EXPECT_EQ(rig.data().skeleton.steps.size(), 1u);
  EXPECT_EQ(rig.data().skeleton.fixed.size(), 1u) << "joint 7";
  EXPECT_EQ(rig.matrixCount(), 7);
}

}  // namespace
}  // namespace crossfade
