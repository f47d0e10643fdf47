#include "tests/support/program.h"

#include "tests/support/temporary_folder.h"

#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

namespace test {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Removes the tests' scratch folders when the process ends.
struct ScratchFolders {
  std::vector<fs::path> made;
  ~ScratchFolders() {
    std::error_code ignored;
    for (const fs::path& folder : made) fs::remove_all(folder, ignored);
  }
};

}  // namespace

ProgramRun runCrossfade(const std::vector<std::string>& arguments, const fs::path& folder,
                        const std::vector<std::string>& environment) {
  std::string line = "cd " + quoted(folder.string()) + " && env";
  for (const std::string& entry : environment) line += " " + quoted(entry);
  line += " " + quoted(programPath());
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  const fs::path out = folder / ".stdout", err = folder / ".stderr";
  line += " >" + quoted(out.string()) + " 2>" + quoted(err.string()) + " </dev/null";
  const int status = std::system(line.c_str());
  return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = readFile(out), .err = readFile(err)};
}

std::string programPath() { return CROSSFADE_PROGRAM; }

fs::path scratchFolder(const std::string& name) {
  static ScratchFolders folders;
  // Tests run in parallel, each in its own process.
  const fs::path folder = fs::temp_directory_path() / ("crossfade-" + name + "-" + std::to_string(getpid()));
  folders.made.push_back(folder);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

}  // namespace test
