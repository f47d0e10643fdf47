// crossfade page: what is put into the template, from which files, and what is refused. The template here is a small
// one; web/test/page.test.mjs opens pages of the real one.
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/format/report/report_page.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* kTemplate = "<html><!--MODEL--><script>page()</script></html>";

fs::path bundledModel() { return app::test::sourceFolder() / "assets/character.glb"; }

/// A folder with a template.
fs::path pageFolder(const std::string& name) {
  fs::path folder = scratchFolder("page " + name);
  writeFile(folder / "template.html", kTemplate);
  return folder;
}

ProgramRun makePage(const fs::path& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "page");
  for (const char* const each : {"--template", "template.html", "--out", "page.html"}) arguments.emplace_back(each);
  return runCrossfade(arguments, folder);
}

/// What is between the tags of the element with this id; "none" if there is none.
std::string elementOf(const std::string& page, const std::string& id) {
  const std::size_t tag = page.find("<script id=\"" + id + "\"");
  if (tag == page.npos) return "none";
  const std::size_t begin = page.find('>', tag) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string inBase64(const std::string& bytes) {
  return app::base64Of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

/// The beginning of every .glb file.
bool isGlbInBase64(const std::string& text) { return text.starts_with("Z2xURg"); }

/// A node that moves, with clips of these names.
std::string movingNode(const std::vector<std::string>& clips) {
  app::test::GltfBuilder builder;
  const int node = builder.addNode({{"mesh", builder.addTriangle()}, {"name", "moved"}});
  for (std::size_t i = 0; i < clips.size(); ++i) {
    builder.addClip(node, "translation", {0, 1}, builder.add<float>({0, 0, 0, 1, 0, 0}, "VEC3"));
    builder.json["animations"][i]["name"] = clips[i];
  }
  return builder.gltf();
}

TEST(PageCommand, PutsTheModelIntoTheTemplate) {
  const fs::path folder = pageFolder("model");
  const ProgramRun run = makePage(folder, {bundledModel().string()});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("page.html: "));
  const std::string page = readFile(folder / "page.html");
  EXPECT_TRUE(
      page.starts_with("<html><script id=\"model\" type=\"application/octet-stream\" data-name=\"character.glb\">"));
  EXPECT_TRUE(page.ends_with("</script><script>page()</script></html>"));
  EXPECT_EQ(elementOf(page, "model"), inBase64(readFile(bundledModel()))) << "a .glb file goes in as it is";
  EXPECT_EQ(elementOf(page, "set"), "none");
  EXPECT_EQ(elementOf(page, "script"), "none");
}

TEST(PageCommand, OfNoModelShowsTheBundledOne) {
  const fs::path folder = pageFolder("bundled");
  ASSERT_EQ(makePage(folder, {}).exitCode, 0);
  EXPECT_EQ(elementOf(readFile(folder / "page.html"), "model"), inBase64(readFile(bundledModel())));
}

TEST(PageCommand, TakesModelsThatBrowsersDoNotRead) {
  const fs::path folder = pageFolder("formats");
  writeFile(
      folder / "walk.bvh",
      "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
      "Yrotation\n End Site\n {\n  OFFSET 0 1 0\n }\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 1 0 0 0 0\n0 1 1 0 0 "
      "9\n");
  const ProgramRun bvh = makePage(folder, {"walk.bvh"});
  ASSERT_EQ(bvh.exitCode, 0) << bvh.err;
  EXPECT_TRUE(isGlbInBase64(elementOf(readFile(folder / "page.html"), "model")));
  EXPECT_THAT(readFile(folder / "page.html"), HasSubstr("data-name=\"walk.bvh\""));

  const fs::path draco = app::test::sourceFolder() / "tests/golden/models/Compressed/dracoFine.gltf";
  const ProgramRun compressed = makePage(folder, {draco.string()});
  ASSERT_EQ(compressed.exitCode, 0) << compressed.err;
  const std::string model = elementOf(readFile(folder / "page.html"), "model");
  EXPECT_TRUE(isGlbInBase64(model));
  EXPECT_THAT(model, Not(HasSubstr("RFJBQ08")));  // "DRACO"
}

TEST(PageCommand, HoldsTheSetAndTheScriptWithClipsByIndex) {
  const fs::path folder = pageFolder("set and script");
  writeFile(folder / "set.json", R"({"crossfade":1,"transitions":[
    {"from":{"name":"Walk"},"to":{"name":"Run"},"seconds":0.2,"kind":"inertial"}]})");
  writeFile(folder / "script.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},
    {"at":1,"do":"fadeTo","clip":"Run","mask":"Spine"},{"at":2,"do":"speed","value":0.5}]})");
  const ProgramRun run = makePage(folder, {bundledModel().string(), "--set", "set.json", "--script", "script.json"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const std::string page = readFile(folder / "page.html");
  const Json set = Json::parse(elementOf(page, "set"));
  EXPECT_EQ(set.at("transitions").at(0).at("kind"), "inertial");
  EXPECT_EQ(Json::parse(elementOf(page, "script")), Json::parse(R"({"commands":[{"at":0,"do":"play","clip":"#1"},
    {"at":1,"do":"fadeTo","clip":"#2","mask":"Spine"},{"at":2,"do":"speed","value":0.5}]})"));
}

