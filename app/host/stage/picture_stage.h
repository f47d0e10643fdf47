// From a session to a picture: draw list, renderer and interface in the order of one frame, for the window and without
// one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/profile/frame_history.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/ui/interface.h"

namespace app {

struct StageOptions {
  GlLoader loader = nullptr;
  bool interface = true;  // panels are shown
  float scale = 1;        // of the interface
};

/// One frame: advance is the caller's; then beginFrame, panels, draw. An OpenGL context must be current throughout.
class PictureStage {
 public:
  static crossfade::Result<PictureStage> make(const StageOptions& options);

  void showModel(const Model& model) { renderer_->setModel(model); }
  /// The same over several frames, while the earlier model is drawn: see Renderer.
  double uploadIncoming(const Model& model, double seconds) { return renderer_->uploadIncoming(model, seconds); }
  void showIncoming() { renderer_->showIncoming(); }
  void forgetIncoming() { renderer_->forgetIncoming(); }
  /// Lays out the panels and collects what people did. Without an interface: nothing.
  void runPanels(const Session& session, const InputFrame& input, PictureSize size, double delta,
                 FrameProfiler& profiler, Commands& commands);
  /// Draws scene and interface into `framebuffer`.
  void draw(const Session& session, PictureSize size, unsigned int framebuffer, FrameProfiler& profiler);
  /// The scene alone, as a whole picture, of a workspace its canvas; an extra one beside the window's, so its time is
  /// nobody's.
  void drawSceneAlone(const Session& session, const ViewOptions& view, PictureSize size, unsigned int framebuffer);
  /// Keeps the frame that just ended.
  void remember(const FrameSample& sample);

  const FrameHistory& history() const { return *history_; }
  Interface& interface() { return *interface_; }
  crossfade::Result<void> reloadShaders(const std::filesystem::path& folder) {
    return renderer_->reloadShaders(folder);
  }
  std::vector<std::string> takeMessages() { return renderer_->takeMessages(); }
  const std::string& driverName() const { return renderer_->driverName(); }
  /// The part of a picture of `size` that panels leave free, and so the scene's: what the camera's aspect follows.
  float aspect(PictureSize size, SceneKind scene = SceneKind::Character) const;

 private:
  PictureStage() = default;
  struct SceneArea {
    PictureSize size;
    PictureOrigin origin;
  };
  SceneArea sceneArea(PictureSize size, SceneKind scene) const;
  void drawCanvasAlone(const Session& session, const ViewOptions& view, PictureSize size, unsigned int framebuffer);
  void drawLabels(const Session& session, const ViewOptions& view, PictureSize size);
  void fillDrawList(const Session& session, const ViewOptions& view, float pictureAspect);

  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<Interface> interface_;  // there without panels too: it draws the canvases of the workspaces
  bool showsPanels_ = true;
  std::unique_ptr<FrameHistory> history_;
  DrawList list_;
  std::int64_t lastGpuFrame_ = -1;
};

/// A table of mean, p50, p95, p99 and max per stage and pass, in milliseconds, on stdout.
void printTiming(const FrameHistory& history, const std::string& driver);

}  // namespace app
