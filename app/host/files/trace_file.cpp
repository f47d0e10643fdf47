#include "app/host/files/trace_file.h"

#include <span>

#include "app/record/pending_file.h"

namespace app {

crossfade::Result<void> writeTrace(const FrameTrace& trace, const std::string& path) {
  const std::string text = path.ends_with(".csv") ? traceCsv(trace) : traceJson(trace);
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

}  // namespace app
