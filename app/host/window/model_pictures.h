// Takes a small picture of each model that is on screen for a while, and finds those of other files for the interface.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/host/files/file_watch.h"
#include "app/host/files/task_queue.h"
#include "app/host/stage/picture_stage.h"
#include "app/model/model.h"
#include "app/record/image_view.h"
#include "app/render/gl_handle.h"
#include "app/render/offscreen_target.h"
#include "crossfade/base/result.h"

namespace app {

// Small pictures of models that were on screen, kept in the user's cache folder. Blocks: call it on a thread. An empty
// path stands for the bundled character.

inline constexpr int kPictureSide = 256;  // pixels, at most

struct PictureCacheLimits {
  std::size_t files = 200;
  std::uint64_t bytes = 20'000'000;  // of all files
};

/// "77c8a52a4e8d9b21-": what the picture files of a model begin with, a hash of its absolute path.
std::string picturePrefix(const std::filesystem::path& model);
/// The file of the picture of this version of the model: "77c8a52a4e8d9b21-06c1e3a5d2b49f80.png". So a changed model
/// never shows an old picture. The version of a project is that of the project file alone, not of its models.
std::string pictureName(const std::filesystem::path& model, const FileStamp& stamp);

/// Writes the picture of the version of `model` that is on disk now, drops those of earlier versions, and then the
/// oldest files above the limits. The folder is created. The error says what cannot be written.
crossfade::Result<void> savePicture(const std::filesystem::path& folder, const std::filesystem::path& model,
                                    const ImageView& picture, const PictureCacheLimits& limits = {});

/// The picture of the version that is on disk now, if there is one that can be read and is no larger than kPictureSide
/// a side. Sizes are checked before any of it is decoded.
std::optional<Image> loadPicture(const std::filesystem::path& folder, const std::filesystem::path& model);

/// The frame waits neither for the disk nor for the GPU. OpenGL must be current in all calls but find().
class ModelPictures {
 public:
  static constexpr double kIdleSeconds = 1;        // that a model is on screen before its picture is taken
  static constexpr std::size_t kMaxTextures = 48;  // more than the interface shows at a time

  /// `folder`: see PictureCache. Empty: no pictures are taken or found.
  explicit ModelPictures(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// This model or project is on screen, as it is on disk now. Empty: the bundled character.
  void noteShown(const std::string& path);
  /// Call it once the window is drawn. `idle`: nothing happens for which a frame a few milliseconds longer would show.
  void take(const Session& session, PictureStage& stage, bool idle, double delta);

  /// Whether take() has something to do once nothing else happens.
  bool isWaiting() const { return !folder_.empty() && (path_ || readback_); }

  /// See FindPicture.
  void find(const std::string& path);
  /// From the next poll() on, looks at the files again when they are asked for: they may have changed. What is drawn in
  /// this frame may still show the textures.
  void forgetFound() { forgets_ = true; }
  /// The OpenGL context is lost. poll() tells the session, before anything is drawn.
  void loseContext();
  /// Appends what the session is to be told.
  void poll(Commands& out);

 private:
  struct Found {
    std::string path;
    std::optional<Image> picture;
  };
  struct Shown {
    ModelPicture picture;
    GlTexture texture;
  };
  void shoot(const Session& session, PictureStage& stage);
  void keep(const FetchedPicture& picture);
  void add(Found found);

  std::filesystem::path folder_;
  std::optional<std::string> path_;  // of what is on screen; nothing: its picture is taken
  double idleSeconds_ = 0;
  std::string takenPath_;  // of the picture that is read back
  std::optional<OffscreenTarget> target_;
  std::unique_ptr<PixelReadback> readback_;
  std::vector<Shown> shown_;  // the last found at the end
  bool changed_ = false;      // since the session was told
  bool forgets_ = false;
  WorkQueue<crossfade::Result<Found>> searches_;  // last: they use the above
};

}  // namespace app
