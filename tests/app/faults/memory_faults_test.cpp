// One allocation after the other fails: docs/reliability.md says what is promised.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <new>

#include "app/import/cache/model_cache.h"
#include "app/import/import_model.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

constexpr const char* kNoMemory = "walk.bvh: there is not enough memory to open it";

/// Lets each allocation of this thread fail in turn, until there are no more. Returns how many there were.
template <class Action, class Check>
int failEachAllocation(Action action, Check check) {
  for (int index = 1;; ++index) {
    bool happened = false;
    auto outcome = [&] {
      const ::test::FailingAllocation failing(index);
      auto done = action();
      happened = failing.happened();
      return done;
    }();
    if (!happened) {
      EXPECT_TRUE(outcome);
      return index - 1;
    }
    check(outcome, index);
  }
}

TEST(Faults, F37_EachAllocationThatFailsIsASentence) {
  const ::test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("walk.bvh", ::test::kBvh);
  const int failed = failEachAllocation([&] { return importModel(file); },
                                        [](const crossfade::Result<Model>& model, int index) {
                                          if (!model) {
                                            EXPECT_EQ(model.error().message, kNoMemory) << "allocation " << index;
                                          }
                                        });
  EXPECT_GT(failed, 50);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of an import\n", failed);
}

TEST(Faults, F37_TheCacheGoesOnAfterEachAllocationThatFails) {
  const ::test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("walk.bvh", ::test::kBvh);
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  ModelCache cache(folder / "models", "1", {.seconds = 0});
  const auto model = importModel(file);
  ASSERT_TRUE(model);
  const auto keep = [&] {
    cache.keep(file, {}, {file}, std::filesystem::file_time_type::clock::now(), 1, *model);
    cache.finish();
    return true;
  };
  int failed = failEachAllocation(
      [&] {
        try {
          return keep();
        } catch (const std::bad_alloc&) {  // of the arguments
          return false;
        }
      },
      [](bool, int) {});
  EXPECT_TRUE(cache.find(file, {}, {}));
  failed += failEachAllocation([&] { return importModel(file, {.cache = &cache}); },
                               [](const crossfade::Result<Model>& found, int index) {
                                 if (!found) {
                                   EXPECT_EQ(found.error().message, kNoMemory) << "allocation " << index;
                                 }
                               });
  EXPECT_TRUE(cache.find(file, {}, {}));
  EXPECT_GT(failed, 50);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of the cache\n", failed);
}

}  // namespace
}  // namespace app
