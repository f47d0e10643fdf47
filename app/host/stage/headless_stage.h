// A picture stage without a display: its own OpenGL context and a picture to draw into.
#pragma once

#include <memory>
#include <vector>

#include "app/host/stage/picture_stage.h"
#include "app/platform/gl_context_headless.h"
#include "app/record/image_view.h"
#include "app/render/offscreen_target.h"

namespace app {

class HeadlessStage {
 public:
  /// The error says why there is no OpenGL.
  static crossfade::Result<HeadlessStage> make(PictureSize size, bool interface);

  /// From a folder instead of the built-in ones; an empty path changes nothing.
  crossfade::Result<void> useShaders(const std::string& folder) {
    return folder.empty() ? crossfade::Result<void>() : stage_->reloadShaders(folder);
  }
  void showModel(const Model& model) { stage_->showModel(model); }
  /// The whole frame but the session's advance, which the caller does between beginFrame and this; valid until the next
  /// one.
  ImageView drawFrame(const Session& session, double delta, FrameProfiler& profiler);
  const FrameHistory& history() const { return stage_->history(); }
  void remember(const FrameSample& sample) { stage_->remember(sample); }
  const std::string& driverName() const { return stage_->driverName(); }
  float aspect() const { return stage_->aspect(target_->size()); }

 private:
  explicit HeadlessStage(HeadlessContext context) : context_(std::move(context)) {}

  HeadlessContext context_;  // first: everything below lives in it
  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<PictureStage> stage_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace app
