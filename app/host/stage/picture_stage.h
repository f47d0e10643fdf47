// From a session to a picture: draw list, renderer and interface, with or without a window.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/host/stage/adaptive_quality.h"
#include "app/host/stage/scene_painter.h"
#include "app/profile/frame_statistics.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/ui/interface.h"

namespace app {

struct StageOptions {
  GlLoader loader = nullptr;
  bool interface = true;  // with panels
  float scale = 1;        // of the interface
};

/// One frame: the caller advances the session, then runs the panels and draws. An OpenGL context must be current.
class PictureStage {
 public:
  static crossfade::Result<PictureStage> make(const StageOptions& options);

  void showModel(const Model& model);
  /// Lets the interface show the model's names, whatever characters they have; showModel does so, too.
  void showNames(const Model& model);
  /// Uploads a model over several frames while the earlier one is drawn; see Renderer.
  double uploadIncoming(const Model& model, double seconds) { return renderer_->uploadIncoming(model, seconds); }
  void showIncoming();
  void forgetIncoming() { renderer_->forgetIncoming(); }
  using Apply = std::function<void(const Command&)>;
  /// Lays out the panels and applies the commands of the user. If there are any, lays them out again, so that they show
  /// at once what the commands did. Does nothing without panels.
  void runPanels(const Session& session, const InputFrame& input, PictureSize size, double delta,
                 FrameProfiler& profiler, const Apply& apply);
  /// Draws scene and interface into `framebuffer`.
  void draw(const Session& session, PictureSize size, unsigned int framebuffer, FrameProfiler& profiler);
  /// Draws the scene or the workspace's canvas as the whole picture. Its time is not profiled.
  void drawSceneAlone(const Session& session, const ViewOptions& view, PictureSize size, unsigned int framebuffer);
  /// Draws the character alone, framed as when the model opens, on a transparent ground with straight alpha.
  void drawPortrait(const Session& session, PictureSize size, unsigned int framebuffer);
  /// Whether a picture without panels has premultiplied alpha: a transparent canvas, or a transparent scene with
  /// labels.
  bool isPremultiplied(const Session& session, const ViewOptions& view) const {
    return view.transparent && (!showsModel(session.scene()) || hasLabels(session));
  }
  /// Of the scene in the next frames (Session::quality); without this call everything is drawn in full.
  void chooseQuality(std::optional<PictureQuality> quality) { painter_->choose(quality); }
  PictureQuality quality() const { return painter_->quality(); }
  /// Whether the last picture of the scene has its final quality.
  bool isSettled() const { return painter_->isSettled(); }
  /// Adds a finished frame, a picture of `size`, to the history. Its log stops while the profiler holds a frame.
  void remember(const Session& session, PictureSize size, const FrameSample& sample);
  /// Adds what happened to the frame that is remembered next.
  void note(FrameEvent event) { watch_.note(event); }

  const FrameHistory& history() const { return *history_; }
  Interface& interface() { return *interface_; }
  crossfade::Result<void> reloadShaders(const std::filesystem::path& folder) {
    painter_->forget();
    return renderer_->reloadShaders(folder);
  }
  std::vector<std::string> takeMessages() { return renderer_->takeMessages(); }
  bool wasReset() const { return renderer_->wasReset(); }
  /// Destroys what is in the OpenGL context. Before anything else is called, restoreContext() makes it again in another
  /// one, with the model that was shown.
  void loseContext();
  crossfade::Result<void> restoreContext(GlLoader loader, const Model& model);
  const std::string& driverName() const { return renderer_->driverName(); }
  /// Aspect of the area that panels leave to the scene, in a picture of `size`.
  float aspect(PictureSize size, SceneKind scene = SceneKind::Character) const;

 private:
  PictureStage() = default;
  crossfade::Result<void> makeRenderer(GlLoader loader);
  struct SceneArea {
    PictureSize size;
    PictureOrigin origin;
  };
  void layOutPanels(const Session& session, const InputFrame& input, PictureSize size, double delta,
                    FrameProfiler& profiler, const Apply& apply);
  SceneArea sceneArea(PictureSize size, SceneKind scene) const;
  void drawCanvasAlone(const Session& session, const ViewOptions& view, PictureSize size, unsigned int framebuffer);
  static bool hasLabels(const Session& session);
  void drawLabels(const Session& session, const ViewOptions& view, PictureSize size);
  void fillComparison(const Session& session, const ViewOptions& view, float pictureAspect);
  void fillCharacter(const Session& session, const ViewOptions& view, float pictureAspect);
  void fillDrawList(const Session& session, const ViewOptions& view, float pictureAspect);

  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<ScenePainter> painter_;
  std::unique_ptr<Interface> interface_;  // exists without panels, too: it draws the workspaces' canvases
  bool showsPanels_ = true;
  Commands commands_;      // scratch memory
  InputFrame afterwards_;  // what is held after the input of this frame
  std::unique_ptr<FrameHistory> history_;
  FrameWatch watch_;
  std::int64_t lastGpuFrame_ = -1;
};

}  // namespace app
