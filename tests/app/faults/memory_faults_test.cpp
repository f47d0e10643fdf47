// One allocation after the other fails: docs/reliability.md says what is promised.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "app/import/import_model.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

/// Lets each allocation of this thread fail in turn. Returns how many there are.
int failEachAllocation(const std::filesystem::path& file) {
  const std::string sentence = file.filename().string() + ": there is not enough memory to open it";
  for (int index = 1;; ++index) {
    bool happened = false;
    const auto model = [&] {
      const ::test::FailingAllocation failing(index);
      auto opened = importModel(file);
      happened = failing.happened();
      return opened;
    }();
    if (!happened) {
      EXPECT_TRUE(model) << model.error().message;
      return index - 1;
    }
    if (!model) {
      EXPECT_EQ(model.error().message, sentence) << "allocation " << index;
    }
  }
}

TEST(Faults, F37_EachAllocationThatFailsIsASentence) {
  const ::test::TemporaryFolder folder;
  const int failed = failEachAllocation(folder.write("walk.bvh", ::test::kBvh));
  EXPECT_GT(failed, 50);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of an import\n", failed);
}

}  // namespace
}  // namespace app
