// Everything that was found, repaired, ignored or lost while a file was read; shown by `crossfade info` and the viewer.
#pragma once

#include <string>
#include <vector>

namespace app {

enum class Finding { Found, Repaired, Ignored, Lost };

struct ReportLine {
  Finding kind = Finding::Found;
  std::string location;  // for example "animation 2 'Walk', channel 7" or "skin 0"
  std::string what;      // one sentence without the period
};

/// Counts the channels that assimp read right (kept) and those that the exact pass corrected.
struct ImportReport {
  std::vector<ReportLine> lines;
  int channelsKept = 0;
  int channelsCorrected = 0;
};

}  // namespace app
