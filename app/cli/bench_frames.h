// What frames cost, without a display: drawn ones as a trace, and the interface alone.
#ifndef APP_CLI_BENCH_FRAMES_H
#define APP_CLI_BENCH_FRAMES_H

#include <string>

#include "app/host/terminal/messages.h"
#include "app/model/model.h"
#include "app/render/offscreen_target.h"

namespace app {

struct TraceBench {
  std::string out;     // .csv: a table, else a Chrome trace
  std::string script;  // empty: a tour of all clips
  PictureSize size;
  int frames = 1;  // at 60 a second
};

/// Draws frames with the interface, writes the last of them (FrameLog::kFrames), and prints a table.
ExitCode benchTrace(Model model, const TraceBench& bench);

/// Prints what the interface costs on the CPU, without OpenGL, for several sets of open panels.
ExitCode benchInterface(Model model, PictureSize size, int frames, bool json);

}  // namespace app

#endif  // APP_CLI_BENCH_FRAMES_H
