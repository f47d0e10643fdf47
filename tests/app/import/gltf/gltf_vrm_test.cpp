// What VRM files say of a body, its expressions and gaze, and where it faces.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <glm/trigonometric.hpp>

#include "app/import/import_model.h"
#include "app/model/face_motion.h"
#include "app/model/upright.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"

namespace app::test {
namespace {

using crossfade::HumanJoint;
using nlohmann::json;

/// A face with three morph targets on node 0, and joints whose names say nothing.
GltfBuilder face() {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  json& primitive = builder.json["meshes"][0]["primitives"][0];
  for (int i = 0; i < 3; ++i)
    primitive["targets"].push_back({{"POSITION", builder.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3")}});
  builder.addNode({{"name", "face"}, {"mesh", mesh}});
  for (int i = 1; i < 8; ++i) builder.addNode({{"name", "n" + std::to_string(i)}});
  return builder;
}

Model openedVrm(const GltfBuilder& builder) { return ::test::openedModel("face.vrm", builder.gltf()); }

std::vector<std::pair<int, float>> bindsOf(const Expression& expression) {
  std::vector<std::pair<int, float>> binds;
  for (const ExpressionBind& bind : expression.binds) binds.emplace_back(bind.morph, bind.weight);
  return binds;
}

std::string lostOf(const Model& model) {
  std::string all;
  for (const ReportLine& line : model.report.lines)
    if (line.kind == Finding::Lost) all += line.location + ": " + line.what + "; ";
  return all;
}
using Binds = std::vector<std::pair<int, float>>;

const std::vector<std::pair<const char*, int>> kBones{
    {"hips", 1},  {"leftUpperLeg", 2}, {"rightUpperLeg", 3}, {"leftLowerLeg", 4}, {"leftThumbProximal", 5},
    {"spine", 6}, {"neck", 7}};

TEST(GltfVrm, Version0FacesAwayAndWeighsInPercent) {
  GltfBuilder builder = face();
  json& vrm = builder.json["extensions"]["VRM"];
  for (const auto& [bone, node] : kBones) vrm["humanoid"]["humanBones"].push_back({{"bone", bone}, {"node", node}});
  vrm["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"},
       {"presetName", "joy"},
       {"binds", {{{"mesh", 0}, {"index", 1}, {"weight", 50}}, {{"mesh", 0}, {"index", 2}, {"weight", 100}}}}},
      {{"name", ""},
       {"presetName", "blink"},
       {"isBinary", true},
       {"binds", {{{"mesh", 0}, {"index", 0}, {"weight", 100}}}}},
      {{"name", "Neutral"}, {"binds", json::array()}}};
  const Model model = openedVrm(builder);
  EXPECT_NEAR(model.frontYaw, glm::radians(180.0f), 1e-6);
  ASSERT_EQ(model.expressions.size(), 2u) << "one that moves nothing is left out";
  EXPECT_EQ(model.expressions[0].name, "Joy");
  EXPECT_EQ(bindsOf(model.expressions[0]), (Binds{{1, 0.5f}, {2, 1.0f}}));
  EXPECT_EQ(model.expressions[1].name, "blink") << "its preset, as it has no name";
  EXPECT_TRUE(model.expressions[1].isBinary);
  EXPECT_FALSE(model.expressions[0].isBinary);
  const crossfade::Humanoid body = humanoidOf(model);
  EXPECT_EQ(model.skeleton.name(body.jointOf(HumanJoint::Hips)), "n1");
  EXPECT_EQ(model.skeleton.name(body.jointOf(HumanJoint::RightUpperLeg)), "n3");
  EXPECT_EQ(model.skeleton.name(body.jointOf(HumanJoint::LeftThumb1)), "n5") << "version 0 calls it proximal";
  EXPECT_EQ(body.spine.size(), 1u);
  EXPECT_EQ(body.neck.size(), 1u);
}

TEST(GltfVrm, Version1FacesTheCameraAndNamesNodes) {
  GltfBuilder builder = face();
  json& vrm = builder.json["extensions"]["VRMC_vrm"];
  for (const auto& [bone, node] : kBones) vrm["humanoid"]["humanBones"][bone] = {{"node", node}};
  vrm["expressions"]["preset"]["happy"]["morphTargetBinds"] = {{{"node", 0}, {"index", 2}, {"weight", 0.75}}};
  vrm["expressions"]["custom"]["wink"]["morphTargetBinds"] = {{{"node", 0}, {"index", 0}, {"weight", 1}},
                                                              {{"node", 0}, {"index", 9}, {"weight", 1}},
                                                              {{"node", 1}, {"index", 0}, {"weight", 1}}};
  const Model model = openedVrm(builder);
  EXPECT_EQ(model.frontYaw, 0);
  ASSERT_EQ(model.expressions.size(), 2u);
  EXPECT_EQ(bindsOf(model.expressions[0]), (Binds{{2, 0.75f}}));
  EXPECT_EQ(bindsOf(model.expressions[1]), (Binds{{0, 1.0f}})) << "the others move nothing that exists";
  EXPECT_EQ(model.skeleton.name(humanoidOf(model).jointOf(HumanJoint::LeftThumb2)), "n5");
  const auto& lines = model.report.lines;
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const ReportLine& line) {
    return line.location == "expression 'wink'" && line.what == "it moves morph target 9 of 3";
  }));
}

