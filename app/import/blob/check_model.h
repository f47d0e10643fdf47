// Checks a model that another process made, before anything uses it.
#pragma once

#include "app/model/model.h"

namespace app {

/// Throws ImportError for the first index that is out of range, number that is not finite, array of the wrong size or
/// sum above its limit (file/import_limits.h), with its location. Images have all their pixels, or none of them with
/// `imageHeadersOnly`. What a type already guarantees (Skeleton, AnimationClip) is not checked again. Linear time.
void checkModel(const Model& model, bool imageHeadersOnly);

/// Throws ImportError if the rest pose overflows: it would spread infinities and NaN into every matrix.
void checkRestPose(const crossfade::Skeleton& skeleton);

}  // namespace app
