// What a session gives to a game: the same clips, bit for bit, with what the session knows of them.
#include "app/host/files/pack_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/host/files/model_file.h"
#include "app/view/model_matrices.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/golden_files.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// Importing, packing and opening changes no value of any clip at any time.
void expectSamePoses(const Model& model, const crossfade::Pack& pack) {
  ASSERT_EQ(pack.clips.size(), model.clips.size());
  const crossfade::ChannelLayout before = channelLayoutOf(model), after = pack.layout();
  ASSERT_EQ(before.valueCount(), after.valueCount());
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const crossfade::AnimationClip& clip = model.clips[i];
    EXPECT_EQ(clip.name(), pack.clips[i].name());
    EXPECT_EQ(clip.duration(), pack.clips[i].duration());
    crossfade::ClipSampler one(clip, before), other(pack.clips[i], after);
    EXPECT_TRUE(std::ranges::equal(one.present(), other.present()));
    for (int step = 0; step <= 16; ++step) {
      const double time = clip.duration() * step / 16.0;
      EXPECT_TRUE(std::ranges::equal(one.sample(time), other.sample(time))) << clip.name() << " at " << time;
    }
  }
}

/// The bundled character, all models of this repository, and a dozen of those that may lie next to the checkout.
std::vector<fs::path> models() {
  const std::set<std::string> chosen{"InterpolationTest",
                                     "Fox",
                                     "CesiumMan",
                                     "Luanti_SimpleSkinStep",
                                     "RobotExpressive",
                                     "MorphStressTest",
                                     "BlenderIO_03_all_animations",
                                     "Gdx_Morphing",
                                     "MocapBoxing",
                                     "KayKit_Knight",
                                     "Greenman",
                                     "Quaternius_Spider"};
  const fs::path own = test::sourceFolder() / "tests/golden/models";
  std::vector<fs::path> files{fs::path()};
  for (const fs::path& folder : test::modelFolders())
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string ending = entry.path().extension().string();
      if ((ending == ".gltf" || ending == ".glb") &&
          (folder == own || chosen.contains(entry.path().parent_path().filename().string())))
        files.push_back(entry.path());
    }
  return files;
}

TEST(PackFile, HasThePosesOfTheImportedClips) {
  std::set<crossfade::Interpolation> kinds;
  std::set<crossfade::Channel> channels;
  for (const fs::path& file : models()) {
    SCOPED_TRACE(file);
    auto model = loadModel(file.string(), {.imageHeadersOnly = true});
    ASSERT_TRUE(model) << model.error().message;
    const Session session(*std::move(model));
    const auto block = crossfade::writePack(packOf(session));
    ASSERT_TRUE(block) << block.error().message;
    const auto pack = crossfade::openPack(*block);
    ASSERT_TRUE(pack) << pack.error().message;
    expectSamePoses(session.model(), *pack);
    EXPECT_EQ(*crossfade::writePack(*pack), *block);
    for (const crossfade::AnimationClip& clip : pack->clips)
      for (const crossfade::KeyframeTrack& track : clip.tracks()) {
        kinds.insert(track.interpolation());
        channels.insert(track.target().channel);
      }
  }
  for (const auto kind :
       {crossfade::Interpolation::Discrete, crossfade::Interpolation::Linear, crossfade::Interpolation::Hermite})
    EXPECT_TRUE(kinds.contains(kind)) << nameOf(kind);
  EXPECT_TRUE(channels.contains(crossfade::Channel::Weights));
}

/// How much larger than two meters the joints' box at rest is, at least 1.
double sizeOf(const crossfade::Pack& pack) {
  std::vector<glm::mat4> joints(pack.rest.locals.size());
  crossfade::localToModel(pack.skeleton.parents(), pack.rest.locals, joints);
  glm::vec3 low(1e30f), high(-1e30f);
  for (const glm::mat4& joint : joints) {
    low = glm::min(low, glm::vec3(joint[3]));
    high = glm::max(high, glm::vec3(joint[3]));
  }
  const glm::vec3 sides = high - low;
  return std::max(1.0, static_cast<double>(std::max({sides.x, sides.y, sides.z})) / 2);
}

/// The rotation of a matrix without its scale.
glm::dquat turnOf(const glm::dmat4& m) {
  return glm::quat_cast(
      glm::dmat3(glm::normalize(glm::dvec3(m[0])), glm::normalize(glm::dvec3(m[1])), glm::normalize(glm::dvec3(m[2]))));
}

/// Of all joints in model space, at 240 frames per second (at most 4,000).
void expectClose(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& exact,
                 const crossfade::AnimationClip& packed, double size) {
  const crossfade::SampleTolerance tolerance;
  crossfade::ClipPose a(skeleton, exact), b(skeleton, packed);
  const int steps = std::min(4000, 1 + static_cast<int>(exact.duration() * 240));
  double distance = 0, angle = 0;
  for (int step = 0; step <= steps; ++step) {
    a.moveTo(exact.duration() * step / steps);
    b.moveTo(exact.duration() * step / steps);
    for (int joint = 0; joint < skeleton.jointCount(); ++joint) {
      distance = std::max(distance, glm::distance(a.position(joint), b.position(joint)));
      const glm::dquat between = turnOf(a.model(joint)) * glm::conjugate(turnOf(b.model(joint)));
      angle = std::max(angle, 2 * std::asin(std::min(1.0, glm::length(glm::dvec3(between.x, between.y, between.z)))));
    }
  }
  // Between the moments that the packer looks at, an error may be a little larger.
  EXPECT_LE(distance, 1.02 * tolerance.distance * size) << exact.name();
  EXPECT_LE(angle, 1.02 * tolerance.angle) << exact.name();
}

