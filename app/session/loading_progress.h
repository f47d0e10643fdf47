// The progress of opening a file.
#pragma once

#include <string>

namespace app {

struct LoadingProgress {
  bool running = false;
  std::string file;     // its name without the folder
  std::string stage;    // one word: "reading"
  double fraction = 0;  // of the work, 0 to 1
};

}  // namespace app
