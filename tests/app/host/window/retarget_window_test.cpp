// The retarget panel in the real window.
#include "tests/app/host/window/drag_and_drop.h"
#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class RetargetWindow : public ViewerWindow {
 protected:
  RetargetWindow() : ViewerWindow(1280, 720) {}
  void SetUp() override {
    ViewerWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    // One joint more than the bundled character has, and none of its names for the arms.
    write("wave.bvh", R"(HIERARCHY
ROOT Hips
{
 OFFSET 0 0.945 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 0.1 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Head
  {
   OFFSET 0 0.5 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   End Site
   {
    OFFSET 0 0.2 0
   }
  }
 }
}
MOTION
Frames: 3
Frame Time: 0.5
0 0.945 0 0 0 0 0 0 0 0 0 0
0 0.945 0 0 0 0 0 20 0 30 0 0
0 0.945 0 0 0 0 0 0 0 0 0 0
)");
    ASSERT_TRUE(dropFiles({folder_ / "wave.bvh"}, 300, 300));
    ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "wave") >= 0; })) << now_["message"];
    xdotool("mousemove 60 300");
    xdotool("key k");
    ASSERT_TRUE(waitUntil([](const Json& s) { return !s["retarget"].is_null(); }));
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  bool isMovedBy(const char* joint, const Json& source) {
    return waitUntil([&](const Json& s) {
      const Json& pairs = s["retarget"]["pairs"];
      return (pairs.contains(joint) ? pairs[joint] : Json()) == source && !s["retarget"]["isOutdated"].get<bool>();
    });
  }
  /// The row of a joint: that of the search's only match.
  std::string rowOf(const std::string& joint) {
    click("retarget.search");
    xdotool("key ctrl+a");
    xdotool("type --delay 1 " + joint);
    const auto isRow = [](const std::string& id) { return id.starts_with("retarget.joint."); };
    EXPECT_TRUE(waitUntil([&](const Json& s) {
      int rows = 0;
      for (const auto& [id, rect] : s["widgets"].items()) rows += isRow(id) ? 1 : 0;
      return rows == 1;
    }));
    for (const auto& [id, rect] : now_["widgets"].items())
      if (isRow(id)) return id;
    return {};
  }
};

TEST_F(RetargetWindow, ChangesWhatMovesAJointWhileTheClipPlaysOn) {
  EXPECT_TRUE(isMovedBy("Head", "Head"));
  click(rowOf("RightFoot"));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("retarget.from"); }));
  EXPECT_TRUE(isMovedBy("RightFoot", nullptr));
  click("retarget.from");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("retarget.from.search"); }));
  xdotool("type --delay 1 Head");
  xdotool("key Return");
  EXPECT_TRUE(isMovedBy("RightFoot", "Head")) << now_["retarget"];
  EXPECT_TRUE(now_["unsaved"].get<bool>());
  const double time = now_["retarget"]["time"];
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["retarget"]["time"] != time; })) << "the pictures stand still";
  xdotool("mousemove 60 300");
  xdotool("key ctrl+z");
  EXPECT_TRUE(isMovedBy("RightFoot", nullptr)) << now_["retarget"];
  xdotool("key ctrl+y");
  EXPECT_TRUE(isMovedBy("RightFoot", "Head"));
  click("retarget.guess");
  EXPECT_TRUE(isMovedBy("RightFoot", nullptr));
  click("retarget.mirror");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["retarget"]["mirrored"].get<bool>(); }));
}

TEST_F(RetargetWindow, MarksTheSelectedJointInBothPictures) {
  pause();
  const std::string source = signatureOf("retarget.source"), target = signatureOf("retarget.target");
  EXPECT_EQ(signatureOf("retarget.source"), source);
  click(rowOf("Head"));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("retarget.turn.x"); }));
  EXPECT_NE(signatureOf("retarget.source"), source);
  EXPECT_NE(signatureOf("retarget.target"), target);
  xdotool("mousemove 60 300");
  xdotool("key k");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["retarget"].is_null(); }));
  EXPECT_FALSE(now_["widgets"].contains("retarget.target"));
}

TEST_F(RetargetWindow, TakesADroppedJointMap) {
  write("map.json", R"({"joints": [{"target": "Hips", "source": "Hips", "align": "keep"},
                                   {"target": "LeftHand", "source": "Head"}]})");
  ASSERT_TRUE(dropFiles({folder_ / "map.json"}, 300, 300));
  EXPECT_TRUE(isMovedBy("LeftHand", "Head")) << now_["message"];
  EXPECT_TRUE(isMovedBy("Head", nullptr));
  write("bad.json", R"({"joints": [{"target": "Wing", "source": "Hips"}]})");
  ASSERT_TRUE(dropFiles({folder_ / "bad.json"}, 300, 300));
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["message"].get<std::string>().ends_with("bad.json: joint 0: \"target\": no joint is called 'Wing'");
  })) << now_["message"];
  EXPECT_TRUE(isMovedBy("LeftHand", "Head"));
}

}  // namespace
}  // namespace test
