// How far the script that runs in the window has come.
#ifndef APP_SESSION_SCRIPT_PROGRESS_H
#define APP_SESSION_SCRIPT_PROGRESS_H

#include <string>

namespace app {

struct ScriptProgress {
  bool running = false;
  std::string file;  // its name
  double time = 0;   // seconds of the script
  double seconds = 0;
};

}  // namespace app

#endif  // APP_SESSION_SCRIPT_PROGRESS_H
