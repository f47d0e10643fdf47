// Another program, run to its end without a terminal.
#ifndef APP_PLATFORM_CHILD_PROCESS_H
#define APP_PLATFORM_CHILD_PROCESS_H

#include <functional>
#include <string>
#include <vector>

#include "crossfade/base/result.h"

namespace app {

/// Runs `program`, a path, and waits for it. Asks `goesOn` every 50 ms: no kills it, which is an error. So is any exit
/// code but 0; the error is the last line that it wrote to stderr. What it writes to stdout is dropped.
crossfade::Result<void> runToEnd(const std::string& program, const std::vector<std::string>& arguments,
                                 const std::function<bool()>& goesOn);

}  // namespace app

#endif  // APP_PLATFORM_CHILD_PROCESS_H
