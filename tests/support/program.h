// Runs the built program as a user would and keeps what it said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct ProgramRun {
  int exitCode = -1;
  std::string out;
  std::string err;
};

/// The executable `crossfade` of this build with these arguments, in `folder`; `environment` entries are NAME=VALUE.
ProgramRun runCrossfade(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                        const std::vector<std::string>& environment = {});

/// Where the executable of this build is.
std::string programPath();

/// A folder of a test's own, empty, and removed when the process ends.
std::filesystem::path scratchFolder(const std::string& name);

}  // namespace test
