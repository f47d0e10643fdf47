#include "tests/support/program.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <sys/wait.h>

namespace test {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

ProgramRun runCrossfade(const std::vector<std::string>& arguments, const fs::path& folder, const std::vector<std::string>& environment) {
  std::string line = "cd " + quoted(folder.string()) + " && env";
  for (const std::string& entry : environment) line += " " + quoted(entry);
  line += " " + quoted(CROSSFADE_PROGRAM);
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  const fs::path out = folder / ".stdout", err = folder / ".stderr";
  line += " >" + quoted(out.string()) + " 2>" + quoted(err.string()) + " </dev/null";
  const int status = std::system(line.c_str());
  return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = contentOf(out), .err = contentOf(err)};
}

fs::path scratchFolder(const std::string& name) {
  const fs::path folder = fs::temp_directory_path() / ("crossfade-" + name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

}  // namespace test
