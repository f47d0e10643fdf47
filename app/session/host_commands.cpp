#include "app/session/host_commands.h"

namespace app {

crossfade::Result<void> checkTracePath(const std::string& path) {
  if (path.ends_with(".json") || path.ends_with(".csv")) return {};
  return crossfade::Error{"'" + path + "' ends neither in .json nor in .csv"};
}

}  // namespace app
