// How far the script that runs in the window has come.
#pragma once

#include <string>

namespace app {

struct ScriptProgress {
  bool running = false;
  std::string file;  // its name
  double time = 0;   // seconds of the script
  double seconds = 0;
};

}  // namespace app
