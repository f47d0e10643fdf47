// A picture stage without a display: its own OpenGL context and a picture to draw into.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "app/host/stage/picture_stage.h"
#include "app/platform/gl_context_headless.h"
#include "app/record/image_view.h"
#include "app/render/offscreen_target.h"

namespace app {

/// One drawn frame. `pixels` may be changed or swapped away; they are valid until the next picture is fetched.
struct FilmPicture : FetchedPicture {
  ImageView view() const { return {size.width, size.height, *pixels}; }
  operator ImageView() const { return view(); }
};

class HeadlessStage {
 public:
  /// The error says why there is no OpenGL.
  static crossfade::Result<HeadlessStage> make(PictureSize size, bool interface);

  /// Reads the shaders from a folder; an empty path keeps the built-in ones.
  crossfade::Result<void> useShaders(const std::string& folder) {
    return folder.empty() ? crossfade::Result<void>() : stage_->reloadShaders(folder);
  }
  void showModel(const Model& model) { stage_->showModel(model); }

  /// Draws the session as it is now. The picture is fetched later, so that drawing need not wait for the GPU; there
  /// must be room for it.
  void draw(const Session& session, double delta, FrameProfiler& profiler, int frame);
  bool hasRoom() const { return readback_->hasRoom(); }
  bool hasPictures() const { return !readback_->isEmpty(); }
  /// The oldest picture, with its frame as the tag. Waits for the GPU, which counts as FrameStage::Swap; there must be
  /// one.
  FilmPicture fetch(FrameProfiler& profiler);

  const FrameHistory& history() const { return stage_->history(); }
  void remember(const Session& session, const FrameSample& sample) {
    stage_->remember(session, target_->size(), sample);
  }
  const std::string& driverName() const { return stage_->driverName(); }
  float aspect() const { return stage_->aspect(target_->size()); }

 private:
  explicit HeadlessStage(HeadlessContext context) : context_(std::move(context)) {}

  HeadlessContext context_;  // first: everything below lives in it
  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<PictureStage> stage_;
  std::unique_ptr<PixelReadback> readback_;
  std::deque<bool> premultiplied_;  // per picture that was not fetched yet
};

}  // namespace app
