// Which clips, joints and morph weights of one version of a model are which of another: for a file that was read again.
#pragma once

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/settings/clip_settings.h"

namespace app {

struct VersionNames {
  std::vector<std::string> clips, joints, values;  // see poseValueNames()
};
VersionNames versionNames(const Model& model);

/// By name; those of equal names by their order. -1: the other version lacks it.
struct VersionMatch {
  std::vector<int> clips;     // for each of the earlier version, its index in the later one
  std::vector<int> joints;    // likewise
  std::vector<int> values;    // of Pose::morphWeights, likewise
  bool keepsIndices = false;  // all of the earlier version are in the later one, at the same index
  bool isSame = false;        // and the later one has no more
  /// -1 for none, and for the number of a blend space.
  int clip(int index) const { return index < 0 || isBlendSpace(index) ? -1 : nth(clips, index); }
  int joint(int index) const { return index < 0 ? -1 : nth(joints, index); }
  /// A mask with a name keeps it.
  int mask(int number) const { return isNamedMask(number) ? number : joint(number); }
};

VersionMatch matchVersions(const VersionNames& earlier, const VersionNames& later);
VersionMatch matchVersions(const Model& earlier, const Model& later);

}  // namespace app
