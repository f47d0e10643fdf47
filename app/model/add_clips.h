// Adds the clips of one file to a model with another skeleton.
#ifndef APP_MODEL_ADD_CLIPS_H
#define APP_MODEL_ADD_CLIPS_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/model/model.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/retarget/retargeter.h"

namespace app {

struct AddedClips {
  int clips = 0;
  int clipsLost = 0;      // that move nothing on this skeleton
  int joints = 0;         // of the model that have a counterpart
  int tracksSampled = 0;  // that could not keep their keys
  int tracksLost = 0;
};

/// Whether a file only carries motion: clips, and nothing visible except stand-ins for bones. Dropping one adds its
/// clips to the model on screen (ModelOpening); any other file replaces the model.
bool isMotionOnly(const Model& model);

/// How many of the model's clips come from its own file; they are the first.
std::size_t ownClipCount(const Model& model);
/// The model's first clip of clip file `file`.
std::size_t firstClipOf(const Model& model, int file);

/// The paths of its clip files.
std::vector<std::string> clipPathsOf(const Model& model);

/// A retargeter between two models with the poses in which both stand (standingPoseOf). Without a map: guessJointMap.
/// Error: nothing fits, or the map is empty.
crossfade::Result<crossfade::Retargeter> makeRetargeter(const Model& from, const Model& onto,
                                                        std::optional<crossfade::JointMap> map = {},
                                                        crossfade::RetargetOptions options = {});
/// A skeleton that clips are fitted to, and the pose in which it stands.
struct RetargetTarget {
  std::string name;
  crossfade::Skeleton skeleton;
  std::vector<crossfade::Transform> reference;
};
RetargetTarget retargetTargetOf(const Model& model);

/// The same as above for a file whose clips were added.
crossfade::Result<crossfade::Retargeter> makeRetargeter(const ClipFile& from, const RetargetTarget& onto,
                                                        const RetargetSettings& settings);

/// A name for a clip of the file `path` that no clip of `model` has: its own, unless it says nothing, as "mixamo.com"
/// and "Take 001" do; else the file's name without ending, before its own if the file has several clips; else that with
/// a number.
std::string freeClipName(const Model& model, const std::string& name, const std::string& path, bool isOnlyClip);

/// Adds the clips of `from`, transferred to the skeleton of `model` (crossfade/retarget/), and notes the file in
/// Model::clipFiles. Morph weights are dropped. The report of `model` says how joints were matched, which clips have
/// new names, and what was lost. Error: no joint matches, or no clip can be transferred.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const RetargetSettings& settings = {});
crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const crossfade::Retargeter& retargeter,
                                       const RetargetSettings& settings = {});

/// The clips of a file as `retargeter` transfers them, one for each of ClipFile::clips, called by `names`. A clip that
/// moves nothing on this skeleton has no tracks.
std::vector<crossfade::AnimationClip> transferredClips(const ClipFile& file, const crossfade::Retargeter& retargeter,
                                                       const std::vector<std::string>& names);
/// What the model's clips of a file are called.
std::vector<std::string> clipNamesOf(const Model& model, int file);

}  // namespace app

#endif  // APP_MODEL_ADD_CLIPS_H
