#include "app/host/quality/quality_limit.h"

namespace app {

FadeFault faultOf(const SweepRow& row, const FadeLimits& limits, bool isOnlyKind) {
  using crossfade::TransitionKind;
  const bool staysNear = isOnlyKind || row.kind == TransitionKind::Curve;
  const bool isSmooth = staysNear || row.kind == TransitionKind::Inertial || row.kind == TransitionKind::DeadBlending;
  const crossfade::SeamExcess excess{
      .overshoot = row.overshoot.p95, .tilt = row.tilt.p95, .sink = row.sink.p95, .outside = row.outside.p95};
  return faultOf(isSmooth ? row.velocityRatio.max : 0, row.kind != TransitionKind::Classic ? row.positionRatio.max : 0,
                 staysNear ? excess : crossfade::SeamExcess{}, limits);
}

FadeFault faultOf(const ScriptSeams& seams, const FadeLimits& limits) {
  const crossfade::SeamJoint& worst = seams.report.worst;
  return faultOf(worst.velocityRatio, worst.positionRatio, seams.report.excess, limits);
}

}  // namespace app
