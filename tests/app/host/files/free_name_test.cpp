#include "app/host/files/free_name.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace app {
namespace {

TEST(FreeName, IsTheFirstNumberThatIsFree) {
  const ::test::TemporaryFolder folder;
  const std::string film = (folder / "film.gif").string();
  EXPECT_EQ(freeName(film), folder / "film-001.gif");
  folder.write("film-001.gif", "");
  folder.write("film-002.gif", "");
  EXPECT_EQ(freeName(film), folder / "film-003.gif");
  EXPECT_EQ(freeName((folder / "film-002.gif").string()), folder / "film-003.gif") << "numbers do not pile up";
  EXPECT_EQ(freeName((folder / "film-002.mp4").string()), folder / "film-001.mp4");
  EXPECT_EQ(freeName((folder / "take-2.gif").string()), folder / "take-2-001.gif") << "part of the name";
}

TEST(FreeName, OfNumberedPicturesLooksAtTheFirst) {
  const ::test::TemporaryFolder folder;
  const std::string frames = (folder / "film-%04d.png").string();
  EXPECT_FALSE(nameIsTaken(frames));
  folder.write("film-0000.png", "");
  EXPECT_TRUE(nameIsTaken(frames));
  EXPECT_EQ(freeName(frames), folder / "film-001-%04d.png");
  folder.write("film-001-0000.png", "");
  EXPECT_EQ(freeName(frames), folder / "film-002-%04d.png");
}

}  // namespace
}  // namespace app
