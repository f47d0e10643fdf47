// When a transition exceeds the quality limit, and so when `crossfade check` returns exit code 4. Decided here only.
#ifndef APP_HOST_QUALITY_QUALITY_LIMIT_H
#define APP_HOST_QUALITY_QUALITY_LIMIT_H

#include "app/host/quality/seam_sweep.h"

namespace app {

struct QualityLimit {
  double maxVelocityRatio = 7;  // largest change of velocity, relative to what the clips do themselves
  double maxPositionRatio = 1;  // above 1 the position jumps
};

/// For all pairs of clips with one kind. Only inertial and dead blending promise a smooth velocity; all but classic
/// promise a position without jumps. `isOnlyKind`: you asked for this kind by name, so the velocity limit applies to it
/// whatever it promises.
bool exceedsLimit(const SweepRow& row, const QualityLimit& limit, bool isOnlyKind);

bool exceedsLimit(const ScriptSeams& seams, const QualityLimit& limit);

}  // namespace app

#endif  // APP_HOST_QUALITY_QUALITY_LIMIT_H
