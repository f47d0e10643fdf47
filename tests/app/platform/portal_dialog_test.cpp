// The desktop's dialog, with a portal of the test's own on a bus of its own.
#include "app/platform/portal_dialog.h"

#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/platform/fake_portal.h"

namespace app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using Kind = DialogAnswer::Kind;
using Mode = ::test::FakePortal::Mode;

constexpr std::chrono::minutes kForever{10};  // patience on a machine however slow

TEST(PortalMessage, TheRequestIsNamedAfterTheSender) {
  EXPECT_EQ(requestPath(":1.42", "crossfade3"), "/org/freedesktop/portal/desktop/request/1_42/crossfade3");
}

TEST(PortalMessage, UrisOfFilesBecomePaths) {
  EXPECT_THAT(pathOfUri("file:///models/fox.glb"), Optional(std::string("/models/fox.glb")));
  EXPECT_THAT(pathOfUri("file://localhost/a"), Optional(std::string("/a")));
  EXPECT_THAT(pathOfUri("file:///a%20b%25/%e9%AA%91.glb"), Optional(std::string("/a b%/\u9a91.glb")));
  for (const char* uri : {"", "/a", "file:/a", "http://a/b", "file://elsewhere/a", "file:///a%2", "file:///a%zz",
                          "file:///a%00b", "file:///%"})
    EXPECT_EQ(pathOfUri(uri), std::nullopt) << uri;
}

TEST(PortalMessage, PatternsFitEveryCase) {
  EXPECT_EQ(anyCasePattern(".glb"), "*.[gG][lL][bB]");
  EXPECT_EQ(anyCasePattern(".x3"), "*.[xX]3");
}

TEST(PortalMessage, AResponseOfAnotherShapeIsACancel) {
  const PortalMessage signal(dbus_message_new_signal("/a", kPortalRequest, "Response"));
  EXPECT_EQ(answerOf(*signal).kind, Kind::Canceled);
  const char* const text = "0";
  dbus_message_append_args(signal.get(), DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
  EXPECT_EQ(answerOf(*signal).kind, Kind::Canceled);
}

TEST(PortalDialog, WithoutABusThereIsNone) {
  PortalDialog dialog("");
  EXPECT_FALSE(dialog.isOffered());
  EXPECT_FALSE(dialog.poll());
  dialog.show({.title = "Open"});
  const auto answer = dialog.poll();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Missed);
}

/// While it lives, no file can be opened.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none = before_;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_{};
};

TEST(PortalDialog, ThatCannotWakeItsThreadShowsNoneAndEnds) {
  std::optional<PortalDialog> dialog;
  {
    const NoMoreFiles limit;
    dialog.emplace("unix:path=/nowhere/bus");
  }
  dialog->show({.title = "Open"});
  const auto answer = dialog->poll();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Missed);
  dialog.reset();
}

class PortalDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    if (bus_.address().empty()) GTEST_SKIP() << "dbus-daemon is not installed";
  }
  static bool waitUntil(const std::function<bool()>& wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!wanted() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return wanted();
  }
  static std::optional<DialogAnswer> answerOf(PortalDialog& dialog) {
    std::optional<DialogAnswer> answer;
    waitUntil([&] { return answer.has_value() || (answer = dialog.poll()).has_value(); });
    return answer;
  }

  ::test::PrivateBus bus_;
};

TEST_F(PortalDialogTest, ABusThatIsNotThereOffersNone) {
  PortalDialog dialog("unix:path=/nowhere/bus");
  dialog.show({.title = "Open"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Missed);
  EXPECT_FALSE(dialog.isOffered());
}

TEST_F(PortalDialogTest, ABusWithoutAPortalOffersNone) {
  PortalDialog dialog(bus_.address(), kForever);
  dialog.show({.title = "Open"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Missed) << "at once";
}

TEST_F(PortalDialogTest, GivesTheFilesThatWereChosen) {
  ::test::FakePortal portal(bus_.address());
  PortalDialog dialog(bus_.address(), kForever);
  ASSERT_TRUE(waitUntil([&] { return dialog.isOffered(); }));
  portal.answer(Mode::Chooses, {"file:///a%20b/fox.glb", "file:///%E9%AA%91%E5%A3%AB.glb", "ftp://elsewhere/c.glb"});
  dialog.show({.title = "Open",
               .folder = "/models/\xff here",
               .filters = {{.name = "Models", .patterns = {"*.glb", "*.fbx"}}, {.name = "All", .patterns = {"*"}}}});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Chosen);
  EXPECT_THAT(answer->paths, ElementsAre("/a b/fox.glb", "/\u9a91\u58eb.glb"));
  EXPECT_FALSE(dialog.poll()) << "once";
  const auto calls = portal.calls();
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].title, "Open");
  EXPECT_EQ(calls[0].folder, "/models/\xff here");
  EXPECT_THAT(calls[0].patterns, ElementsAre("*.glb", "*.fbx", "*"));
  EXPECT_THAT(portal.closed(), IsEmpty());
}

