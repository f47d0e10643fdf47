// Adds the clips of one file to a model with another skeleton.
#ifndef APP_MODEL_ADD_CLIPS_H
#define APP_MODEL_ADD_CLIPS_H

#include "app/model/model.h"
#include "crossfade/retarget/retargeter.h"

namespace app {

struct AddedClips {
  int clips = 0;
  int joints = 0;         // of the model that have a counterpart
  int tracksSampled = 0;  // that could not keep their keys
  int tracksLost = 0;
};

/// Whether a file only carries motion: clips, and nothing visible except stand-ins for bones. Dropping one adds its
/// clips to the model on screen (ModelOpening); any other file replaces the model.
bool isMotionOnly(const Model& model);

/// A retargeter between two models with the poses in which both stand: the rest pose, or else the most upright moment
/// of their clips. An empty map means guessJointMap. Error: nothing fits.
crossfade::Result<crossfade::Retargeter> makeRetargeter(const Model& from, const Model& onto,
                                                        crossfade::JointMap map = {},
                                                        crossfade::RetargetOptions options = {});

/// Adds the clips of `from`, transferred to the skeleton of `model` (crossfade/retarget/). Morph weights are dropped.
/// The report of `model` says how joints were matched and what was lost. Error: no joint matches, or `from` has no
/// clips.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from);
crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const crossfade::Retargeter& retargeter);

}  // namespace app

#endif  // APP_MODEL_ADD_CLIPS_H
