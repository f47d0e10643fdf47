// Writes recorded frames to a file.
#ifndef APP_HOST_FILES_TRACE_FILE_H
#define APP_HOST_FILES_TRACE_FILE_H

#include <string>

#include "app/format/frame_trace.h"
#include "crossfade/base/result.h"

namespace app {

/// As a table if the name ends in .csv, else as a Chrome trace. Replaces an existing file. The error names the file.
crossfade::Result<void> writeTrace(const FrameTrace& trace, const std::string& path);

}  // namespace app

#endif  // APP_HOST_FILES_TRACE_FILE_H
