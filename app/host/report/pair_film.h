// A short film of one fade, to be put into a page.
#ifndef APP_HOST_REPORT_PAIR_FILM_H
#define APP_HOST_REPORT_PAIR_FILM_H

#include <filesystem>
#include <string>

#include "app/host/stage/headless_stage.h"
#include "app/session/session.h"

namespace app {

inline constexpr PictureSize kPairFilmSize{320, 320};

/// The fade from one clip to another with some of both around it, as a data: URI of a WebM. `session` plays it on the
/// treadmill; `scratch` is a folder for a file that does not stay.
crossfade::Result<std::string> filmOfPair(Session& session, int from, int to, HeadlessStage& stage,
                                          const std::filesystem::path& scratch);

}  // namespace app

#endif  // APP_HOST_REPORT_PAIR_FILM_H
