// Measures everything that a report shows of a model, except films.
#ifndef APP_HOST_REPORT_MEASURE_MODEL_H
#define APP_HOST_REPORT_MEASURE_MODEL_H

#include <functional>

#include "app/format/report/report_data.h"
#include "app/session/session.h"

namespace app {

/// All ordered pairs of the session's clips (at most `mostClips` of them, spread evenly), each with the transition
/// that the session's set and settings give it, masks left out: from 20 % and 60 % of the first clip, or where the set
/// leaves it, straight and interrupted halfway. On `threads` threads; `report` hears on the caller's how many pairs are
/// done. The result does not depend on the number of threads.
ReportedModel measureModel(const Session& session, double maxRatio, int mostClips, int threads,
                           const std::function<void(int done, int all)>& report);

}  // namespace app

#endif  // APP_HOST_REPORT_MEASURE_MODEL_H
