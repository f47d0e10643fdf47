#include "app/fields/field.h"

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/host/files/user_settings.h"
#include "app/session/session.h"
#include "tests/support/random_commands.h"
#include "tests/support/source_folder.h"

namespace app {
namespace test {

/// Stands for a member of any type.
struct Anything {
  template <class T>
  operator T() const;
};

}  // namespace test

namespace {

using test::Anything;

// ---- Every member is in its list

template <class T, std::size_t... index>
constexpr bool takes(std::index_sequence<index...>) {
  return requires { T{((void)index, Anything{})...}; };
}

/// How many members an aggregate has.
template <class T, std::size_t count = 0>
constexpr std::size_t memberCount() {
  if constexpr (takes<T>(std::make_index_sequence<count + 1>{}))
    return memberCount<T, count + 1>();
  else
    return count;
}

template <class T>
constexpr std::size_t fieldCount() {
  return std::tuple_size_v<decltype(fieldsOf(static_cast<const T*>(nullptr)))>;
}

// What is added to a struct and not to its list would not be saved. The numbers: members that are kept elsewhere.
static_assert(memberCount<ViewOptions>() == fieldCount<ViewOptions>() + 1);  // model
static_assert(memberCount<FadeSettings>() == fieldCount<FadeSettings>());
static_assert(memberCount<FadeChoice>() == fieldCount<FadeChoice>());
static_assert(memberCount<FadePair>() == fieldCount<FadePair>());
static_assert(memberCount<LayerSettings>() == fieldCount<LayerSettings>() + 1);            // clip
static_assert(memberCount<ClipSettings>() == fieldCount<ClipSettings>() + 3);              // markers, events, root
static_assert(memberCount<BlendSpaceSettings>() == fieldCount<BlendSpaceSettings>() + 1);  // name
static_assert(memberCount<BlendSampleSettings>() == fieldCount<BlendSampleSettings>());
static_assert(memberCount<RootSettings>() == fieldCount<RootSettings>());
static_assert(memberCount<RetargetSettings>() == fieldCount<RetargetSettings>() + 1);  // map
static_assert(memberCount<CrowdSettings>() == fieldCount<CrowdSettings>() + 1);        // paused
static_assert(memberCount<TimingSettings>() == fieldCount<TimingSettings>() + 1);      // paused
static_assert(memberCount<DisplayRate>() == fieldCount<DisplayRate>());
static_assert(memberCount<CurvesSettings>() == fieldCount<CurvesSettings>());
static_assert(memberCount<PlotKey>() == fieldCount<PlotKey>());
static_assert(memberCount<RecordingOptions>() == fieldCount<RecordingOptions>());
static_assert(memberCount<Hitches>() == fieldCount<Hitches>());
static_assert(memberCount<ShapeSettings>() == fieldCount<ShapeSettings>());
static_assert(memberCount<ShapeLook>() == fieldCount<ShapeLook>());

// ---- The documents list them

std::string textOfFile(const std::string& path) {
  std::ifstream file(test::sourceFolder() / path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The row of a table that begins with this word.
std::string rowOf(const std::string& document, const std::string& word) {
  const std::size_t begin = document.find("\n| `" + word + "`");
  return begin == document.npos ? "" : document.substr(begin, document.find('\n', begin + 1) - begin);
}

template <class T>
void expectListed(const std::string& row, const std::string& where, FieldSet which = kAllFields) {
  EXPECT_FALSE(row.empty()) << where;
  forEachField<T>([&, next = FieldSet{1}](const auto& field) mutable {
    if (!(which & std::exchange(next, next << 1))) return;
    EXPECT_TRUE(std::regex_search(row, std::regex("\\b" + std::string(field.name) + "\\b")))
        << where << " does not list '" << field.name << "'";
  });
}

TEST(Fields, AreListedInTheDocuments) {
  const std::string projects = textOfFile("docs/project_file.md"), scripts = textOfFile("docs/scripts.md");
  for (const auto& [row, word] : {std::pair("view", "view"), std::pair("fade", "crossFade"),
                                  std::pair("transitions", "transition"), std::pair("queue", "fadeTo")})
    EXPECT_NE(rowOf(projects, row).find(std::string("the members of the [script command](scripts.md) `") + word + "`"),
              std::string::npos)
        << row;
  expectListed<FadePair>(rowOf(projects, "pair"), "project_file.md, pair");
  expectListed<FadeChoice>(rowOf(scripts, "transition"), "scripts.md, transition");
  expectListed<FadeChoice>(rowOf(scripts, "compare"), "scripts.md, compare", kVariantFields);
  expectListed<LayerSettings>(rowOf(projects, "layers"), "project_file.md, layers");
  expectListed<CrowdSettings>(rowOf(projects, "crowd"), "project_file.md, crowd");
  expectListed<TimingSettings>(rowOf(projects, "timing"), "project_file.md, timing");
  expectListed<BlendSpaceSettings>(rowOf(projects, "blendSpaces"), "project_file.md, blendSpaces");
  expectListed<BlendSampleSettings>(rowOf(projects, "blendSpaces"), "project_file.md, blendSpaces");
  expectListed<BlendSpaceSettings>(rowOf(scripts, "blendSpace"), "scripts.md, blendSpace");
  expectListed<BlendSampleSettings>(rowOf(scripts, "blendSpace"), "scripts.md, blendSpace");
  expectListed<CurvesSettings>(rowOf(projects, "curves"), "project_file.md, curves");
  expectListed<RecordingOptions>(rowOf(projects, "recording"), "project_file.md, recording");
  expectListed<ClipSettings>(rowOf(projects, "clips"), "project_file.md, clips");
  expectListed<ViewOptions>(rowOf(scripts, "view"), "scripts.md, view");
  expectListed<FadeSettings>(rowOf(scripts, "crossFade"), "scripts.md, crossFade");
  expectListed<FadeChoice>(rowOf(scripts, "fadeTo"), "scripts.md, fadeTo", kFadeFields);
  expectListed<FadeChoice>(rowOf(scripts, "adjustFade"), "scripts.md, adjustFade", kAdjustableFields);
  expectListed<LayerSettings>(rowOf(scripts, "addLayer"), "scripts.md, addLayer");
  expectListed<CrowdSettings>(rowOf(scripts, "crowd"), "scripts.md, crowd");
  expectListed<RetargetSettings>(rowOf(scripts, "retarget"), "scripts.md, retarget");
  expectListed<RetargetSettings>(rowOf(projects, "clipFiles"), "project_file.md, clipFiles");
}

// ---- What follows from a list

TEST(Fields, SayWhatDiffersWithValues) {
  const FadeSettings from;
  FadeSettings to{.seconds = 0.6, .warp = true, .kind = crossfade::TransitionKind::DeadBlending, .maskJoint = 3};
  EXPECT_EQ(differences(from, to), "Fade length 0.40 -> 0.60 s, Fade kind curve -> dead, Fade tempo on, Fade mask");
  EXPECT_EQ(differences(FadeSettings{.seconds = 0.4}, FadeSettings{.seconds = 0.404}), "Fade length 0.4 -> 0.404");
  EXPECT_EQ(differences(ClipSettings{.loop = crossfade::Loop::Once}, ClipSettings{.loop = crossfade::Loop::PingPong}),
            "Loop once -> ping pong");
  EXPECT_EQ(differing(ViewOptions{}, ViewOptions{.ghosts = 2}), bitOf(&ViewOptions::ghosts));
  EXPECT_EQ(differences(from, from), "");
  EXPECT_EQ(differences(FadePair{.toPhase = 0.25}, FadePair{}), "Phase of To 0.25 -> none");
}

TEST(Fields, RefuseWhatIsOutOfRange) {
  EXPECT_TRUE(checkFields(FadeSettings{}));
  EXPECT_EQ(checkFields(FadeSettings{.seconds = -1}).error().message, "fade length -1 is not between 0 and 3600");
  EXPECT_EQ(checkFields(FadeChoice{.seconds = NAN}).error().message, "fade length is not a finite number");
  EXPECT_EQ(checkFields(TimingSettings{.rows = {{.display = {.jitter = 1}}}}).error().message,
            "jitter 1 is not between 0 and 0.45");
}

TEST(Fields, AChangeSetsOnlyWhatItNames) {
  const ViewOptions before{.skeleton = true, .ghosts = 2, .mode = ViewMode::Normals, .transparent = true};
  ViewOptions expected = before;
  expected.ghosts = 3;
  EXPECT_EQ(*SetViewOptions(&ViewOptions::ghosts, 3).appliedTo(before), expected);
  EXPECT_FALSE(SetViewOptions(&ViewOptions::ghosts, 5).appliedTo(before));
}

/// A script command, applied to a session that has nothing at its default.
TEST(Fields, TheScriptWordViewResetsNothingThatItDoesNotName) {
  Session session(test::modelForMonkeys());
  const ViewOptions before{.meshes = false,
                           .skeleton = true,
                           .bones = BoneStyle::Lines,
                           .jointNames = true,
                           .ghosts = 2,
                           .ghostSeconds = 0.2f,
                           .grid = false,
                           .darkBackground = false,
                           .mode = ViewMode::Silhouette,
                           .exposure = 1,
                           .transparent = true};
  ASSERT_TRUE(session.apply(SetViewOptions{before}));
  const auto script = parseScript(R"({"commands":[{"at":0,"do":"view","exposure":-2}]})", session.model());
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_TRUE(session.apply(script->front().command));
  ViewOptions expected = before;
  expected.exposure = -2;
  EXPECT_EQ(session.view(), expected);
}

TEST(Fields, UserSettingsKeepTheViewButWhatIsForOneModel) {
  UserSettings settings;
  settings.view = {.meshes = false,
                   .skeleton = true,
                   .grid = false,
                   .mode = ViewMode::Normals,
                   .exposure = 1.5f,
                   .transparent = true};
  EXPECT_EQ(settingsFromJson(settingsToJson(settings))->view, (ViewOptions{.skeleton = true, .grid = false}));
  EXPECT_EQ(settingsFromJson(R"({"view": {"meshes": false, "mode": "normals"}})")->view, ViewOptions{});
}

TEST(Fields, CurvesMayBeNamedInEveryFile) {
  Session session(test::modelForMonkeys());
  EXPECT_EQ(
      openProject(R"({"crossfade": 1, "fade": {"curve": "easeIn"}, "transitions": [{"curve": "steep"}]})", session),
      std::vector<std::string>{});
  EXPECT_EQ(session.fadeCurve(), fadeCurve(FadeCurvePreset::EaseIn));
  EXPECT_EQ(session.character().transitions().at(pairOf({}))->curve, fadeCurve(FadeCurvePreset::Steep));
}

}  // namespace
}  // namespace app
