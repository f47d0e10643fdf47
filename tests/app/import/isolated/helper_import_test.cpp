// What the helper gives is what the import gives in this process; and whatever a helper does, this process says so in
// a sentence and goes on.
#include "app/import/isolated/helper_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "app/import/blob/model_blob.h"
#include "app/import/file/import_error.h"
#include "app/import/import_model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/fbx_text.h"
#include "tests/support/one_pixel_png.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

/// What importInHelper() says with a helper that is this shell script; descriptor 3 is the pipe.
class FakeHelper {
 public:
  explicit FakeHelper(const std::string& script) : program_(folder_.write("helper", "#!/bin/sh\n" + script + "\n")) {
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }
  std::string fault(const HelperLimits& limits = {}, ImportProgress* progress = nullptr) const {
    try {
      importInHelper(program_, folder_ / "a.fbx", Importer::Own, false, ImportWatch(progress), limits);
      return "it opened";
    } catch (const ImportError& error) {
      return error.what();
    } catch (const ImportCanceled&) {
      return "canceled";
    }
  }
  const ::test::TemporaryFolder& folder() const { return folder_; }

 private:
  ::test::TemporaryFolder folder_;
  std::filesystem::path program_;
};

int openDescriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return static_cast<int>(std::distance(begin(entries), end(entries)));
}

bool hasNoChildren() { return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

TEST(HelperImport, GivesWhatTheImportGivesHere) {
  ASSERT_FALSE(findImportHelper().empty());
  const ::test::TemporaryFolder folder;
  folder.write("skin.png", "no picture");
  for (const auto& [name, text] : {std::pair("walk.bvh", ::test::kBvh),
                                   {"slider.dae", ::test::kDae},
                                   {"flag.fbx", ::test::kFbx},
                                   {"not.fbx", "hello"},
                                   {"cut.bvh", "HIERARCHY\nROOT Hips\n{"}}) {
    const std::string file = folder.write(name, text);
    ImportProgress progress;
    const auto inside = importModel(file, {.progress = &progress});
    const auto here = importModel(file, {.isolated = false});
    ASSERT_EQ(bool(inside), bool(here)) << name;
    EXPECT_THAT(progress.files(), testing::Contains(std::filesystem::path(file))) << "for reloading";
    if (!inside) {
      EXPECT_EQ(inside.error().message, here.error().message);
      continue;
    }
    EXPECT_EQ(writeModelBlob(*inside), writeModelBlob(*here)) << name;
    EXPECT_EQ(inside->name, name);
    EXPECT_EQ(inside->path, file);
    EXPECT_EQ(inside->skeleton.jointCount(), here->skeleton.jointCount());
    EXPECT_EQ(inside->report.lines.size(), here->report.lines.size());
    EXPECT_EQ(progress.fraction(), 1);
  }
}

TEST(HelperImport, ReadsAModelThroughALink) {
  const ::test::TemporaryFolder folder;
  folder.write("real/walk.bvh", ::test::kBvh);
  std::filesystem::create_directory(folder / "links");
  std::filesystem::create_symlink(folder / "real/walk.bvh", folder / "links/walk.bvh");
  const auto model = importModel(folder / "links/walk.bvh");
  EXPECT_TRUE(model) << model.error().message;
}

TEST(HelperImport, ReadsTexturesOfSiblingFolders) {
  const ::test::TemporaryFolder folder;
  const std::filesystem::path texture = folder.write("textures/skin.png", ::test::onePixelPng());
  ::test::FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).twoTriangles(20, "Body").connect(20, 10);
  fbx.material(30, "Skin").connect(30, 10);
  fbx.add("Texture", 40, "Map", "", "RelativeFilename: \"C:\\art\\skin.tga\"").connect(40, 30, "DiffuseColor");
  for (const bool isolated : {true, false}) {
    ImportProgress progress;
    const auto model =
        importModel(folder.write("models/body.fbx", fbx.text()), {.isolated = isolated, .progress = &progress});
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->images.size(), 1u);
    EXPECT_EQ(model->images[0].width, 1);
    std::string report;
    for (const ReportLine& line : model->report.lines) report += line.location + ": " + line.what + "\n";
    EXPECT_EQ(report,
              "image 'C:\\art\\skin.tga' of material 'Skin': '../textures/skin.png' is used, which is outside the "
              "model's folder\n");
    EXPECT_THAT(progress.files(), testing::Contains(std::filesystem::canonical(texture))) << "for reloading";
  }
}

TEST(HelperImport, OfAFileThatCrashesItIsOneSentence) {
  EXPECT_THAT(FakeHelper("kill -SEGV $$").fault(),
              AllOf(StartsWith("the importer crashed on it (signal 11, Segmentation fault)"),
                    HasSubstr("export it as glTF"), testing::Not(HasSubstr("\n"))));
}

TEST(HelperImport, SaysHowAHelperEnded) {
  EXPECT_THAT(FakeHelper("kill -ABRT $$").fault(), StartsWith("the importer crashed on it (signal 6, Aborted)"));
  EXPECT_THAT(FakeHelper("kill -SEGV $$").fault(), StartsWith("the importer crashed on it (signal 11"));
  EXPECT_THAT(FakeHelper("kill -KILL $$").fault(), HasSubstr("stopped from outside"));
  EXPECT_THAT(FakeHelper("kill -XCPU $$").fault({.cpuSeconds = 7}), HasSubstr("took longer than 7 s"));
  EXPECT_THAT(FakeHelper("exit 3").fault(), StartsWith("the importer ended without a result (exit code 3)"));
  EXPECT_THAT(FakeHelper("exec 3>&-; exec sleep 100").fault(), HasSubstr("stopped from outside"))
      << "it is not waited for";
}

