// What is exported is compared with the files in tests/golden/settings: JavaScript among them is run by tools/export.
#include "app/format/settings/settings_code.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/format/script.h"
#include "app/format/settings/code_text.h"
#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "tests/support/sample_models.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

const std::filesystem::path kGolden = test::sourceFolder() / "tests/golden/settings";

/// Names that break a naive export in one language or another.
const std::vector<std::string> kHardNames{
    "Walk",        "He said \"hi\"", "back\\slash", "two\nlines", "Walk",           "\u6b69\u304f", "*/ // -->",
    "${x} {0} %s", "don't",          "a/b:c,d[e]",  "",           "\x01\x7f\u2028", "a_b_c_d_e]",   "x.y = z"};

/// The same for a blend space, which also has the name of a clip.
const std::string kHardSpace = kHardNames[1];

/// Text with every literal and comment taken out; literals are added to `literals` as they stand.
std::string bare(std::string_view code, std::string_view quotes, std::string_view lineComment,
                 std::vector<std::string>& literals) {
  std::string rest;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.substr(i).starts_with(lineComment)) {
      i = std::min(code.find('\n', i), code.size() - 1);
    } else if (code.substr(i).starts_with("/*") && lineComment == "//") {
      i = code.find("*/", i) + 1;
    } else if (quotes.find(code[i]) != quotes.npos) {
      const std::size_t begin = i++;
      for (; i < code.size() && code[i] != code[begin]; ++i)
        if (code[i] == '\\') ++i;
      literals.emplace_back(code.substr(begin, i + 1 - begin));
    } else {
      rest += code[i];
    }
  }
  return rest;
}

bool bracketsMatch(std::string_view text) {
  std::string open;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') open += c;
    if (c != ')' && c != ']' && c != '}') continue;
    if (open.empty() || (open.back() != '(' && open.back() != c - 2) || (open.back() == '(' && c != ')')) return false;
    open.pop_back();
  }
  return open.empty();
}

std::string textOf(const std::filesystem::path& path) {
  const auto text = readTextFile(path.string());
  return text ? *text : text.error().message;
}

/// The lines of `text` that `other` does not have, in order; all of its own but `changed` must be in `text`.
std::string linesBeside(const std::string& other, const std::string& text, int changed) {
  std::vector<std::string> others;
  std::istringstream otherLines(other), lines(text);
  for (std::string line; std::getline(otherLines, line);) others.push_back(line);
  auto at = others.begin();
  int skipped = 0;
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const auto found = std::find(at, others.end(), line);
    if (found == others.end()) {
      result += line + "\n";
      continue;
    }
    skipped += static_cast<int>(found - at);
    at = found + 1;
  }
  EXPECT_EQ(skipped + (others.end() - at), changed);
  return result;
}

/// The blend spaces of a script.
void makeSpacesOf(const std::filesystem::path& file, Session& session) {
  const auto script = parseScript(textOf(file), session.model());
  ASSERT_TRUE(script) << script.error().message;
  for (const TimedCommand& each : *script)
    if (each.command.as<SetBlendSpace>()) {
      ASSERT_TRUE(session.apply(each.command));
    }
}

TEST(SettingsCode, IsThatOfTheGoldenFiles) {
  const auto model = loadModel((test::sourceFolder() / "assets/character.glb").string());
  ASSERT_TRUE(model) << model.error().message;
  Session session(*model);
  const auto opened = openTransitionSet((kGolden / "set.json").string(), session);
  ASSERT_TRUE(opened) << opened.error().message;
  makeSpacesOf(kGolden / "script_spaces.json", session);
  const std::map<SettingsTarget, const char*> files{{SettingsTarget::Three, "three.mjs"},
                                                    {SettingsTarget::ReactThreeFiber, "r3f_beside_three.txt"},
                                                    {SettingsTarget::Babylon, "babylon.mjs"},
                                                    {SettingsTarget::Godot, "state_machine.tres"},
                                                    {SettingsTarget::GodotPlayer, "player.gd"},
                                                    {SettingsTarget::Unity, "CrossfadeController.cs"},
                                                    {SettingsTarget::Unreal, "unreal.txt"},
                                                    {SettingsTarget::Cpp, "transitions.hpp"},
                                                    {SettingsTarget::ThreeCrossfade, "three_crossfade.mjs"},
                                                    {SettingsTarget::Json, "set_as_written.json"}};
  ASSERT_EQ(files.size(), kSettingsFormats.size());
  for (const auto& [target, file] : files) {
    std::string now = exportedSet(target, session);
    if (target == SettingsTarget::ReactThreeFiber)
      now = linesBeside(exportedSet(SettingsTarget::Three, session), now, 4);  // the lines on how to use it
    if (const char* const write = std::getenv("CROSSFADE_WRITE_GOLDEN"); write) std::ofstream(kGolden / file) << now;
    EXPECT_EQ(textOf(kGolden / file), now) << file << "; run this test with CROSSFADE_WRITE_GOLDEN=1, then look at it "
                                           << "and run tools/export";
  }
}

