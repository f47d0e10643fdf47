// Scripts as files.
#include "app/host/files/script_file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// The working folder is another one during the test.
class InAFolder : public testing::Test {
 protected:
  InAFolder() { fs::current_path(folder_); }
  ~InAFolder() override { fs::current_path(before_); }

  fs::path before_ = fs::current_path();
  fs::path folder_ = ::test::scratchFolder("script");
};

TEST_F(InAFolder, AQueueIsWrittenUnderANewNameEachTime) {
  Session session(test::character());
  ASSERT_TRUE(session.apply(SetQueue{{{.fade = {.clip = 0}}, {.fade = {.clip = 2}, .plays = 3, .inRounds = true}}}));
  const auto first = saveQueueScript(session), second = saveQueueScript(session);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, (folder_ / "out/queue.json").string());
  EXPECT_EQ(*second, (folder_ / "out/queue-2.json").string());
  const auto script = loadScript(*second, session.model());
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_TRUE(script->back().command.is<PlayQueue>());
}

}  // namespace
}  // namespace app
