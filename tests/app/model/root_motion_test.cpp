// Root motion of real characters: the bundled one, whose generator knows its speeds, and whatever models there are.
#include "crossfade/travel/root_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>
#include <string>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_container.h"
#include "app/import/import_model.h"
#include "app/model/file_formats.h"
#include "crossfade/body/contacts.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/travel/root_extraction.h"
#include "tests/support/golden_files.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using crossfade::AnimationClip;
using crossfade::ClipPose;
using crossfade::RootMotion;
using crossfade::RootMotionKind;
using crossfade::RootMotionMeter;

const fs::path kCharacter = test::sourceFolder() / "assets/character.glb";

std::map<std::string, double> speedsInFile(const fs::path& file) {
  ImportReport report;
  const GltfContainer container = readContainer(readRegularFile(file, 1u << 24), report);
  std::map<std::string, double> speeds;
  for (const Json& animation : container.json.root()["animations"])
    speeds[animation["name"].get<std::string>()] = animation["extras"]["speed"].get<double>();
  return speeds;
}

std::vector<int> allJoints(const crossfade::Skeleton& skeleton) {
  std::vector<int> joints;
  for (int i = 0; i < skeleton.jointCount(); ++i) joints.push_back(i);
  return joints;
}

/// The largest distance of any joint between two clips, at 200 random times.
double differenceOf(const crossfade::Skeleton& skeleton, const AnimationClip& a, const AnimationClip& b) {
  const std::vector<int> joints = allJoints(skeleton);
  ClipPose first(skeleton, a), second(skeleton, b);
  std::mt19937 random(5);
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    const double time = a.duration() * static_cast<double>(random()) / 4294967295.0;
    first.moveTo(time);
    second.moveTo(time);
    for (const int joint : joints) most = std::max(most, glm::distance(first.position(joint), second.position(joint)));
  }
  return most;
}

TEST(BundledRootMotion, HasTheSpeedsOfItsGenerator) {
  const auto model = importModel(kCharacter);
  ASSERT_TRUE(model);
  const auto speeds = speedsInFile(kCharacter);
  const RootMotionMeter meter(model->skeleton);
  for (const AnimationClip& clip : model->clips) {
    const RootMotion motion = meter.measure(clip);
    const double expected = speeds.at(clip.name());
    EXPECT_NEAR(motion.speed(), expected, 0.02 * expected) << clip.name();
    std::printf("  %-10s %-9s %.4f m/s, the file says %.1f\n", clip.name().c_str(), nameOf(motion.kind()).data(),
                motion.speed(), expected);
    if (expected > 0) {
      EXPECT_NEAR(motion.direction(), 0, 1) << clip.name();
      EXPECT_EQ(motion.kind(), RootMotionKind::InPlace) << clip.name();
    }
  }
  const auto kindOf = [&](const char* name) {
    const auto found = std::find_if(model->clips.begin(), model->clips.end(),
                                    [&](const AnimationClip& clip) { return clip.name() == name; });
    return meter.measure(*found).kind();
  };
  EXPECT_EQ(kindOf("TurnLeft"), RootMotionKind::Turning);
  EXPECT_EQ(kindOf("Jump"), RootMotionKind::Jumping);
  EXPECT_EQ(kindOf("Crouch"), RootMotionKind::InPlace);
}

TEST(BundledRootMotion, IsTheOppositeOfTheGroundUnderItsFeet) {
  const auto model = importModel(kCharacter);
  ASSERT_TRUE(model);
  const RootMotionMeter meter(model->skeleton);
  int gaits = 0;
  for (const AnimationClip& clip : model->clips) {
    const glm::dvec3 ground = detectContacts(model->skeleton, findFeet(model->skeleton), clip).groundVelocity;
    const RootMotion motion = meter.measure(clip);
    if (motion.travels()) continue;
    EXPECT_EQ(motion.velocity(), -ground) << clip.name();
    gaits += glm::length(ground) > 0 ? 1 : 0;
  }
  EXPECT_EQ(gaits, 3) << "Walk, Run, Sneak";
}

TEST(BundledRootMotion, ExtractedAndAppliedAgainIsTheOriginal) {
  const auto model = importModel(kCharacter);
  ASSERT_TRUE(model);
  const RootMotionMeter meter(model->skeleton);
  for (const AnimationClip& clip : model->clips)
    for (const bool all : {false, true}) {
      const int joint = meter.measure(clip).joint;
      const auto [held, track] = extractRootMotion(model->skeleton, clip, joint, {.height = all, .turn = all});
      const AnimationClip again = applyRootMotion(model->skeleton, held, track);
      EXPECT_LT(differenceOf(model->skeleton, clip, again), 1e-5) << clip.name();
    }
}

