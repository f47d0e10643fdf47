#include "app/format/transition_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/format/project_json.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using Problems = std::vector<std::string>;

void set(Session& session, const Command& command) {
  const auto done = session.apply(command);
  ASSERT_TRUE(done) << done.error().message;
}

std::string textOf(const Session& session) { return transitionSetText(session.character().transitions(), session); }

/// One cell of everything, a row, a column and the whole set.
void fillSet(Session& session) {
  set(session, SetMask{"Arms", {0.25f, 1}});
  set(session, SetMask{"Legs", {1, 0}});
  set(session, SetTransitionCell{.cells = {{0, 2}},
                                 .settings = {.seconds = 0.15,
                                              .kind = crossfade::TransitionKind::Curve,
                                              .sync = crossfade::Sync::Phase,
                                              .maskJoint = namedMask("Arms"),
                                              .maskFeather = 2,
                                              .curve = fadeCurve(FadeCurvePreset::EaseIn),
                                              .fromPhase = 0.25,
                                              .toPhase = 0.75}});
  set(session, SetTransitionCell{.cells = {{1, -1}}, .settings = {.seconds = 1}});
  set(session, SetTransitionCell{.cells = {{-1, 1}, {}}, .settings = {.maskJoint = 1, .maskFeather = 0}});
}

TEST(TransitionJson, ASetComesBackFromItsOwnFile) {
  const Model model = test::character();
  Session session(model), other(model);
  fillSet(session);
  const std::string text = textOf(session);
  set(other, SetTransitionCell{.cells = {{2, 2}}, .settings = {.seconds = 9}});
  EXPECT_EQ(readTransitionSet(text, other), Problems{});
  EXPECT_EQ(other.character().transitions(), session.character().transitions()) << "and nothing of the set before";
  EXPECT_EQ(textOf(other), text);
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json.at("masks").size(), 1u) << "only masks that the set uses";
  EXPECT_EQ(json["masks"][0]["name"], "Arms");
}

TEST(TransitionJson, BlendSpacesThatASetUsesComeWithIt) {
  const Model model = test::character();
  Session session(model), other(model), project(model), hasOne(model);
  for (const char* name : {"Gaits", "Unused"}) set(session, SetBlendSpace{{.name = name, .samples = {{0, 0}, {1, 2}}}});
  const int gaits = blendSpaceNumber("Gaits");
  set(session, SetTransitionCell{.cells = {{gaits, 2}, {-1, gaits}}, .settings = {.seconds = 0.5}});
  const std::string text = textOf(session);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["transitions"][0]["to"]["space"], "Gaits");
  ASSERT_EQ(json["blendSpaces"].size(), 1u) << "only those that the set uses";
  EXPECT_EQ(readTransitionSet(text, other), Problems{});
  EXPECT_EQ(other.character().transitions(), session.character().transitions());
  ASSERT_EQ(other.character().blendSpaces().size(), 1u);
  EXPECT_EQ(other.character().blendSpaces().front(), session.character().blendSpaces().front());
  EXPECT_EQ(openProject(projectText(session, {}), project), Problems{});
  EXPECT_EQ(project.character().transitions(), session.character().transitions());
  set(hasOne, SetBlendSpace{{.name = "Gaits", .samples = {{2, 0}, {1, 2}}}});
  EXPECT_EQ(readTransitionSet(text, hasOne), Problems{});
  EXPECT_EQ(hasOne.character().blendSpaces().front().samples.front().clip, 2) << "its own stays";
  Session bare(model);
  EXPECT_EQ(readTransitionSet(R"({"crossfade": 1, "transitions": [{"to": {"space": "Swims"}, "seconds": 1}]})", bare),
            Problems{"/transitions/0/to: there is no blend space 'Swims'"});
}

TEST(TransitionJson, ASetFileIsAProjectAndAProjectIsASetFile) {
  const Model model = test::character();
  Session session(model), asProject(model), fromProject(model);
  fillSet(session);
  EXPECT_EQ(openProject(textOf(session), asProject), Problems{});
  EXPECT_EQ(asProject.character().transitions(), session.character().transitions());
  set(session, SetFadeSettings{{.seconds = 2}});
  EXPECT_EQ(readTransitionSet(projectText(session, {}), fromProject), Problems{});
  EXPECT_EQ(fromProject.character().transitions(), session.character().transitions());
  EXPECT_NE(fromProject.fadeSettings().seconds, 2) << "only the set is read";
}

TEST(TransitionJson, ABadSetSaysWhereAndLeavesTheOldOne) {
  const Model model = test::character();
  Session session(model);
  fillSet(session);
  const TransitionCells before = session.character().transitions();
  const auto problemsOf = [&](std::string_view text) { return readTransitionSet(text, session); };
  EXPECT_EQ(problemsOf(R"({"crossfade": 1, "transitions": [
    {"from": {"name": "Walk"}, "to": {"name": "Run"}, "seconds": 0.5},
    {"from": {"name": "Fly"}, "seconds": -1}, {"seconds": 5000, "kind": "soft", "mask": {"named": "Wings"}},
    {"seconds": "long", "toPhase": 2}]})"),
            (Problems{"/transitions/1/from: the model has no clip 'Fly'",
                      "/transitions/2/seconds: fade length 5000 is not between 0 and 3600",
                      "/transitions/2/kind: is not classic, linear, curve, frozen, inertial or dead: \"soft\"",
                      "/transitions/2/mask: there is no mask of that name",
                      "/transitions/3/seconds: is not a number or null: \"long\"",
                      "/transitions/3/toPhase: phase of To 2 is not between 0 and 1"}));
  EXPECT_EQ(problemsOf(R"({"crossfade": 1})"), Problems{"/transitions: is missing"});
  EXPECT_EQ(problemsOf(R"({"crossfade": 1, "transitions": [{"seconds": 1})").size(), 1u) << "cut off";
  EXPECT_EQ(problemsOf("[]").size(), 1u);
  EXPECT_EQ(problemsOf("").size(), 1u);
  EXPECT_EQ(session.character().transitions(), before);
}

}  // namespace
}  // namespace app
