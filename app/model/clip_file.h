// A file whose clips were fitted to a model of another skeleton (add_clips.h): what came from it, and how.
#ifndef APP_MODEL_CLIP_FILE_H
#define APP_MODEL_CLIP_FILE_H

#include <optional>
#include <string>
#include <vector>

#include "crossfade/body/humanoid.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/math/transform.h"
#include "crossfade/retarget/joint_map.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

/// What can be set about the way clips are fitted.
struct RetargetSettings {
  std::optional<crossfade::JointMap> map;  // none: crossfade::guessJointMap
  bool mirrored = false;                   // left and right are swapped; a map that is set must already swap them
  double reach = 0;                        // crossfade::RetargetOptions::reach
  friend bool operator==(const RetargetSettings&, const RetargetSettings&) = default;
};

struct ClipFile {
  std::string path;
  std::string name;  // without folder
  RetargetSettings settings;

  // As they are in the file:
  std::vector<crossfade::AnimationClip> clips;  // those that the model has
  crossfade::Skeleton skeleton;
  crossfade::Humanoid body;
  std::vector<crossfade::Transform> reference;  // the pose in which it stands
  std::vector<int> skinJoints;                  // in ascending order; none: there are no skins
};

}  // namespace app

#endif  // APP_MODEL_CLIP_FILE_H