TEST(SettingsCode, NamesOfClipsAreEscaped) {
  const Model model = test::modelWithClips(kHardNames);
  Session session(model);
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{1, 3}}, .settings = {.seconds = 0.1, .fromPhase = 0.5}}));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{4, -1}}, .settings = {.seconds = 0.2}}));
  ASSERT_TRUE(session.apply(SetMask{"Le\"ft\n", {0.5f, 1}}));
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = kHardSpace, .samples = {{.clip = 1}, {.clip = 3, .x = 1}}}}));
  ASSERT_TRUE(session.apply(
      SetTransitionCell{.cells = {{-1, 10}}, .settings = {.maskJoint = namedMask("Le\"ft\n"), .maskFeather = 0}}));
  const SettingsExport settings = exportOfSet(session);
  for (const auto& [target, quotes, comment] :
       {std::tuple(SettingsTarget::Three, "\"'`", "//"), std::tuple(SettingsTarget::ThreeCrossfade, "\"'`", "//"),
        std::tuple(SettingsTarget::ReactThreeFiber, "\"'`", "//"), std::tuple(SettingsTarget::Babylon, "\"'`", "//"),
        std::tuple(SettingsTarget::Godot, "\"", ";"), std::tuple(SettingsTarget::GodotPlayer, "\"", "#"),
        std::tuple(SettingsTarget::Unity, "\"'", "//"), std::tuple(SettingsTarget::Cpp, "\"'", "//")}) {
    const std::string_view word = formatOf(target).word;
    const std::string code = settingsCode(target, settings);
    std::vector<std::string> literals;
    EXPECT_TRUE(bracketsMatch(bare(code, quotes, comment, literals))) << word << '\n' << code;
    std::set<std::string> names;
    for (const std::string& literal : literals) {
      EXPECT_EQ(literal.find('\n'), literal.npos) << word << ": " << literal;
      EXPECT_TRUE(literal.size() >= 2 && literal.back() == literal.front()) << word << ": " << literal;
      if (const auto json = nlohmann::json::parse(literal, nullptr, false); json.is_string()) names.insert(json);
    }
    if (target == SettingsTarget::Cpp) continue;  // has literals of its own, see below
    const bool godot = target == SettingsTarget::Godot || target == SettingsTarget::GodotPlayer;
    for (const std::size_t i : {0, 1, 2, 3, 5, 6, 7, 8, 11}) {
      if ((target == SettingsTarget::GodotPlayer || target == SettingsTarget::ThreeCrossfade) && i != 1 && i != 3)
        continue;  // names only clips with a fade
      std::string name = kHardNames[i];
      if (godot) std::replace(name.begin(), name.end(), '/', '_');
      EXPECT_TRUE(names.contains(name)) << word << " lacks " << name;
    }
  }
}

TEST(SettingsCode, LiteralsOfCppHaveExactlyTheBytes) {
  EXPECT_EQ(cppText("a\"b\\c\n9\xff"
                    "0"),
            R"("a\"b\\c\0129\3770")");
  EXPECT_EQ(std::string("a\"b\\c\0129\3770"),
            "a\"b\\c\n9\xff"
            "0");
  EXPECT_EQ(quotedText("a\"\\\n\x01\x7f\xff\u2028"), "\"a\\\"\\\\\\n\\u0001\\u007f\ufffd\\u2028\"");
  EXPECT_EQ(realNumber(2), "2.0");
  EXPECT_EQ(realNumber(1e-9), "1e-09");
}

// As _teststr() and _fixstr() of Godot 4's editor/import/3d/resource_importer_scene.cpp do.
TEST(SettingsCode, GodotsNamesAreThoseThatItsImporterMakes) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"Walk-loop", "Walk"},    {"Run_cycle", "Run"},          {"Idle_Loop_01", "Idle_01"},
      {"Jog_loop_mode", "Jog"}, {"Swim$loopFast", "SwimFast"}, {"Fly-CYCLE2", "Fly2"},
      {"Loop", "Loop"},         {"Bicycle", "Bicycle"},        {"Loop the loop", "Loop the loop"}};
  std::vector<std::string> inFile;
  for (const auto& [name, imported] : names) inFile.push_back(name);
  const Model model = test::modelWithClips(inFile);
  const std::string text = godotStateMachine(exportOfSet(Session(model)));
  for (const auto& [name, imported] : names)
    EXPECT_NE(text.find("animation = &\"" + imported + "\"\n"), text.npos) << name << " is " << imported;
  EXPECT_NE(text.find("Looping: "), text.npos);
}