TEST(PackFile, CompressesClipsOfRealModelsWithinTheTolerance) {
  const std::set<std::string> chosen{"CesiumMan.glb", "Fox.glb", "MocapBoxing.glb", "mannequiny.glb"};
  std::vector<fs::path> files{fs::path()};  // the bundled character
  for (const fs::path& folder : test::modelFolders())
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (chosen.contains(entry.path().filename().string())) files.push_back(entry.path());
  for (const fs::path& file : files) {
    SCOPED_TRACE(file);
    auto model = loadModel(file.string(), {.imageHeadersOnly = true});
    ASSERT_TRUE(model) << model.error().message;
    const crossfade::Pack pack = packOf(Session(*std::move(model)));
    const auto keys = crossfade::writePack(pack);
    const auto block = crossfade::writePack(pack, {.tolerance = crossfade::SampleTolerance{}});
    ASSERT_TRUE(keys && block);
    EXPECT_LT(block->size() * 5, keys->size() * 3);
    const auto opened = crossfade::openPack(*block);
    ASSERT_TRUE(opened) << opened.error().message;
    const double size = sizeOf(pack);
    int compressed = 0;
    for (std::size_t i = 0; i < pack.clips.size(); ++i) {
      // Keys stay where a clip has few of them, and at no regular times, as some of the bundled ones.
      compressed += !opened->clips[i].hasKeys();
      if (pack.clips[i].blendMode() == crossfade::BlendMode::Normal)
        expectClose(pack.skeleton, pack.clips[i], opened->clips[i], size);
    }
    EXPECT_GT(2 * compressed, static_cast<int>(pack.clips.size()));
  }
}

TEST(PackFile, HasWhatIsKnownOfTheClips) {
  Session session(*loadModel(""));
  const auto clipNamed = [&](const crossfade::Pack& pack, std::string_view name) {
    for (std::size_t i = 0; i < pack.clips.size(); ++i)
      if (pack.clips[i].name() == name) return i;
    ADD_FAILURE() << name;
    return std::size_t{0};
  };
  const crossfade::Pack pack = packOf(session);
  const crossfade::PackedClip& walk = pack.clipFacts[clipNamed(pack, "Walk")];
  ASSERT_TRUE(walk.root && walk.contacts);
  EXPECT_GT(walk.root->perLoop().translation.z, 0.3) << "meters per loop, forward";
  EXPECT_EQ(walk.contacts->feet.size(), 2u);
  ASSERT_EQ(walk.markers.size(), 2u) << "each foot comes down once";
  EXPECT_TRUE(pack.transitions.empty()) << "nothing was set";
  EXPECT_EQ(pack.skins.size(), session.model().skins.size());
}

TEST(PackFile, HasTheTransitionSet) {
  Session session(*loadModel(""));
  const auto head = session.model().skeleton.joints();
  const int joint =
      static_cast<int>(std::find_if(head.begin(), head.end(),
                                    [](const auto& each) {
                                      return each.name == "Spine" || each.name == "Chest" || each.name == "Head";
                                    }) -
                       head.begin());
  ASSERT_LT(joint, static_cast<int>(head.size()));
  ASSERT_TRUE(session.apply(
      SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 0.125, .maskJoint = joint, .maskFeather = 1}}));
  const auto block = crossfade::writePack(packOf(session));
  ASSERT_TRUE(block) << block.error().message;
  const auto pack = crossfade::openPack(*block);
  const auto& ids = pack->clips.ids();
  const crossfade::TransitionSettings settings = pack->transitions.resolve(ids[0], ids[1]);
  EXPECT_EQ(settings.seconds, 0.125);
  EXPECT_EQ(settings.kind, session.fadeSettings().kind) << "the panel fills what the set leaves open";
  EXPECT_EQ(settings.shape, crossfade::kSmoothFade);
  ASSERT_TRUE(settings.mask && *settings.mask);
  EXPECT_TRUE(std::ranges::equal((*settings.mask)->weights(),
                                 crossfade::JointMask::ofSubtree(pack->skeleton, joint, 1).weights()));
  EXPECT_EQ(pack->transitions.resolve(ids[1], ids[0]).seconds, session.fadeSettings().seconds);
}

TEST(PackFile, HasWhatTheSetSaysAboutBlendSpaces) {
  Session session(*loadModel(""));
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Turns", .samples = {{.clip = 0}, {.clip = 1, .x = 1}}}}));
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 1, .x = 1}, {.clip = 2, .x = 3}}}}));
  const int gaits = blendSpaceNumber("Gaits");
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, gaits}}, .settings = {.seconds = 0.125}}));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{gaits, -1}}, .settings = {.seconds = 0.625}}));
  const auto block = crossfade::writePack(packOf(session));
  ASSERT_TRUE(block) << block.error().message;
  const auto pack = crossfade::openPack(*block);
  const auto secondsOf = [&](crossfade::ClipOrSpace from, crossfade::ClipOrSpace to) {
    return pack->transitions.resolve(from, to).seconds.value_or(-1);
  };
  const auto& ids = pack->clips.ids();
  EXPECT_EQ(secondsOf(ids[0], pack->find("Gaits")), 0.125);
  EXPECT_EQ(secondsOf(pack->find("Gaits"), pack->find("Turns")), 0.625);
  EXPECT_EQ(secondsOf(pack->find("Turns"), ids[2]), session.fadeSettings().seconds);
}

TEST(PackFile, ErrorsNameTheFile) {
  const ::test::TemporaryFolder folder;
  const std::string path = folder.write("broken.xfade", "xfade");
  EXPECT_EQ(loadPack(path).error().message, path + ": a pack begins with 24 bytes, but there are only 5");
}

}  // namespace
}  // namespace app
