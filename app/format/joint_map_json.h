// Joint maps as JSON: which joint of one skeleton moves which joint of another.
#pragma once

#include <string>
#include <string_view>

#include "crossfade/base/result.h"
#include "crossfade/retarget/joint_map.h"

namespace app {

/// {"joints": [{"target": "hand.l", "source": "LeftHand", "align": "follow", "confidence": 0.9}, ...]}. Joints are
/// named, or "#12" (the index) where a name is empty or not the first of its kind. "adjust" is x, y, z in degrees,
/// "mix" the upper source with its "share". Defaults are left out; one joint per line.
std::string jointMapText(const crossfade::JointMap& map, const crossfade::Skeleton& source,
                         const crossfade::Skeleton& target);

/// Reads what jointMapText writes, in any order. The error names the entry, the member and the value.
crossfade::Result<crossfade::JointMap> jointMapFromText(std::string_view text, const crossfade::Skeleton& source,
                                                        const crossfade::Skeleton& target);

}  // namespace app
