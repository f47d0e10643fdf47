// Movies: MP4 (H.264 at CRF 18 if libx264 is there, else MPEG-4), WebM (VP9 at CRF 24) and AVI (MPEG-4 at quantizer 2).
// Private to app/record; use openFrameSink().
#ifndef APP_RECORD_MOVIE_SINK_H
#define APP_RECORD_MOVIE_SINK_H

#include "app/record/frame_sink.h"

namespace app {

enum class Movie { Mp4, WebM, Avi };

crossfade::Result<std::unique_ptr<FrameSink>> openMovieSink(const std::filesystem::path& path,
                                                            const SinkOptions& options, Movie movie);

}  // namespace app

#endif  // APP_RECORD_MOVIE_SINK_H
