// Files that earlier versions wrote (tests/golden/old_files) still mean what they meant.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/format/transition_json.h"
#include "app/host/files/user_settings.h"
#include "tests/support/random_commands.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

constexpr int kSamples = 6;

std::string oldFile(const std::string& name) {
  std::ifstream file(test::sourceFolder() / "tests/golden/old_files" / name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

/// The values of a pose in the order of the files.
void add(const crossfade::Pose& pose, std::vector<double>& values) {
  for (const crossfade::Transform& local : pose.locals)
    for (const float value : {local.translation.x, local.translation.y, local.translation.z, local.rotation.x,
                              local.rotation.y, local.rotation.z, local.rotation.w})
      values.push_back(static_cast<double>(value));
  for (const float weight : pose.morphWeights) values.push_back(static_cast<double>(weight));
}

/// Poses in the middle of a fade to the third clip.
std::vector<double> posesOf(Session& session) {
  std::vector<double> values;
  FrameProfiler profiler;
  for (const Command& command : {Command(SetPaused{false}), Command(FadeTo{.clip = 2})})
    EXPECT_TRUE(session.apply(command));
  for (int frame = 1; frame <= 30; ++frame) {
    session.advance(1.0 / 60, profiler);
    if (frame % 10 == 0) add(session.pose(), values);
  }
  return values;
}

TEST(OldFiles, ProjectsOpenWithoutAProblemAndGiveTheSamePoses) {
  for (int sample = 1; sample <= kSamples; ++sample) {
    const std::string name = std::to_string(sample);
    Session session(test::modelForMonkeys());
    EXPECT_EQ(openProject(oldFile(name + ".crossfade"), session), std::vector<std::string>{}) << name;
    const std::vector<double> poses = posesOf(session);
    std::istringstream expected(oldFile(name + ".poses"));
    std::string number;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      ASSERT_TRUE(expected >> number) << name;
      EXPECT_NEAR(poses[i], std::strtod(number.c_str(), nullptr), 1e-6) << name << ", value " << i;
    }
    EXPECT_FALSE(expected >> number) << name;
  }
}

TEST(OldFiles, SetsAndScriptsAreRead) {
  for (int sample = 1; sample <= kSamples; ++sample) {
    const std::string name = std::to_string(sample);
    Session session(test::modelForMonkeys());
    EXPECT_EQ(openProject(oldFile(name + ".crossfade"), session), std::vector<std::string>{});
    const TransitionCells cells = session.character().transitions();
    ASSERT_TRUE(session.apply(ClearTransitions{}));
    EXPECT_EQ(readTransitionSet(oldFile(name + ".set.json"), session), std::vector<std::string>{}) << name;
    EXPECT_EQ(session.character().transitions(), cells) << name;
    for (const char* const kind : {".queue.json", ".take.json"}) {
      const auto script = parseScript(oldFile(name + kind), session.model());
      EXPECT_TRUE(script) << name << kind << ": " << (script ? "" : script.error().message);
    }
  }
}

TEST(OldFiles, UserSettingsAreRead) {
  const auto settings = settingsFromJson(oldFile("settings.json"));
  ASSERT_TRUE(settings);
  UserSettings expected;
  expected.recents = {"/models/knight.glb"};
  expected.windowWidth = 1600;
  expected.panels.timeline = true;
  expected.tab = ColumnTab::Pose;
  expected.view = {.skeleton = true,
                   .bones = BoneStyle::Lines,
                   .jointNames = true,
                   .ghosts = 2,
                   .ghostSeconds = 0.2f,
                   .grid = false};
  EXPECT_EQ(*settings, expected);
}

}  // namespace
}  // namespace app
