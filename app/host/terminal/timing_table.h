// What frames cost, as a table on stdout.
#pragma once

#include <string>

#include "app/profile/frame_history.h"

namespace app {

/// Mean, p50, p95, p99 and max of each CPU stage and GPU pass, in milliseconds.
void printTiming(const FrameHistory& history, const std::string& driver);

}  // namespace app