TEST_F(PortalDialogTest, SaysThatTheUserCanceled) {
  ::test::FakePortal portal(bus_.address());
  PortalDialog dialog(bus_.address(), kForever);
  ASSERT_TRUE(waitUntil([&] { return dialog.isOffered(); }));
  dialog.show({.title = "Open"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Canceled);
}

TEST_F(PortalDialogTest, SaysThatNoFileOfTheChoiceIsLocal) {
  ::test::FakePortal portal(bus_.address());
  PortalDialog dialog(bus_.address(), kForever);
  ASSERT_TRUE(waitUntil([&] { return dialog.isOffered(); }));
  portal.answer(Mode::Chooses, {"ftp://elsewhere/c.glb", "file://elsewhere/d.glb"});
  dialog.show({.title = "Open"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::NotLocal);
  EXPECT_THAT(answer->paths, IsEmpty());
  portal.answer(Mode::Chooses, {});
  dialog.show({.title = "Open"});
  const auto none = answerOf(dialog);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->kind, Kind::Canceled) << "nothing was chosen";
}

TEST_F(PortalDialogTest, ADialogThatDoesNotComeIsMissedAndItsLateAnswerIgnored) {
  ::test::FakePortal portal(bus_.address());
  PortalDialog dialog(bus_.address(), std::chrono::milliseconds(20));
  ASSERT_TRUE(waitUntil([&] { return dialog.isOffered(); }));
  portal.answer(Mode::KeepsSilent);
  dialog.show({.title = "Open"});
  const auto missed = answerOf(dialog);
  ASSERT_TRUE(missed);
  EXPECT_EQ(missed->kind, Kind::Missed);
  ASSERT_TRUE(waitUntil([&] { return !portal.closed().empty(); })) << "it is not taken back";
  EXPECT_EQ(portal.closed()[0], portal.calls().at(0).request);
  portal.answer(Mode::Chooses, {"file:///late.glb"});
  ASSERT_TRUE(waitUntil([&] { return portal.closed().size() == 2; })) << "a dialog that comes late is closed";
  portal.answer(Mode::Cancels);
  dialog.show({.title = "Open"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->kind, Kind::Chosen) << "what came late was before this answer";
}

TEST_F(PortalDialogTest, ANewDialogReplacesTheOpenOne) {
  ::test::FakePortal portal(bus_.address());
  PortalDialog dialog(bus_.address(), kForever);
  ASSERT_TRUE(waitUntil([&] { return dialog.isOffered(); }));
  portal.answer(Mode::KeepsSilent);
  dialog.show({.title = "First"});
  ASSERT_TRUE(waitUntil([&] { return portal.calls().size() == 1; }));
  dialog.show({.title = "Second"});
  ASSERT_TRUE(waitUntil([&] { return portal.calls().size() == 2; }));
  EXPECT_THAT(portal.closed(), Contains(portal.calls()[0].request));
  portal.answer(Mode::Chooses, {"file:///chosen.glb"});
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Chosen);
  EXPECT_FALSE(dialog.poll()) << "of the first";
}

TEST_F(PortalDialogTest, IsOfferedWhileThePortalIsThere) {
  PortalDialog dialog(bus_.address(), kForever);
  EXPECT_FALSE(dialog.isOffered());
  {
    ::test::FakePortal portal(bus_.address());
    EXPECT_TRUE(waitUntil([&] { return dialog.isOffered(); })) << "one that starts later";
    portal.answer(Mode::KeepsSilent);
    dialog.show({.title = "Open"});
    ASSERT_TRUE(waitUntil([&] { return portal.calls().size() == 1; }));
  }
  EXPECT_TRUE(waitUntil([&] { return !dialog.isOffered(); }));
  const auto answer = answerOf(dialog);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, Kind::Missed) << "it is gone before it answered";
}

}  // namespace
}  // namespace app
