// The contents of a report on a model: its measurements, and films of pairs of clips.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/format/report/report_page.h"
#include "app/host/stage/headless_stage.h"
#include "app/session/character/settings/transition_cells.h"
#include "app/session/session.h"

namespace app {

/// Measures everything that a report shows, except films: all ordered pairs of the session's clips (at most `mostClips`
/// clips, spread evenly), each with the transition that the session's set and settings give it, but without masks. Each
/// fade starts at 20 % and at 60 % of the first clip, or where the set says so, and runs uninterrupted and interrupted
/// halfway. Uses `threads` threads, which do not affect the result. `report` is called on the caller's thread with the
/// number of pairs that are done, and returns whether to go on; if it says no, the result is an error.
ReportedModel measureModel(const Session& session, double maxRatio, int mostClips, int threads,
                           const std::function<bool(int done, int all)>& report);

/// The pair's clips, by their index in the model.
inline CellIndex clipsOf(const ReportedModel& model, const ReportedPair& pair) {
  return {model.clips[static_cast<std::size_t>(pair.from)].index, model.clips[static_cast<std::size_t>(pair.to)].index};
}

inline constexpr PictureSize kPairFilmSize{320, 320};

/// A short film of the fade from one clip to another, with some of both clips around it, as a data: URI of a WebM, to
/// embed in a page. `session` plays it on the treadmill; `scratch` is a folder for a temporary file.
crossfade::Result<std::string> filmOfPair(Session& session, int from, int to, HeadlessStage& stage,
                                          const std::filesystem::path& scratch);

/// The same film, rendered by another process: `program` is the path of crossfade. So it needs no OpenGL of this
/// process, whose context is the window's. Asks `goesOn` every 50 ms; if it says no, the result is an error.
crossfade::Result<std::string> filmByProgram(const std::string& program, Session& session, int from, int to,
                                             const std::filesystem::path& scratch, const std::function<bool()>& goesOn);

}  // namespace app
