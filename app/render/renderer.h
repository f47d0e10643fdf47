// Draws a DrawList: meshes, light, shadow, floor and overlays. Knows nothing of windows, sessions or files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/render/gpu_timer.h"
#include "app/render/offscreen_target.h"
#include "app/render/render_quality.h"
#include "app/render/studio.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

/// The address of an OpenGL function by name, like glfwGetProcAddress and eglGetProcAddress.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char*);

/// Limits below those of the driver.
struct RendererLimits {
  int maxTexelBufferTexels = 0;  // 0: the limit of the driver, at least 65,536
  int samples = 4;               // of multisampling; 1: none
};

/// Needs a current OpenGL 4.1 core context at every call, including the destructor. Once a model has been drawn at some
/// size, upload() and draw() allocate nothing and never wait for the GPU. draw() leaves `targetFramebuffer` bound, no
/// program, vertex array or samplers, texture unit 0 active; depth test, culling and blending disabled.
class Renderer {
 public:
  /// The error names what the driver lacks, or the shader and line that do not compile.
  static crossfade::Result<std::unique_ptr<Renderer>> make(GlLoader load, RendererLimits limits = {});
  ~Renderer();

  /// Uploads meshes, textures and morph targets and drops the previous model. takeMessages() says what cannot be drawn.
  void setModel(const Model& model);

  /// The same, spread over several frames: uploads for `seconds`, but at least a piece of an array or texture, or a
  /// shader, and returns the progress. At 1, showIncoming() replaces the model drawn so far. Call forgetIncoming()
  /// before you upload another model or give up.
  double uploadIncoming(const Model& model, double seconds);
  void showIncoming();
  void forgetIncoming();

  static constexpr float kSurfaceError = 0.75f;  // pixels that are drawn; for RenderQuality::lessDetail
  /// Of everything that is uploaded and drawn from now on; at first full.
  void setQuality(const RenderQuality& quality);

  /// Stage "upload": palettes, morph weights, bones, overlay lines.
  void upload(const DrawList& list);
  /// Stage "draw submit": draws the list last given to upload() into `targetFramebuffer` (0: the window), with its
  /// lower left corner at `origin`, as opaque sRGB; the rest stays untouched. Begins a frame of gpuTimer(); measuring
  /// the interface is up to the caller.
  void draw(const DrawList& list, PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin = {});

  /// Draws the same picture as draw(), with one call a frame, so that no frame takes long. Until the last part is drawn
  /// it shows the picture before. Returns whether this was the last; upload() begins the first. A part has at most
  /// kPartTriangles triangles, or one in kMaxParts of all, or a single copy of a mesh, or a few passes over all pixels.
  bool drawNextPart(const DrawList& list, PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin = {});
  static constexpr int kPartTriangles = 20'000;
  static constexpr int kMaxParts = 120;  // about

  /// Instead of draw() when nothing has changed since then: shows the same picture again, as large as `size`.
  void drawAgain(PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin = {});

  /// Instead of draw() when there is no model: fills the target with `color` (display values). Leaves the same state
  /// and also begins a frame.
  void clear(glm::vec4 color, PictureSize size, unsigned int targetFramebuffer);

  /// Replaces the studio's light. Sun and rim light remain: DrawList::lighting.
  void setSurroundings(const LightProbe& probe);

  /// Recompiles all shaders from the GLSL files in `folder`; on an error the old ones remain.
  crossfade::Result<void> reloadShaders(const std::filesystem::path& folder);

  /// The world position of each vertex of one item, copy after copy, as computed by the scene's vertex shader. Uploads
  /// `list` and waits for the GPU.
  std::vector<glm::vec3> capturePositions(const DrawList& list, int itemIndex);

  GpuTimer& gpuTimer();
  const GpuTimer& gpuTimer() const;
  /// Problems reported by the driver or found in the model since the last call.
  std::vector<std::string> takeMessages();
  /// Whether the driver was reset and has dropped everything on the GPU: nothing can be drawn any more. False where it
  /// cannot say (KHR_robustness). Never waits.
  bool wasReset() const;
  /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"
  const std::string& driverName() const;

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Fills pixels of the framebuffer that is drawn to, `origin` counted from its lower left corner. Leaves the scissor
/// rectangle on them.
void fillPixels(PictureOrigin origin, PictureSize size, glm::vec4 color);

}  // namespace app
