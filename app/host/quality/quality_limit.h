// When measured transitions exceed their limits, and so when `crossfade check` returns exit code 4.
#ifndef APP_HOST_QUALITY_QUALITY_LIMIT_H
#define APP_HOST_QUALITY_QUALITY_LIMIT_H

#include "app/host/quality/seam_sweep.h"
#include "app/session/character/fade_limits.h"

namespace app {

/// For all pairs of clips with one kind. `curve`, `inertial` and `dead` promise a smooth velocity; all but `classic` a
/// position without jumps; only `curve` that the body stays near what its clips do, in 95 of 100 fades. `isOnlyKind`:
/// you asked for this kind by name, so the limits apply to it whatever it promises.
FadeFault faultOf(const SweepRow& row, const FadeLimits& limits, bool isOnlyKind);

FadeFault faultOf(const ScriptSeams& seams, const FadeLimits& limits);

}  // namespace app

#endif  // APP_HOST_QUALITY_QUALITY_LIMIT_H
