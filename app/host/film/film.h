// Films without a display: frames as equal calls of Session::advance, and what the demonstration shows.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/format/script.h"
#include "app/host/stage/headless_stage.h"
#include "app/host/terminal/messages.h"
#include "app/record/frame_sink.h"
#include "app/session/character/character_opening.h"
#include "app/session/session.h"

namespace app {

// ---- A frame of a recording, which may be longer than a frame of the window, as equal calls of Session::advance.

/// The number of equal Session::advance calls to split `seconds` into, so that the character's clock drops no time: a
/// recorded frame may be longer than ClockSettings::longestFrame. 1 if every call counts as a frame.
int partsOf(double seconds, const Session& session);

/// Hands them out one by one, so that the window can draw in between.
class FrameParts {
 public:
  /// Begins a frame of `seconds`.
  void begin(double seconds, const Session& session);
  /// Seconds of the next call; nothing: the frame is complete.
  std::optional<double> next();
  /// Ends the frame early.
  void drop() { left_ = 0; }
  bool isComplete() const { return left_ == 0; }

 private:
  double seconds_ = 0;  // of each
  int left_ = 0;
};

// ---- Pictures of a session over time, at exact frame times and without a display: what `render` and the demo share.

struct FilmTimes {
  double start = 0;  // script time of the first frame
  FrameRate rate;
  int frames = 1;
  double spread = 0;  // above 0, for contact sheets: the frames are spread evenly over this many seconds, the first at
                      // its start and the last at its end

  double timeOf(int frame) const {
    if (spread > 0) return start + (frames > 1 ? spread * frame / (frames - 1) : 0);
    return start + rate.timeOf(frame);
  }
};

/// Draws each frame and calls `drawn`, then `show` with its pixels, in order but some frames later. Stops at the first
/// error of the script or of a callback.
crossfade::Result<void> shootFilm(
    Session& session, Script script, const FilmTimes& times, HeadlessStage& stage,
    const std::function<crossfade::Result<void>(int frame, FilmPicture& picture)>& show,
    const std::function<crossfade::Result<void>(int frame)>& drawn = [](int) { return crossfade::Result<void>(); });

/// The session's bounds, with `framed` grown to hold all that a film of the script shows, as its camera sees it: a
/// session with these bounds keeps the whole motion in the picture. Plays the script up to the end of the film, or to
/// its first error, so give it a session of its own. The same as before for scenes without a character, and for models
/// of more than 200,000 vertices.
CharacterBounds boundsInFilm(Session& session, Script script, const FilmTimes& times);

// ---- What the viewer renders without a display: a film of the model's clips cross-fading, and a picture.

/// Writes out/demo.gif and out/demo.png and prints both paths and a frame-timing table.
ExitCode runDemo(const std::string& model, const std::string& shaderDir);

}  // namespace app
