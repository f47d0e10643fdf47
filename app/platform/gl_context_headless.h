// An OpenGL 4.1 core context without a display and without a window, through EGL.
#pragma once

#include "crossfade/base/result.h"

namespace app {

/// There is no default framebuffer: draw into framebuffer objects. The context is current on the thread that made it,
/// and stays so until it is destroyed or another is made there.
class HeadlessContext {
 public:
  /// The error says what EGL refused. Mesa's surfaceless platform is tried first, then every EGL device.
  static crossfade::Result<HeadlessContext> make();

  HeadlessContext(HeadlessContext&& other) noexcept;
  HeadlessContext& operator=(HeadlessContext&& other) noexcept;
  ~HeadlessContext();

  /// The address of an OpenGL function, as a loader asks for it; null when there is none.
  using Function = void (*)();
  static Function getProcAddress(const char* name);

 private:
  HeadlessContext(void* display, void* context) : display_(display), context_(context) {}

  void* display_ = nullptr;  // EGLDisplay: the process's, never closed, because all contexts of a platform share one
  void* context_ = nullptr;  // EGLContext
};

}  // namespace app
