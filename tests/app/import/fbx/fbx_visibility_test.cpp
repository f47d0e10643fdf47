// What an FBX file hides, from the file to the draw lists.
#include "app/import/fbx/fbx_views.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/profile/frame_profiler.h"
#include "app/session/session.h"
#include "app/view/draw_list.h"
#include "tests/support/fbx_text.h"
#include "tests/support/opened_model.h"

namespace app {
namespace {

using ::test::FbxText;

std::string number(const char* name, double value) {
  return std::string("P: \"") + name + "\", \"" + name + "\", \"\", \"A\"," + std::to_string(value) + "\n";
}

/// Five nodes of two triangles: shown, hidden, with Show off, one that a clip hides from 1 s on, and a child of that.
FbxText shownAndHidden() {
  FbxText fbx;
  fbx.model(1, "Shown", "Mesh").model(2, "Hidden", "Mesh", number("Visibility", 0));
  fbx.model(3, "ShowOff", "Mesh", number("Show", 0)).model(4, "Blinker", "Mesh").model(5, "Child", "Mesh");
  for (int node = 1; node <= 5; ++node) {
    fbx.twoTriangles(10 + node, "mesh").connect(10 + node, node);
    fbx.connect(node, node == 5 ? 4 : 0);
  }
  fbx.stack("Take", "P: \"LocalStop\", \"KTime\", \"Time\", \"\"," + std::to_string(46186158000LL * 3) + "\n");
  fbx.add("AnimationCurveNode", 50, "Visibility", "").connect(50, 901).connect(50, 4, "Visibility");
  return fbx.curve(60, "1,0,0", 3, 2).connect(60, 50, "d|Visibility");  // constant keys
}

std::vector<std::string> drawn(const Session& session) {
  DrawList list;
  buildDrawList(session.model(), session.posed(), session.camera(), 1, session.view(), list);
  std::vector<std::string> names;
  for (const DrawItem& item : list.items)
    names.push_back(
        session.model().skeleton.name(session.model().instances[static_cast<std::size_t>(item.instance)].node));
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

using Names = std::vector<std::string>;

TEST(FbxVisibility, HidesWhatTheFileHidesAndWhenAClipDoes) {
  Session session(::test::openedModel("hidden.fbx", shownAndHidden().text()));
  const auto& lines = session.model().report.lines;
  EXPECT_TRUE(std::ranges::any_of(lines, [](const ReportLine& line) {
    return line.what == "2 meshes are hidden in the file, so they are not drawn: 'Hidden', 'ShowOff'";
  }));
  FrameProfiler unused;
  EXPECT_EQ(drawn(session), (Names{"Blinker", "Child", "Shown"}));
  session.advance(0.9, unused);
  EXPECT_EQ(drawn(session), (Names{"Blinker", "Child", "Shown"}));
  session.advance(0.2, unused);
  EXPECT_EQ(drawn(session), (Names{"Shown"})) << "what is below goes, too";
}

TEST(FbxVisibility, ATakeLastsAsLongAsItSays) {
  const Model model = ::test::openedModel("hidden.fbx", shownAndHidden().text());
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_NEAR(model.clips[0].duration(), 3, 1e-6) << "its last key is at 2 s";
}

TEST(FbxVisibility, ASlopeHidesWhereItPassesOneHalf) {
  FbxText fbx = shownAndHidden();
  fbx.add("AnimationCurveNode", 51, "Visibility", "").connect(51, 901).connect(51, 1, "Visibility");
  fbx.curve(61, "1,0", 2).connect(61, 51, "d|Visibility");
  Session session(::test::openedModel("hidden.fbx", fbx.text()));
  FrameProfiler unused;
  session.advance(0.45, unused);
  EXPECT_EQ(drawn(session), (Names{"Blinker", "Child", "Shown"}));
  session.advance(0.1, unused);
  EXPECT_EQ(drawn(session), (Names{"Blinker", "Child"}));
}

TEST(FbxVisibility, SaysThatAnimatedShowIsNotRead) {
  FbxText fbx = shownAndHidden();
  fbx.add("AnimationCurveNode", 51, "Show", "").connect(51, 901).connect(51, 1, "Show");
  fbx.curve(61, "1,0", 2).connect(61, 51, "d|Show");
  const Model model = ::test::openedModel("hidden.fbx", fbx.text());
  EXPECT_TRUE(std::ranges::any_of(model.report.lines, [](const ReportLine& line) {
    return line.kind == Finding::Ignored && line.what == "Show is animated on 1 of them; its rest value is used";
  }));
}

TEST(FbxVisibility, WhereEverythingIsHiddenItIsShownAndSaid) {
  FbxText fbx;
  fbx.model(1, "Hidden", "Mesh", number("Visibility", 0)).twoTriangles(11, "mesh").connect(11, 1).connect(1, 0);
  const Model model = ::test::openedModel("hidden.fbx", fbx.text());
  ASSERT_EQ(model.instances.size(), 1u);
  EXPECT_TRUE(model.instances[0].inScene);
  EXPECT_NE(model.report.lines.back().what.find("the picture shows it anyway"), std::string::npos);
}

}  // namespace
}  // namespace app
