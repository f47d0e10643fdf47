// Child processes that report through a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "crossfade/base/result.h"

namespace app {

/// Inherits neither descriptors nor ignored signals. Killed, if it still runs, and waited for on destruction.
class ChildProcess {
 public:
  /// Runs `program`, a path. What it writes to the descriptor `output`, 2 or above, comes through the pipe. Its stdin
  /// and stdout are /dev/null; its stderr is, too, unless it is the pipe or `keepsErrors`. The error does not name the
  /// program.
  static crossfade::Result<ChildProcess> start(const std::string& program, std::vector<std::string> arguments,
                                               int output, bool keepsErrors = false);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

  /// Up to `size` bytes of what it wrote; 0 when nothing came for `milliseconds`, -1 when nothing comes anymore.
  std::ptrdiff_t read(std::uint8_t* data, std::size_t size, int milliseconds);
  /// Kills it, unless it has ended, and returns its status as waitpid() does.
  int end();
  /// The same, but waits until it ends by itself.
  int wait();

 private:
  ChildProcess(int child, int pipe) : child_(child), pipe_(pipe) {}

  int child_ = -1;  // -1: it was waited for
  int pipe_ = -1;
  int status_ = 0;
};

/// Runs `program` to its end. Asks `goesOn` every 50 ms: if it says no, the program is killed, which is an error. So is
/// any exit code but 0; the error is the last line that the program wrote to stderr.
crossfade::Result<void> runToEnd(const std::string& program, const std::vector<std::string>& arguments,
                                 const std::function<bool()>& goesOn);

}  // namespace app
