#include "app/host/files/model_loader.h"

#include <algorithm>
#include <chrono>
#include <latch>
#include <new>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/host/files/model_file.h"
#include "tests/app/import/slow_model.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
constexpr double kTimeout = 60;  // seconds; a timeout that no test depends on

/// The loader's result, if there is one before the timeout.
std::optional<crossfade::Result<Model>> outcomeOf(ModelLoader& loader, double seconds = kTimeout) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    if (auto outcome = loader.poll()) return outcome;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return std::nullopt;
}

class LoaderOfASlowFile : public testing::Test {
 protected:
  static void SetUpTestSuite() { file_ = test::slowGlb(200, 512); }
  static void TearDownTestSuite() { file_ = {}; }

  void waitForPictures() {
    const auto end = Clock::now() + std::chrono::duration<double>(kTimeout);
    while (loader.progress().stage != "pictures" && Clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(loader.progress().stage, "pictures");
  }

  static inline std::string file_;
  const test::TemporaryFolder folder;
  const std::string slow = folder.write("slow.glb", file_).string();
  ModelLoader loader;
};

TEST(ModelLoader, WithoutMemoryReportsAnError) {
  ModelLoader loader([](const LoadRequest&, ImportProgress&) -> crossfade::Result<Model> { throw std::bad_alloc(); });
  loader.start({"/models/huge.glb"});
  const auto outcome = outcomeOf(loader);
  ASSERT_TRUE(outcome);
  ASSERT_FALSE(*outcome);
  EXPECT_EQ(outcome->error().message, "huge.glb: there is not enough memory to open it");
}

TEST(ModelLoader, LoadsTheCharacterOnce) {
  ModelLoader loader;
  EXPECT_FALSE(loader.isLoading());
  EXPECT_FALSE(loader.progress().running);
  loader.start({""});
  EXPECT_TRUE(loader.isLoading());
  EXPECT_EQ(loader.progress().file, "character.glb");
  const auto outcome = outcomeOf(loader);
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ((*outcome)->name, "character.glb");
  EXPECT_FALSE(loader.isLoading());
  EXPECT_FALSE((*outcome)->meshes.at(0).primitives.at(0).detailLevels.empty()) << "made on the thread";
  EXPECT_FALSE((*outcome)->meshes.at(0).primitives.at(0).casters.empty()) << "measured on the thread";
  EXPECT_TRUE(loader.bounds()) << "likewise";
  EXPECT_FALSE(loader.poll());
}

TEST(ModelLoader, SaysWhyThereIsNoModel) {
  ModelLoader loader;
  loader.start({"/there/is/no/such.glb"});
  const auto outcome = outcomeOf(loader);
  ASSERT_TRUE(outcome && !*outcome);
  EXPECT_EQ(outcome->error().message, "such.glb: cannot be opened: No such file or directory");
}

TEST(ModelLoader, NamesTheFilesThatAModelWasReadFromAndThoseItLacks) {
  const test::TemporaryFolder folder;
  test::GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.addTo("images", {{"uri", "missing.png"}});
  builder.addTo("textures", {{"source", 0}});
  builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}});
  Json json = Json::parse(builder.gltf());
  folder.write("triangle.bin", std::string(json["buffers"][0]["byteLength"].get<std::size_t>(), '\0'));
  json["buffers"][0]["uri"] = "triangle.bin";
  const auto model = folder.write("triangle.gltf", json.dump());

  ModelLoader loader;
  loader.start({model.string()});
  ASSERT_TRUE(outcomeOf(loader));
  const auto& used = loader.usedFiles();
  for (const char* name : {"triangle.gltf", "triangle.bin", "missing.png"})
    EXPECT_NE(std::find(used.begin(), used.end(), folder / name), used.end()) << name;
}

TEST(ModelLoader, LoadsTwoFilesDroppedTogetherOneAfterTheOther) {
  ModelLoader loader;
  loader.start({"/there/is/no/such.glb"});
  loader.startNext({""});
  const auto first = outcomeOf(loader);
  ASSERT_TRUE(first && !*first);
  EXPECT_TRUE(loader.isLoading());
  const auto second = outcomeOf(loader);
  ASSERT_TRUE(second && *second);
  EXPECT_EQ((*second)->name, "character.glb");
  EXPECT_FALSE(loader.isLoading());
}

TEST(ModelLoader, AbandonsQueuedFiles) {
  ModelLoader loader;
  loader.start({""});
  loader.startNext({"/there/is/no/such.glb"});
  loader.abandon();
  EXPECT_FALSE(loader.isLoading());
  EXPECT_TRUE(loader.finishWithin(kTimeout));
  EXPECT_FALSE(loader.poll());
}

TEST_F(LoaderOfASlowFile, ReportsWhatItIsDoing) {
  loader.start({slow});
  waitForPictures();
  EXPECT_TRUE(loader.progress().running);
  EXPECT_EQ(loader.progress().file, "slow.glb");
  EXPECT_GT(loader.progress().fraction, 0.5);
  EXPECT_LT(loader.progress().fraction, 1);
}

TEST_F(LoaderOfASlowFile, WhenAbandonedReturnsNeitherModelNorError) {
  loader.start({slow});
  waitForPictures();
  loader.abandon();
  EXPECT_FALSE(loader.isLoading());
  EXPECT_FALSE(loader.progress().running);
  EXPECT_TRUE(loader.finishWithin(kTimeout));
  EXPECT_FALSE(loader.poll());
}

TEST(ModelLoader, StartsTheNextFileWhileAnAbandonedOneIsStillBusy) {
  std::latch busy(1);
  ModelLoader loader([&busy](const LoadRequest& request, ImportProgress& progress) {
    if (request.path == "busy.glb") busy.wait();
    return loadModel("", {.progress = &progress}, request.clipFiles);
  });
  loader.start({"busy.glb"});
  loader.abandon();
  loader.start({""});
  const auto outcome = outcomeOf(loader);
  busy.count_down();  // only now may the first one end
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ((*outcome)->name, "character.glb");
}

TEST_F(LoaderOfASlowFile, KeepsOnlyTheNewestOfSeveralRequests) {
  for (int i = 0; i < 8; ++i) loader.start({slow});
  loader.start({""});
  EXPECT_EQ(loader.progress().file, "character.glb");
  const auto outcome = outcomeOf(loader);
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ((*outcome)->name, "character.glb");
  EXPECT_TRUE(loader.finishWithin(kTimeout));
  EXPECT_FALSE(loader.poll());
}

TEST_F(LoaderOfASlowFile, CanBeDestroyedWhileItWorks) {
  loader.start({slow});
  waitForPictures();
}

}  // namespace
}  // namespace app