TEST(GltfVrm, ASpineMayBeTheFirstNode) {
  GltfBuilder builder = face();
  json& bones = builder.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"];
  for (const auto& [bone, node] : kBones) bones[bone] = {{"node", node}};
  bones["spine"] = {{"node", 0}};
  EXPECT_EQ(humanoidOf(openedVrm(builder)).spine, std::vector{0});
}

TEST(GltfVrm, SaysWhichExpressionsAreOnOrOff) {
  GltfBuilder builder = face();
  builder.json["extensions"]["VRMC_vrm"]["expressions"]["preset"] = {
      {"blink", {{"isBinary", true}, {"morphTargetBinds", {{{"node", 0}, {"index", 0}}}}}},
      {"happy", {{"morphTargetBinds", {{{"node", 0}, {"index", 1}}}}}}};
  const Model model = openedVrm(builder);
  ASSERT_EQ(model.expressions.size(), 2u);
  EXPECT_TRUE(model.expressions[0].isBinary);
  EXPECT_FALSE(model.expressions[1].isBinary);
}

TEST(GltfVrm, SaysWhichExpressionsWouldSuppressOthers) {
  GltfBuilder builder = face();
  builder.json["extensions"]["VRMC_vrm"]["expressions"]["preset"] = {
      {"happy", {{"overrideBlink", "block"}, {"morphTargetBinds", {{{"node", 0}, {"index", 1}}}}}},
      {"sad", {{"overrideMouth", "none"}, {"morphTargetBinds", {{{"node", 0}, {"index", 2}}}}}}};
  const Model model = openedVrm(builder);
  EXPECT_TRUE(std::ranges::any_of(model.report.lines, [](const ReportLine& line) {
    return line.kind == Finding::Ignored && line.location == "expressions" &&
           line.what == "1 of them suppresses blinking, the gaze or the mouth in the file";
  }));
}

TEST(GltfVrm, ReadsHowAGazeShows) {
  GltfBuilder builder = face();
  json& vrm = builder.json["extensions"]["VRMC_vrm"];
  vrm["humanoid"]["humanBones"] = {{"leftEye", {{"node", 4}}}, {"rightEye", {{"node", 5}}}};
  vrm["lookAt"] = {{"type", "bone"},
                   {"rangeMapHorizontalInner", {{"inputMaxValue", 60}, {"outputScale", 12}}},
                   {"rangeMapVerticalUp", {{"inputMaxValue", 0}, {"outputScale", 1e6}}}};
  const Model model = openedVrm(builder);
  ASSERT_TRUE(model.gaze);
  EXPECT_FALSE(model.gaze->byExpressions);
  EXPECT_EQ(model.skeleton.name(model.gaze->leftEye), "n4");
  EXPECT_EQ(model.skeleton.name(model.gaze->rightEye), "n5");
  EXPECT_FLOAT_EQ(model.gaze->inward.most, glm::radians(60.0f));
  EXPECT_FLOAT_EQ(model.gaze->inward.reach, glm::radians(12.0f));
  EXPECT_FLOAT_EQ(model.gaze->outward.reach, glm::radians(10.0f)) << "the default";
  EXPECT_FLOAT_EQ(model.gaze->up.most, glm::radians(0.01f));
  EXPECT_FLOAT_EQ(model.gaze->up.reach, glm::radians(360.0f));
  vrm["humanoid"]["humanBones"]["leftEye"]["node"] = 99;
  const Model broken = openedVrm(builder);
  EXPECT_FALSE(broken.gaze);
  EXPECT_NE(lostOf(broken).find("gaze: humanoid bone: node 99 does not exist"), std::string::npos);
}

