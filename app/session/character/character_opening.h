// What a model opens with: the clip that plays first, and how large the model is in it.
#ifndef APP_SESSION_CHARACTER_CHARACTER_OPENING_H
#define APP_SESSION_CHARACTER_CHARACTER_OPENING_H

#include "app/model/model.h"
#include "app/session/character/player.h"
#include "app/view/camera.h"

namespace app {

/// The clip named "idle", else one with "idle" in its name, else the first that has a length, else the first; -1
/// without clips.
int openingClip(const Model& model);

struct CharacterBounds {
  Bounds rest;    // in the opening pose
  Bounds framed;  // in the opening clip in motion: what the camera frames
};

/// The player shows the start of the opening clip (-1: none), before and after.
CharacterBounds boundsOfOpening(const Model& model, Player& player, int clip);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CHARACTER_OPENING_H
