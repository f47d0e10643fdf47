#include "app/import/cache/model_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include "app/import/blob/model_blob.h"
#include "app/import/import_model.h"
#include "tests/app/import/blob/full_model.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using FileTime = fs::file_time_type;

/// A model, a file that it names and one that it names but is not there; written long ago.
class ModelCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    put("model.gltf", "the document");
    put("side.bin", "the buffer");
  }
  void put(const char* name, const std::string& text) {
    fs::last_write_time(folder_.write(name, text), FileTime::clock::now() - std::chrono::hours(1));
  }
  fs::path cacheFolder() const { return folder_ / "cache" / "models"; }
  fs::path model() const { return folder_ / "model.gltf"; }
  void keep(ModelCache& cache, double seconds = 1, FileTime began = FileTime::clock::now()) const {
    cache.keep(model(), {}, {model(), folder_ / "side.bin", folder_ / "gone.png"}, began, seconds, test::fullModel());
    cache.finish();
  }
  bool finds(ModelCache& cache, ImportFlags flags = {}) const { return cache.find(model(), flags, {}).has_value(); }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> paths;
    if (!fs::exists(cacheFolder())) return paths;
    for (const auto& entry : fs::directory_iterator(cacheFolder())) paths.push_back(entry.path());
    return paths;
  }

  const ::test::TemporaryFolder folder_;
};

TEST_F(ModelCacheTest, GivesBackTheModelAndNamesItsFiles) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0});
  EXPECT_FALSE(finds(cache));
  keep(cache);
  ImportProgress progress;
  const auto found = cache.find(model(), {}, ImportWatch(&progress));
  ASSERT_TRUE(found);
  EXPECT_EQ(writeModelBlob(*found), writeModelBlob(test::fullModel()));
  EXPECT_THAT(progress.files(), testing::ElementsAre(model(), folder_ / "side.bin", folder_ / "gone.png"));
  EXPECT_EQ(entries().size(), 1u) << "and no unfinished file";
  EXPECT_EQ(fs::status(cacheFolder()).permissions(), fs::perms::owner_all);
}

TEST_F(ModelCacheTest, FindsNothingWhenAFileIsNotWhatItWas) {
  for (const char* const name : {"model.gltf", "side.bin", "gone.png"}) {
    ModelCache cache(cacheFolder(), "1", {.seconds = 0});
    keep(cache);
    ASSERT_TRUE(finds(cache));
    put(name, "something else");
    EXPECT_FALSE(finds(cache)) << name;
    fs::remove(folder_ / name);
    EXPECT_EQ(finds(cache), std::string_view(name) == "gone.png") << name;
    SetUp();
  }
}

TEST_F(ModelCacheTest, FindsTheSameContentsInAnotherFolder) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0});
  keep(cache);
  const ::test::TemporaryFolder other;
  for (const char* const name : {"model.gltf", "side.bin"}) fs::copy(folder_ / name, other / name);
  EXPECT_TRUE(cache.find(other / "model.gltf", {}, {}));
  fs::remove(other / "side.bin");
  EXPECT_FALSE(cache.find(other / "model.gltf", {}, {}));
}

TEST_F(ModelCacheTest, FindsNothingOfAnotherVersionOrOtherFlags) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0}), newer(cacheFolder(), "2", {.seconds = 0});
  keep(cache);
  EXPECT_TRUE(finds(cache));
  EXPECT_FALSE(finds(newer));
  EXPECT_FALSE(finds(cache, {.allInfluences = true}));
  EXPECT_FALSE(finds(cache, {.imageHeadersOnly = true}));
}

TEST_F(ModelCacheTest, RemovesDamagedEntries) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0});
  keep(cache);
  const fs::path entry = entries().at(0);
  std::ifstream stream(entry, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(stream), {}};
  const auto isRefused = [&](const std::string& bytes) {
    std::ofstream(entry, std::ios::binary) << bytes;
    return !finds(cache) && !fs::exists(entry);
  };
  for (std::size_t i = 0; i < good.size(); i += i < 64 ? 1 : 97) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    EXPECT_TRUE(isRefused(bad)) << "byte " << i;
    EXPECT_TRUE(isRefused(good.substr(0, i))) << i << " bytes";
  }
  EXPECT_TRUE(isRefused(good + "x"));
  EXPECT_FALSE(isRefused(good));
}

/// What the checks of a helper's answer would refuse is refused here, even with a correct sum.
TEST_F(ModelCacheTest, RefusesAModelThatCannotBeUsed) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0});
  Model bad = test::fullModel();
  bad.meshes[0].primitives[0].indices = {0, 7};
  cache.keep(model(), {}, {model()}, FileTime::clock::now(), 1, bad);
  cache.finish();
  ASSERT_EQ(entries().size(), 1u);
  EXPECT_FALSE(finds(cache));
  EXPECT_EQ(entries().size(), 0u);
}

