// Faults of files that are opened: docs/reliability.md lists them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <locale>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/format/project_json.h"
#include "app/host/files/model_loader.h"
#include "app/host/files/user_settings.h"
#include "app/import/import_model.h"
#include "app/session/session.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

std::string faultOfFile(const std::filesystem::path& file) {
  const auto model = importModel(file);
  return model ? "it opened" : model.error().message;
}

std::size_t entriesOf(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

/// A skinless triangle that moves; its document and what is in its buffer.
struct MovingTriangle {
  MovingTriangle() {
    test::GltfBuilder builder;
    const int node = builder.addNode({{"mesh", builder.addTriangle()}});
    builder.addClip(node, "translation", {0, 1}, builder.add(std::vector<float>{0, 0, 0, 1, 0, 0}, "VEC3"));
    json = Json::parse(builder.gltf());
    glb = builder.glb();
    bytes = glb.substr(glb.size() - json["buffers"][0]["byteLength"].get<std::size_t>());
  }
  Json json;
  std::string glb, bytes;
};

TEST(Faults, F01_ABufferBesideTheModelIsMissingShorterOrLonger) {
  const ::test::TemporaryFolder folder;
  MovingTriangle triangle;
  triangle.json["buffers"][0]["uri"] = "side.bin";
  const auto model = folder.write("model.gltf", triangle.json.dump());
  EXPECT_THAT(faultOfFile(model), AllOf(StartsWith("model.gltf: "), HasSubstr("side.bin")));
  folder.write("side.bin", triangle.bytes.substr(1));
  EXPECT_THAT(faultOfFile(model), AllOf(StartsWith("model.gltf: "), HasSubstr("buffer")));
  folder.write("side.bin", triangle.bytes);
  EXPECT_EQ(faultOfFile(model), "it opened");
  folder.write("side.bin", triangle.bytes + "more");
  EXPECT_EQ(faultOfFile(model), "it opened");
}

TEST(Faults, F07_AStrideThatCannotBe) {
  const ::test::TemporaryFolder folder;
  for (const Json& stride : {Json(1), Json(2), Json(11), Json(4'097), Json(2'147'483'648u), Json(-12), Json(1e300)}) {
    MovingTriangle triangle;
    triangle.json["bufferViews"][0]["byteStride"] = stride;
    EXPECT_THAT(faultOfFile(folder.write("model.gltf", triangle.json.dump())),
                AllOf(StartsWith("model.gltf: "), testing::AnyOf(HasSubstr("tride"), HasSubstr("accessor 0"))))
        << stride;
  }
}

/// Each node lists the next one twice: two to the power of the depth, if it were a tree.
TEST(Faults, F14_ATreeThatIsNoneDoesNotGrow) {
  const ::test::TemporaryFolder folder;
  Json json = {{"asset", {{"version", "2.0"}}}, {"scene", 0}, {"scenes", {{{"nodes", {0}}}}}};
  for (int i = 0; i < 60; ++i) json["nodes"].push_back(i < 59 ? Json{{"children", {i + 1, i + 1}}} : Json::object());
  const auto start = Clock::now();
  const auto model = importModel(folder.write("dag.gltf", json.dump()));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(20));
  if (model) {
    EXPECT_EQ(model->skeleton.jointCount(), 60);
  }
  json["nodes"][59]["children"] = {0};
  EXPECT_THAT(faultOfFile(folder.write("cycle.gltf", json.dump())), StartsWith("cycle.gltf: "));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their frames are larger
TEST(Faults, F15_DepthNeedsNoStack) {
  const ::test::TemporaryFolder folder;
  Json json = {{"asset", {{"version", "2.0"}}}, {"scene", 0}, {"scenes", {{{"nodes", {0}}}}}};
  for (int i = 0; i < 60'000; ++i) json["nodes"].push_back({{"children", {i + 1}}});
  json["nodes"].push_back(Json::object());
  folder.write("nodes.gltf", json.dump());
  folder.write("json.gltf", "{\"asset\":" + std::string(1'000'000, '['));
  const auto exitCode = [&](const char* file) {
    const std::string line = "cd '" + folder.path().string() + "' && ulimit -s 256 && '" + ::test::programPath() +
                             "' info " + file + " >out.txt 2>&1";
    return WEXITSTATUS(std::system(("bash -c \"" + line + "\"").c_str()));
  };
  EXPECT_EQ(exitCode("nodes.gltf"), 0);
  EXPECT_EQ(exitCode("json.gltf"), 1);
}
#endif

TEST(Faults, F19_AContainerThatContradictsItself) {
  const ::test::TemporaryFolder folder;
  const std::string good = MovingTriangle().glb;
  const auto word = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto chunkSize = [&](std::size_t at) {
    std::uint32_t size = 0;
    good.copy(reinterpret_cast<char*>(&size), sizeof size, at);
    return std::size_t{size};
  };
  const std::string json = good.substr(12, 8 + chunkSize(12)), binary = good.substr(20 + chunkSize(12));
  const auto file = [&](std::uint32_t version, const std::string& chunks, std::uint32_t extra = 0) {
    const auto size = static_cast<std::uint32_t>(12 + chunks.size()) + extra;
    return folder.write("model.glb", "glTF" + word(version) + word(size) + chunks);
  };
  EXPECT_EQ(faultOfFile(file(2, json + binary)), "it opened");
  for (const auto& broken : {file(2, binary + json), file(2, binary)})
    EXPECT_THAT(faultOfFile(broken), StartsWith("model.glb: "));
  EXPECT_THAT(faultOfFile(file(2, binary + json)), StartsWith("model.glb: "));
  EXPECT_THAT(faultOfFile(file(3, json + binary)), StartsWith("model.glb: "));
  EXPECT_THAT(faultOfFile(file(2, json + binary, 1)), StartsWith("model.glb: "));
  EXPECT_THAT(faultOfFile(file(2, json + json)), StartsWith("model.glb: "));
  std::string longChunk = json + binary;
  longChunk.replace(0, 4, word(0xffff'fff0));
  EXPECT_THAT(faultOfFile(file(2, longChunk)), StartsWith("model.glb: "));
}

TEST(Faults, F20_AFileThatIsRewrittenWhileItIsReadOpensOrSaysWhy) {
  const ::test::TemporaryFolder folder;
  const std::string glb = MovingTriangle().glb;
  const std::filesystem::path file = folder.write("hot.glb", glb);
  std::atomic<bool> done = false;
  std::thread writing([&] {
    for (std::size_t size = 0; !done; size = (size + 97) % glb.size()) {
      std::ofstream(file, std::ios::binary) << glb.substr(0, size);
      std::ofstream(file, std::ios::binary) << glb;
    }
  });
  int opened = 0, refused = 0;
  for (const auto end = Clock::now() + std::chrono::seconds(20);
       Clock::now() < end && (opened + refused < 500 || opened == 0 || refused == 0);) {
    const auto model = importModel(file);
    ++(model ? opened : refused);
    if (!model) {
      EXPECT_THAT(model.error().message, StartsWith("hot.glb: "));
    } else {
      EXPECT_EQ(model->clips.size(), 1u);
    }
  }
  done = true;
  writing.join();
  EXPECT_EQ(faultOfFile(file), "it opened");
  std::printf("opened %d times, refused %d times\n", opened, refused);
}

TEST(Faults, F39_ManyFilesAtOnceOpenTheLastAndLeaveNoThreads) {
  const ::test::TemporaryFolder folder;
  const std::string good = folder.write("good.glb", MovingTriangle().glb).string();
  const std::vector<std::string> odd{folder.path().string(),  // a folder
                                     (folder / "gone.glb").string(),
                                     folder.write("not \xff utf-8.glb", "x").string(),
                                     "/" + std::string(4'096, 'a') + ".glb",
                                     folder.write("walk.bvh", ::test::kBvh).string(),
                                     "",
                                     good,
                                     good};
  const std::size_t threads = entriesOf("/proc/self/task");
  ModelLoader loader;
  for (std::size_t i = 0; i < 500; ++i) {
    loader.start({odd[i % odd.size()]});
    EXPECT_LE(entriesOf("/proc/self/task"), threads + 64) << "they pile up";
  }
  loader.start({good});
  std::optional<crossfade::Result<Model>> outcome;
  for (const auto end = Clock::now() + std::chrono::seconds(60); !outcome && Clock::now() < end;) {
    outcome = loader.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ((*outcome)->name, "good.glb");
  EXPECT_FALSE(loader.isLoading());
  EXPECT_TRUE(loader.finishWithin(60));
}

TEST(Faults, F41_ReloadsLeaveNothingBehind) {
  const ::test::TemporaryFolder folder;
  const std::vector<std::filesystem::path> files{folder.write("a.glb", MovingTriangle().glb),
                                                 folder.write("b.bvh", ::test::kBvh),
                                                 folder.write("broken.fbx", "Kaydara FBX Binary")};
  const auto reload = [&](int count) {
    for (int i = 0; i < count; ++i)
      for (const auto& file : files) (void)importModel(file);
  };
  const auto heap = [] { return static_cast<long>(mallinfo2().uordblks); };
  const char* const wanted = std::getenv("CROSSFADE_RELOADS");
  const int count = wanted ? std::atoi(wanted) : 100;
  reload(20);
  const std::size_t descriptors = entriesOf("/proc/self/fd"), threads = entriesOf("/proc/self/task");
  const long before = heap();
  reload(count);
  EXPECT_EQ(entriesOf("/proc/self/fd"), descriptors);
  EXPECT_EQ(entriesOf("/proc/self/task"), threads);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LE(heap() - before, 64 * 1024) << "of " << 3 * count << " imports";
#endif
  std::printf("figure: %d reloads grow the heap by %ld bytes\n", 3 * count, heap() - before);
}

class CommaDecimals : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Faults, F45_ALocaleWithDecimalCommasChangesNoFile) {
  const auto texts = [] {
    const std::string glb = MovingTriangle().glb;
    Session session(*importModel("triangle.glb", std::as_bytes(std::span(glb))));
    EXPECT_TRUE(session.apply(SetSpeed{0.625}));
    return std::vector<std::string>{projectText(session, {}), settingsToJson({.windowWidth = 12345})};
  };
  const std::vector<std::string> before = texts();
  EXPECT_THAT(before[0], HasSubstr("0.625"));
  const std::locale old = std::locale::global(std::locale(std::locale(), new CommaDecimals));
  // A locale of the C library, too, where one can be made.
  const ::test::TemporaryFolder folder;
  const std::string make = "localedef -i de_DE -f UTF-8 '" + (folder / "de_DE.UTF-8").string() + "' 2>/dev/null";
  bool hasComma = std::system(make.c_str()) == 0;
  ::setenv("LOCPATH", folder.path().c_str(), 1);
  hasComma = hasComma && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  ::unsetenv("LOCPATH");
  if (hasComma) {
    EXPECT_STREQ(std::localeconv()->decimal_point, ",");
  }
  EXPECT_EQ(texts(), before);
  EXPECT_EQ(settingsFromJson(before[1])->windowWidth, 12345);
  std::setlocale(LC_ALL, "C");
  std::locale::global(old);
  std::printf("figure: decimal commas of %s\n", hasComma ? "C and C++" : "C++ only; this system has no such locale");
}

}  // namespace
}  // namespace app
