// Movies and animated GIF. Private to app/record; use openFrameSink().
#pragma once

#include "app/record/frame_sink.h"

namespace app {

// ---- Movies: MP4 (H.264 at CRF 18 if libx264 is there, else MPEG-4), WebM (VP9 at CRF 24) and AVI (MPEG-4 at
// quantizer 2).

enum class Movie { Mp4, WebM, Avi };

crossfade::Result<std::unique_ptr<FrameSink>> openMovieSink(const std::filesystem::path& path,
                                                            const SinkOptions& options, Movie movie);

// ---- Animated GIF.
//
// A GIF holds a delay per frame, in hundredths of a second. Frame i starts at i / rate, rounded to the nearest
// hundredth (StreamWriter::encode, by av_packet_rescale_ts; the muxer's time base is 1/100 s), and its delay is the
// difference to the next start. So 1, 2, 4, 5, 10, 20, 25 and 50 frames per second are exact; at 30 the delays are 3, 4
// and 3 hundredths in turn, which is right on average and never drifts. Rates above the limit in kRecordingFormats are
// refused.

crossfade::Result<std::unique_ptr<FrameSink>> openGifSink(const std::filesystem::path& path,
                                                          const SinkOptions& options);

}  // namespace app
