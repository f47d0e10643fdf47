// The clips of one file on the skeleton of another.
#pragma once

#include <string_view>

#include "app/model/model.h"

namespace app {

struct AddedClips {
  int clips = 0;
  int joints = 0;  // of `from` that have a partner
  int tracksLost = 0;
};

/// The joint of `skeleton` that a joint called `name` stands for: the same name, else the same without what stands
/// before a last ':' or '|' and without regard to case ("mixamorig:Hips" and "hips"); -1: none.
int partnerOf(const crossfade::Skeleton& skeleton, std::string_view name);

/// Adds the clips of `from`, joint by joint by name. Rotations are taken as they are, so both skeletons must rest
/// alike. Where bones have other lengths, their translations stay those of `model`; the topmost partner's are scaled by
/// the ratio of both rest heights. Morph weights are not taken over. The report of `model` says what found no place.
/// Error: not one joint has a partner, or `from` has no clips.
crossfade::Result<AddedClips> addClips(Model& model, const Model& from);

}  // namespace app
