// What to record, and how far a recording has come. The host does the work.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/fields/field.h"
#include "crossfade/base/result.h"

namespace app {

/// In pixels from the top left corner of the picture.
struct RecordingRegion {
  int x = 0, y = 0;
  int width = 0, height = 0;
  bool isInside(int pictureWidth, int pictureHeight) const {
    return x >= 0 && y >= 0 && width > 0 && height > 0 && x <= pictureWidth - width && y <= pictureHeight - height;
  }
  friend bool operator==(const RecordingRegion&, const RecordingRegion&) = default;
};
inline constexpr int kMaxSheet = 1000;
inline constexpr int kMinRecordingSide = 16;  // pixels
inline constexpr int kMaxRecordingSide = 8192;

struct RecordingOptions {
  // One of kRecordingFormats, or frame-%04d.png. The record panel offers the first free name like it (freeName); a
  // taken one is written over only after Replace (StartRecording in host_commands.h).
  std::string path = "out/crossfade.gif";
  int width = 960;  // pixels; a recording with the interface has the window's size
  int height = 540;
  double framesPerSecond = 25;
  double seconds = 4;
  bool live = false;       // in real time, dropping frames the encoder cannot keep up with; else frame by frame
  bool interface = false;  // with the panels
  bool transparent = false;
  int sheet = 0;                          // above 0: one .png of this many pictures, spread evenly over `seconds`
  std::optional<RecordingRegion> region;  // none: the whole picture
  friend bool operator==(const RecordingOptions&, const RecordingOptions&) = default;
};

constexpr auto fieldsOf(const RecordingOptions*) {
  using T = RecordingOptions;
  constexpr ValueRange kSides{kMinRecordingSide, kMaxRecordingSide};
  return std::tuple{
      Field{"path", "File", &T::path},
      Field{"width", "Width", &T::width, kSides},
      Field{"height", "Height", &T::height, kSides},
      Field{"framesPerSecond", "Frames per second", &T::framesPerSecond, {1, 1000}},
      Field{"seconds", "Length", &T::seconds, {0.01, 3600}, "s"},
      Field{"live", "Live", &T::live},
      Field{"interface", "Interface", &T::interface},
      Field{"transparent", "Transparency", &T::transparent},
      Field{"sheet", "Pictures", &T::sheet},
      Field{"region", "Region", &T::region},
  };
}

/// The error says which value is out of range, or that the path's ending is unknown.
crossfade::Result<void> checkRecording(const RecordingOptions& options);

struct RecordingProgress {
  bool running = false;
  bool closing = false;  // all frames are drawn; the encoder is busy with the last ones
  int frames = 0;        // written so far
  int total = 0;         // 0: it waits until its name is known to be free
  int dropped = 0;
  double secondsLeft = 0;
  std::string_view path;  // belongs to who reports it
};

}  // namespace app
