// What to record, and how far a recording has come. The host does the work.
#pragma once

#include <string>

#include "crossfade/base/result.h"

namespace app {

struct RecordingOptions {
  std::string path = "out/crossfade.gif";  // one of kRecordingFormats, or frame-%04d.png
  int width = 960;                         // pixels; a recording with the interface has the window's size
  int height = 540;
  double framesPerSecond = 25;
  double seconds = 4;
  bool live = false;       // in real time, dropping frames the encoder cannot keep up with; else frame by frame
  bool interface = false;  // with the panels
  bool transparent = false;
  friend bool operator==(const RecordingOptions&, const RecordingOptions&) = default;
};

/// The error says which value is out of range, or that the path's ending is unknown.
crossfade::Result<void> checkRecording(const RecordingOptions& options);

struct RecordingProgress {
  bool running = false;
  bool closing = false;  // all frames are drawn; the encoder is busy with the last ones
  int frames = 0;        // written so far
  int total = 0;
  int dropped = 0;
  double secondsLeft = 0;
  std::string path;
};

}  // namespace app
