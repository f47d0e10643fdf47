#include "app/platform/gl_context_headless.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {
namespace {

// The error names of EGL 1.5, section 3.1.
std::string_view nameOfError(EGLint code) {
  constexpr std::pair<EGLint, std::string_view> kNames[] = {{EGL_SUCCESS, "EGL_SUCCESS"},
                                                            {EGL_NOT_INITIALIZED, "EGL_NOT_INITIALIZED"},
                                                            {EGL_BAD_ACCESS, "EGL_BAD_ACCESS"},
                                                            {EGL_BAD_ALLOC, "EGL_BAD_ALLOC"},
                                                            {EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE"},
                                                            {EGL_BAD_CONFIG, "EGL_BAD_CONFIG"},
                                                            {EGL_BAD_CONTEXT, "EGL_BAD_CONTEXT"},
                                                            {EGL_BAD_DISPLAY, "EGL_BAD_DISPLAY"},
                                                            {EGL_BAD_MATCH, "EGL_BAD_MATCH"},
                                                            {EGL_BAD_PARAMETER, "EGL_BAD_PARAMETER"}};
  for (const auto& [known, name] : kNames)
    if (code == known) return name;
  return "an unnamed EGL error";
}

bool contains(const char* extensions, std::string_view wanted) {
  std::string_view rest = extensions != nullptr ? extensions : "";
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == wanted) return true;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return false;
}

std::vector<EGLDisplay> displaysToTry() {
  std::vector<EGLDisplay> displays;
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (contains(extensions, "EGL_MESA_platform_surfaceless")) {
    displays.push_back(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (contains(extensions, "EGL_EXT_platform_device") && queryDevices != nullptr) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE) count = 0;
    for (EGLint i = 0; i < count; ++i) {
      displays.push_back(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
    }
  }
  std::erase(displays, EGL_NO_DISPLAY);
  return displays;
}

// A current context on the display, or null with the failed call in `refusal`.
EGLContext makeCurrentContext(EGLDisplay display, std::string& refusal) {
  const auto refuse = [&refusal](std::string_view call) {
    refusal = std::string(call) + " says " + std::string(nameOfError(eglGetError()));
    return EGL_NO_CONTEXT;
  };
  if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return refuse("eglInitialize");
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return refuse("eglBindAPI");

  // Any configuration works: nothing is drawn to a surface.
  const std::array<EGLint, 5> configAttributes{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, configAttributes.data(), &config, 1, &count) != EGL_TRUE || count == 0)
    return refuse("eglChooseConfig");

  const std::array<EGLint, 9> contextAttributes{EGL_CONTEXT_MAJOR_VERSION,
                                                4,
                                                EGL_CONTEXT_MINOR_VERSION,
                                                1,
                                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE,
                                                EGL_TRUE,
                                                EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, contextAttributes.data());
  if (context == EGL_NO_CONTEXT) return refuse("eglCreateContext for OpenGL 4.1 core");
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
    refuse("eglMakeCurrent without a surface");
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
  }
  return context;
}

}  // namespace

crossfade::Result<HeadlessContext> HeadlessContext::make() {
  std::string refusal = "EGL offers neither a surfaceless platform nor a device";
  for (EGLDisplay display : displaysToTry()) {
    EGLContext context = makeCurrentContext(display, refusal);
    if (context != EGL_NO_CONTEXT) return HeadlessContext(display, context);
  }
  return crossfade::Error{"no OpenGL without a display: " + refusal};
}

HeadlessContext::HeadlessContext(HeadlessContext&& other) noexcept
    : display_(std::exchange(other.display_, nullptr)), context_(std::exchange(other.context_, nullptr)) {}

HeadlessContext& HeadlessContext::operator=(HeadlessContext&& other) noexcept {
  std::swap(display_, other.display_);
  std::swap(context_, other.context_);
  return *this;
}

HeadlessContext::~HeadlessContext() {
  if (context_ == nullptr) return;
  if (eglGetCurrentContext() == context_) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

HeadlessContext::Function HeadlessContext::getProcAddress(const char* name) { return eglGetProcAddress(name); }

}  // namespace app
