// The progress of opening a file.
#ifndef APP_SESSION_LOADING_PROGRESS_H
#define APP_SESSION_LOADING_PROGRESS_H

#include <string>

namespace app {

struct LoadingProgress {
  bool running = false;
  std::string file;     // its name without the folder
  std::string stage;    // one word: "reading"
  double fraction = 0;  // of the work, 0 to 1
};

}  // namespace app

#endif  // APP_SESSION_LOADING_PROGRESS_H
