// The real viewer in a real window, driven with real mouse and keyboard events.
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <nlohmann/json.hpp>

#include "tests/app/import/slow_model.h"
#include "tests/support/program.h"
#include "tests/support/virtual_display.h"

extern char** environ;

namespace test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr auto kTimeout = std::chrono::seconds(60);  // generous, so that no test depends on the machine's speed

bool toolsAreHere() {
  return std::system(
             "command -v xdotool >/dev/null && command -v import >/dev/null && command -v identify >/dev/null") == 0;
}

/// `crossfade` in a window on its own display. Its state file says what it shows.
class ViewerWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (!toolsAreHere()) GTEST_SKIP() << "xdotool or imagemagick is not installed";
    ASSERT_TRUE(display_.started()) << "Xvfb does not start";
    setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);  // nothing is left in the user's own
    start(modelFile().string());
  }
  void start(const std::string& model) {
    fs::remove(state_);
    const std::string stateFile = state_.string();
    const std::string program = programPath();
    const char* arguments[] = {program.c_str(), "--state-file", stateFile.c_str(),
                               "--size",        "1000x640",     model.empty() ? nullptr : model.c_str(),
                               nullptr};
    ASSERT_EQ(posix_spawn(&process_, program.c_str(), nullptr, nullptr, const_cast<char**>(arguments), environ), 0);
    if (!model.empty()) return;
    ASSERT_TRUE(waitUntil(isIdle)) << "the character does not start to idle";
  }
  void TearDown() override { end(SIGTERM); }
  void end(int signal) {
    if (process_ <= 0) return;
    kill(process_, signal);
    waitpid(std::exchange(process_, -1), nullptr, 0);
  }

  /// The file to open; if empty, the bundled character.
  virtual fs::path modelFile() { return {}; }
  static bool isIdle(const Json& state) { return weightOf(state, "Idle") == 1.0; }

  /// Polls the state until the condition holds; false on a timeout.
  bool waitUntil(const std::function<bool(const Json&)>& wanted) {
    const auto end = std::chrono::steady_clock::now() + kTimeout;
    while (std::chrono::steady_clock::now() < end) {
      std::ifstream stream(state_);
      now_ = Json::parse(stream, nullptr, false);
      if (!now_.is_discarded() && wanted(now_)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
    }
    return false;
  }

  static double weightOf(const Json& state, const std::string& clip) {
    for (const Json& entry : state["clips"])
      if (entry["name"] == clip) return entry["effectiveWeight"];
    return -1;
  }

  /// Sends the events and waits until the viewer has drawn frames that saw them, however long a frame takes. The state
  /// that is being written may be of a frame before the events, the next one of the frame that got them, and the third
  /// shows what they caused.
  void xdotool(const std::string& words) {
    ASSERT_TRUE(waitUntil([](const Json&) { return true; }));
    const int serial = now_["serial"];
    ASSERT_EQ(std::system(("xdotool " + words).c_str()), 0) << words;
    ASSERT_TRUE(waitUntil([=](const Json& s) { return s["serial"] >= serial + 3; })) << "no frames after " << words;
  }

  /// A point of a widget, at fractions of its width and height.
  std::string pointOf(const std::string& widget, double fraction = 0.5, double down = 0.5) {
    const Json& rect = now_["widgets"].at(widget);
    return std::to_string(std::lround(rect[0].get<double>() + rect[2].get<double>() * fraction)) + " " +
           std::to_string(std::lround(rect[1].get<double>() + rect[3].get<double>() * down));
  }
  void clickAt(const std::string& position) {
    xdotool("mousemove " + position);
    xdotool("click 1");
  }
  void click(const std::string& widget) { clickAt(pointOf(widget)); }
  void drag(const std::string& from, const std::string& to) {
    xdotool("mousemove " + from);
    xdotool("mousedown 1");
    xdotool("mousemove " + to);
    xdotool("mouseup 1");
  }
  /// A fade of 0.4 s may be over before a slow machine has written a state, so it is looked at one frame at a time.
  void pause() {
    xdotool("key space");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["paused"].get<bool>(); }));
  }
  void stepOneFrame() { xdotool("key Right"); }
  void resume() {
    xdotool("key space");
    ASSERT_TRUE(waitUntil([](const Json& s) { return !s["paused"].get<bool>(); }));
  }

  /// The number of distinct colors on screen. An empty window has only a few.
  int colorsOnScreen() {
    const fs::path picture = folder_ / "screen.png";
    EXPECT_EQ(std::system(("import -window root " + picture.string()).c_str()), 0);
    FILE* pipe = popen(("identify -format %k " + picture.string()).c_str(), "r");
    int colors = 0;
    if (pipe && std::fscanf(pipe, "%d", &colors) != 1) colors = 0;
    if (pipe) pclose(pipe);
    return colors;
  }

  fs::path folder_ = scratchFolder("window");
  fs::path state_ = folder_ / "state.json";
  VirtualDisplay display_{1000, 640};
  pid_t process_ = -1;
  Json now_;
};

