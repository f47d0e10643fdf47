// One allocation after the other fails: docs/reliability.md says what is promised.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "app/format/project_json.h"
#include "app/host/files/session_files.h"
#include "app/import/cache/model_cache.h"
#include "app/import/import_model.h"
#include "app/platform/memory_reserve.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/random_commands.h"
#include "tests/support/sample_models.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

constexpr const char* kNoMemory = "walk.bvh: there is not enough memory to open it";

/// Lets each allocation of this thread fail in turn (or every `step`-th), until there are no more. Returns how many
/// failed.
template <class Action, class Check>
int failEachAllocation(Action action, Check check, int step = 1) {
  for (int index = 1;; index += step) {
    bool happened = false;
    auto outcome = [&] {
      const ::test::FailingAllocation failing(index);
      auto done = action();
      happened = failing.happened();
      return done;
    }();
    if (!happened) {
      EXPECT_TRUE(outcome);
      return (index - 1) / step;
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

/// A document of two joints that move a skinned triangle, and members that nobody knows.
std::string gltfOf(test::GltfBuilder&& builder) {
  const int hips = builder.addNode({{"name", "hips"}, {"children", {1}}});
  const int leg = builder.addNodeOutside({{"name", "leg"}, {"translation", {0, -1, 0}}});
  const int joints = builder.add<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
  const int weights = builder.add<float>({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, "VEC4");
  const int mesh = builder.addTriangle({{"JOINTS_0", joints}, {"WEIGHTS_0", weights}});
  builder.json["skins"] = {{{"joints", {hips, leg}}}};
  builder.addNode({{"mesh", mesh}, {"skin", 0}});
  builder.addClip(hips, "translation", {0, 1}, builder.add<float>({0, 0, 0, 0, 0, 1}, "VEC3"));
  builder.addClip(leg, "rotation", {0, 1}, builder.add<float>({0, 0, 0, 1, 0, 1, 0, 0}, "VEC4"), "STEP");
  builder.json["extras"] = {{"a", {{"b", {{"c", {1, 2, 3}}}}}}, {"d", {{{"e", nullptr}}, {{"f", "g"}}}}};
  return builder.gltf();
}

TEST(Faults, F37_GltfIsRefusedInASentence) {
  const std::string text = gltfOf({});
  const int failed =
      failEachAllocation([&] { return importModel("walk.gltf", std::as_bytes(std::span(text))); },
                         [](const crossfade::Result<Model>& model, int index) {
                           if (!model) {
                             EXPECT_EQ(model.error().message, "walk.gltf: there is not enough memory to open it")
                                 << "allocation " << index;
                           }
                         });
  EXPECT_GT(failed, 200);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of a glTF document\n", failed);
}

/// What `load` says without memory for each allocation in turn, and how many there were.
template <class Load>
int failEachAllocationOf(const std::string& path, Load load) {
  return failEachAllocation([&] { return load(path); },
                            [&](const auto& loaded, int index) {
                              if (!loaded) {
                                EXPECT_EQ(loaded.error().message, path + ": there is not enough memory to open it")
                                    << "allocation " << index;
                              }
                            });
}

TEST(Faults, F37_AScriptIsRefusedInASentence) {
  const ::test::TemporaryFolder folder;
  const auto file =
      folder.write("fades.json", R"({"commands": [{"at": 1, "do": "fadeTo", "clip": "Run", "seconds": 0.5},
      {"at": 0, "do": "play", "clip": "Walk"}, {"at": 2, "do": "speed", "value": 2}]})");
  const Model model = test::character();
  const int failed = failEachAllocationOf(file, [&](const std::string& path) { return loadScript(path, model); });
  EXPECT_GT(failed, 30);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of a script\n", failed);
}

TEST(Faults, F37_ADrawingIsRefusedInASentence) {
  const ::test::TemporaryFolder folder;
  const auto file = folder.write("leaf.svg", R"svg(<svg xmlns="http://www.w3.org/2000/svg"><g transform="rotate(30)">
      <path d="M0 0 L10 0 C10 10 5 12 0 8 Z"/><circle cx="4" cy="4" r="3"/></g></svg>)svg");
  const int failed = failEachAllocationOf(file, [](const std::string& path) { return loadShapes(path); });
  EXPECT_GT(failed, 10);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of a drawing\n", failed);
}

bool isFinite(const crossfade::Pose& pose) {
  return std::all_of(pose.locals.begin(), pose.locals.end(), [](const crossfade::Transform& local) {
    return std::isfinite(local.translation.x) && std::isfinite(local.rotation.w) && std::isfinite(local.scale.x);
  });
}

/// Commands as the window sends them. Out of memory, a command is refused and may be half done, but the session remains
/// usable and can be saved.
TEST(Faults, F37_ACommandIsRefusedInASentence) {
  test::RandomCommands random(37);
  Session session(test::modelForMonkeys());
  FrameProfiler profiler;
  int failed = 0, refused = 0;
  const auto check = [&](bool, int) {
    ASSERT_TRUE(session.message());
    refused += session.message()->text == "there is not enough memory for that" ? 1 : 0;
    session.advance(1.0 / 60, profiler);
    ASSERT_TRUE(isFinite(session.pose()));
  };
  for (int i = 0; i < 400; ++i) {
    const Command command = i % 10 == 9 ? Command(Undo{}) : random.next(session);
    const auto apply = [&] { return static_cast<void>(session.apply(command)), true; };
    failed += failEachAllocation(apply, check);
    session.advance(1.0 / 60, profiler);
  }
  EXPECT_GT(failed, 10000);
  EXPECT_GT(refused, failed - 10) << "but for allocations that can be done without";
  Session saved(test::modelForMonkeys());
  EXPECT_THAT(openProject(projectText(session, {}), saved), testing::IsEmpty());
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of commands\n", failed);
}

/// The reserve makes up for any single allocation that fails. Without it, the JSON library would end the program if one
/// failed while it frees values.
TEST(Faults, F37_AProjectIsOpenedAndSavedFromTheReserve) {
  test::RandomCommands random(38);
  Session session(test::modelForMonkeys());
  for (int i = 0; i < 25; ++i) static_cast<void>(session.apply(random.next(session)));
  const std::string text = projectText(session, {});
  Session opened(test::modelForMonkeys());
  MemoryReserve reserve(1 << 20);
  const auto openAndSave = [&] {
    (void)openProject(text, opened);
    return projectText(opened, {}) == text;
  };
  const auto check = [&](bool same, int index) {
    EXPECT_TRUE(same) << "allocation " << index;
    EXPECT_TRUE(reserve.refill());
  };
  const int failed = failEachAllocation(openAndSave, check, 7);
  EXPECT_GT(failed, 500);
  std::printf("figure: 0 deaths of the viewer in %d failing allocations of projects\n", failed);
}

}  // namespace
}  // namespace app
