// What differs between the versions of GLFW that we build with: 3.3 (Debian 12), for X11 or for Wayland, and 3.4
// (Debian 13), which chooses when it starts. Code elsewhere tests no version.
#ifndef APP_PLATFORM_GLFW_VERSION_H
#define APP_PLATFORM_GLFW_VERSION_H

struct GLFWwindow;
struct wl_display;
struct wl_surface;

namespace app {

/// The connection to a Wayland compositor; null under X11. Call it after glfwInit.
wl_display* waylandDisplay();
/// Null under X11.
wl_surface* waylandSurface(GLFWwindow* window);
/// The number of the window; 0 under Wayland.
unsigned long x11Window(GLFWwindow* window);

/// Under Wayland, names the desktop file that has the icon of the next window.
void hintDesktopFile(const char* name);

}  // namespace app

#endif  // APP_PLATFORM_GLFW_VERSION_H