TEST(GltfVrm, ReadsHowAGazeShowsInVersion0) {
  GltfBuilder builder = face();
  json& vrm = builder.json["extensions"]["VRM"];
  vrm["humanoid"]["humanBones"] = {{{"bone", "rightEye"}, {"node", 5}}};
  vrm["firstPerson"] = {{"lookAtTypeName", "BlendShape"}, {"lookAtVerticalDown", {{"xRange", 45}, {"yRange", 0.5}}}};
  const Model byExpressions = openedVrm(builder);
  ASSERT_TRUE(byExpressions.gaze);
  EXPECT_TRUE(byExpressions.gaze->byExpressions);
  EXPECT_FLOAT_EQ(byExpressions.gaze->down.most, glm::radians(45.0f));
  EXPECT_FLOAT_EQ(byExpressions.gaze->down.reach, 0.5f);
  EXPECT_FLOAT_EQ(byExpressions.gaze->up.reach, 1);
  vrm["firstPerson"]["lookAtTypeName"] = "Bone";
  const Model byBones = openedVrm(builder);
  ASSERT_TRUE(byBones.gaze);
  EXPECT_EQ(byBones.gaze->leftEye, crossfade::kNoJoint);
  EXPECT_EQ(byBones.skeleton.name(byBones.gaze->rightEye), "n5");
  vrm["humanoid"]["humanBones"].clear();
  EXPECT_FALSE(openedVrm(builder).gaze) << "there is nothing that shows it";
}

TEST(GltfVrm, AnimationsNameTheJointsOfTheirFace) {
  GltfBuilder builder;
  for (int i = 0; i < 4; ++i) builder.addNode({{"name", "n" + std::to_string(i)}});
  builder.json["extensions"]["VRMC_vrm_animation"] = {
      {"expressions", {{"preset", {{"happy", {{"node", 1}}}}}, {"custom", {{"wink", {{"node", 2}}}}}}},
      {"lookAt", {{"node", 3}}}};
  const Model model = ::test::openedModel("face.vrma", builder.gltf());
  EXPECT_TRUE(std::ranges::any_of(model.report.lines, [](const ReportLine& line) {
    return line.what == "2 expressions and a gaze, for characters to which this file is added";
  }));
  std::vector<std::string> names;
  for (int node = 0; node < 4; ++node) names.push_back(model.skeleton.name(model.skeleton.jointAt(node)));
  EXPECT_EQ(names, (std::vector<std::string>{"n0", expressionJoint("happy"), expressionJoint("wink"), kGazeJoint}));
  builder.json["extensions"]["VRMC_vrm_animation"]["expressions"]["preset"]["happy"]["node"] = 99;
  EXPECT_EQ(lostOf(::test::openedModel("face.vrma", builder.gltf())),
            "expressions: VRM animation: node 99 does not exist (there are 4); ");
}

TEST(GltfVrm, BonesThatMakeNoBodyAreLeftToTheNames) {
  GltfBuilder builder = face();
  builder.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["hips"] = {{"node", 1}};
  EXPECT_FALSE(openedVrm(builder).body);
  EXPECT_FALSE(openedVrm(face()).body);
}

// three.js opens such files, too.
TEST(GltfVrm, OpensWithoutExpressionsThatMoveTooMuch) {
  GltfBuilder builder = face();
  json binds = json::array();
  for (int i = 0; i <= 256 * 256; ++i) binds.push_back({{"node", 0}, {"index", 0}});
  auto& expressions = builder.json["extensions"]["VRMC_vrm"]["expressions"];
  expressions["custom"]["all"]["morphTargetBinds"] = binds;
  expressions["preset"]["happy"]["morphTargetBinds"] = {{{"node", 0}, {"index", 1}}};
  const Model model = openedVrm(builder);
  ASSERT_EQ(model.expressions.size(), 1u);
  EXPECT_EQ(model.expressions[0].name, "happy");
  EXPECT_EQ(lostOf(model), "expressions: the expressions move more than 65536 morph targets; ");
}

TEST(GltfVrm, OpensWithoutABodyThatDoesNotExist) {
  GltfBuilder builder = face();
  for (const auto& [bone, node] : kBones)
    builder.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"][bone] = {{"node", node}};
  builder.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["hips"] = {{"node", 99}};
  const Model model = openedVrm(builder);
  EXPECT_FALSE(model.body);
  EXPECT_EQ(lostOf(model), "body: humanoid bone: node 99 does not exist (there are 8); ");
}

TEST(GltfVrm, OpensWithoutAnExpressionOfAWrongType) {
  GltfBuilder builder = face();
  builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Broken"}, {"binds", 7}}, {{"name", "Joy"}, {"binds", {{{"mesh", 0}, {"index", 1}, {"weight", 50}}}}}};
  const Model model = openedVrm(builder);
  ASSERT_EQ(model.expressions.size(), 1u);
  EXPECT_EQ(model.expressions[0].name, "Joy");
  EXPECT_EQ(lostOf(model), "expressions: blend shape group: binds should be a list, not 7; ");
}

}  // namespace
}  // namespace app::test
