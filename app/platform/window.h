// A window with an OpenGL 4.1 core context, and the input it receives.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "app/input/typed_keys.h"
#include "crossfade/base/result.h"

namespace app {

/// Of a window in screen units, below which panels have no room.
inline constexpr int kLeastWidth = 640, kLeastHeight = 400;

struct WindowOptions {
  std::string title = "Crossfade";
  int width = 1280;  // screen units
  int height = 720;
};

/// One at a time, on the main thread. The context is current from the start and waits for vertical sync. The default
/// framebuffer has no samples and no depth: scenes are drawn to a framebuffer object and copied.
class Window {
 public:
  /// The error says why there is no window: no display, no OpenGL 4.1.
  static crossfade::Result<Window> make(const WindowOptions& options);

  Window(Window&&) noexcept;
  ~Window();

  /// Opens another window in place of this one, with a new OpenGL context, and drops all input. Before, destroy what is
  /// in the old context. On an error, which says why there is no new window, the old one stays.
  crossfade::Result<void> renew();

  /// Input since the last call; valid until the next one.
  const InputFrame& poll();

  /// The same, but sleeps until there is an event, at most `seconds`: for a window in which nothing moves.
  const InputFrame& wait(double seconds);

  /// The left stick of the first gamepad, right and ahead, each -1 to 1; none: GLFW sees no gamepad.
  std::optional<std::array<double, 2>> stick() const;

  void swapBuffers();
  void setTitle(const std::string& title);
  void setClipboard(const std::string& text);
  /// Empty if there is no text.
  std::string clipboard() const;
  void cancelClose();

  /// How a dialog of the desktop names it as its parent: "x11:1a00004"; empty where that cannot be said.
  std::string desktopName() const;

  using Function = void (*)();
  static Function getProcAddress(const char* name);

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;  // GLFW's callbacks hold its address
};

}  // namespace app
