#include "app/host/files/user_folders.h"

#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// Sets a variable of the environment, or removes it, and restores it.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const std::optional<std::string>& value) {
    if (value)
      ::setenv(name_, value->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

TEST(UserFolders, AreWhereTheVariablesSay) {
  const Variable config("XDG_CONFIG_HOME", "/a"), state("XDG_STATE_HOME", "/b"), cache("XDG_CACHE_HOME", "/c");
  const app::UserFolders folders = app::userFolders();
  EXPECT_EQ(folders.config, "/a/crossfade");
  EXPECT_EQ(folders.state, "/b/crossfade");
  EXPECT_EQ(folders.cache, "/c/crossfade");
}

TEST(UserFolders, AreInTheHomeFolderWithoutVariables) {
  const Variable home("HOME", "/home/mia");
  const Variable config("XDG_CONFIG_HOME", std::nullopt), state("XDG_STATE_HOME", ""), cache("XDG_CACHE_HOME", "here");
  const app::UserFolders folders = app::userFolders();
  EXPECT_EQ(folders.config, "/home/mia/.config/crossfade");
  EXPECT_EQ(folders.state, "/home/mia/.local/state/crossfade") << "empty means not set";
  EXPECT_EQ(folders.cache, "/home/mia/.cache/crossfade") << "a relative path is not valid";
}

TEST(UserFolders, AreEmptyWithoutAHome) {
  const Variable home("HOME", std::nullopt), config("XDG_CONFIG_HOME", std::nullopt);
  EXPECT_TRUE(app::userFolders().config.empty());
  EXPECT_FALSE(app::makeUserFolder(app::userFolders().config));
}

TEST(UserFolders, AreMadeForTheUserAlone) {
  const test::TemporaryFolder folder;
  const fs::path wanted = folder / ".config" / "crossfade";
  ASSERT_TRUE(app::makeUserFolder(wanted));
  EXPECT_EQ(fs::status(wanted).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(wanted.parent_path()).permissions(), fs::perms::owner_all);
  EXPECT_TRUE(app::makeUserFolder(wanted)) << "it exists";
}

TEST(UserFolders, SayWhichFolderCannotBeMade) {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  const auto made = app::makeUserFolder(folder / "file" / "crossfade");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("file"), std::string::npos) << made.error().message;
}

}  // namespace