TEST(BundledRootMotion, GivenToAClipLeavesItsFeetStanding) {
  const auto model = importModel(kCharacter);
  ASSERT_TRUE(model);
  const RootMotionMeter meter(model->skeleton);
  for (const AnimationClip& clip : model->clips) {
    const RootMotion motion = meter.measure(clip);
    if (motion.speed() == 0) continue;
    const auto track = crossfade::RootTrack::steady(motion.joint, clip.duration(), motion.velocity());
    const RootMotion moved = meter.measure(applyRootMotion(model->skeleton, clip, track));
    EXPECT_EQ(moved.kind(), RootMotionKind::Traveling) << clip.name();
    EXPECT_NEAR(moved.speed(), motion.speed(), 1e-3) << clip.name();
    EXPECT_LT(glm::length(moved.feetVelocity), 0.02) << clip.name() << ": over the ground that now stands still";
  }
}

/// The characters among the models that there are, one file of each.
std::vector<fs::path> characterFiles() {
  std::vector<fs::path> files;
  for (const char* name :
       {"KayKit_Knight", "Mannequiny", "MocapBoxing", "CesiumMan", "Fox", "RobotExpressive", "Quaternius_Man_Casual",
        "Quaternius_KnightCharacter", "Quaternius_Trex", "Kenney_Character"})
    for (const fs::path& folder : test::modelFolders()) {
      if (!fs::is_directory(folder / name)) continue;
      std::vector<fs::path> found;
      for (const auto& entry : fs::recursive_directory_iterator(folder / name))
        if (entry.is_regular_file() && modelFormatOf(entry.path().string())) found.push_back(entry.path());
      if (!found.empty()) files.push_back(*std::min_element(found.begin(), found.end()));
      break;
    }
  return files;
}

TEST(RootMotionOfModels, IsSane) {
  const std::vector<fs::path> files = characterFiles();
  if (files.empty()) GTEST_SKIP() << "there are no models";
  for (const fs::path& file : files) {
    const auto model = importModel(file);
    ASSERT_TRUE(model) << file;
    const RootMotionMeter meter(model->skeleton);
    std::printf("%s, feet:", file.filename().c_str());
    for (const crossfade::Foot& foot : meter.feet().feet) std::printf(" %s", model->skeleton.name(foot.ankle).c_str());
    std::printf("\n");
    double worst = 0;
    for (const AnimationClip& clip : model->clips) {
      const RootMotion motion = meter.measure(clip);
      ASSERT_LT(motion.joint, model->skeleton.jointCount());
      ASSERT_TRUE(std::isfinite(motion.speed()) && std::isfinite(motion.turn)) << clip.name();
      EXPECT_LT(motion.speed(), 20 * motion.height) << clip.name();
      const auto [held, track] = extractRootMotion(model->skeleton, clip, motion.joint, {.height = true, .turn = true});
      const double off =
          differenceOf(model->skeleton, clip, applyRootMotion(model->skeleton, held, track)) / motion.height;
      EXPECT_LT(off, 1e-5) << clip.name();
      worst = std::max(worst, off);
      std::printf("  %-32s %-9s root %-12s %6.2f heights/s at %4.0f, %5.0f deg, feet %3.0f %%\n", clip.name().c_str(),
                  nameOf(motion.kind()).data(), motion.joint < 0 ? "-" : model->skeleton.name(motion.joint).c_str(),
                  motion.speed() / motion.height, motion.direction(), motion.turn, 100 * motion.contactShare);
    }
    std::printf("  extracted and applied again: off by %.1e heights\n", worst);
  }
}

/// Gaits whose feet do not agree on the ground: on two floors, on toes, on eight legs.
TEST(RootMotionOfModels, HasASpeedWhereverFeetStep) {
  struct Gait {
    const char* file;
    const char* clip;
    double speed;  // of the lowest feet, by hand
  };
  constexpr Gait kGaits[] = {{"Mannequiny/mannequiny.glb", "run_root.001", 6.6},
                             {"Fox/Fox.glb", "Walk", 100},
                             {"Fox/Fox.glb", "Run", 125},
                             {"Quaternius_Alpaca/Alpaca.glb", "AnimalArmature|Walk", 2.2},
                             {"Quaternius_Enemy2Legs/Enemy_2Legs.glb", "CharacterArmature|Run", 4},
                             {"Quaternius_Spider/Spider.glb", "SpiderArmature|Spider_Walk", 3.3},
                             {"RobotExpressive/RobotExpressive.glb", "Running", 6.4}};
  int seen = 0;
  for (const Gait& gait : kGaits)
    for (const fs::path& folder : test::modelFolders()) {
      if (!fs::exists(folder / gait.file)) continue;
      const auto model = importModel(folder / gait.file);
      ASSERT_TRUE(model) << gait.file;
      const RootMotionMeter meter(model->skeleton);
      for (const AnimationClip& clip : model->clips) {
        if (clip.name() != gait.clip) continue;
        const RootMotion motion = meter.measure(clip);
        EXPECT_NEAR(motion.speed(), gait.speed, 0.25 * gait.speed) << gait.file << ": " << gait.clip;
        EXPECT_NEAR(std::remainder(motion.direction(), 180), 0, 15) << gait.file << ": " << gait.clip;
        EXPECT_EQ(motion.kind(), RootMotionKind::InPlace) << gait.file << ": " << gait.clip;
        ++seen;
      }
      break;
    }
  if (seen == 0) GTEST_SKIP() << "there are no models";
}

}  // namespace
}  // namespace app
