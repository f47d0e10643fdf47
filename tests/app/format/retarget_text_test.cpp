#include "app/format/retarget_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/format/joint_map_json.h"
#include "app/format/project_json.h"
#include "app/format/script.h"
#include "tests/support/danced_model.h"

namespace app {
namespace {

using test::dancedModel;

std::string scriptWith(const std::string& members) {
  return R"({"commands": [{"at": 0, "do": "retarget", )" + members + "}]}";
}

TEST(RetargetScript, SetsJointsByName) {
  Session session(dancedModel());
  const auto script =
      parseScript(scriptWith(R"("file": "dance.bvh", "joints": [{"target": "Hips", "source": "Hips", "align": "keep"},
                                                     {"target": "RightUpperArm", "source": "LeftUpperArm"}])"),
                  session.model());
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_TRUE(session.apply((*script)[0].command));
  const RetargetSettings& set = session.character().retargeting().settings()[0];
  ASSERT_TRUE(set.map.has_value());
  EXPECT_EQ(set.map->pairs.size(), 2u);
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  addRetargets(session, commands);
  ASSERT_EQ(commands.size(), 1u);
  const auto again = parseScript(nlohmann::ordered_json{{"commands", commands}}.dump(), session.model());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)[0].command.as<SetRetarget>()->settings, set);
  ASSERT_TRUE(session.apply(SetRetarget{0, {}}));
  commands.clear();
  addRetargets(session, commands);
  EXPECT_TRUE(commands.empty()) << "as it is without a script";
}

TEST(RetargetScript, SaysWhatDoesNotFit) {
  const Model model = dancedModel();
  const auto errorOf = [&](const std::string& members) {
    const auto script = parseScript(scriptWith(members), model);
    return script ? std::string() : script.error().message;
  };
  EXPECT_EQ(errorOf(R"("file": "#0", "mirrored": true, "reach": 0.5)"), "");
  EXPECT_EQ(errorOf(R"("file": "#0", "reach": 2)"), "command 0: \"reach\" is not from 0 to 1");
  EXPECT_EQ(errorOf(R"("file": "walk.bvh")"), "command 0: there is no clip file 'walk.bvh'");
  EXPECT_EQ(errorOf(R"("file": "#1")"), "command 0: there is no clip file '#1'");
  EXPECT_EQ(errorOf(R"("file": "#0", "joints": [{"target": "Tail", "source": "Hips"}])"),
            "command 0: \"joints\": joint 0: \"target\": no joint is called 'Tail'");
  EXPECT_EQ(errorOf(R"("file": "#0", "joints": [])"), "command 0: \"joints\": maps no joint");
}

TEST(RetargetProject, KeepsTheJointsOfEachClipFile) {
  Session session(dancedModel());
  const RetargetSettings settings = test::without(session.model(), "LeftHand");
  ASSERT_TRUE(session.apply(SetRetarget{0, settings}));
  const Model& model = session.model();
  const std::string map = jointMapText(*settings.map, model.clipFiles[0].skeleton, model.skeleton);
  const ProjectFiles files{.model = "hero.glb",
                           .clips = {{.path = "a.bvh"}, {"b.bvh", true, {}, 0.25}, {"c.bvh", false, map}}};
  const auto read = projectFilesOf(projectText(session, files));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->clips.size(), 3u);
  EXPECT_EQ(read->clips[0].path, "a.bvh");
  EXPECT_FALSE(read->clips[0].mirrored);
  EXPECT_TRUE(read->clips[0].map.empty());
  EXPECT_TRUE(read->clips[1].mirrored);
  EXPECT_EQ(read->clips[1].reach, 0.25);
  const auto joints = jointMapFromText(read->clips[2].map, model.clipFiles[0].skeleton, model.skeleton);
  ASSERT_TRUE(joints) << joints.error().message;
  EXPECT_EQ(*joints, *settings.map);
  const auto damaged = projectFilesOf(R"({"crossfade": 1, "clipFiles": [7, {"path": 3}, {"path": "d.bvh"}]})");
  ASSERT_EQ(damaged->clips.size(), 1u);
  EXPECT_EQ(damaged->clips[0].path, "d.bvh");
}

}  // namespace
}  // namespace app
