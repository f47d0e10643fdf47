// What a person asks of a recording, and how far it is. The owner of the window does the work.
#pragma once

#include <string>

#include "crossfade/base/result.h"

namespace app {

inline constexpr double kMaxGifRecordingRate = 50;  // frames a second: browsers slow down what is faster

struct RecordingOptions {
  std::string path = "out/crossfade.gif";  // .gif .mp4 .webm .avi, .png, or frame-%04d.png
  int width = 960;                         // pixels; with the interface the window's size counts
  int height = 540;
  double framesPerSecond = 25;
  double seconds = 4;
  bool live = false;  // as it runs, and what the encoder has no time for is dropped; else frame by frame, however long
                      // that takes
  bool interface = false;  // with the panels
  bool transparent = false;
  friend bool operator==(const RecordingOptions&, const RecordingOptions&) = default;
};

/// Numbers and the path's ending; the error says which is out of its range.
crossfade::Result<void> checkRecording(const RecordingOptions& options);

struct RecordingProgress {
  bool running = false;
  bool closing = false;  // all frames are taken, the encoder is at work on the rest
  bool live = false;
  int frames = 0;  // written so far
  int total = 0;
  int dropped = 0;
  double secondsLeft = 0;  // of this wait
  std::string path;
};

}  // namespace app
