// What a report on a model holds: its measurements, and a film of a pair of clips.
#ifndef APP_HOST_REPORT_REPORT_CONTENT_H
#define APP_HOST_REPORT_REPORT_CONTENT_H

#include <filesystem>
#include <functional>
#include <string>

#include "app/format/report/report_page.h"
#include "app/host/stage/headless_stage.h"
#include "app/session/session.h"

namespace app {

// Measures everything that a report shows of a model, except films.

/// All ordered pairs of the session's clips (at most `mostClips` of them, spread evenly), each with the transition
/// that the session's set and settings give it, masks left out: from 20 % and 60 % of the first clip, or where the set
/// leaves it, straight and interrupted halfway. On `threads` threads; `report` hears on the caller's how many pairs are
/// done, and returns whether to go on; if it says no, the result has an error. It does not depend on the number of
/// threads.
ReportedModel measureModel(const Session& session, double maxRatio, int mostClips, int threads,
                           const std::function<bool(int done, int all)>& report);

// A short film of one fade, to be put into a page.

inline constexpr PictureSize kPairFilmSize{320, 320};

/// The fade from one clip to another with some of both around it, as a data: URI of a WebM. `session` plays it on the
/// treadmill; `scratch` is a folder for a file that does not stay.
crossfade::Result<std::string> filmOfPair(Session& session, int from, int to, HeadlessStage& stage,
                                          const std::filesystem::path& scratch);

}  // namespace app

#endif  // APP_HOST_REPORT_REPORT_CONTENT_H
