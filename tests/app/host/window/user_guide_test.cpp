// A new user's first session, as docs/user_guide.md tells it. With CROSSFADE_GUIDE_PICTURES=docs/guide in the
// environment it also saves the guide's pictures there.
#include "tests/app/host/window/viewer_window.h"

#include "tests/support/source_folder.h"

namespace test {
namespace {

class UserGuide : public ViewerWindow {
 protected:
  UserGuide() : ViewerWindow(1280, 720) {}

  bool shows(const std::string& widget) {
    return waitUntil([&](const Json& s) { return s["widgets"].contains(widget); });
  }
  /// Saves what is on screen, if pictures are wanted.
  void picture(const std::string& name) {
    const char* const folder = std::getenv("CROSSFADE_GUIDE_PICTURES");
    if (!folder) return;
    fs::create_directories(folder);
    saveScreen(folder_ / "picture.png");
    const std::string to = (fs::path(folder) / (name + ".jpg")).string();
    ASSERT_EQ(std::system(("convert " + (folder_ / "picture.png").string() + " -quality 88 " + to).c_str()), 0);
  }
  void type(const std::string& text) { xdotool("type --delay 1 " + text); }
};

TEST_F(UserGuide, LeadsFromOpeningToContinuingAnotherDay) {
  xdotool("mousemove 600 300");
  xdotool("key ctrl+o");
  ASSERT_TRUE(shows("files.field"));
  const std::string assets = (app::test::sourceFolder() / "assets").string() + "/";
  type(assets);
  xdotool("key Return");
  ASSERT_TRUE(shows("files.entry.0"));
  type("char");
  xdotool("key Down Return");
  ASSERT_TRUE(waitUntil([&](const Json& s) {  // the bundled character has the same name, but no path
    return s["modelPath"] == assets + "character.glb" && !s["widgets"].contains("files.field");
  }));

  xdotool("key ctrl+f");
  type("sne");
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["widgets"].contains("clip.3.row") && !s["widgets"].contains("clip.0.row");
  })) << "the list does not narrow";
  picture("find");
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Sneak") == 1.0; }));

  xdotool("key 3");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; }));
  xdotool("key l");
  ASSERT_TRUE(shows("timeline.area"));
  picture("timeline");
  xdotool("key l");
  xdotool("key r");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["pair"]["plays"].get<bool>() && s["fading"].get<bool>(); }));
  picture("replay");
  click("fade.view.4");
  ASSERT_TRUE(shows("fade.map"));
  xdotool("mousemove " + pointOf("fade.map", 0.643, 0.15));
  picture("map");
  xdotool("key x");
  ASSERT_TRUE(shows("transitions.export"));
  click("transitions.export");
  ASSERT_TRUE(shows("export.saveCode"));
  picture("set");
  xdotool("key Escape");
  xdotool("key x");
  ASSERT_TRUE(waitUntil([](const Json& s) { return !s["widgets"].contains("transitions.export"); }));
  click("fade.loop");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["pair"]["loops"].get<bool>(); }));
  click("fade.view.3");
  ASSERT_TRUE(shows("fade.compare.4"));
  click("fade.compare.1");
  click("fade.compare.4");
  ASSERT_TRUE(waitUntil([](const Json& s) {
    return s["compared"] == Json({"linear", "inertial"}) && s["widgets"].contains("compare.label.1");
  }));
  picture("compare");

  click("fade.seconds");
  type("0.25");
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fadeSeconds"] == 0.25; }));
  xdotool("mousemove 600 300");
  xdotool("key d");
  picture("light");
  xdotool("key d");

  click("view.profiler");
  ASSERT_TRUE(shows("profiler.plot"));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fading"].get<bool>(); }));
  click("profiler.section.1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return !s["widgets"].contains("picture.quality"); }));
  xdotool("mousemove " + pointOf("profiler.plot", 0.95));  // a frame that there is, on a slow machine, too
  xdotool("click 1");
  ASSERT_TRUE(shows("profiler.release"));
  click("profiler.section.0");
  picture("profiler");
  xdotool("key Escape");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["widgets"].contains("profiler.release"); }));
  click("tabs.0");

  xdotool("key ctrl+s");
  ASSERT_TRUE(shows("save.path"));
  xdotool("key ctrl+a");
  const fs::path project = folder_ / "run.crossfade";
  type(project.string());
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([&](const Json& s) { return s["project"] == project.string() && !s["unsaved"].get<bool>(); }));

  end(SIGTERM);
  start(project.string());
  ASSERT_TRUE(waitUntil([&](const Json& s) { return s["project"] == project.string(); })) << "it does not open";
  EXPECT_EQ(now_["fadeSeconds"], 0.25);
  EXPECT_EQ(now_["compared"], Json({"linear", "inertial"}));
  xdotool("key r");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["plays"].get<bool>(); }));
}

}  // namespace
}  // namespace test
