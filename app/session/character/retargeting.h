// How the clips of other files are fitted to the model, and one of them on both skeletons side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "app/model/add_clips.h"
#include "app/model/model.h"
#include "app/session/character/character_commands.h"
#include "app/session/character/playback/player.h"
#include "app/view/bones.h"
#include "crossfade/base/result.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/retarget/retargeter.h"

namespace app {

/// One of the two skeletons of the preview, in model space.
struct RetargetFigure {
  const crossfade::Skeleton* skeleton = nullptr;
  std::vector<Bone> bones;
  std::vector<glm::mat4> models;  // one per joint, at the moment that is shown
  Bounds bounds;                  // of the bones in the pose in which it stands
};

/// The clips of a file with settings that Retargeting::apply took (assert). `names`: what the model's clips are called.
ReplaceClips transferred(int file, const ClipFile& from, const RetargetTarget& onto, const RetargetSettings& settings,
                         const std::vector<std::string>& names);

/// The clips of one file in place of those that the model has of it.
void replaceClips(Model& model, const ReplaceClips& replaced);

/// The joint maps are settings, part of the document; the clips follow them. The host transfers them again on a thread
/// (ClipTransfer) and sends ReplaceClips; without a host the session does so at once. The preview transfers only the
/// pose that it shows, so it follows at once.
class Retargeting {
 public:
  /// `model` must outlive it.
  explicit Retargeting(const Model& model);

  /// On an error nothing changes. The clips do not follow: see outdatedFile().
  crossfade::Result<void> apply(const SetRetarget& command);
  crossfade::Result<void> apply(const ShowRetarget& command);
  /// Shows what `before` showed of the same clip files, at the same time.
  void continueFrom(const Retargeting& before);

  /// One for each clip file.
  const std::vector<RetargetSettings>& settings() const { return settings_; }
  /// What clips are fitted to.
  const RetargetTarget& onto() const { return onto_; }
  /// A clip file whose clips were transferred with other settings; -1: none.
  int outdatedFile() const;

  /// Whether these are the clips of a file that is out of date, transferred as it is set to be now: not so if they were
  /// made for another model or with earlier settings.
  bool waitsFor(const ReplaceClips& clips) const;

  int shownFile() const { return shownFile_; }
  int shownClip() const { return shownClip_; }
  /// Null unless a file is shown: how its poses are transferred now.
  const crossfade::Retargeter* retargeter() const { return retargeter_ ? &*retargeter_ : nullptr; }
  const RetargetFigure& source() const { return source_; }
  const RetargetFigure& target() const { return target_; }
  double time() const { return time_; }

  /// Moves the preview by `seconds`, or to where the player has the clip, if it plays it.
  void advance(double seconds, const Player& player);

 private:
  crossfade::Result<void> checkFile(int file) const;
  void show(int file, crossfade::Retargeter retargeter);
  void pose();

  const Model& model_;
  RetargetTarget onto_;  // empty without clip files
  std::vector<RetargetSettings> settings_;
  int shownFile_ = -1, shownClip_ = 0;
  std::optional<crossfade::Retargeter> retargeter_;
  std::optional<crossfade::PoseRetargeter> poses_;  // through retargeter_
  std::optional<crossfade::ClipPose> clip_;         // the clip that is shown
  std::vector<crossfade::Transform> targetPose_;
  RetargetFigure source_, target_;
  double time_ = 0;
};

}  // namespace app
