// Draws a DrawList: meshes, light, shadow, floor and overlay. Knows nothing of windows, sessions or files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/render/gpu_timer.h"
#include "app/render/light_probe.h"
#include "app/render/picture_size.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

/// Address of an OpenGL function by name, as glfwGetProcAddress and eglGetProcAddress give it.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char*);

/// What to use less of than the driver has.
struct RendererLimits {
  int maxTexelBufferTexels = 0;  // 0: what the driver allows, at least 65,536
  int samples = 4;               // of multisampling; 1: none
};

/// An OpenGL 4.1 core context must be current at every call, the destructor included. Once a model has been drawn at
/// one size, upload() and draw() allocate nothing and never wait for the GPU. The state that draw() leaves:
/// `targetFramebuffer` bound, no program, no vertex array, no samplers, texture unit 0 active, no depth test, culling
/// or blending.
class Renderer {
 public:
  /// The error names what the driver lacks, or the shader and line that do not compile.
  static crossfade::Result<std::unique_ptr<Renderer>> make(GlLoader load, RendererLimits limits = {});
  ~Renderer();

  /// Uploads meshes, textures and morph targets and drops the earlier model. What cannot be drawn is told in
  /// takeMessages().
  void setModel(const Model& model);

  /// The same in the background of the frames: uploads for `seconds`, but at least one array, texture or shader, and
  /// returns how much of it is there. At 1 showIncoming() exchanges it for the model that was drawn meanwhile. Another
  /// model, or none to be had any more: forgetIncoming() before.
  double uploadIncoming(const Model& model, double seconds);
  void showIncoming();
  void forgetIncoming();

  /// Stage "upload": palettes, morph weights, bones, overlay lines.
  void upload(const DrawList& list);
  /// Stage "draw submit": the list last given to upload(), into `targetFramebuffer` (0: the window) with its
  /// lower left corner at `origin`, opaque, sRGB; the rest of the framebuffer stays as it is.
  /// Begins a frame of gpuTimer(); the interface is measured by the caller, after it.
  void draw(const DrawList& list, PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin = {});

  /// Instead of draw(), where nothing of a model is to be seen: `color` everywhere, as it is displayed. Leaves the same
  /// state and also begins a frame.
  void clear(glm::vec4 color, PictureSize size, unsigned int targetFramebuffer);

  /// Another light from everywhere in place of the studio's. The sun and the rim light stay: DrawList::lighting.
  void setSurroundings(const LightProbe& probe);

  /// Compiles all shaders anew from GLSL files in `folder`; an error leaves the old ones in place.
  crossfade::Result<void> reloadShaders(const std::filesystem::path& folder);

  /// World position of each vertex of one item, copy after copy, computed by the scene's own vertex shader. Uploads
  /// `list`; waits for the GPU.
  std::vector<glm::vec3> capturePositions(const DrawList& list, int itemIndex);

  GpuTimer& gpuTimer();
  const GpuTimer& gpuTimer() const;
  /// What the driver or the model gave to complain about since the last call.
  std::vector<std::string> takeMessages();
  /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"
  const std::string& driverName() const;

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace app
