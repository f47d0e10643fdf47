// How texts name the clips and joints of a model: by name, or by index as "#3".
#pragma once

#include <string>
#include <string_view>

#include "app/model/model.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/base/result.h"

namespace app {

/// The index of a clip given by its whole name, case included (the first of equals), or "#3". The error lists them.
crossfade::Result<int> findClip(const Model& model, std::string_view name);
/// Two clips as "Walk,Run". A comma may be part of a name: the first one with a clip on both sides counts. The error:
/// no comma, no such clip, or one clip twice.
crossfade::Result<CellIndex> findPair(const Model& model, std::string_view text);
/// The same as findClip for a joint; -1: there is none.
int findJoint(const crossfade::Skeleton& skeleton, std::string_view name);
inline int findJoint(const Model& model, std::string_view name) { return findJoint(model.skeleton, name); }

/// As findClip, for a variant of the materials, a camera of the file and an expression.
crossfade::Result<int> findVariant(const Model& model, std::string_view name);
crossfade::Result<int> findCamera(const Model& model, std::string_view name);
crossfade::Result<int> findExpression(const Model& model, std::string_view name);

/// How a text names a clip or a joint: by name, or as "#3" if it has none or an earlier one has it.
std::string clipWord(const Model& model, int clip);
std::string jointWord(const crossfade::Skeleton& skeleton, int joint);
inline std::string jointWord(const Model& model, int joint) { return jointWord(model.skeleton, joint); }

}  // namespace app