TEST_F(ModelCacheTest, KeepsOnlyWhatTookLongAndHasNotChangedSince) {
  ModelCache cache(cacheFolder(), "1", {.seconds = 0.5});
  keep(cache, 0.4);
  EXPECT_FALSE(finds(cache));
  keep(cache, 1, FileTime::clock::now() - std::chrono::hours(2));
  EXPECT_FALSE(finds(cache));
  EXPECT_TRUE(entries().empty());
  keep(cache, 1);
  EXPECT_TRUE(finds(cache));
}

TEST_F(ModelCacheTest, RemovesWhatWasNotUsedForTheLongestTime) {
  const std::size_t size = writeModelBlob(test::fullModel()).size();
  ModelCache cache(cacheFolder(), "1", {.bytes = 3 * size + 1000, .seconds = 0});
  const auto add = [&](const char* text) {
    put("model.gltf", text);
    keep(cache);
    for (const fs::path& entry : entries())  // time passes
      fs::last_write_time(entry, fs::last_write_time(entry) - std::chrono::minutes(1));
  };
  const auto has = [&](const char* text) {
    put("model.gltf", text);
    return finds(cache);
  };
  add("a"), add("b"), add("c");
  EXPECT_TRUE(has("a"));
  add("d");
  EXPECT_EQ(entries().size(), 3u);
  EXPECT_FALSE(has("b"));
  EXPECT_TRUE(has("a") && has("c") && has("d"));
  ModelCache tiny(cacheFolder(), "1", {.bytes = 3 * size / 2, .seconds = 0});
  put("model.gltf", "e");
  keep(tiny);
  EXPECT_FALSE(finds(tiny)) << "more than half of the limit";
}

TEST_F(ModelCacheTest, IsFilledToItsLimit) {
  ModelCache first(cacheFolder(), "1", {.bytes = 1 << 20, .seconds = 0});
  put("model.gltf", "a");
  keep(first);
  ASSERT_EQ(entries().size(), 1u);
  ModelCache exact(cacheFolder(), "1", {.bytes = 3 * fs::file_size(entries().front()), .seconds = 0});
  for (const char* text : {"b", "c"}) {
    put("model.gltf", text);
    keep(exact);
  }
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ModelCacheTest, WithoutAFolderThatCanBeMadeKeepsNothing) {
  folder_.write("cache", "a file");
  ModelCache cache(cacheFolder(), "1", {.seconds = 0});
  keep(cache);
  EXPECT_FALSE(finds(cache));
}

TEST_F(ModelCacheTest, SparesTheSecondImport) {
  test::GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  put("model.gltf", builder.gltf());
  ModelCache cache(cacheFolder(), importerVersion(), {.seconds = 0});
  const auto open = [&] {
    ImportProgress progress;
    auto model = importModel(this->model(), {.progress = &progress, .cache = &cache});
    EXPECT_TRUE(model) << model.error().message;
    EXPECT_THAT(progress.files(), testing::ElementsAre(this->model()));
    EXPECT_EQ(progress.fraction(), 1);
    cache.finish();
    return model ? *std::move(model) : Model{};
  };
  const Model first = open();
  ASSERT_EQ(entries().size(), 1u);
  const auto old = FileTime::clock::now() - std::chrono::hours(1);
  fs::last_write_time(entries()[0], old);
  const Model second = open();
  EXPECT_GT(fs::last_write_time(entries()[0]), old) << "it was used";
  EXPECT_EQ(writeModelBlob(second), writeModelBlob(first));
  EXPECT_EQ(second.name, "model.gltf");
  EXPECT_EQ(second.path, first.path);
}

TEST_F(ModelCacheTest, KeepsTheExpressionsAndTheBodyOfAVrm) {
  test::GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["targets"] = {
      {{"POSITION", builder.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3")}}};
  for (int i = 0; i < 3; ++i) builder.addNode({{"mesh", mesh}});
  auto& vrm = builder.json["extensions"]["VRM"];
  vrm["humanoid"]["humanBones"] = {{{"bone", "hips"}, {"node", 2}},
                                   {{"bone", "leftUpperLeg"}, {"node", 0}},
                                   {{"bone", "rightUpperLeg"}, {"node", 1}}};
  vrm["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"}, {"binds", {{{"mesh", 0}, {"index", 0}, {"weight", 100}}}}}};
  put("model.gltf", builder.gltf());
  ModelCache cache(cacheFolder(), importerVersion(), {.seconds = 0});
  for (const char* time : {"first", "second"}) {
    ImportProgress progress;
    const auto opened = importModel(model(), {.progress = &progress, .cache = &cache});
    cache.finish();
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(entries().size(), 1u);
    ASSERT_EQ(opened->expressions.size(), 1u) << time;
    EXPECT_EQ(opened->expressions[0].name, "Joy");
    ASSERT_TRUE(opened->body) << time;
    EXPECT_EQ(opened->body->jointOf(crossfade::HumanJoint::Hips), 2);
    EXPECT_NEAR(opened->frontYaw, 3.14159f, 1e-4f) << time << ": it faces away";
  }
}

}  // namespace
}  // namespace app
