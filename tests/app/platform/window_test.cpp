#include "app/platform/window.h"

#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>

#include "tests/support/virtual_display.h"

namespace app {
namespace {

void xdotool(const std::string& arguments) { ASSERT_EQ(std::system(("xdotool " + arguments).c_str()), 0) << arguments; }

// Frames until `seen` says so; false after a minute, a timeout that no test depends on.
bool pollUntil(Window& window, const std::function<bool(const InputFrame&)>& seen) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (std::chrono::steady_clock::now() < end) {
    if (seen(window.wait(0.01))) return true;
    window.swapBuffers();
  }
  return false;
}

TEST(Window, WithoutADisplayReturnsAnError) {
  constexpr std::array kVariables = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"};
  std::array<std::string, kVariables.size()> before;
  for (std::size_t i = 0; i < kVariables.size(); ++i) {
    if (const char* const value = std::getenv(kVariables[i])) before[i] = value;
    unsetenv(kVariables[i]);
  }
  const auto window = Window::make({});
  for (std::size_t i = 0; i < kVariables.size(); ++i)
    if (!before[i].empty()) setenv(kVariables[i], before[i].c_str(), 1);
  ASSERT_FALSE(window);
  EXPECT_EQ(window.error().message, "no window: neither DISPLAY nor WAYLAND_DISPLAY is set");
}

TEST(Window, OpensWithOpenGL41AndItsSize) {
  const ::test::VirtualDisplay display(800, 600);
  ASSERT_TRUE(display.started()) << "Xvfb is needed for this test";
  auto window = Window::make({.title = "a window", .width = 320, .height = 200});
  ASSERT_TRUE(window) << window.error().message;
  EXPECT_GE(gladLoadGL(Window::getProcAddress), GLAD_MAKE_VERSION(4, 1));
  const InputFrame& frame = window->poll();
  EXPECT_EQ(frame.framebufferWidth, 320);
  EXPECT_EQ(frame.framebufferHeight, 200);
  EXPECT_GT(frame.contentScale, 0);
  EXPECT_FALSE(frame.shouldClose);
  glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  EXPECT_TRUE(window->poll().shouldClose);
}

TEST(Window, SeesRealMouseAndKeyboard) {
  const ::test::VirtualDisplay display(800, 600);
  ASSERT_TRUE(display.started()) << "Xvfb is needed for this test";
  auto window = Window::make({.title = "driven", .width = 320, .height = 200});
  ASSERT_TRUE(window) << window.error().message;
  window->poll();
  const std::string found = "search --sync --name '^driven$' ";

  xdotool(found + "mousemove --window %1 100 50 click 1 click 4");
  ASSERT_TRUE(pollUntil(*window, [](const InputFrame& f) { return f.isDown(MouseButton::Left); }));
  const InputFrame& pressed = window->poll();
  EXPECT_EQ(pressed.mouseX, 100);
  EXPECT_EQ(pressed.mouseY, 50);
  EXPECT_FALSE(pressed.isDown(MouseButton::Left)) << "the release must come in a later frame than the press";
  ASSERT_TRUE(pressed.wheelY == 1 || pollUntil(*window, [](const InputFrame& f) { return f.wheelY == 1; }));

  xdotool(found + "windowfocus --sync %1");
  xdotool("key shift+w");
  std::string typed;
  bool shifted = false;
  ASSERT_TRUE(pollUntil(*window, [&](const InputFrame& f) {
    for (const KeyPress& press : f.keyPresses) shifted |= press.key == Key::W && press.modifiers.shift;
    typed += f.text;
    return !typed.empty();
  }));
  EXPECT_EQ(typed, "W");
  EXPECT_TRUE(shifted);
}

TEST(Window, IsKnownToTheDesktopByItsNumber) {
  const ::test::VirtualDisplay display(800, 600);
  ASSERT_TRUE(display.started()) << "Xvfb is needed for this test";
  auto window = Window::make({.title = "named", .width = 320, .height = 200});
  ASSERT_TRUE(window) << window.error().message;
  const std::string name = window->desktopName();
  ASSERT_TRUE(name.starts_with("x11:")) << name;
  xdotool("search --sync --name '^named$' windowmove %1 10 10");
  EXPECT_EQ(std::system(("test 0x" + name.substr(4) + " = $(printf 0x%x $(xdotool search --name '^named$'))").c_str()),
            0)
      << name;
}

TEST(Window, ReportsItsNewSize) {
  const ::test::VirtualDisplay display(800, 600);
  ASSERT_TRUE(display.started()) << "Xvfb is needed for this test";
  auto window = Window::make({.title = "sized", .width = 320, .height = 200});
  ASSERT_TRUE(window) << window.error().message;
  xdotool("search --sync --name '^sized$' windowsize %1 400 300");
  EXPECT_TRUE(
      pollUntil(*window, [](const InputFrame& f) { return f.framebufferWidth == 400 && f.framebufferHeight == 300; }));
}

}  // namespace
}  // namespace app