class LoadingWindow : public ViewerWindow {
 protected:
  fs::path modelFile() override {
    const fs::path file = folder_ / "slow.glb";
    std::ofstream(file, std::ios::binary) << app::test::slowGlb(250, 768);
    return file;
  }
};

TEST_F(LoadingWindow, ShowsProgressAndStopsOnEscape) {
  ASSERT_TRUE(waitUntil([](const Json& s) {
    return s["widgets"].contains("loading.bar") && s["loading"]["stage"] == "pictures";
  })) << "no progress is shown";
  EXPECT_EQ(now_["loading"]["file"], "slow.glb");
  const double fraction = now_["loading"]["share"];
  const int serial = now_["serial"];
  EXPECT_TRUE(waitUntil([=](const Json& s) {
    return s["serial"] > serial && s["loading"].is_object() && s["loading"]["share"] > fraction;
  })) << "the progress does not advance";
  xdotool("key Escape");
  EXPECT_TRUE(waitUntil(isIdle)) << "the bundled character does not load instead";
  EXPECT_EQ(now_["message"], "");
  EXPECT_EQ(now_["model"], "character.glb");
}

TEST_F(ViewerWindow, FadesOnAClickOrAKeyAndOrbitsWithTheMouse) {
  EXPECT_GT(colorsOnScreen(), 2000);

  pause();
  click("chip.1");
  stepOneFrame();
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["fading"].get<bool>() && weightOf(s, "Idle") > 0 && weightOf(s, "Walk") > 0;
  })) << "the click starts no fade";
  EXPECT_NEAR(weightOf(now_, "Idle") + weightOf(now_, "Walk"), 1, 1e-6);
  resume();
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0 && weightOf(s, "Idle") == 0.0; }));

  xdotool("key 3");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; }))
      << "key 3 does not fade to the third clip";

  const double yaw = now_["camera"]["yaw"];
  drag("250 250", "330 250");
  EXPECT_TRUE(waitUntil([yaw](const Json& s) { return std::abs(s["camera"]["yaw"].get<double>() - yaw) > 0.1; }))
      << "a drag does not orbit the camera";

  xdotool("key space");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["paused"].get<bool>(); }));
  click("transport.pause");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["paused"].get<bool>(); }));
}

TEST_F(ViewerWindow, FollowsASliderInMidFade) {
  drag(pointOf("fade.seconds", 0.4), pointOf("fade.seconds", 0.5));
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeSeconds"].get<double>() != 0.4; }))
      << "a drag does not move the slider";
  const double before = now_["fadeSeconds"];
  pause();
  click("chip.2");
  stepOneFrame();
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fading"].get<bool>(); }));
  drag(pointOf("fade.seconds", 0.8), pointOf("fade.seconds", 0.9));
  EXPECT_TRUE(waitUntil([before](const Json& s) { return s["fadeSeconds"].get<double>() > before; }));
  EXPECT_TRUE(now_["fading"].get<bool>());
  resume();
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0 && !s["fading"].get<bool>(); }));
}

TEST_F(ViewerWindow, DrawsAFadesCurveByHand) {
  click("fade.view.1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("fade.curve.plane"); }));
  click("fade.kind.2");
  ASSERT_TRUE(
      waitUntil([](const Json& s) { return s["fadeKind"] == "curve" && !s["widgets"].contains("fade.curve.use"); }));
  xdotool("mousemove " + pointOf("fade.curve.plane", 0.5, 0.5));
  xdotool("click --repeat 2 --delay 120 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fadeCurve"]["keys"].size() == 3; }))
      << "a double click adds no key";
  drag(pointOf("fade.curve.plane", 0.5, 0.5), pointOf("fade.curve.plane", 0.3, 0.1));
  ASSERT_TRUE(waitUntil([](const Json& s) {
    return std::abs(s["fadeCurve"]["keys"][1]["value"].get<double>() - 0.9) < 0.05;
  })) << "a key does not follow the mouse";
  EXPECT_NEAR(now_["fadeCurve"]["keys"][1]["time"].get<double>(), 0.3, 0.05);
  click("fade.pace.2");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeSync"] == "phase"; }));
  click("fade.preset.1");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeCurve"]["keys"].size() == 2; }));
}

