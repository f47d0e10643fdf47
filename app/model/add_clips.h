// Adds the clips of one file to a model with another skeleton.
#ifndef APP_MODEL_ADD_CLIPS_H
#define APP_MODEL_ADD_CLIPS_H

#include <string_view>

#include "app/model/model.h"

namespace app {

struct AddedClips {
  int clips = 0;
  int joints = 0;  // of `from` with a counterpart in the model
  int tracksLost = 0;
};

/// The joint of `skeleton` with the same name, or else with the same name ignoring case and everything up to the last
/// ':' or '|' ("mixamorig:Hips" and "hips"); -1: none.
int partnerOf(const crossfade::Skeleton& skeleton, std::string_view name);

/// Whether a file only carries motion: clips, and nothing visible except stand-ins for bones. Dropping one adds its
/// clips to the model on screen (ModelOpening); any other file replaces the model.
bool isMotionOnly(const Model& model);

/// Adds the clips of `from`, matching joints by name. Rotations are copied, so both skeletons need the same rest pose.
/// Bones of other lengths keep the translations of `model`; those of the topmost matched joint are scaled by the ratio
/// of both rest heights. Morph weights are dropped. The report of `model` says what was lost. Error: no joint matches,
/// or `from` has no clips.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from);

}  // namespace app

#endif  // APP_MODEL_ADD_CLIPS_H
