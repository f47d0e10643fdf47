// Sentences on several lines: names of files are not torn apart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/ui/lone_widget.h"

namespace app::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> linesOf(std::string_view text, float width) {
  LoneWidget alone;
  std::vector<std::string> lines;
  alone.frame([&] {
    std::string_view rest = wrapped(text, width, *ui().fonts.body);
    for (std::size_t end = 0; end != rest.npos; rest.remove_prefix(std::min(end, rest.size()) + (end != rest.npos))) {
      end = rest.find('\n');
      lines.emplace_back(rest.substr(0, end));
      EXPECT_LE(sizeOf(*ui().fonts.body, lines.back().c_str()).x, std::max(width + 0.01f, 10.0f)) << lines.back();
    }
  });
  return lines;
}

/// Whether each part stands in one of the lines.
void expectWhole(const std::vector<std::string>& lines, std::initializer_list<const char*> parts) {
  for (const char* const part : parts) EXPECT_THAT(lines, testing::Contains(testing::HasSubstr(part)));
}

TEST(Wrapped, BreaksAtSpacesAndNotInsideOfNames) {
  for (const float width : {80.0f, 100.0f, 130.0f, 160.0f, 220.0f}) {
    const auto lines = linesOf("Your changes to hero.glb are back: 3.1 s.", width);
    expectWhole(lines, {"hero.glb", "3.1", "s."});
    EXPECT_GT(lines.size(), 1u);
  }
  EXPECT_THAT(linesOf("short", 130), ElementsAre("short"));
  EXPECT_THAT(linesOf("one\ntwo", 130), ElementsAre("one", "two"));
}

TEST(Wrapped, BreaksPathsBehindSlashes) {
  for (const float width : {100.0f, 120.0f, 150.0f, 200.0f}) {
    const auto lines = linesOf("Cannot write out/models/characters/knight.glb today", width);
    expectWhole(lines, {"out/", "models/", "characters/", "knight.glb"});
    EXPECT_GT(lines.size(), 1u);
  }
}

TEST(Wrapped, BreaksWhatIsWiderThanALine) {
  const std::string name(60, 'm');
  std::string joined;
  const auto lines = linesOf(name, 120);
  for (const std::string& line : lines) joined += line;
  EXPECT_GT(lines.size(), 3u);
  EXPECT_EQ(joined, name);
  joined.clear();
  for (float width = 20; width < 300; width += 7)
    EXPECT_EQ(linesOf(name + " and what follows", width).back().back(), 's') << "and no line is wider, see linesOf()";
  for (const std::string& line : linesOf("\u6b69\u304f\u6b69\u304f\u6b69\u304f\u6b69\u304f\u6b69\u304f", 40))
    joined += line;
  EXPECT_EQ(joined, "\u6b69\u304f\u6b69\u304f\u6b69\u304f\u6b69\u304f\u6b69\u304f") << "characters stay whole";
  EXPECT_THAT(linesOf("a", 0), ElementsAre("a")) << "no width";
}

}  // namespace
}  // namespace app::test
