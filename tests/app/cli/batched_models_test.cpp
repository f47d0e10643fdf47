// The batched path on every model that has a golden trace: its poses are the exact path's, clip by clip.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/import_model.h"
#include "app/view/model_matrices.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/support/golden_files.h"

namespace app::test {
namespace {

constexpr std::size_t kMaxClips = 12;
constexpr int kVertices = 40;  // of each primitive

/// Both paths of one model; its matrices are the palettes of all skins, then the worlds of all joints.
struct Paths {
  explicit Paths(const Model& m)
      : model(m), matrices(m), exact(channelLayoutOf(m), restPoseOf(m)), pose(restPoseOf(m)) {
    std::vector<crossfade::SkinBinding> bindings;
    for (const Skin& skin : model.skins) bindings.push_back({.joints = skin.joints, .inverseBinds = skin.inverseBinds});
    crossfade::SkinBinding worlds;
    for (int joint = 0; joint < model.skeleton.jointCount(); ++joint) worlds.joints.push_back(joint);
    worlds.inverseBinds.assign(worlds.joints.size(), glm::mat4(1));
    bindings.push_back(std::move(worlds));
    std::vector<crossfade::CrowdClip> clips;
    for (std::size_t i = 0; i < std::min(kMaxClips, model.clips.size()); ++i) {
      clips.push_back({.clip = &model.clips[i], .id = model.clips.ids()[i], .blendMode = model.clips[i].blendMode()});
      exact.bind(static_cast<int>(i), model.clips[i]);
    }
    const auto morphs = morphChannelsOf(model);
    const auto values = valueChannelsOf(model);
    rig.emplace(crossfade::CrowdRigDesc{.parents = model.skeleton.parents(),
                                        .rest = pose,
                                        .morphs = morphs,
                                        .values = values,
                                        .skins = bindings,
                                        .clips = clips});
    batched.resize(static_cast<std::size_t>(rig->matrixCount()));
    batchedMorphs.resize(static_cast<std::size_t>(rig->morphCount()));
  }
  void poseBoth(const crossfade::BlendEntry& entry) {
    exact.sampleInOrder(std::span(&entry, 1));
    exact.writePose(pose);
    matrices.makeWorlds(model, pose);
    matrices.makePalettes(model);
    crossfade::CrowdCharacter one{
        .entries = std::span(&entry, 1), .matrices = &batched[0][0][0], .morphWeights = batchedMorphs.data()};
    sampler.sample(*rig, std::span(&one, 1));
  }
  PosedModel posedExactly() const { return matrices.posed(pose); }
  PosedModel posedBatched() const {
    const auto all = std::span<const glm::mat4>(batched);
    const std::size_t palettes = all.size() - static_cast<std::size_t>(model.skeleton.jointCount());
    return {all.subspan(palettes), all.first(palettes), matrices.posed(pose).paletteOffsets, batchedMorphs};
  }

  const Model& model;
  ModelMatrices matrices;
  crossfade::PoseSampler exact;
  crossfade::Pose pose;
  std::optional<crossfade::CrowdRig> rig;
  crossfade::CrowdSampler sampler;
  std::vector<glm::mat4> batched;
  std::vector<float> batchedMorphs;
};

/// Rotations stored as small integers are not unit length; three.js and the exact path use them as they are, the
/// batched path normalizes them.
bool isOfUnitLength(const crossfade::Pose& pose) {
  return std::all_of(pose.locals.begin(), pose.locals.end(), [](const crossfade::Transform& local) {
    return std::abs(glm::length(local.rotation) - 1) < 1e-4f;
  });
}

/// The largest distance between a vertex's positions by the two paths.
float farthestVertex(const Paths& paths) {
  float largest = 0;
  const Model& model = paths.model;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const auto& primitives = model.meshes[static_cast<std::size_t>(model.instances[i].mesh)].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const int count = static_cast<int>(primitives[p].positions.size());
      for (int v = 0; v < count; v += std::max(1, count / kVertices)) {
        const auto position = [&](const PosedModel& posed) {
          return skinnedVertex(model, posed, static_cast<int>(i), static_cast<int>(p), v);
        };
        largest = std::max(largest, glm::distance(position(paths.posedBatched()), position(paths.posedExactly())));
      }
    }
  }
  return largest;
}

TEST(BatchedModels, MatchTheExactPathVertexByVertex) {
  int poses = 0;
  double worst = 0;
  std::set<std::filesystem::path> models;
  for (const auto& file : poseTraceFiles())
    if (const PoseTrace trace = readPoseTrace(file); trace.model) models.insert(*trace.model);
  ASSERT_FALSE(models.empty());
  for (const auto& file : models) {
    SCOPED_TRACE(file.filename().string());
    const auto model = importModel(file);
    ASSERT_TRUE(model) << model.error().message;
    if (model->skeleton.jointCount() == 0) continue;
    Paths paths(*model);
    paths.matrices.makeWorlds(*model, paths.pose);
    paths.matrices.makePalettes(*model);
    const Bounds bounds = boundsOf(*model, paths.posedExactly());
    const float size = bounds.empty ? 1 : std::max(1.0f, glm::length(bounds.max - bounds.min));
    for (std::size_t c = 0; c < std::min(kMaxClips, model->clips.size()); ++c) {
      const crossfade::AnimationClip& clip = model->clips[c];
      if (!paths.rig->report(static_cast<int>(c)).withinTolerance) continue;  // the report says so
      for (const double fraction : {0.0, 0.13, 0.37, 0.61, 0.89, 1.0}) {
        paths.poseBoth({.slot = static_cast<int>(c),
                        .clip = &clip,
                        .clipId = model->clips.ids()[c],
                        .time = fraction * clip.duration(),
                        .weight = 1,
                        .blendMode = clip.blendMode()});
        if (!isOfUnitLength(paths.pose)) continue;
        const float distance = farthestVertex(paths);
        EXPECT_LT(distance, 5e-4f * size) << clip.name() << " at " << fraction;
        worst = std::max(worst, static_cast<double>(distance / size));
        for (std::size_t m = 0; m < paths.batchedMorphs.size(); ++m)
          EXPECT_NEAR(paths.batchedMorphs[m], paths.pose.morphWeights[m], 2e-3f) << clip.name();
        ++poses;
      }
    }
  }
  std::printf("compared %d poses of %zu models; at most %.1e of a model's size apart\n", poses, models.size(), worst);
  EXPECT_GE(poses, 6 * 12) << "at least the bundled character's";
}

}  // namespace
}  // namespace app::test
