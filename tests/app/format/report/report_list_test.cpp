#include "app/format/report/report_list.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "app/format/report/report_page.h"

namespace app::test {
namespace {

using testing::HasSubstr;
using testing::Not;

ReportedModel knight() {
  ReportedModel model{.name = "knight <1>.glb", .path = "a/knight.glb", .key = "7", .page = "knight.html"};
  model.counts = "2 clips";
  model.maxRatio = 2;
  model.took = 1.5;
  model.clipsLeftOut = {"T-Pose"};
  model.clips = {
      {.name = "Idle & wait", .seconds = 2, .travel = "in place"},
      {.name = "Run", .seconds = 0.7, .loopDegrees = 3, .loopRatio = 1.4, .travel = "traveling", .speed = 3.5}};
  model.clips[1].feet = {{.name = "left", .contacts = {{0.0, 0.25}, {0.9, 1.0}}}};
  model.pairs = {
      {.from = 0, .to = 1, .kind = "inertial", .sync = "none", .seconds = 0.4, .straight = 1.2, .joint = "Hips"},
      {.from = 1, .to = 0, .kind = "linear", .sync = "phase", .seconds = 0.3}};
  model.pairs[1].straight = 2.5;
  model.pairs[1].interrupted = 4.25;
  model.pairs[1].slide = 0.05;
  model.pairs[1].joint = "Toe\"";
  model.pairs[1].film = "data:video/webm;base64,AAAA";
  model.pairs[1].curves = {.length = 0.9, .begin = 0.25, .end = 0.55, .from = {1, 0}, .to = {0, 1}, .speed = {10, 100}};
  model.lines = {{Finding::Lost, "image 0", "is missing"}, {Finding::Found, "x", "y"}};
  return model;
}

ReportedModel broken() { return {.name = "b.glb", .path = "b.glb", .key = "1", .error = "b.glb: is empty"}; }

TEST(ReportList, LinesAreReadBack) {
  const auto read = readReportLine(reportLine(knight()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(reportLine(*read), reportLine(knight()));
  EXPECT_EQ(read->pairs[1].ratio(), 4.25);
  EXPECT_EQ(read->pairs[1].slide, 0.05);
  EXPECT_FALSE(read->pairs[0].slide);
  EXPECT_EQ(read->lines.size(), 1u) << "those that say what is lost";
  EXPECT_EQ(readReportLine(reportLine(broken()))->error, "b.glb: is empty");
  EXPECT_THAT(reportLine(knight()), Not(HasSubstr("\n")));
}

TEST(ReportList, RefusesOtherLines) {
  for (const char* line : {"", "7", "{}", "[1]", R"({"format": "crossfade-report-1"})", R"({"format": 3})",
                           R"({"format": "crossfade-report-1", "name": 7, "path": ""})"})
    EXPECT_FALSE(readReportLine(line)) << line;
  auto json = nlohmann::json::parse(reportLine(knight()));
  json["pairs"][0]["to"] = 2;
  EXPECT_FALSE(readReportLine(json.dump())) << "there is no clip 2";
  const auto list = readReportList(reportLine(broken()) + "\nnonsense\n");
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().message, "line 2 is no line of a report");
}

TEST(ReportList, DropsAnUnfinishedLastLine) {
  ReportedModel newer = broken();
  newer.error = "newer";
  const std::string whole = reportLine(broken()) + "\n" + reportLine(knight()) + "\n" + reportLine(newer) + "\n";
  const auto list = readReportList(whole + reportLine(knight()).substr(0, 40));
  ASSERT_TRUE(list);
  EXPECT_EQ(list->complete, whole.size());
  ASSERT_EQ(list->models.size(), 2u) << "nothing is doubled";
  EXPECT_EQ(list->models[0].path, "a/knight.glb");
  EXPECT_EQ(list->models[1].error, "newer");
}

TEST(ReportList, JunitIsXmlThatFailsAboveTheLimit) {
  const std::vector<ReportedModel> models{knight(), broken()};
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junitText(models).c_str()));
  const auto suites = document.child("testsuites").children("testsuite");
  const auto suite = *suites.begin();
  EXPECT_STREQ(suite.attribute("tests").value(), "3");
  EXPECT_STREQ(suite.attribute("failures").value(), "1");
  const auto failing = suite.find_child([](const auto& node) { return node.child("failure"); });
  EXPECT_STREQ(failing.attribute("name").value(), "Run to Idle & wait");
  EXPECT_STREQ(failing.child("failure").attribute("message").value(),
               "the velocity changes 4.25 times as much as in the clips, at Toe\"; the limit is 2");
  EXPECT_STREQ(document.child("testsuites").last_child().attribute("errors").value(), "1");
}

TEST(ReportPage, EscapesAndLinksEverythingInside) {
  const std::string page = reportPage(knight());
  EXPECT_THAT(page, HasSubstr("knight &lt;1&gt;.glb"));
  EXPECT_THAT(page, HasSubstr("Idle &amp; wait"));
  EXPECT_THAT(page, Not(HasSubstr("<1>")));
  for (const char* network : {"http:", "https:", "src=\"/", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(network)));
  std::size_t links = 0;
  for (std::size_t at = page.find("href=\"#"); at != std::string::npos; at = page.find("href=\"#", at + 1), ++links) {
    const std::string id = page.substr(at + 7, page.find('"', at + 7) - at - 7);
    EXPECT_THAT(page, HasSubstr("id=\"" + id + "\""));
  }
  EXPECT_EQ(links, 3u) << "two cells and a film";
  EXPECT_THAT(page, HasSubstr("<polyline class=\"to\" points=\"0,88 300,8\"/>"));
  EXPECT_LT(page.find("id=\"p1-0\""), page.find("id=\"p0-1\"")) << "roughest first";
  EXPECT_THAT(page, HasSubstr("x=\"90\" y=\"0\" width=\"10\""));
  EXPECT_THAT(page, HasSubstr("3\xC2\xB0, 1.4 steps")) << "the seam of a loop";
  EXPECT_THAT(reportPage(ReportedModel{}), HasSubstr("</html>"));
  const std::vector<ReportedModel> both{knight(), broken()};
  const std::string index = indexPage(both);
  EXPECT_THAT(index, HasSubstr("href=\"knight.html\""));
  EXPECT_THAT(index, HasSubstr("b.glb: is empty"));
}

TEST(ReportPage, LongNamesAreShortenedInTheMiddleAndWholeInTheTitle) {
  ReportedModel model = knight();
  model.name = std::string(200, 'm') + ".glb";
  model.clips[0].name = model.clips[0].label = "Armature|" + std::string(40, 'c') + "_End";
  const std::string page = reportPage(model), index = indexPage(std::vector{model});
  EXPECT_THAT(index, HasSubstr("<td title=\"" + model.name + "\">"));
  EXPECT_THAT(index, HasSubstr("m\xE2\x80\xA6m"));
  EXPECT_THAT(index, HasSubstr("mmm.glb</a>"));
  EXPECT_THAT(index, Not(HasSubstr(">" + model.name)));
  EXPECT_THAT(page, HasSubstr("<span>Armature|\xE2\x80\xA6"
                              "cccc_End</span>"))
      << "heads of columns are narrow";
  EXPECT_THAT(page, HasSubstr("title=\"" + model.clips[0].name + "\""));
}

TEST(ReportPage, ClassesFollowTheLimit) {
  for (const auto& [ratio, name] :
       {std::pair{0.0, "r0"}, {1.0, "r0"}, {1.2, "r1"}, {1.9, "r2"}, {2.0, "r2"}, {3.9, "r3"}, {9.0, "r4"}})
    EXPECT_EQ(ratioClass(ratio, 2), name) << ratio;
}

TEST(HtmlText, IsSafe) {
  EXPECT_EQ(escaped("a<b>&\"'\n"), "a&lt;b&gt;&amp;&quot;&#39;\n");
  EXPECT_EQ(escaped("\xC3\xA9 \xF0\x9F\x90\xBA"), "\xC3\xA9 \xF0\x9F\x90\xBA");
  EXPECT_EQ(escaped(std::string("\x01\xFF\xC3", 3)), "\\x01\\xff\\xc3");
  EXPECT_EQ(escaped("\xED\xA0\x80").substr(0, 4), "\\xed") << "half of a surrogate pair";
  EXPECT_EQ(escaped("\xC0\xAF").substr(0, 4), "\\xc0") << "overlong";
  EXPECT_EQ(escaped("\xE2\x80\xAE<"), "\\u202e&lt;") << "turns the direction of text";
  EXPECT_EQ(shortNumber(1.005, 1), "1");
  EXPECT_EQ(shortNumber(-0.001, 1), "0");
  EXPECT_EQ(shortNumber(std::numeric_limits<double>::infinity()), "-");
}

TEST(HtmlText, LabelsDropWhatAllNamesBeginWithAndAreShortenedInTheMiddle) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(labelsOf({"AnimalArmature|AnimalArmature|Walk", "AnimalArmature|AnimalArmature|Wave"}),
            (Names{"Walk", "Wave"}));
  EXPECT_EQ(labelsOf({"Walk_Left", "Walk_Right"}), (Names{"Left", "Right"}));
  EXPECT_EQ(labelsOf({"Walk", "Wave"}), (Names{"Walk", "Wave"})) << "half a word";
  EXPECT_EQ(labelsOf({"Walk_", "Walk_Left"}), (Names{"Walk_", "Walk_Left"})) << "nothing would be left of one";
  EXPECT_EQ(labelsOf({"Rig|Walk"}), (Names{"Rig|Walk"}));
  EXPECT_TRUE(labelsOf({}).empty());
  EXPECT_EQ(labelsOf({std::string(1023, 'a') + "End"}, 10).front(),
            "aaaaa\xE2\x80\xA6"
            "aEnd");
  EXPECT_EQ(shortenedInMiddle("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(shortenedInMiddle("abcdefghi", 8),
            "abcd\xE2\x80\xA6"
            "ghi");
  EXPECT_EQ(shortenedInMiddle("\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC", 5),
            "\xC3\xBC\xC3\xBC\xE2\x80\xA6\xC3\xBC\xC3\xBC");
}

TEST(HtmlText, Base64IsThatOfRfc4648) {
  const auto of = [](const std::string& text) {
    return base64Of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  const std::vector<std::pair<std::string, std::string>> vectors{// section 10
                                                                 {"", ""},
                                                                 {"f", "Zg=="},
                                                                 {"fo", "Zm8="},
                                                                 {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg=="},
                                                                 {"fooba", "Zm9vYmE="},
                                                                 {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : vectors) EXPECT_EQ(of(plain), encoded);
  EXPECT_EQ(of("\xFB\xFF"), "+/8=");
}

}  // namespace
}  // namespace app::test
