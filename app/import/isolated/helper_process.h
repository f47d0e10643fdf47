// A child process that reports through a pipe. Whatever it does, the worst for the caller is an error.
#ifndef APP_IMPORT_ISOLATED_HELPER_PROCESS_H
#define APP_IMPORT_ISOLATED_HELPER_PROCESS_H

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// It inherits neither descriptors nor ignored signals. Killed, if it still runs, and waited for on destruction.
class HelperProcess {
 public:
  /// Throws ImportError when it cannot be started.
  HelperProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  /// Up to `size` bytes of what it wrote; 0 when nothing came for `milliseconds`, -1 when nothing comes any more.
  std::ptrdiff_t read(std::uint8_t* data, std::size_t size, int milliseconds);
  /// Kills it, unless it has ended, and returns its status as waitpid() does.
  int end();

 private:
  pid_t child_ = -1;
  int pipe_ = -1;
  int status_ = 0;
};

}  // namespace app

#endif  // APP_IMPORT_ISOLATED_HELPER_PROCESS_H
