#include "app/import/file/texture_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

TEST(TextureSearch, OfADocumentWithoutAFolderFindsNothing) {
  const test::TemporaryFolder folder;
  folder.write("work/textures/skin.png", "1");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(folder.path()) / "work");
  TextureSearch here("."), nowhere("", TextureSearch::Reach::Around);
  EXPECT_TRUE(here.find("skin.png"));
  EXPECT_FALSE(nowhere.find("skin.png"));
  EXPECT_TRUE(imagesAround("").empty());
  EXPECT_FALSE(imageAround("", "textures/skin.png"));
  std::filesystem::current_path(before);
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
  EXPECT_EQ(foundIn(folder, "skin.tga"), "skin.png");
  folder.write("sub/skin.tga", "1");
  EXPECT_EQ(foundIn(folder, "skin.tga"), "sub/skin.tga");
}

TEST(TextureSearch, TakesNamesWithTheSameLettersOnlyWithoutTheOneThatIsNamed) {
  const test::TemporaryFolder folder;
  folder.write("Stone1_Diffuse.png", "1");
  folder.write("far/Ten - Roof (wet).jpg", "1");
  folder.write("a1.png", "1");
  folder.write("notes_1.txt", "1");
  expectFound(folder, {{"art\\Stone_1Diffuse.png", "Stone1_Diffuse.png"},
                       {"stone 1-diffuse.tga", "Stone1_Diffuse.png"},
                       {"Ten___Roof__wet_.png", "far/Ten - Roof (wet).jpg"},
                       {"Stone2_Diffuse.png", "nothing"},
                       {"Stone1_Diffuse_2.png", "nothing"},
                       {"a_1.png", "nothing"},  // two letters say too little
                       {"notes1.txt", "nothing"}});
  folder.write("far/away/stone_1diffuse.png", "1");
  EXPECT_EQ(foundIn(folder, "Stone_1Diffuse.png"), "far/away/stone_1diffuse.png");
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

/// As foundIn(), for a model in the folder "game/models/hero" of a project.
std::string foundAround(const test::TemporaryFolder& folder, std::string_view path) {
  std::filesystem::create_directories(folder / "game/models/hero");
  return TextureSearch(folder / "game/models/hero", TextureSearch::Reach::Around)
      .find(path)
      .value_or("nothing")
      .generic_string();
}

TEST(TextureSearch, LooksInSiblingFoldersAndTwoLevelsUp) {
  struct Layout {
    std::string_view named, file, found;
  };
  for (const Layout& each : std::initializer_list<Layout>{
           {"..\\textures\\skin.png", "game/models/textures/skin.png", "../textures/skin.png"},
           {"../Texture/Skin.PNG", "game/models/meshes/skin.png", "../meshes/skin.png"},
           {"skin.png", "game/models/skin.png", "../skin.png"},
           {"C:\\art\\skin.png", "game/skin.png", "../../skin.png"},
           {"skin.png", "game/art/Textures/heroes/skin.png", "../../art/Textures/heroes/skin.png"},
           {"skin.tga", "game/models/textures/skin.png", "../textures/skin.png"},
           {"skin.psd", "game/models/textures/Skin.JPG", "../textures/Skin.JPG"},
           {"skin.dds", "game/models/textures/skin.webp", "../textures/skin.webp"},
           {"skin.ktx2", "game/textures/skin.png", "../../textures/skin.png"},
           {"skin.png", "skin.png", "nothing"},  // three levels up
           {"skin.png", "game/models/.git/skin.png", "nothing"},
           {"skin_a.png", "game/models/textures/Skin A.png", "../textures/Skin A.png"},
           {"skin.tif", "game/models/textures/skin.tif", "../textures/skin.tif"},
           {"skin.png", "game/textures/skin.psd", "../../textures/skin.psd"},
           {"skin.txt", "game/models/skin.txt", "nothing"},
           {"../a.mtl", "game/models/a.mtl", "nothing"}}) {
    const test::TemporaryFolder folder;
    folder.write(std::string(each.file), "1");
    EXPECT_EQ(foundAround(folder, each.named), each.found) << each.named << " and " << each.file;
  }
}

TEST(TextureSearch, TakesTheNearestOfSeveralAndTheOneThatIsNamedBeforeAll) {
  const test::TemporaryFolder folder;
  const auto expect = [&](const char* file, std::string_view found) {
    folder.write(file, "1");
    EXPECT_EQ(foundAround(folder, "skin.png"), found);
  };
  expect("game/b/deep/skin.png", "../../b/deep/skin.png");
  expect("game/b/skin.png", "../../b/skin.png");
  expect("game/models/z/skin.png", "../z/skin.png");
  expect("game/models/a/skin.png", "../a/skin.png");
  expect("game/models/skin.png", "../skin.png");
  expect("game/models/hero/parts/skin.png", "parts/skin.png");
  EXPECT_EQ(foundAround(folder, "../../b/Skin.png"), "../../b/skin.png");
}

TEST(TextureSearch, PrefersWhatCanBeDecoded) {
  const test::TemporaryFolder folder;
  folder.write("game/models/hero/skin.dds", "1");
  EXPECT_EQ(foundAround(folder, "skin.dds"), "skin.dds") << "the report says why it is not shown";
  folder.write("game/textures/skin.png", "1");
  EXPECT_EQ(foundAround(folder, "skin.dds"), "../../textures/skin.png");
  for (const char* const kind : {"psd", "tif", "gif", "exr"}) {
    const std::string name = std::string("bark.") + kind;
    folder.write("game/models/hero/" + name, "1");
    EXPECT_EQ(foundAround(folder, name), name);
  }
  folder.write("game/textures/bark.jpg", "1");
  EXPECT_EQ(foundAround(folder, "..\\hero\\bark.psd"), "../../textures/bark.jpg");
}

TEST(TextureSearch, FollowsNoLinksOutOfTheFoldersAround) {
  const test::TemporaryFolder folder;
  folder.write("secret/skin.png", "1");
  folder.write("secret/bark.png", "1");
  folder.write("game/store/leaf.png", "1");
  std::filesystem::create_directories(folder / "game/models/textures");
  std::filesystem::create_directory_symlink(folder / "secret", folder / "game/models/linked");
  std::filesystem::create_symlink(folder / "secret/bark.png", folder / "game/models/textures/bark.png");
  std::filesystem::create_symlink(folder / "game/store/leaf.png", folder / "game/models/textures/leaf.png");
  EXPECT_EQ(foundAround(folder, "../linked/skin.png"), "nothing");
  EXPECT_EQ(foundAround(folder, "bark.png"), "nothing");
  EXPECT_EQ(foundAround(folder, "leaf.png"), "../textures/leaf.png");
  EXPECT_FALSE(imageAround(folder / "game/models/hero", "../../../secret/skin.png"));
  EXPECT_FALSE(imageAround(folder / "game/models/hero", "../textures/bark.png"));
  EXPECT_TRUE(imageAround(folder / "game/models/hero", "../textures/leaf.png"));
}

TEST(TextureSearch, ListsOnlySoMuch) {
  const test::TemporaryFolder folder;
  for (int i = 100; i < 700; ++i) folder.write("game/n" + std::to_string(i) + "/a.png", "1");
  std::filesystem::create_directories(folder / "game/models/hero");
  const std::size_t found = imagesAround(folder / "game/models/hero").size();
  EXPECT_GT(found, 400u);
  EXPECT_LT(found, 500u);
}

TEST(TextureSearch, EndsBeforeFoldersThatAreNoProjects) {
  const test::TemporaryFolder folder;  // in /tmp, say
  std::filesystem::create_directories(folder / "a/b/c");
  EXPECT_EQ(foldersAround(folder / "a/b/c"), (std::vector{folder / "a/b", folder / "a"}));
  EXPECT_TRUE(foldersAround("/").empty());
  EXPECT_TRUE(foldersAround("/usr").empty());
  std::filesystem::permissions(folder / "a", std::filesystem::perms::all | std::filesystem::perms::sticky_bit);
  EXPECT_EQ(foldersAround(folder / "a/b/c"), (std::vector{folder / "a/b"})) << "as /tmp";
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", (folder / "a/b").c_str(), 1);
  EXPECT_TRUE(foldersAround(folder / "a/b/c").empty());
  home.empty() ? ::unsetenv("HOME") : ::setenv("HOME", home.c_str(), 1);
}

TEST(TextureSearch, MakesUrisThatNameTheFile) {
  EXPECT_EQ(uriOf("a b/100%.png"), "./a b/100%25.png");
  EXPECT_EQ(uriOf("c:x.png"), "./c:x.png");
}

}  // namespace
}  // namespace app
