// A fixture that runs the real viewer in a real window, for tests with real mouse and keyboard events.
#ifndef TESTS_APP_HOST_WINDOW_VIEWER_WINDOW_H
#define TESTS_APP_HOST_WINDOW_VIEWER_WINDOW_H

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/virtual_display.h"

extern char** environ;

namespace test {

using Json = nlohmann::json;
namespace fs = std::filesystem;

inline constexpr auto kWindowTimeout =
    std::chrono::seconds(60);  // generous, so that no test depends on the machine's speed

inline bool windowToolsAreHere() {
  return std::system(
             "command -v xdotool >/dev/null && command -v import >/dev/null && command -v identify >/dev/null") == 0;
}

/// `crossfade` in a window on its own display. Its state file says what it shows.
class ViewerWindow : public testing::Test {
 protected:
  explicit ViewerWindow(int width = 1000, int height = 640)
      : size_(std::to_string(width) + "x" + std::to_string(height)), display_(width, height) {}
  void SetUp() override {
    if (!windowToolsAreHere()) GTEST_SKIP() << "xdotool or imagemagick is not installed";
    ASSERT_TRUE(display_.started()) << "Xvfb does not start";
    setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);  // nothing is left in the user's own
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    start(modelFile().string());
  }
  enum class Settings { None, Kept };
  void start(const std::string& model, Settings settings = Settings::None) {
    fs::remove(state_);
    if (settings == Settings::Kept) useOwnCache();
    const std::string stateFile = state_.string();
    const std::string program = programPath();
    std::vector<const char*> arguments = {program.c_str(), "--state-file", stateFile.c_str(), "--size", size_.c_str()};
    if (settings == Settings::None) arguments.push_back("--no-config");
    if (!usesPortal()) arguments.push_back("--no-portal");  // a desktop's dialog would be in the way
    if (!model.empty()) arguments.push_back(model.c_str());
    arguments.push_back(nullptr);
    ASSERT_EQ(posix_spawn(&process_, program.c_str(), nullptr, nullptr, const_cast<char**>(arguments.data()), environ),
              0);
    if (!model.empty()) return;
    ASSERT_TRUE(waitUntil(isIdle)) << "the character does not start to idle";
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their libraries want to be loaded first
  /// Starts it with a library of tests/preload, and keeps what it prints for messages().
  void startPreloaded(const char* library) {
    setenv("LD_PRELOAD", library, 1);
    const int own = ::dup(STDERR_FILENO);
    const int file = ::open((folder_ / "messages").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ::dup2(file, STDERR_FILENO);
    start("", Settings::Kept);
    ::dup2(own, STDERR_FILENO);
    ::close(own);
    ::close(file);
    unsetenv("LD_PRELOAD");
  }
  std::string messages() const {
    std::ifstream stream(folder_ / "messages");
    return {std::istreambuf_iterator<char>(stream), {}};
  }
#endif
  /// Starts again and expects that the unsaved change of the last run, a fade of `length` seconds, is offered and
  /// restored.
  void expectRestored(double length) {
    start("", Settings::Kept);
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.restore") && isIdle(s); }))
        << "nothing is offered";
    click("restore.restore");
    EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == length && s["unsaved"].get<bool>(); }));
  }
  /// Changes the length of the fade, without saving, and returns it.
  double leaveUnsavedFade() {
    drag(pointOf("fade.seconds", 0.4), pointOf("fade.seconds", 0.8));
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["unsaved"].get<bool>(); }));
    return now_["fadeSeconds"];
  }
  /// Not for all tests: OpenGL would compile its shaders anew in each.
  void useOwnCache() const { setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1); }
  void TearDown() override { end(SIGTERM); }
  void end(int signal) {
    if (process_ <= 0) return;
    kill(process_, signal);
    waitForEnd();
  }
  /// The status of the viewer, as of waitpid().
  int waitForEnd() {
    int status = 0;
    waitpid(std::exchange(process_, -1), &status, 0);
    return status;
  }

  /// The file to open; if empty, the bundled character.
  virtual fs::path modelFile() { return {}; }
  virtual bool usesPortal() const { return false; }
  static bool isIdle(const Json& state) { return weightOf(state, "Idle") == 1.0; }

  /// Polls the state until the condition holds; false on a timeout.
  bool waitUntil(const std::function<bool(const Json&)>& wanted) {
    const auto end = std::chrono::steady_clock::now() + kWindowTimeout;
    while (std::chrono::steady_clock::now() < end) {
      std::ifstream stream(state_);
      now_ = Json::parse(stream, nullptr, false);
      if (!now_.is_discarded() && wanted(now_)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
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
  void xdotool(const std::string& events) {
    // Of F1 to F10 the key codes: with newer keymaps, xdotool also presses Alt (jordansissel/xdotool#491).
    std::string words = events;
    for (int key = 10; key > 0; --key)
      words = std::regex_replace(words, std::regex("\\bF" + std::to_string(key) + "\\b"), std::to_string(66 + key));
    // Asking something makes it wait until the X server has taken the events before; `type` would type the question.
    const std::string question = words.find("type ") != words.npos ? "" : " getmouselocation";
    ASSERT_EQ(std::system(("xdotool " + words + question + " > /dev/null").c_str()), 0) << words;
    ASSERT_TRUE(waitUntil([](const Json&) { return true; }));
    const int serial = now_["serial"];
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

  static void saveScreen(const fs::path& picture) {
    EXPECT_EQ(std::system(("import -window root " + picture.string()).c_str()), 0);
  }
  /// The number of distinct colors on screen. An empty window has only a few.
  int colorsOnScreen() {
    const fs::path picture = folder_ / "screen.png";
    saveScreen(picture);
    FILE* pipe = popen(("identify -format %k " + picture.string()).c_str(), "r");
    int colors = 0;
    if (pipe && std::fscanf(pipe, "%d", &colors) != 1) colors = 0;
    if (pipe) pclose(pipe);
    return colors;
  }

  /// The color on screen at "x y", as #RRGGBB.
  std::string colorAt(const std::string& position) {
    const std::string x = position.substr(0, position.find(' ')), y = position.substr(position.find(' ') + 1);
    const std::string text = convertScreen("-crop 1x1+" + x + "+" + y + " -depth 8 txt:-");
    const std::size_t at = text.rfind('#');
    return at == std::string::npos ? "" : text.substr(at, 7);
  }
  /// The same for two equal pictures of a widget alone.
  std::string signatureOf(const std::string& widget) {
    const Json& rect = now_["widgets"].at(widget);
    const auto pixels = [&](int side) { return std::to_string(std::lround(rect[side].get<double>())); };
    return convertScreen("-crop " + pixels(2) + "x" + pixels(3) + "+" + pixels(0) + "+" + pixels(1) +
                         " -format %# info:");
  }
  /// What ImageMagick's convert prints for the screen.
  std::string convertScreen(const std::string& arguments) {
    const fs::path picture = folder_ / "screen.png";
    saveScreen(picture);
    FILE* const pipe = popen(("convert " + picture.string() + " " + arguments).c_str(), "r");
    std::string text;
    for (int c = 0; pipe && (c = std::fgetc(pipe)) != EOF;) text.push_back(static_cast<char>(c));
    if (pipe) pclose(pipe);
    return text;
  }

  fs::path folder_ = scratchFolder("window");
  fs::path state_ = folder_ / "state.json";
  std::string size_;
  VirtualDisplay display_;
  pid_t process_ = -1;
  Json now_;
};

}  // namespace test

#endif  // TESTS_APP_HOST_WINDOW_VIEWER_WINDOW_H
