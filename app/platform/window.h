// A window with an OpenGL 4.1 core context, and what a person does in it.
#pragma once

#include <memory>
#include <string>

#include "app/input/input.h"
#include "crossfade/base/result.h"

namespace app {

struct WindowOptions {
  std::string title = "Crossfade";
  int width = 1280;  // screen units
  int height = 720;
};

enum class CursorShape { Arrow, Text, Hand, ResizeHorizontal, ResizeVertical, Crosshair };

/// One at a time, on the main thread. The context is current from the start, waits for the screen's refresh, and has a
/// default framebuffer without samples or depth: scenes are drawn to a framebuffer object and copied.
class Window {
 public:
  /// The error says why there is no window: no display, no OpenGL 4.1.
  static crossfade::Result<Window> make(const WindowOptions& options);

  Window(Window&&) noexcept;
  ~Window();

  /// What happened since the last call; valid until the next one.
  const InputFrame& poll();

  /// The same, but sleeps until something happens, `seconds` at the most: for a window in which nothing moves.
  const InputFrame& wait(double seconds);

  void swapBuffers();
  void setTitle(const std::string& title);
  void setCursor(CursorShape shape);
  void setSwapInterval(int refreshes);  // 0 does not wait for the screen
  void requestClose(bool close);        // what the next frame's shouldClose says
  std::string clipboard() const;
  void setClipboard(const std::string& text);

  using Function = void (*)();
  static Function getProcAddress(const char* name);

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;  // its address is what the window library's callbacks hold
};

}  // namespace app
