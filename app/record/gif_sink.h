// Animated GIF. For this room's sources only; others open it by openFrameSink().
#pragma once

#include "app/record/frame_sink.h"

namespace app {

crossfade::Result<std::unique_ptr<FrameSink>> openGifSink(const std::filesystem::path& path,
                                                          const SinkOptions& options);

}  // namespace app
