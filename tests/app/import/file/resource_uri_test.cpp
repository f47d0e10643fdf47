#include "app/import/file/resource_uri.h"

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string errorOf(const std::filesystem::path& folder, std::string_view uri) {
  try {
    readResource(folder, uri, 1000);
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(ResourceUri, ReadsAFileBesideTheModelAndBelow) {
  const test::TemporaryFolder folder;
  folder.write("a b.bin", "12");
  folder.write("deep/er/c.bin", "345");
  EXPECT_THAT(readResource(folder.path(), "a%20b.bin", 10), ElementsAre('1', '2'));
  EXPECT_THAT(readResource(folder.path(), "a b.bin", 10), ElementsAre('1', '2'));
  EXPECT_THAT(readResource(folder.path(), "./deep/er/../er/c.bin", 10), ElementsAre('3', '4', '5'));
}

TEST(ResourceUri, AcceptsAPercentSignThatEncodesNothing) {
  const test::TemporaryFolder folder;
  folder.write("100%.bin", "1");
  EXPECT_THAT(readResource(folder.path(), "100%.bin", 10), ElementsAre('1'));
}

TEST(ResourceUri, DoesNotLeaveTheFolder) {
  const test::TemporaryFolder folder;
  folder.write("secret.bin", "1");
  folder.write("model/x.bin", "1");
  const std::filesystem::path model = folder.path() / "model";
  for (const char* uri :
       {"../secret.bin", "%2e%2e/secret.bin", "..%2fsecret.bin", "sub/../../secret.bin", "..", "./../secret.bin"})
    EXPECT_THAT(errorOf(model, uri), HasSubstr("leads out of the model's folder")) << uri;
  EXPECT_THAT(errorOf(model, (folder.path() / "secret.bin").string()), HasSubstr("absolute"));
  EXPECT_THAT(errorOf(model, "%2Fetc/passwd"), HasSubstr("absolute"));
  for (const char* uri : {"file:///etc/passwd", "http://example.com/x.bin", "C:/x.bin", "file%3a///etc/passwd"})
    EXPECT_THAT(errorOf(model, uri), HasSubstr("scheme")) << uri;
  EXPECT_THAT(errorOf(model, "..\\secret.bin"), HasSubstr("backslash"));
  EXPECT_THAT(errorOf(model, "x.bin%00.png"), HasSubstr("zero byte"));
  EXPECT_THAT(errorOf(model, ""), HasSubstr("empty"));
}

TEST(ResourceUri, DoesNotFollowALinkOutOfTheFolder) {
  const test::TemporaryFolder folder;
  const std::filesystem::path secret = folder.write("secret.bin", "1");
  folder.write("model/x.bin", "1");
  const std::filesystem::path model = folder.path() / "model";
  std::filesystem::create_symlink(secret, model / "link.bin");
  std::filesystem::create_directory_symlink(folder.path(), model / "up");
  std::filesystem::create_symlink(model / "x.bin", model / "inside.bin");
  EXPECT_THAT(errorOf(model, "link.bin"), HasSubstr("symbolic link"));
  EXPECT_THAT(errorOf(model, "up/secret.bin"), HasSubstr("symbolic link"));
  EXPECT_THAT(readResource(model, "inside.bin", 10), ElementsAre('1'));
}

TEST(ResourceUri, DoesNotWaitForAPipe) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.bin").c_str(), 0600), 0);
  EXPECT_THAT(errorOf(folder.path(), "pipe.bin"), HasSubstr("is not a regular file"));
  std::filesystem::create_directory(folder.path() / "folder.bin");
  EXPECT_THAT(errorOf(folder.path(), "folder.bin"), HasSubstr("is a folder"));
}

TEST(ResourceUri, RefusesFilesAboveTheLimit) {
  const test::TemporaryFolder folder;
  folder.write("big.bin", std::string(1001, 'x'));
  EXPECT_THAT(errorOf(folder.path(), "big.bin"), HasSubstr("1001 bytes; the limit is 1000"));
}

TEST(ResourceUri, StartsAtTheFolderOfTheDocument) {
  EXPECT_EQ(folderOf("models/hero.gltf"), "models");
  EXPECT_EQ(folderOf("hero.gltf"), ".");
  EXPECT_EQ(folderOf("/hero.gltf"), "/");
}

TEST(ResourceUri, OfADocumentWithoutAFolderNamesNoFiles) {
  EXPECT_THAT(errorOf({}, "x.bin"), HasSubstr("has no folder"));
  EXPECT_THAT(readResource({}, "data:,x", 10), ElementsAre('x'));
}

TEST(DataUri, IsDecodedFromBase64) {
  EXPECT_THAT(decodeDataUri("data:application/octet-stream;base64,AQID", 100), ElementsAre(1, 2, 3));
  EXPECT_THAT(decodeDataUri("data:;base64,AQI=", 100), ElementsAre(1, 2));
  EXPECT_THAT(decodeDataUri("data:;base64,AQ", 100), ElementsAre(1));
  EXPECT_THAT(decodeDataUri("data:;base64,AQI%3D", 100), ElementsAre(1, 2));
}

TEST(DataUri, IsDecodedFromPercentEncoding) {
  EXPECT_THAT(decodeDataUri("data:text/plain,a%20%FF", 100), ElementsAre('a', ' ', 255));
}

TEST(DataUri, RefusesInvalidData) {
  EXPECT_THROW(decodeDataUri("data:;base64", 100), ImportError);
  EXPECT_THROW(decodeDataUri("data:;base64,A", 100), ImportError);
  EXPECT_THROW(decodeDataUri("data:;base64,A*==", 100), ImportError);
  EXPECT_THROW(decodeDataUri("data:;base64," + std::string(4000, 'A'), 100), ImportError);
}

}  // namespace
}  // namespace app
