#include "app/host/files/trace_file.h"

#include "app/host/files/text_file.h"

namespace app {

crossfade::Result<void> writeTrace(const FrameTrace& trace, const std::string& path) {
  return writeTextFile(path, path.ends_with(".csv") ? traceCsv(trace) : traceJson(trace));
}

}  // namespace app
