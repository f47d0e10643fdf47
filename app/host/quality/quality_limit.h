// When a transition exceeds the quality limit, and so when `crossfade check` returns exit code 4. Decided here only.
#pragma once

#include "app/host/quality/seam_sweep.h"

namespace app {

struct QualityLimit {
  double maxVelocityRatio = 7;  // largest change of velocity, relative to what the clips do themselves
  double maxPositionRatio = 1;  // above 1 the position jumps
};

/// All pairs of clips with one kind. Only inertial and dead promise a smooth velocity, and all but classic a position
/// without jumps; `isOnlyKind`, a kind that was asked for by name, is held to the velocity limit whatever it promises.
bool exceedsLimit(const SweepRow& row, const QualityLimit& limit, bool isOnlyKind);

bool exceedsLimit(const ScriptSeams& seams, const QualityLimit& limit);

}  // namespace app
