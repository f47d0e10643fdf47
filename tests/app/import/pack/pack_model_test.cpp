// Packs as models: what a pack holds, on the skeleton that it came from and without its meshes.
#include "app/import/pack/pack_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/host/files/model_file.h"
#include "app/host/files/pack_file.h"
#include "app/view/model_matrices.h"
#include "crossfade/pose/clip_sampler.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

using crossfade::kRotationOffset;
using crossfade::kValuesPerJoint;

class PackModel : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = loadModel((app::test::sourceFolder() / "assets/character.glb").string());
    ASSERT_TRUE(opened) << opened.error().message;
    original = *std::move(opened);
    original.clipEvents.set(original.clips.ids()[1], *crossfade::ClipEvents::make({{.name = "step", .time = 0.25}},
                                                                                  original.clips[1].duration()));
  }
  /// Writes the model as a pack, and opens that as a model.
  Model throughPack(const crossfade::PackOptions& options = {}) {
    const Session session(Model{original});
    const std::string path = (folder.path() / "hero.xfade").string();
    const auto saved = savePack(path, packOf(session), options);
    EXPECT_TRUE(saved) << saved.error().message;
    auto model = importModel(path);
    EXPECT_TRUE(model) << model.error().message;
    return *std::move(model);
  }

  ::test::TemporaryFolder folder;
  Model original;
};

/// The largest difference of any component of any joint's transform; a quaternion and its negative are equal.
double apart(const Model& a, const Model& b) {
  double most = 0;
  const crossfade::ChannelLayout joints(a.skeleton.jointCount(), {});
  for (std::size_t i = 0; i < a.clips.size(); ++i) {
    crossfade::ClipSampler one(a.clips[i], joints), other(b.clips[i], joints);
    EXPECT_TRUE(std::ranges::equal(one.present(), other.present()));
    for (int step = 0; step <= 32; ++step) {
      const double time = a.clips[i].duration() * step / 32;
      const auto left = one.sample(time), right = other.sample(time);
      for (std::size_t k = 0; k < left.size(); ++k) {
        const std::size_t rotation = k - k % kValuesPerJoint + kRotationOffset;
        double dot = 0;
        for (std::size_t part = 0; part < 4; ++part) dot += left[rotation + part] * right[rotation + part];
        const bool isNegated = dot < 0 && k >= rotation && k < rotation + 4;
        most = std::max(most, std::abs(left[k] - (isNegated ? -right[k] : right[k])));
      }
    }
  }
  return most;
}

TEST_F(PackModel, HasTheSkeletonClipsAndEventsOfThePack) {
  const Model model = throughPack();
  ASSERT_EQ(model.skeleton.jointCount(), original.skeleton.jointCount());
  for (int joint = 0; joint < model.skeleton.jointCount(); ++joint)
    EXPECT_EQ(model.skeleton.name(joint), original.skeleton.name(joint));
  ASSERT_EQ(model.clips.size(), original.clips.size());
  EXPECT_EQ(model.clips[2].name(), original.clips[2].name());
  EXPECT_EQ(apart(original, model), 0);
  const crossfade::ClipEvents* const events = model.clipEvents.find(model.clips.ids()[1]);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->events()[0].name, "step");
  EXPECT_TRUE(model.instances.empty());
  EXPECT_FALSE(model.bones.empty());
}

TEST_F(PackModel, HasKeysOfCompressedClips) {
  while (original.clips.size() > 2) original.clips.remove(original.clips.ids().back());
  const Model model = throughPack({.tolerance = crossfade::SampleTolerance{}});
  for (const crossfade::ClipId id : model.clips.ids()) EXPECT_TRUE(model.clips[id].hasKeys());
  const double difference = apart(original, model);
  EXPECT_GT(difference, 0);
  EXPECT_LT(difference, 2e-3);
}

TEST_F(PackModel, AddsItsClipsToItsModel) {
  throughPack();
  const std::string model = (app::test::sourceFolder() / "assets/character.glb").string();
  const auto both = loadModel(model, {}, {(folder.path() / "hero.xfade").string()});
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_EQ(both->clips.size(), 2 * original.clips.size() - 1) << "Blink moves only the mesh";
  EXPECT_FALSE(both->instances.empty());
}

TEST_F(PackModel, OfADamagedPackIsRefused) {
  throughPack();
  const fs::path path = folder.path() / "hero.xfade";
  fs::resize_file(path, fs::file_size(path) / 2);
  const auto damaged = importModel(path);
  ASSERT_FALSE(damaged);
  EXPECT_TRUE(damaged.error().message.starts_with("hero.xfade: ")) << damaged.error().message;
  const auto other = importModel(app::test::sourceFolder() / "README.md");
  EXPECT_FALSE(other);
}

}  // namespace
}  // namespace app
