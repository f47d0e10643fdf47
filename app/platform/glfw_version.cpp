#include "app/platform/glfw_version.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>

namespace app {
namespace {

/// Looked up by name: GLFW 3.3 has only the functions of the system that it was built for, and 3.4 has all of them.
template <class Function>
Function* glfwFunction(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

}  // namespace

wl_display* waylandDisplay() {
  auto* const display = glfwFunction<wl_display*()>("glfwGetWaylandDisplay");
  return display == nullptr ? nullptr : display();
}

wl_surface* waylandSurface(GLFWwindow* window) {
  auto* const surface = glfwFunction<wl_surface*(GLFWwindow*)>("glfwGetWaylandWindow");
  return surface == nullptr ? nullptr : surface(window);
}

unsigned long x11Window(GLFWwindow* window) {
  auto* const number = glfwFunction<unsigned long(GLFWwindow*)>("glfwGetX11Window");
  return number == nullptr ? 0 : number(window);
}

void hintDesktopFile([[maybe_unused]] const char* name) {
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, name);
#endif
}

}  // namespace app
