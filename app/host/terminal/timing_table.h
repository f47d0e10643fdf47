// What frames cost, as a table on stdout.
#ifndef APP_HOST_TERMINAL_TIMING_TABLE_H
#define APP_HOST_TERMINAL_TIMING_TABLE_H

#include <string>

#include "app/profile/frame_history.h"

namespace app {

/// Mean, p50, p95, p99 and max of each CPU stage and GPU pass, in milliseconds.
void printTiming(const FrameHistory& history, const std::string& driver);

}  // namespace app

#endif  // APP_HOST_TERMINAL_TIMING_TABLE_H
