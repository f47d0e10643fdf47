// The recipe for a transition kind in docs/architecture.md names every file that a new kind needs: those that mention
// two kinds or more by their enumerators or words, which the compiler does not all report.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/support/source_folder.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The text without its // comments.
std::string withoutComments(const std::string& text) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    code += text.substr(at, std::min(text.find("//", at), end) - at) + '\n';
    at = end;
  }
  return code;
}

bool isPartOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool mentions(const std::string& code, const std::string& name) {
  for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1))
    if (!isPartOfName(code[at + name.size()])) return true;
  return false;
}

/// How many kinds but the default a source names.
int kindsIn(const std::string& code) {
  constexpr std::array<const char*, 5> kNames{"Classic", "Linear", "Frozen", "Inertial", "DeadBlending"};
  constexpr std::array<const char*, 4> kFileWords{"classic", "frozen", "inertial", "dead"};
  const bool isShort = code.find("using enum crossfade::TransitionKind") != std::string::npos;
  int names = 0, words = 0;
  for (const char* name : kNames)
    names += mentions(code, std::string("TransitionKind::") + name) || (isShort && mentions(code, name));
  for (const char* word : kFileWords) words += code.find('"' + std::string(word) + '"') != std::string::npos;
  return std::max(names, words);
}

TEST(Recipes, ForATransitionKindNameEveryFileThatItNeeds) {
  const fs::path top = app::test::sourceFolder();
  const std::string page = textOf(top / "docs/architecture.md");
  const std::size_t begin = page.find("**A transition kind**"), end = page.find("**A setting**");
  ASSERT_LT(begin, end);
  const std::string_view recipe(page.data() + begin, end - begin);
  int found = 0;
  for (const char* folder : {"engine", "app", "examples"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp" && extension != ".inl") continue;
      const std::string code = withoutComments(textOf(entry.path()));
      if (kindsIn(code) < 2) continue;
      ++found;
      EXPECT_NE(recipe.find(entry.path().filename().string()), std::string_view::npos)
          << fs::relative(entry.path(), top) << " names kinds of transitions, but their recipe does not name it";
    }
  EXPECT_GT(found, 8) << "found too few files to have read the tree";
}

}  // namespace
}  // namespace test
