// How far the opening of a file is. The owner of the window does the work.
#pragma once

#include <string>

namespace app {

struct LoadingProgress {
  bool running = false;
  std::string file;     // its name without the folder
  std::string stage;    // one word: "reading"
  double fraction = 0;  // of all that is to be done, 0 to 1
};

}  // namespace app
