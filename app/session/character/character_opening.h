// What a model opens with: the clip that plays first, and how large the model is in it.
#pragma once

#include <vector>

#include "app/model/model.h"
#include "app/session/character/playback/player.h"
#include "app/view/camera.h"
#include "app/view/model_matrices.h"
#include "crossfade/quality/body_meter.h"

namespace app {

/// The clip named "idle", else one with "idle" in its name, else the first that has a length, else the first; -1
/// without clips.
int openingClip(const Model& model);

/// What is measured of a model when it is loaded.
struct CharacterBounds {
  Bounds rest;                   // in the opening pose
  Bounds framed;                 // in the opening clip in motion, as the camera that follows it sees it
  FollowedBody followed;         // by the camera, while clips play as in the file
  std::vector<int> figure;       // figureJoints() of the model
  Bounds reach;                  // of these joints, in the poses of `framed`
  crossfade::MeasuredBody body;  // measuredBodyOf() the model
};

/// Plays openingClip() from its start, and returns it.
int playOpening(const Model& model, Player& player);

/// Measures the bounds, without the body, after playOpening(), which returned `clip`. The player shows the same
/// afterward.
void measureOpening(const Model& model, Player& player, int clip, CharacterBounds& bounds);
/// Of the joints of the figure.
Bounds reachOf(const CharacterBounds& bounds, const PosedModel& pose);
/// Looks at every vertex: call it on the thread that loads the model.
CharacterBounds boundsOfOpening(const Model& model);

}  // namespace app
