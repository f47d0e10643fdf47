#include "app/import/file/file_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using testing::ElementsAre;

// RFC 1950 and 1951: two bytes of zlib, a stored block with "abc", the checksum.
const Bytes kStream{0x78, 0x01, 1, 3, 0, 0xFC, 0xFF, 'a', 'b', 'c', 0x02, 0x4D, 0x01, 0x27};

bool isRead(const Bytes& stream, std::size_t size) {
  Bytes out(size);
  return inflateZlib(stream, out);
}

TEST(Inflate, GivesWhatWasCompressed) {
  Bytes out(3);
  ASSERT_TRUE(inflateZlib(kStream, out));
  EXPECT_THAT(out, ElementsAre('a', 'b', 'c'));
}

TEST(Inflate, WantsTheExactSize) {
  EXPECT_FALSE(isRead(kStream, 2));
  EXPECT_FALSE(isRead(kStream, 4));
  EXPECT_FALSE(isRead({kStream.begin(), kStream.begin() + 8}, 3)) << "torn";
}

TEST(Inflate, ChecksTheHeaderButNotTheChecksum) {
  const auto withHeader = [](std::uint8_t first, std::uint8_t second) {
    Bytes stream = kStream;
    stream[0] = first;
    stream[1] = second;
    return isRead(stream, 3);
  };
  EXPECT_TRUE(withHeader(0x78, 0xDA));
  EXPECT_FALSE(withHeader(0x78, 0x02)) << "not divisible by 31";
  EXPECT_FALSE(withHeader(0x77, 0x09)) << "not deflate";
  EXPECT_FALSE(withHeader(0x78, 0x20)) << "a preset dictionary";
  EXPECT_FALSE(isRead({}, 3));
  EXPECT_FALSE(isRead({0x78}, 3));
  EXPECT_TRUE(isRead({kStream.begin(), kStream.end() - 4}, 3));
  Bytes stream = kStream;
  stream.back() = 0;
  EXPECT_TRUE(isRead(stream, 3));
}

}  // namespace
}  // namespace app
