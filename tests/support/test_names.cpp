#include "tests/support/test_names.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/support/source_folder.h"

namespace test {

std::set<std::string> testsInSources() {
  static const std::regex kTest(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(app::test::sourceFolder() / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::sregex_iterator match(text.begin(), text.end(), kTest), end; match != end; ++match)
      names.insert((*match)[1].str() + "." + (*match)[2].str());
  }
  return names;
}

std::set<std::string> testsNamedIn(std::string_view text) {
  static const std::regex kName("`([A-Z][A-Za-z]+\\.[A-Z][A-Za-z0-9_]+)`");
  std::set<std::string> names;
  for (std::cregex_iterator match(text.data(), text.data() + text.size(), kName), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

}  // namespace test