/// Reads what Godot's text format needs: sections with ids, properties, and references to ids that came before.
TEST(SettingsCode, AGodotResourceIsWhole) {
  const Model model = test::modelWithClips(kHardNames);
  Session session(model);
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = kHardSpace, .samples = {{.clip = 1}, {.clip = 3, .x = 1}}}}));
  ASSERT_TRUE(session.apply(
      SetBlendSpace{{.name = "Walk", .samples = {{.clip = 1}, {.clip = 3, .x = 1}, {.clip = 0, .y = 2}}}}));
  const SettingsExport settings = exportOfSet(session);
  const std::string text = godotStateMachine(settings);
  std::set<std::string> ids, states;
  std::size_t sections = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[sub_resource ")) {
      ++sections;
      const std::size_t at = line.find(" id=\"") + 5;
      EXPECT_TRUE(ids.insert(line.substr(at, line.find('"', at) - at)).second) << line;
    }
    for (std::size_t at = 0; (at = line.find("SubResource(\"", at)) != line.npos;) {
      at += 13;
      EXPECT_TRUE(ids.contains(line.substr(at, line.find('"', at) - at))) << line;
    }
    const std::size_t node = line.find("/node");
    if (node == line.npos || line.starts_with("blend_point_")) continue;
    const bool isQuoted = line.starts_with('"');
    const std::string key = isQuoted ? nlohmann::json::parse(line.substr(0, line.find("\" = ") + 1)).get<std::string>()
                                     : line.substr(0, line.find(" = "));
    EXPECT_TRUE(states.insert(key).second) << "two states with the name " << key;
    EXPECT_EQ(std::count(key.begin(), key.end(), '/'), 2) << key;
  }
  EXPECT_EQ(states.size(), kHardNames.size() + 2);
  EXPECT_TRUE(text.starts_with(
      "[gd_resource type=\"AnimationNodeStateMachine\" load_steps=" + std::to_string(sections + 1) + " format=3]\n"));
  const std::size_t fades = states.size() * (states.size() - 1), ofSpaces = 2 + 2 + 3;
  EXPECT_EQ(sections, kHardNames.size() + ofSpaces + 1 + fades) << "clips, spaces, one curve, a fade for each pair";
}

TEST(SettingsCode, CommentsSayWhatIsLost) {
  const Model model = test::character();
  Session session(model);
  ASSERT_TRUE(session.apply(SetFadeSettings{{.kind = crossfade::TransitionKind::Linear}}));
  const auto lost = [&](SettingsTarget target) {
    return settingsCode(target, exportOfSet(session)).find("LOST") != std::string::npos;
  };
  EXPECT_FALSE(lost(SettingsTarget::Three));
  EXPECT_FALSE(lost(SettingsTarget::Cpp));
  ASSERT_TRUE(
      session.apply(SetTransitionCell{.cells = {{0, 2}}, .settings = {.kind = crossfade::TransitionKind::Inertial}}));
  EXPECT_TRUE(lost(SettingsTarget::Three));
  EXPECT_TRUE(lost(SettingsTarget::Babylon));
  EXPECT_TRUE(lost(SettingsTarget::Godot));
  EXPECT_TRUE(lost(SettingsTarget::Unity));
  EXPECT_FALSE(lost(SettingsTarget::Cpp));
  EXPECT_FALSE(lost(SettingsTarget::ThreeCrossfade));
}

TEST(SettingsCode, SaysOfAFieldThatNoTargetKnowsThatItIsLost) {
  const Model model = test::character();
  Session session(model);
  EXPECT_EQ(usedFields(exportOfSet(session)), 0u) << "nothing is set";
  ASSERT_TRUE(session.apply(
      SetTransitionCell{.cells = {{0, 2}}, .settings = {.seconds = 0.1, .sync = crossfade::Sync::Phase}}));
  const SettingsExport settings = exportOfSet(session);
  EXPECT_EQ(usedFields(settings), bitOf(&FadeChoice::seconds) | bitOf(&FadeChoice::sync));
  EXPECT_TRUE(lostFields(settings).empty());
  EXPECT_EQ(lostFields(settings, kCodedFields & ~bitOf(&FadeChoice::sync)),
            std::vector<std::string>{"LOST: fade sync; it is not carried over."});
}

