// An OpenGL 4.1 core context without a display or window, through EGL.
#pragma once

#include "crossfade/base/result.h"

namespace app {

/// There is no default framebuffer: draw into framebuffer objects. The context is current on the thread that created it
/// until it is destroyed or another one is created there.
class HeadlessContext {
 public:
  /// Tries Mesa's surfaceless platform first, then every EGL device. The error names the EGL call that failed.
  static crossfade::Result<HeadlessContext> make();

  HeadlessContext(HeadlessContext&& other) noexcept;
  HeadlessContext& operator=(HeadlessContext&& other) noexcept;
  ~HeadlessContext();

  /// The address of an OpenGL function, for a loader; null: none.
  using Function = void (*)();
  static Function getProcAddress(const char* name);

 private:
  HeadlessContext(void* display, void* context) : display_(display), context_(context) {}

  void* display_ = nullptr;  // EGLDisplay, shared by all contexts of the process and never closed
  void* context_ = nullptr;  // EGLContext
};

}  // namespace app
