#include "app/import/file/texture_search.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <utility>

#include "tests/support/gltf_builder.h"

namespace app {
namespace {

std::string foundIn(const test::TemporaryFolder& folder, std::string_view path) {
  return TextureSearch(folder.path()).find(path).value_or("nothing").generic_string();
}

/// Of each path what is found.
void expectFound(const test::TemporaryFolder& folder,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> found) {
  for (const auto& [path, file] : found) EXPECT_EQ(foundIn(folder, path), file) << path;
}

TEST(TextureSearch, FindsPathsOfOtherMachinesAndInOtherCase) {
  const test::TemporaryFolder folder;
  folder.write("Skin.PNG", "1");
  folder.write("textures/wood.jpg", "1");
  expectFound(folder, {{"C:\\art\\hero\\skin.png", "Skin.PNG"},
                       {"/home/someone/SKIN.png", "Skin.PNG"},
                       {"../texture/Wood.JPG", "textures/wood.jpg"},
                       {"file:///D:/x/Textures/wood.jpg", "textures/wood.jpg"}});
}

TEST(TextureSearch, PrefersTheFolderThatThePathNames) {
  const test::TemporaryFolder folder;
  for (const char* const file : {"skin.png", "blue/skin.png", "red/skin.png"}) folder.write(file, "1");
  expectFound(folder, {{"D:/Red/skin.png", "red/skin.png"}, {"D:/green/skin.png", "skin.png"}});
}

TEST(TextureSearch, TakesAnotherKindOfImageOnlyWithoutTheOneThatIsNamed) {
  const test::TemporaryFolder folder;
  folder.write("skin.png", "1");
  folder.write("skin.txt", "1");
  EXPECT_EQ(foundIn(folder, "skin.psd"), "skin.png");
  folder.write("sub/skin.psd", "1");
  EXPECT_EQ(foundIn(folder, "skin.psd"), "sub/skin.psd");
}

TEST(TextureSearch, FindsNothingWhereThereIsNothing) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(foundIn(folder, "skin.png"), "nothing");
  EXPECT_EQ(foundIn(folder, ""), "nothing");
  EXPECT_EQ(foundIn(folder, "../.."), "nothing");
  folder.write("skin.png", "1");
  EXPECT_EQ(foundIn(folder, "akin.png"), "nothing") << "another name";
  EXPECT_EQ(TextureSearch(folder.path() / "none").find("skin.png"), std::nullopt);
}

TEST(TextureSearch, MakesUrisThatNameTheFile) {
  EXPECT_EQ(uriOf("a b/100%.png"), "./a b/100%25.png");
  EXPECT_EQ(uriOf("c:x.png"), "./c:x.png");
}

}  // namespace
}  // namespace app
