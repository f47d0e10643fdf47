#include "app/host/files/background_writer.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

TEST(BackgroundWriter, WithoutMemoryReportsAnError) {
  const ::test::TemporaryFolder folder;
  const std::string from = folder.write("large.json", std::string(std::size_t{8} << 20, ' ')).string();
  const std::string path = (folder / "copy.json").string();
  BackgroundWriter writer;
  {
    const ::test::NoLargeAllocations guard(std::size_t{1} << 20);
    writer.copy(from, path);
    writer.finish();
  }
  const auto refused = writer.poll();
  ASSERT_TRUE(refused);
  ASSERT_FALSE(refused->result);
  EXPECT_EQ(refused->result.error().message, path + ": there is not enough memory to save it");
  EXPECT_FALSE(std::filesystem::exists(path));
  writer.copy(from, path);
  writer.finish();
  EXPECT_TRUE(writer.poll()->result) << "it goes on";
}

}  // namespace
}  // namespace app
