#include "app/host/window/shader_watch.h"

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace app::test {
namespace {

namespace fs = std::filesystem;

TEST(ShaderWatch, ReportsEachChangeOnce) {
  const fs::path folder = ::test::scratchFolder("shaders");
  std::ofstream(folder / "a.frag") << "one";
  ShaderWatch watch(folder);
  EXPECT_FALSE(watch.changed(1));
  fs::last_write_time(folder / "a.frag", fs::last_write_time(folder / "a.frag") + std::chrono::seconds(2));
  EXPECT_FALSE(watch.changed(0.1)) << "the disk is looked at in every frame";
  EXPECT_TRUE(watch.changed(1));
  EXPECT_FALSE(watch.changed(1));
}

TEST(ShaderWatch, WithoutAFolderReportsNothing) {
  ShaderWatch watch("");
  EXPECT_FALSE(watch.changed(10));
}

}  // namespace
}  // namespace app::test
