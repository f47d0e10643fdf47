// Runs the built program as a user would and captures its output.
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct ProgramRun {
  int exitCode = -1;
  std::string out;
  std::string err;
};

/// Runs this build's `crossfade` with these arguments in `folder`. `environment` entries are NAME=VALUE.
ProgramRun runCrossfade(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                        const std::vector<std::string>& environment = {});

/// Path of this build's `crossfade`.
std::string programPath();

/// An empty folder for one test, removed when the process ends.
std::filesystem::path scratchFolder(const std::string& name);

}  // namespace test

#endif  // TESTS_SUPPORT_PROGRAM_H
