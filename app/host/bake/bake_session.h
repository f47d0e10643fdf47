// Bakes what a session shows into clips: the poses of its player, frame by frame, as films show them.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "app/format/script.h"
#include "app/host/bake/pose_recorder.h"
#include "app/session/session.h"

namespace app {

inline constexpr double kMaxBakedSeconds = 3600;
inline constexpr double kDefaultBakeRate = 60;       // poses per second
inline constexpr double kDefaultBakeError = 0.0005;  // see PoseRecorder::clip

struct BakeOptions {
  double rate = kDefaultBakeRate;
  double error = kDefaultBakeError;
  double start = 0;                              // script time of the first pose
  std::optional<double> seconds = std::nullopt;  // of a script; none: until it, its fades and its queue are over
  double leadIn = 0, leadOut = 0;                // of a transition: seconds of the clips before and after it
  bool loops = false;                            // the last pose is the first one
  std::string name = {};                         // empty: from what is baked
  const std::atomic<bool>* canceled = nullptr;   // looked at while it bakes; then the result is an error
};

struct BakedClip {
  crossfade::AnimationClip clip;
  std::string extras;  // JSON: what it was baked from, and the events that were passed
  int poses = 0;
  std::optional<LoopGap> gap = std::nullopt;  // of a loop, before it was closed
  int droppedEvents = 0;                      // more than a clip can hold
};

/// What a script shows. With `loops` the last pose is replaced by the first one. The error: a command that is refused,
/// or a script that has no end of its own.
crossfade::Result<BakedClip> bakeScript(Session& session, Script script, const BakeOptions& options);

/// The transition from one clip to another as the session's set has it, from the pose where it begins to the one where
/// it is over: a clip to play between the two. Its extras say when to leave the one and where to enter the other. The
/// error: a transition without length.
crossfade::Result<BakedClip> bakeTransition(Session& session, int from, int to, const BakeOptions& options);

/// Clips in order, as a queue plays them. With `loops` the last one fades to the first, and the result begins and ends
/// where that fade is over. At least one item (assert).
crossfade::Result<BakedClip> bakeQueue(Session& session, std::vector<SequenceItem> items, const BakeOptions& options);

/// The pairs of two different clips that the session's set names.
std::vector<CellIndex> keptPairs(const Session& session);
/// Renames clips whose names the model or earlier ones have.
void giveFreeNames(const Model& model, std::vector<BakedClip>& baked);

}  // namespace app
