// Clips of one rig on the joints of another.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "crossfade/body/humanoid.h"
#include "crossfade/retarget/retargeter.h"
#include "crossfade/retarget/standing_pose.h"
#include "rig.h"
#include "surface.h"

namespace crossfade::web {
namespace {

/// The rest pose, or if the body does not stand in it, the most upright pose of the clips.
std::vector<Transform> standingPoseOf(const Rig& rig, const Humanoid& body) {
  const auto rest = rig.skeleton.restLocals();
  std::vector<Transform> best(rest.begin(), rest.end());
  if (!body.isKnown() || stands(rig.skeleton, body, best)) return best;
  double most = uprightness(rig.skeleton, body, best);
  for (std::size_t i = 0; i < rig.clipIds.size() && most < kStandsUpright; ++i) {
    std::vector<Transform> found = findStandingPose(rig.skeleton, body, rig.clip(static_cast<int>(i)));
    const double upright = uprightness(rig.skeleton, body, found);
    if (upright <= most) continue;
    most = upright;
    best = std::move(found);
  }
  return best;
}

/// `joints` twice as many as `count`: a target joint and what moves it, or -1 for nothing.
void override(JointMap& map, const int* joints, int count) {
  for (int i = 0; i < count; ++i, joints += 2) {
    const int target = joints[0], source = joints[1];
    const auto same = [target](const JointPair& pair) { return pair.target == target; };
    const auto found = std::find_if(map.pairs.begin(), map.pairs.end(), same);
    if (source < 0)
      std::erase_if(map.pairs, same);
    else if (found != map.pairs.end())
      *found = {.target = target, .source = source, .alignment = found->alignment, .carrier = found->carrier};
    else
      map.pairs.insert(std::find_if(map.pairs.begin(), map.pairs.end(),
                                    [target](const JointPair& pair) { return pair.target > target; }),
                       {.target = target, .source = source});
  }
}

}  // namespace

/// Both rigs in the poses in which they stand the same way, or else with clips that do. 0: not possible.
CROSSFADE_WEB(crossfade_retargeter)
Retargeter* crossfadeRetargeter(const Rig* source, const Rig* target, double reach, int mirrored, const int* joints,
                                int jointCount) {
  const Humanoid sourceBody = findHumanoid(source->skeleton), targetBody = findHumanoid(target->skeleton);
  JointMap map = guessJointMap(source->skeleton, sourceBody, target->skeleton, targetBody, mirrored != 0);
  override(map, joints, jointCount);
  if (map.pairs.empty()) return setError("they share no parts of a human body, and no names of joints match"), nullptr;
  auto made = Retargeter::make(source->skeleton, sourceBody, target->skeleton, targetBody, std::move(map),
                               {.sourceReference = standingPoseOf(*source, sourceBody),
                                .targetReference = standingPoseOf(*target, targetBody),
                                .reach = reach,
                                .mirrored = mirrored != 0});
  if (!made) return setError(made.error()), nullptr;
  return new Retargeter(*std::move(made));
}
CROSSFADE_WEB(crossfade_retargeter_destroy) void crossfadeRetargeterDestroy(Retargeter* retargeter) {
  delete retargeter;
}

/// A clip of the source for the target's joints; free it with crossfade_clip_destroy. 0: nothing of it can be played.
CROSSFADE_WEB(crossfade_retarget)
AnimationClip* crossfadeRetarget(const Retargeter* retargeter, const Rig* source, int clip) {
  auto made = retargeter->retarget(source->clip(clip));
  if (!made) return setError(made.error()), nullptr;
  return new AnimationClip(std::move(made->clip));
}

}  // namespace crossfade::web