TEST(SettingsCode, FadesEndMaskedLayersWhereTheTargetCan) {
  const Model model = test::character();
  Session session(model);
  const auto has = [&](SettingsTarget target, const char* text) {
    return settingsCode(target, exportOfSet(session)).find(text) != std::string::npos;
  };
  EXPECT_FALSE(has(SettingsTarget::Cpp, "endsMaskedLayers"));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, 2}}, .settings = {.layers = MaskedLayers::End}}));
  EXPECT_TRUE(has(SettingsTarget::Cpp, ".endsMaskedLayers = true"));
  EXPECT_TRUE(has(SettingsTarget::Cpp, ".endsMaskedLayers = false")) << "of all others";
  EXPECT_TRUE(has(SettingsTarget::ThreeCrossfade, "layers: 'end'"));
}

TEST(SettingsCode, CellsOfBlendSpacesTakeNoRowFromClips) {
  Session session(*loadModel(""));
  const auto rows = [&] {
    const std::string text = settingsCode(SettingsTarget::Unreal, exportOfSet(session));
    return std::ranges::count(text, '\n');
  };
  const auto plain = rows();
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 0}, {.clip = 1, .x = 1}}}}));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{-1, blendSpaceNumber("Gaits")}}, .settings = {.seconds = 2}}));
  EXPECT_GT(rows(), plain) << "a sentence about what is lost, and all rows";
}

TEST(SettingsCode, BlendSpacesOfGodotAreOfOneOrTwoDimensions) {
  Session session(*loadModel(""));
  const auto text = [&] { return godotStateMachine(exportOfSet(session)); };
  ASSERT_TRUE(
      session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 2, .x = 3.5}, {.clip = 1, .x = 1.25}}}}));
  EXPECT_NE(text().find("type=\"AnimationNodeBlendSpace1D\" id=\"space_0\"]\n"
                        "blend_point_0/node = SubResource(\"point_0_0\")\nblend_point_0/pos = 1.25\n"
                        "blend_point_1/node = SubResource(\"point_0_1\")\nblend_point_1/pos = 3.5\n"
                        "min_space = 1.25\nmax_space = 3.5\nvalue_label = \"speed\"\nsync = true\n"),
            std::string::npos)
      << "in the order of speed";
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 1, .y = -5}, {.clip = 2, .y = -9}}}}));
  EXPECT_NE(text().find("/pos = -9.0\n"), std::string::npos) << "by turn alone";
  ASSERT_TRUE(session.apply(
      SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 1}, {.clip = 2, .x = 2}, {.clip = 3, .y = 40}}}}));
  EXPECT_NE(text().find("AnimationNodeBlendSpace2D"), std::string::npos);
  EXPECT_NE(text().find("blend_point_2/pos = Vector2(0.0, 40.0)\ntriangles = PackedInt32Array("), std::string::npos);
}

TEST(SettingsCode, SaysWhatBlendSpacesLose) {
  const auto says = [](const std::vector<std::string>& notes, const char* words) {
    return std::ranges::any_of(notes, [words](const std::string& note) { return note.find(words) != note.npos; });
  };
  Session session(*loadModel(""));
  const auto notes = [&](SettingsTarget target) { return settingsNotes(target, exportOfSet(session)); };
  using enum SettingsTarget;
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 1}, {.clip = 2, .x = 2}}}}));
  for (const SettingsTarget target : {Three, Babylon, ThreeCrossfade, Cpp, Unity})
    EXPECT_FALSE(says(notes(target), "LOST: ") && says(notes(target), "space")) << formatOf(target).name;
  EXPECT_TRUE(says(notes(Godot), "LOST: sync in blend spaces"));
  EXPECT_TRUE(says(notes(GodotPlayer), "LOST: blend spaces"));
  EXPECT_FALSE(says(notes(Unity), "LOST: the exact weights"));
  ASSERT_TRUE(
      session.apply(SetBlendSpace{{.name = "Gaits",
                                   .sync = crossfade::Sync::Markers,
                                   .samples = {{.clip = 1}, {.clip = 2, .x = 2}, {.clip = 3, .y = 40, .speed = 2}}}}));
  EXPECT_TRUE(says(notes(Three), "LOST: sync by markers"));
  EXPECT_TRUE(says(notes(Unity), "LOST: the exact weights"));
  EXPECT_TRUE(says(notes(Unity), "sync by markers; blend trees"));
  EXPECT_TRUE(says(notes(Godot), "LOST: the speeds of clips in blend spaces"));
}

