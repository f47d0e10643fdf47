// Adds the clips of one file to a model with another skeleton.
#pragma once

#include <cstddef>
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

/// What is kept of a file whose clips are added, except the clips.
ClipFile clipFileOf(const Model& from, const RetargetSettings& settings = {});

/// A skeleton that clips are fitted to.
struct RetargetTarget {
  std::string name;
  crossfade::Skeleton skeleton;
  crossfade::Humanoid body;
  std::vector<crossfade::Transform> reference;  // the pose in which it stands
};
RetargetTarget retargetTargetOf(const Model& model);

/// Without a map in the settings: guessJointMap. The error: nothing fits, or the map is empty.
crossfade::Result<crossfade::Retargeter> makeRetargeter(const ClipFile& from, const RetargetTarget& onto,
                                                        const RetargetSettings& settings = {});

/// The name, or else the first of "name 2", "name 3" and so on that is not taken.
template <class IsTaken>
std::string numbered(const std::string& name, IsTaken isTaken) {
  std::string free = name;
  for (int i = 2; isTaken(free); ++i) free = name + " " + std::to_string(i);
  return free;
}

/// A name for a clip of the file `path` that no clip of `model` has: its own, unless it says nothing, as "mixamo.com"
/// and "Take 001" do; else the file's name without ending, before its own if the file has several clips; else that with
/// a number.
std::string freeClipName(const Model& model, const std::string& name, const std::string& path, bool isOnlyClip);

/// Adds the clips of `from`, transferred to the skeleton of `model` (crossfade/retarget/), and notes the file in
/// Model::clipFiles. Morph weights are dropped. The report of `model` says how joints were matched, which clips have
/// new names, and what was lost. Error: no joint matches, or no clip can be transferred.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const RetargetSettings& settings = {});
/// The same with what was made of `from` before: its clip file and a retargeter onto the model.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from, ClipFile file,
                                       const crossfade::Retargeter& retargeter);

/// The clips of a file as `retargeter` transfers them, one for each of ClipFile::clips, called by `names`. A clip that
/// moves nothing on this skeleton has no tracks.
std::vector<crossfade::AnimationClip> transferredClips(const ClipFile& file, const crossfade::Retargeter& retargeter,
                                                       const std::vector<std::string>& names);
/// What the model's clips of a file are called.
std::vector<std::string> clipNamesOf(const Model& model, int file);

}  // namespace app
