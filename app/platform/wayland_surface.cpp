#include "app/platform/wayland_surface.h"

#include <poll.h>
#include <wayland-client.h>

#include <cstdint>
#include <utility>

namespace app {

WaylandSurface::~WaylandSurface() { forgetCallback(); }

bool WaylandSurface::isLost() const {
  if (wl_display_get_error(&display_) != 0) return true;
  pollfd connection{.fd = wl_display_get_fd(&display_), .events = 0, .revents = 0};
  return ::poll(&connection, 1, 0) > 0;  // without events: only if the other end is closed, or on an error
}

void WaylandSurface::requestFrame() {
  if (awaitsFrame()) return;
  static constexpr wl_callback_listener kListener = {
      .done = [](void* self, wl_callback*, std::uint32_t) { static_cast<WaylandSurface*>(self)->forgetCallback(); }};
  callback_ = wl_surface_frame(&surface_);
  if (callback_ != nullptr) wl_callback_add_listener(callback_, &kListener, this);
}

void WaylandSurface::forgetCallback() {
  if (wl_callback* const callback = std::exchange(callback_, nullptr)) wl_callback_destroy(callback);
}

}  // namespace app
