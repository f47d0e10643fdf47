// docs/lessons.md: its commands make its pictures, and the tests that it names exist.
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_names.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

class LessonsPage : public testing::Test {
 protected:
  const fs::path docs_ = app::test::sourceFolder() / "docs";
  const std::string page_ = readFile(docs_ / "lessons.md");
};

/// The pictures are made small here: what a command shows does not depend on its size.
TEST_F(LessonsPage, EachSectionsCommandMakesItsPicture) {
  const fs::path folder = scratchFolder("lessons");
  fs::create_directories(folder / "docs/lessons");
  for (const auto& entry : fs::directory_iterator(docs_ / "lessons"))
    if (entry.path().extension() == ".json")
      fs::copy_file(entry.path(), folder / "docs/lessons" / entry.path().filename());
  const std::vector<std::string> commands = matches(page_, "\n(crossfade render [^\n]*)\n");
  const std::vector<std::string> pictures = matches(page_, R"(\]\((lessons/[^)]*)\))");
  ASSERT_EQ(commands.size(), 5u);
  ASSERT_EQ(pictures.size(), 5u);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::istringstream words(commands[i].substr(commands[i].find(' ') + 1));
    std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    ASSERT_EQ(arguments.back(), "docs/" + pictures[i]) << commands[i];
    for (std::size_t k = 1; k < arguments.size(); ++k)
      if (arguments[k - 1] == "--size") arguments[k] = "320x180";
    const ProgramRun run = runCrossfade(arguments, folder);
    if (run.exitCode == 3) GTEST_SKIP() << run.err;
    EXPECT_EQ(run.exitCode, 0) << commands[i] << run.err;
    EXPECT_TRUE(fs::exists(folder / "docs" / pictures[i])) << commands[i];
    EXPECT_TRUE(fs::exists(docs_ / pictures[i])) << "the page shows it";
  }
}

TEST_F(LessonsPage, NamesTestsThatExist) {
  const std::set<std::string> named = testsNamedIn(page_), existing = testsInSources();
  EXPECT_GE(named.size(), 15u);
  for (const std::string& name : named) EXPECT_TRUE(existing.contains(name)) << name;
}

}  // namespace
}  // namespace test
