#include "app/host/quality/quality_limit.h"

namespace app {

// Both conditions are written so that NaN exceeds the limit.

bool exceedsLimit(const SweepRow& row, const QualityLimit& limit, bool isOnlyKind) {
  using crossfade::TransitionKind;
  const bool isSmooth = row.kind == TransitionKind::Inertial || row.kind == TransitionKind::DeadBlending;
  if ((isSmooth || isOnlyKind) && !(row.velocityRatio.max <= limit.maxVelocityRatio)) return true;
  return row.kind != TransitionKind::Classic && !(row.positionRatio.max <= limit.maxPositionRatio);
}

bool exceedsLimit(const ScriptSeams& seams, const QualityLimit& limit) {
  const crossfade::SeamJoint& worst = seams.report.worst;
  return !(worst.velocityRatio <= limit.maxVelocityRatio && worst.positionRatio <= limit.maxPositionRatio);
}

}  // namespace app