TEST(HelperImport, WithoutAProgramToStartIsOneSentence) {
  try {
    importInHelper("/there/is/no/helper", "a.fbx", Importer::Own, false, {});
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "the import helper cannot be started: No such file or directory");
  }
}

TEST(HelperImport, StopsAHelperThatHangs) {
  const auto start = Clock::now();
  EXPECT_THAT(FakeHelper("exec sleep 100").fault({.seconds = 1}), HasSubstr("took longer than 1 s"));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(50));
}

TEST(HelperImport, EndsWithinMomentsOfACancel) {
  const FakeHelper helper("exec sleep 100");
  ImportProgress progress;
  std::thread canceling([&] {
    std::this_thread::sleep_for(milliseconds(60));
    progress.cancel();
  });
  const auto start = Clock::now();
  EXPECT_EQ(helper.fault({}, &progress), "canceled");
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(50));
  canceling.join();
  EXPECT_TRUE(hasNoChildren());
}

TEST(HelperImport, BelievesNothingAHelperWrites) {
  const std::string noModel = "the importer returned something other than a model";
  EXPECT_THAT(FakeHelper("echo a lie of more than sixteen bytes >&3").fault(), StartsWith(noModel));
  EXPECT_THAT(FakeHelper("echo short >&3").fault(), HasSubstr("ended without a result"));
  EXPECT_THAT(FakeHelper("cat /dev/zero >&3").fault(), StartsWith(noModel));
  EXPECT_THAT(FakeHelper("head -c 100000 /dev/urandom >&3").fault(), StartsWith("the importer "));
  const std::string model = R"(printf '\004\000\160\155\000\000\000\000)";
  const std::string progress = R"(printf '\001\000\160\155\000\000\000\000)";
  EXPECT_THAT(FakeHelper(model + R"(\000\000\000\000\000\001\000\000' >&3)").fault(),
              HasSubstr("answered with 1099511627776 bytes"));
  EXPECT_THAT(FakeHelper(model + R"(\000\000\000\200\000\000\000\000' >&3)").fault(),
              HasSubstr("ended without a result"))
      << "2 GB are announced and do not come";
  EXPECT_THAT(FakeHelper(model + R"(\003\000\000\000\000\000\000\000abc' >&3)").fault(),
              HasSubstr("made a model of it that cannot be used (byte 0: the data ends here)"));
  EXPECT_THAT(FakeHelper(progress + R"(\001\000\000\000\000\000\000\000\377' >&3)").fault(), StartsWith(noModel));
}

TEST(HelperImport, LeavesNoProcessesAndDescriptorsBehind) {
  const FakeHelper crashes("kill -SEGV $$"), lies("cat /dev/zero >&3");
  (void)crashes.fault();
  const int before = openDescriptors();
  for (int i = 0; i < 20; ++i) {
    (void)crashes.fault();
    (void)lies.fault();
  }
  EXPECT_EQ(openDescriptors(), before);
  EXPECT_TRUE(hasNoChildren());
}

TEST(HelperImport, InheritsOnlyItsPipe) {
  const ::test::TemporaryFolder folder;
  std::ofstream open((folder / "secret").string());
  const FakeHelper helper("ls /proc/$$/fd > " + (folder / "list").string());
  (void)helper.fault();
  std::ifstream list((folder / "list").string());
  const std::string found{std::istreambuf_iterator<char>(list), {}};
  EXPECT_THAT(found, StartsWith("0\n1\n"));
  EXPECT_THAT(found, testing::Not(HasSubstr("4\n")));
}

TEST(HelperImport, SaysHowFarItIsAndCostsLittle) {
  const ::test::TemporaryFolder folder;
  std::string much = ::test::kBvh;
  constexpr int kFrames = 400'000;
  much.replace(much.find("Frames: 3"), 9, "Frames: " + std::to_string(kFrames + 3));
  much.reserve(much.size() + 20 * kFrames);
  for (int i = 0; i < kFrames; ++i) much += "2 10 0 90 0 0 90 0 0\n";
  const std::string file = folder.write("long.bvh", much);
  ImportProgress progress;
  std::atomic<bool> done = false;
  double seen = 0;
  std::thread watching([&] {
    while (!done) {
      seen = std::max(seen, progress.fraction() < 1 ? progress.fraction() : 0);
      std::this_thread::sleep_for(milliseconds(1));
    }
  });
  const auto model = importModel(file, {.progress = &progress});
  done = true;
  watching.join();
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_GT(seen, 0) << "a second of work without a word";

  const std::string small = folder.write("small.bvh", ::test::kBvh);
  const auto fastest = [&](bool isolated) {
    auto best = Clock::duration::max();
    for (int i = 0; i < 40; ++i) {
      const auto start = Clock::now();
      EXPECT_TRUE(importModel(small, {.isolated = isolated}));
      best = std::min(best, Clock::now() - start);
    }
    return std::chrono::duration<double, std::milli>(best).count();
  };
  std::printf("figure: a small file costs %.2f ms in the helper, %.2f ms here\n", fastest(true), fastest(false));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they limit no memory
TEST(HelperImport, OfAFileThatNeedsTooMuchMemoryIsOneSentence) {
  const ::test::TemporaryFolder folder;
  const std::string file = folder.write("wide.bvh", ::test::kBvh + std::string(80 << 20, ' '));
  try {
    importInHelper(findImportHelper(), file, Importer::Own, false, {}, {.memoryBytes = 64 << 20});
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "there is not enough memory to open it");
  }
  EXPECT_TRUE(importModel(folder.write("small.bvh", ::test::kBvh)));
}
#endif

}  // namespace
}  // namespace app