TEST(PageCommand, NamesAreText) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
  const fs::path folder = pageFolder("names");
  const std::string model = "a\"><b onclick=1>.gltf";
  writeFile(folder / model, movingNode({evil, "Walk"}));
  writeFile(folder / "set.json",
            Json{{"crossfade", 1}, {"transitions", {{{"to", {{"name", evil}}}, {"seconds", 1}}}}}.dump());
  writeFile(folder / "script.json", Json{{"commands", {{{"at", 0}, {"do", "play"}, {"clip", evil}}}}}.dump());
  const ProgramRun run = makePage(folder, {model, "--set", "set.json", "--script", "script.json"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const std::string page = readFile(folder / "page.html");
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("data-name=\"a&quot;&gt;&lt;b onclick=1&gt;.gltf\""));
  EXPECT_EQ(Json::parse(elementOf(page, "set")).at("transitions").at(0).at("to").at("name"), evil);
  EXPECT_EQ(Json::parse(elementOf(page, "script")).at("commands").at(0).at("clip"), "#0");
}

TEST(PageCommand, RefusesScriptsThatAPageDoesNotPlay) {
  const fs::path folder = pageFolder("scripts");
  const auto sentenceOf = [&](const std::string& command) {
    writeFile(folder / "script.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},)" + command + "]}");
    const ProgramRun run = makePage(folder, {bundledModel().string(), "--script", "script.json"});
    EXPECT_EQ(run.exitCode, 1) << command;
    EXPECT_FALSE(fs::exists(folder / "page.html")) << command;
    return run.err;
  };
  EXPECT_THAT(
      sentenceOf(R"({"at":1,"do":"crowd","characters":9})"),
      HasSubstr("script.json: command 1: a page does not play 'crowd'; it plays play, stop, stopAll, fadeTo, "));
  EXPECT_THAT(sentenceOf(R"({"at":1,"do":"adjustFade","sync":"phase"})"),
              HasSubstr("script.json: command 1: a page does not know \"sync\" of 'adjustFade'"));
  EXPECT_THAT(sentenceOf(R"({"at":1,"do":"fadeTo","clip":"Rum"})"), HasSubstr("command 1: there is no clip 'Rum'"));
  EXPECT_THAT(sentenceOf(R"({"at":1,"do":"fadeTo","clip":"Run","seconds":9999})"), HasSubstr("9999"));
  EXPECT_THAT(sentenceOf(R"({"at":4000,"do":"stopAll"})"), HasSubstr("a page plays at most 3600"));
}

TEST(PageCommand, SaysWhatIsWrongWithItsFiles) {
  const fs::path folder = pageFolder("errors");
  const auto expect = [&](const std::vector<std::string>& arguments, int code, const std::string& sentence) {
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, code) << sentence;
    EXPECT_THAT(run.err, HasSubstr(sentence));
  };
  const std::string model = bundledModel().string();
  writeFile(folder / "other.html", "<html></html>");
  expect({"page", model, "--template", "template.html", "--out", "page.txt"}, 2, "writes .html files, not page.txt");
  expect({"page", model, "--template", "template.html", "--out", "./template.html"}, 2,
         "would replace ./template.html, which is an input file");
  expect({"page", model, "--template", "none.html", "--out", "page.html"}, 1, "none.html");
  expect({"page", model, "--template", "other.html", "--out", "page.html"}, 1,
         "other.html: is no page that scripts/web has built");
  expect({"page", "none.glb", "--template", "template.html", "--out", "page.html"}, 1, "none.glb");
  EXPECT_FALSE(fs::exists(folder / "page.html"));
}

/// A copy of the program in a folder of its own.
int runCopy(const fs::path& program, const std::string& arguments, const fs::path& folder) {
  const std::string line = "cd '" + folder.string() + "' && env -u CROSSFADE_PAGE_TEMPLATE '" + program.string() +
                           "' " + arguments + " >out.txt 2>err.txt";
  return WEXITSTATUS(std::system(line.c_str()));
}

TEST(PageCommand, FindsTheTemplateThatIsInstalledWithIt) {
  const fs::path folder = scratchFolder("page installed");
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "share/crossfade");
  fs::copy_file(programPath(), folder / "bin/crossfade");
  EXPECT_EQ(runCopy(folder / "bin/crossfade", "page --out page.html", folder), 1);
  EXPECT_THAT(readFile(folder / "err.txt"), HasSubstr("build it with scripts/web, or name it with --template"));
  writeFile(folder / "share/crossfade/page_template.html", kTemplate);
  EXPECT_EQ(runCopy(folder / "bin/crossfade", "page --out page.html", folder), 0) << readFile(folder / "err.txt");
  EXPECT_TRUE(fs::exists(folder / "page.html"));
}

TEST(PageCommand, KnowsTheCommandsThatThePagePlays) {
  const std::string source = readFile(app::test::sourceFolder() / "web/page/script.js");
  const std::size_t begin = source.find("const PLAYERS = {"), end = source.find("\n}\n", begin);
  ASSERT_NE(begin, source.npos);
  std::string words;
  for (std::size_t at = source.find("\n  ", begin); at < end; at = source.find("\n  ", at + 1))
    if (const char first = source[at + 3]; first >= 'a' && first <= 'z')
      words += (words.empty() ? "" : ", ") + source.substr(at + 3, source.find_first_of(":,", at) - at - 3);
  const fs::path folder = pageFolder("words");
  writeFile(folder / "script.json", R"({"commands":[{"at":0,"do":"live"}]})");
  EXPECT_THAT(makePage(folder, {"--script", "script.json"}).err, HasSubstr("it plays " + words + "\n"));
}

}  // namespace
}  // namespace test