TEST(SettingsCode, BlendSpacesAreFadedToAsTheSetSays) {
  using enum SettingsTarget;
  Session session(*loadModel(""));
  ASSERT_TRUE(session.apply(SetBlendSpace{{.name = "Gaits", .samples = {{.clip = 1}, {.clip = 2, .x = 2}}}}));
  const int gaits = blendSpaceNumber("Gaits");
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, gaits}}, .settings = {.seconds = 0.625}}));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{gaits, -1}}, .settings = {.seconds = 0.875}}));
  const auto code = [&](SettingsTarget target) { return settingsCode(target, exportOfSet(session)); };
  EXPECT_NE(code(Three).find("to: \"Gaits\", seconds: 0.625"), std::string::npos) << code(Three);
  EXPECT_NE(code(Three).find("from: \"Gaits\", seconds: 0.875"), std::string::npos);
  EXPECT_NE(code(Unity).find("seconds = 0.625f"), std::string::npos);
  EXPECT_NE(code(Godot).find("xfade_time = 0.875"), std::string::npos);
  EXPECT_NE(code(Cpp).find(".to = ClipOrSpace::ofSpace(0)}, {.seconds = 0.625}"), std::string::npos) << code(Cpp);
  EXPECT_NE(code(Cpp).find("{.from = ClipOrSpace::ofSpace(0)}, {.seconds = 0.875}"), std::string::npos);
  EXPECT_NE(code(ThreeCrossfade).find("to: { space: \"Gaits\" }, seconds: 0.625"), std::string::npos);
  EXPECT_NE(code(ThreeCrossfade).find("{ from: { space: \"Gaits\" }, seconds: 0.875 }"), std::string::npos);
  EXPECT_NE(code(Unreal).find("LOST: what the set says about single blend spaces"), std::string::npos);
}

TEST(SettingsCode, APairIsTheFadeOfThePanelAsTheSetCompletesIt) {
  const Model model = test::character();
  Session session(model);
  EXPECT_FALSE(exportOfPair(session)) << "nothing is chosen";
  ASSERT_TRUE(session.apply(StopAll{}));
  ASSERT_TRUE(session.apply(SetFadeSettings{
      {.from = test::kIdle, .to = test::kRun, .seconds = 0.7, .kind = crossfade::TransitionKind::Linear}}));
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{-1, test::kRun}}, .settings = {.toPhase = 0.25}}));
  const auto pair = exportOfPair(session);
  ASSERT_TRUE(pair) << pair.error().message;
  ASSERT_EQ(pair->clips.size(), 2u);
  EXPECT_EQ(pair->clips[0].name, "Character|Idle_01");
  EXPECT_EQ(pair->clips[1].name, "Run");
  const FadeChoice fade = resolved(*pair, {0, 1});
  EXPECT_EQ(fade.seconds, 0.7);
  EXPECT_EQ(fade.toPhase, 0.25);
  EXPECT_EQ(fade.kind, crossfade::TransitionKind::Linear);
  ASSERT_TRUE(session.apply(SetFadeSettings{{.from = 0, .to = 0}}));
  EXPECT_FALSE(exportOfPair(session));
}

/// Without line breaks and the marks of comments.
std::string flat(std::string_view code) {
  std::string text;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find('\n', at), code.size());
    std::string_view line = code.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of("/#; "), line.size()));
    text += (text.empty() ? "" : " ") + std::string(line);
    at = end + 1;
  }
  return text;
}

TEST(SettingsCode, SaysInItsCommentWhatItsNotesSay) {
  Session session(*loadModel(""));
  ASSERT_TRUE(session.apply(SetTransitionCell{
      .cells = {{0, 1}},
      .settings = {.kind = crossfade::TransitionKind::Inertial, .sync = crossfade::Sync::Markers, .fromPhase = 0.5}}));
  for (const SettingsFormat& format : kSettingsFormats) {
    const SettingsTarget target = *settingsTargetOf(format.word);
    const CodeNotes notes = notesOfCode({.target = target}, session);
    EXPECT_EQ(notes.error, "");
    EXPECT_EQ(notes.lost.empty(), target == SettingsTarget::Json) << format.name;
    const std::string code = flat(exportedSet(target, session));
    for (const auto* const list : {&notes.lost, &notes.others})
      for (const std::string& sentence : *list)
        EXPECT_NE(code.find(sentence), code.npos) << format.name << ": " << sentence;
  }
  EXPECT_EQ(notesOfCode({.wholeSet = false}, session).error, "choose the clip to fade to first");
}

}  // namespace
}  // namespace app
