#include "app/import/file/file_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

std::string errorOf(const std::filesystem::path& file) {
  try {
    readRegularFile(file, 4);
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(FileBytes, AreTheWholeFile) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(readRegularFile(folder.write("four", "abcd"), 4), testing::ElementsAre('a', 'b', 'c', 'd'));
  EXPECT_TRUE(readRegularFile(folder.write("none", ""), 4).empty());
}

TEST(FileBytes, AreRefusedAboveTheLimitAndOfDevices) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(errorOf(folder.write("five", "abcde")), "has 5 bytes; the limit is 4");
  EXPECT_EQ(errorOf("/dev/zero"), "is not a regular file");
  EXPECT_EQ(errorOf(folder.path() / "missing"), "cannot be opened: No such file or directory");
}

TEST(FileBytes, ThatCannotBeReadHaveAnErrorWithTheirName) {
  EXPECT_EQ(tryReadRegularFile("/no/such/file.glb", 10).error().message,
            "/no/such/file.glb: cannot be opened: No such file or directory");
  EXPECT_EQ(tryReadRegularFile("/dev/zero", 10).error().message, "/dev/zero: is not a regular file");
}

}  // namespace
}  // namespace app
