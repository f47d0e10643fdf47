// A Wayland compositor for one test, without a monitor, and a keyboard and a mouse for it: sway.
#ifndef TESTS_APP_WAYLAND_WAYLAND_DESKTOP_H
#define TESTS_APP_WAYLAND_WAYLAND_DESKTOP_H

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/support/temporary_folder.h"

namespace test {

/// Whether the programs that a test needs are installed, and GLFW can open windows under Wayland.
bool canTestWayland();

/// Sets WAYLAND_DISPLAY and what else leads programs to it, and on destruction stops the compositor and restores that.
class WaylandDesktop {
 public:
  WaylandDesktop(int width, int height);
  ~WaylandDesktop();
  WaylandDesktop(const WaylandDesktop&) = delete;
  WaylandDesktop& operator=(const WaylandDesktop&) = delete;

  bool started() const { return input_ != nullptr; }
  /// Stops the compositor at once, as if it had crashed.
  void kill();

  /// Gives a command to sway, such as "output HEADLESS-1 scale 1.5".
  bool command(const std::string& words) const;
  /// The windows and their properties, as JSON.
  std::string tree() const;
  /// What a program prints.
  std::string said(const std::string& program) const;

  /// In pixels of the monitor.
  void moveMouse(int x, int y);
  void pressMouse(bool down);   // the left button
  void turnWheel(int notches);  // up
  /// A code of linux/input-event-codes.h.
  void typeKey(std::uint32_t key, bool withControl = false);

 private:
  struct Input;
  std::array<std::string, 4> before_;  // the variables that are restored
  TemporaryFolder folder_;
  int width_, height_;
  int process_ = -1;
  std::unique_ptr<Input> input_;
};

}  // namespace test

#endif  // TESTS_APP_WAYLAND_WAYLAND_DESKTOP_H
