// What GLFW leaves to its users under Wayland: when to draw the next frame, and whether the compositor is still there.
#ifndef APP_PLATFORM_WAYLAND_SURFACE_H
#define APP_PLATFORM_WAYLAND_SURFACE_H

struct wl_callback;
struct wl_display;
struct wl_surface;

namespace app {

/// Of one window, which outlives it. GLFW, which reads the events, is polled meanwhile.
class WaylandSurface {
 public:
  WaylandSurface(wl_display& display, wl_surface& surface) : display_(display), surface_(surface) {}
  ~WaylandSurface();
  WaylandSurface(const WaylandSurface&) = delete;
  WaylandSurface& operator=(const WaylandSurface&) = delete;

  /// The compositor closed the connection. Nothing more arrives, and GLFW 3.4 may hang in its next poll: it waits for
  /// the queued events to be handled, and after an error libwayland handles none.
  bool isLost() const;

  /// Asks the compositor to say when it has a use for the frame after the next one that is shown.
  void requestFrame();
  /// It has not said so yet. A compositor says nothing while the window is hidden.
  bool awaitsFrame() const { return callback_ != nullptr; }

 private:
  void forgetCallback();

  wl_display& display_;
  wl_surface& surface_;
  wl_callback* callback_ = nullptr;
};

}  // namespace app

#endif  // APP_PLATFORM_WAYLAND_SURFACE_H
