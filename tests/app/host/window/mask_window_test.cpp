// A mask painted on the figure in the real window.
#include "app/host/files/model_file.h"
#include "app/import/file/import_limits.h"
#include "tests/app/host/window/viewer_window.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

class MaskWindow : public ViewerWindow {
 protected:
  MaskWindow() : ViewerWindow(1280, 720) {}

  static int jointOf(const std::string& name) {
    const auto model = app::loadModel("", {});
    if (!model) return -1;
    for (int joint = 0; joint < model->skeleton.jointCount(); ++joint)
      if (model->skeleton.name(joint) == name) return joint;
    return -1;
  }
  static std::string dotOf(int joint) { return "mask.joint." + std::to_string(joint); }
  double weight(int joint) { return now_["masks"]["Mask 1"].at(static_cast<std::size_t>(joint)); }
  /// Saves under a new name, and returns what was written.
  std::string savedAs(const std::string& name) {
    xdotool("key ctrl+shift+s");
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("save.path"); }));
    xdotool("key ctrl+a");
    const fs::path file = folder_ / name;
    xdotool("type --delay 1 " + file.string());
    xdotool("key Return");
    EXPECT_TRUE(waitUntil([&](const Json& s) { return s["project"] == file.string() && !s["unsaved"].get<bool>(); }));
    return readFile(file);
  }
};

TEST_F(MaskWindow, PaintsTheArmOnTheFigureAndUndoRestoresTheBytes) {
  const std::vector<int> arm = {jointOf("LeftUpperArm"), jointOf("LeftForeArm"), jointOf("LeftHand")};
  ASSERT_GE(arm[0], 0);
  pause();
  click("tabs.1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("masks.new"); }));
  click("masks.new");
  ASSERT_TRUE(waitUntil([&](const Json& s) {
    return s["masks"].contains("Mask 1") && s["widgets"].contains(dotOf(arm[0])) &&
           s["widgets"].contains(dotOf(arm[2]));
  })) << "no joints to paint";
  xdotool("mousemove 60 600");
  const Json before = now_["masks"];
  const int steps = now_["history"]["position"];
  const std::string bytes = savedAs("before.crossfade");
  xdotool("mousemove 60 600");
  const std::string bare = colorAt(pointOf(dotOf(arm[1])));

  xdotool("mousemove " + pointOf(dotOf(arm[0])));
  xdotool("mousedown 1");
  for (const int joint : arm) xdotool("mousemove " + pointOf(dotOf(joint)));
  xdotool("mouseup 1");
  xdotool("mousemove 60 600");
  for (const int joint : arm) EXPECT_EQ(weight(joint), 1) << joint;
  EXPECT_EQ(weight(jointOf("RightHand")), 0);
  EXPECT_EQ(now_["history"]["position"], steps + 1) << "a stroke is one step";
  const std::string painted = colorAt(pointOf(dotOf(arm[1])));
  EXPECT_NE(painted, bare) << "the figure does not show it";
  EXPECT_EQ(colorAt(pointOf(dotOf(arm[2]))), painted);

  xdotool("key ctrl+z");
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["masks"] == before; }));
  EXPECT_EQ(colorAt(pointOf(dotOf(arm[1]))), bare);
  EXPECT_EQ(savedAs("after.crossfade"), bytes);
}

}  // namespace
}  // namespace test