TEST_F(ViewerWindow, ReplaysLoopsAndComparesAFade) {
  xdotool("key 2");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; }));
  xdotool("key l");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("timeline.area"); }));
  const auto clipsInTheFade = [this] {  // 0.9 s after the beginning of a replay
    xdotool("key r");
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["plays"].get<bool>() && s["mixerTime"] > 1.0; }));
    pause();
    drag(pointOf("timeline.area", 0.9, 0.8), pointOf("timeline.area", 0.001, 0.8));
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["mixerTime"] == 0.0; })) << now_["mixerTime"];
    xdotool("key --repeat 54 Right");
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["mixerTime"] > 0.899; })) << now_["mixerTime"];
    return now_["clips"];
  };
  const Json first = clipsInTheFade(), second = clipsInTheFade();
  EXPECT_GT(weightOf(now_, "Idle"), 0);
  EXPECT_GT(weightOf(now_, "Walk"), 0);
  for (std::size_t i = 0; i < first.size(); ++i)
    for (const char* what : {"time", "effectiveWeight"})
      EXPECT_NEAR(second[i][what].get<double>(), first[i][what].get<double>(), 1e-9) << first[i]["name"] << ' ' << what;

  click("fade.loop");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["loops"].get<bool>() && s["pair"]["rounds"] >= 3; }))
      << "the fade is not repeated";
  const double alone = now_["camera"]["distance"];
  click("fade.view.2");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("fade.compare.4"); }));
  click("fade.compare.1");
  click("fade.compare.4");
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["compared"] == Json({"linear", "inertial"}) && s["widgets"].contains("compare.label.1");
  })) << now_["compared"];
  EXPECT_NE(now_["camera"]["distance"].get<double>(), alone) << "both figures are framed";
  click("fade.compare.off");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["compared"].empty(); }));
}

TEST_F(ViewerWindow, UndoesAWholeDragAndSavesAProjectThatOpensAgain) {
  const double before = now_["fadeSeconds"];
  xdotool("mousemove " + pointOf("fade.seconds", 0.4));
  xdotool("mousedown 1");
  for (const double at : {0.5, 0.6, 0.7, 0.8}) xdotool("mousemove " + pointOf("fade.seconds", at));
  xdotool("mouseup 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["history"]["steps"] == 1 && s["unsaved"].get<bool>(); }))
      << "a drag is not one step";
  const double after = now_["fadeSeconds"];
  EXPECT_NE(after, before);
  xdotool("key ctrl+z");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == before && !s["unsaved"].get<bool>(); }));
  xdotool("key ctrl+shift+z");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == after; }));

  xdotool("key ctrl+s");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("save.path"); })) << "no dialog";
  xdotool("key ctrl+a");
  const fs::path project = folder_ / "walk.crossfade";
  xdotool("type --delay 1 " + project.string());
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["project"] != ""; })) << "the project is not saved";
  EXPECT_EQ(now_["project"], project.string());
  EXPECT_FALSE(now_["unsaved"].get<bool>());

  end(SIGKILL);
  start(project.string());
  ASSERT_TRUE(waitUntil([=](const Json& s) { return s["project"] == project.string(); })) << "it does not open";
  EXPECT_EQ(now_["fadeSeconds"], after);
  EXPECT_EQ(now_["history"]["steps"], 0);
}

TEST_F(ViewerWindow, OffersUnsavedChangesAfterItWasKilled) {
  drag(pointOf("fade.seconds", 0.4), pointOf("fade.seconds", 0.8));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["unsaved"].get<bool>(); }));
  const double length = now_["fadeSeconds"];
  const auto isKept = [this] {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / "state/crossfade", none))
      if (entry.path().extension() == ".crossfade") return true;
    return false;
  };
  ASSERT_TRUE(waitUntil([&](const Json&) { return isKept(); })) << "the changes are not kept";
  end(SIGKILL);
  start("");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.restore") && isIdle(s); }))
      << "nothing is offered";
  EXPECT_NE(now_["fadeSeconds"], length);
  click("restore.restore");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == length && s["unsaved"].get<bool>(); }));
}

}  // namespace
}  // namespace test
