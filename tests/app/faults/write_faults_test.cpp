// Faults of the disk: docs/reliability.md lists them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/host/files/text_file.h"
#include "app/host/files/user_settings.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using testing::HasSubstr;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their libraries want to be loaded first
std::string textOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Writer {
  const char* name;
  std::vector<std::string> arguments;  // before the file's path
};

/// Lets each call that changes files fail in turn until the program no longer reaches it. Returns how many there were.
int failEachCall(const Writer& writer, int reason) {
  const ::test::TemporaryFolder folder;
  const std::string file = (folder / "kept.glb").string();
  std::vector<std::string> arguments = writer.arguments;
  arguments.insert(arguments.end(), {"--out", file});
  for (int call = 1; call < 30; ++call) {
    folder.write("kept.glb", "the work of a week");
    const ::test::ProgramRun run = ::test::runCrossfade(
        arguments, folder.path(),
        {"LD_PRELOAD=" CROSSFADE_FAILING_CALLS, "CROSSFADE_FAIL_IN=" + file,
         "CROSSFADE_FAIL_AT=" + std::to_string(call), "CROSSFADE_FAIL_WITH=" + std::to_string(reason)});
    std::filesystem::remove(folder / ".stdout");
    std::filesystem::remove(folder / ".stderr");
    EXPECT_THAT(folder.names(), testing::ElementsAre("kept.glb")) << writer.name << ", call " << call;
    if (run.exitCode == 0) {
      EXPECT_NE(textOf(file), "the work of a week") << writer.name << ", call " << call << " failed unnoticed";
      return call - 1;
    }
    EXPECT_EQ(run.exitCode, 1) << writer.name << ", call " << call << ": " << run.err;
    EXPECT_THAT(run.err, HasSubstr("cannot write " + file)) << writer.name << ", call " << call;
    EXPECT_EQ(textOf(file), "the work of a week") << writer.name << ", call " << call;
  }
  ADD_FAILURE() << writer.name << " never ends";
  return 0;
}

const std::vector<Writer>& writers() {
  static const std::string kCharacter = (test::sourceFolder() / "assets/character.glb").string();
  static const std::vector<Writer> kWriters{{"export", {"export", "--as", "json"}},
                                            {"bake", {"bake", "--pair", "Walk,Run"}},
                                            {"retarget", {"retarget", kCharacter, "--onto", kCharacter}}};
  return kWriters;
}

TEST(Faults, F22_AWriteThatFailsLosesAndTearsNothing) {
  int calls = 0;
  for (const Writer& writer : writers())
    for (const int reason : {ENOSPC, EIO, EDQUOT}) {
      const int failed = failEachCall(writer, reason);
      EXPECT_GE(failed, 4) << writer.name << ": it opens, writes, flushes and renames";
      calls += failed;
    }
  std::printf("figure: 0 files lost or torn in %d failing writes\n", calls);
}

TEST(Faults, F22_HalfAWriteIsNoFailure) {
  for (const Writer& writer : writers()) {
    const ::test::TemporaryFolder folder;
    const auto written = [&](const char* name, const char* at) {
      std::vector<std::string> arguments = writer.arguments;
      arguments.insert(arguments.end(), {"--out", (folder / name).string()});
      const ::test::ProgramRun run =
          ::test::runCrossfade(arguments, folder.path(),
                               {"LD_PRELOAD=" CROSSFADE_FAILING_CALLS, "CROSSFADE_FAIL_IN=" + folder.path().string(),
                                std::string("CROSSFADE_FAIL_AT=") + at, "CROSSFADE_FAIL_WITH=0"});
      EXPECT_EQ(run.exitCode, 0) << run.err;
      return textOf(folder / name);
    };
    const std::string whole = written("whole.glb", "0");
    EXPECT_FALSE(whole.empty());
    for (const char* const call : {"1", "2", "3"}) EXPECT_EQ(written("halves.glb", call), whole) << writer.name;
  }
}
#endif

/// Exits with 0 if each of its 200 saves was reported to succeed.
pid_t saveManyTimes(const std::filesystem::path& folder, const UserSettings& settings) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  bool saved = true;
  for (int i = 0; i < 200; ++i) saved = static_cast<bool>(saveSettings(folder, settings)) && saved;
  ::_exit(saved ? 0 : 1);
}

TEST(Faults, F44_TwoInstancesLeaveTheSettingsOfOneOfThem) {
  const ::test::TemporaryFolder folder;
  UserSettings small, large;
  small.windowWidth = 800;
  large.windowWidth = 1600;
  for (int i = 0; i < 20; ++i) large.recents.push_back("/models/of/a/long/name/" + std::string(1000, 'x') + ".glb");
  ASSERT_TRUE(saveSettings(folder.path(), small));
  std::vector<pid_t> running{saveManyTimes(folder.path(), small), saveManyTimes(folder.path(), large)};
  while (!running.empty()) {
    const auto settings = loadSettings(folder.path());
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_TRUE(*settings == small || *settings == large) << "a mix";
    std::erase_if(running, [](pid_t process) {
      int status = 0;
      if (::waitpid(process, &status, WNOHANG) != process) return false;
      EXPECT_EQ(status, 0) << "a save failed";
      return true;
    });
  }
  EXPECT_THAT(folder.names(), testing::ElementsAre(kSettingsFile));
}

}  // namespace
}  // namespace app
