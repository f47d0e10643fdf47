// Everything that was found, repaired, ignored or lost while a file was read; shown by `crossfade info` and the viewer.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace app {

enum class Finding { Found, Repaired, Ignored, Lost };

constexpr const char* wordOf(Finding kind) {
  constexpr std::array kNames{"found", "repaired", "ignored", "lost"};
  static_assert(kNames.size() == static_cast<std::size_t>(Finding::Lost) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

struct ReportLine {
  Finding kind = Finding::Found;
  std::string location;  // for example "animation 2 'Walk', channel 7" or "skin 0"
  std::string what;      // one sentence without the period
};

struct ImportReport {
  void add(Finding kind, std::string location, std::string what) {
    lines.push_back({kind, std::move(location), std::move(what)});
  }

  std::vector<ReportLine> lines;
  std::vector<std::string> undecoded;  // of images that cannot be decoded, which lines say, too: "a TIFF image"
};

}  // namespace app
