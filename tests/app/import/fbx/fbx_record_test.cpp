#include "app/import/fbx/fbx_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/file/import_error.h"
#include "tests/app/import/fbx/binary_fbx.h"

namespace app {
namespace {

using test::binaryHeader;
using test::binaryRecord;
using test::raw;
using test::spanOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string faultIn(const std::string& file) {
  try {
    const FbxDocument document = readFbx(spanOf(file));
    for (const FbxRecord& record : document.root.children)
      for (const FbxProperty& property : record.properties) numbersOf(property);
    return "none";
  } catch (const ImportError& error) {
    return error.what();
  }
}

/// Four doubles, 0.5 each, by Python's zlib.compress.
const std::string kHalves("\x78\x9c\x63\x60\x00\x81\x07\xf6\x0c\x38\x68\x00\x3d\xec\x04\x7d", 16);

TEST(FbxRecord, ReadsAText) {
  const std::string text =
      "; FBX\nA: 1, -2.5, \"x y\", Y {\n\tB: *3 {\n\t\ta: 1,2.5,\n-3\n\t}\n\tC: ,\n\"two\"\n}\nD:  {\n}\n";
  const FbxDocument document = readFbx(spanOf(text));
  ASSERT_EQ(document.root.children.size(), 2u);
  const FbxRecord& a = document.root.children[0];
  ASSERT_EQ(a.properties.size(), 4u);
  EXPECT_EQ(integerOf(a.properties[0]), 1);
  EXPECT_EQ(numberOf(a.properties[1]), -2.5);
  EXPECT_EQ(rawTextOf(a.properties[2]), "x y");
  EXPECT_EQ(integerOf(a.properties[3]), 1) << "Y is yes";
  EXPECT_THAT(numbersIn(a, "B"), ElementsAre(1, 2.5, -3));
  ASSERT_NE(a.child("C"), nullptr);
  EXPECT_EQ(rawTextOf(a.child("C")->properties.at(0)), "two");
  EXPECT_TRUE(numbersIn(a, "none").empty());
}

TEST(FbxRecord, CommentsMayBeInsideArraysOfAText) {
  const std::string text = "A: *3 {\n; none; }\n\ta: 1,2; two }\n,-3 ; 4\n}\nB: 5\n";
  const FbxDocument document = readFbx(spanOf(text));
  EXPECT_THAT(numbersIn(document.root, "A"), ElementsAre(1, 2, -3));
  EXPECT_THAT(numbersIn(document.root, "B"), ElementsAre(5));
}

TEST(FbxRecord, ReadsABinaryFile) {
  std::string file = binaryHeader();
  const std::string doubles = raw(1.5) + raw(-2.0);
  file += binaryRecord(
      file.size(), "Scalars", 6,
      "I" + raw(std::int32_t{-7}) + "D" + raw(0.25) + "S" + raw(std::uint32_t{2}) + "ab" + "Z\5" + "B\6" + "C\7");
  file += binaryRecord(file.size(), "Array", 1,
                       "d" + raw(std::uint32_t{2}) + raw(std::uint32_t{0}) + raw(std::uint32_t{16}) + doubles);
  file += binaryRecord(file.size(), "Bytes", 1,
                       "b" + raw(std::uint32_t{2}) + raw(std::uint32_t{0}) + raw(std::uint32_t{2}) + "\4\5");
  file += std::string(13, '\0');
  const FbxDocument document = readFbx(spanOf(file));
  EXPECT_EQ(document.version, 7400);
  ASSERT_EQ(document.root.children.size(), 3u);
  const FbxRecord& scalars = document.root.children[0];
  EXPECT_EQ(integerOf(scalars.properties.at(0)), -7);
  EXPECT_EQ(numberOf(scalars.properties.at(1)), 0.25);
  EXPECT_EQ(rawTextOf(scalars.properties.at(2)), "ab");
  EXPECT_EQ(integerOf(scalars.properties.at(3)), 5);
  EXPECT_EQ(integerOf(scalars.properties.at(4)), 6);
  EXPECT_EQ(integerOf(scalars.properties.at(5)), 7);
  EXPECT_THAT(numbersIn(document.root, "Array"), ElementsAre(1.5, -2));
  EXPECT_THAT(integersIn(document.root, "Bytes"), ElementsAre(4, 5));
}

TEST(FbxRecord, OffsetsAreWiderFromVersion7500On) {
  std::string file = binaryHeader(7500);
  const auto record = [](std::size_t at, const std::string& name, const std::string& properties,
                         const std::string& children) {
    const std::size_t end = at + 25 + name.size() + properties.size() + children.size();
    return raw(std::uint64_t{end}) + raw(std::uint64_t{properties.empty() ? 0u : 1u}) +
           raw(std::uint64_t{properties.size()}) + raw(static_cast<std::uint8_t>(name.size())) + name + properties +
           children;
  };
  const std::string null(25, '\0');
  const std::string child = record(file.size() + 25 + 6, "Child", "L" + raw(std::int64_t{1} << 40), "");
  file += record(file.size(), "Parent", "", child + null) + null;
  const FbxDocument document = readFbx(spanOf(file));
  ASSERT_EQ(document.root.children.size(), 1u);
  ASSERT_EQ(document.root.children[0].children.size(), 1u);
  EXPECT_EQ(document.root.children[0].children[0].name, "Child");
  EXPECT_EQ(integerOf(document.root.children[0].children[0].properties.at(0)), std::int64_t{1} << 40);
}

TEST(FbxRecord, SaysWhereAFileIsDamaged) {
  const std::string start = binaryHeader();
  EXPECT_THAT(faultIn(start + raw(std::uint32_t{5000}) + std::string(9, '\1')), HasSubstr("byte 27"));
  EXPECT_THAT(faultIn(start + binaryRecord(start.size(), "A", 1, "Qx")), HasSubstr("there is no type 'Q'"));
  EXPECT_THAT(faultIn(start + binaryRecord(start.size(), "A", 9, "")), HasSubstr("9 properties"));
  EXPECT_THAT(faultIn("; FBX\nA: 1 {\nB: 2\n"), HasSubstr("line 4 (a closing brace is missing)"));
  EXPECT_THAT(faultIn("; FBX\nA: \"x"), HasSubstr("line 2"));
  EXPECT_THAT(faultIn("A: 1\n}\n"), HasSubstr("a closing brace too many"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "A: {\n";
  EXPECT_THAT(faultIn(deep), HasSubstr("deeper than"));
}

TEST(FbxRecord, RefusesArraysThatClaimMoreThanTheyCanHold) {
  const std::string start = binaryHeader();
  const auto compressed = [&](std::uint32_t count, const std::string& bytes) {
    return start + binaryRecord(start.size(), "A", 1,
                                "d" + raw(count) + raw(std::uint32_t{1}) +
                                    raw(static_cast<std::uint32_t>(bytes.size())) + bytes);
  };
  EXPECT_THAT(faultIn(compressed(4'000'000'000u, "xx")), HasSubstr("the limit is"));
  EXPECT_THAT(faultIn(compressed(1'000'000u, "xx")), HasSubstr("array of 1000000 elements is damaged"))
      << "seen without memory for it";
  EXPECT_EQ(faultIn(compressed(4, kHalves)), "none");
  EXPECT_THAT(faultIn(compressed(5, kHalves)), HasSubstr("damaged"));
  EXPECT_THAT(faultIn(compressed(4, "nothing that zlib made")), HasSubstr("damaged"));
}

TEST(FbxRecord, InATextFileMayFollowOnTheSameLine) {
  const std::string text = "A:B:C: 1, x:\nD: {\nE :F: 2\n}\n";
  const FbxDocument document = readFbx(spanOf(text));
  std::vector<std::string_view> names;
  for (const FbxRecord& record : document.root.children) names.push_back(record.name);
  EXPECT_THAT(names, ElementsAre("A", "B", "C", "x", "D"));
  ASSERT_EQ(document.root.children[2].properties.size(), 1u);
  EXPECT_EQ(numberOf(document.root.children[2].properties[0]), 1);
  EXPECT_EQ(document.root.children[4].children.size(), 2u);
}

/// `value` with its first byte last.
template <class T>
std::string turned(T value) {
  const std::string bytes = raw(value);
  return {bytes.rbegin(), bytes.rend()};
}

/// A big-endian file of one record with these properties.
std::string bigEndian(int count, const std::string& properties) {
  const auto end = static_cast<std::uint32_t>(27 + 13 + 1 + properties.size());
  return std::string("Kaydara FBX Binary  \0\x1A\1", 23) + turned(std::uint32_t{7400}) + turned(end) +
         turned(static_cast<std::uint32_t>(count)) + turned(static_cast<std::uint32_t>(properties.size())) + "\1A" +
         properties + std::string(13, '\0');
}

TEST(FbxRecord, AListInATextMayBeginInTheNextLine) {
  const std::string text = "Key: \n\t1,2.5,L\n,3,\n4 ; and\n, 5\nEmpty:\nNext: 1\nInside:\n{\nLast:\n}\n";
  const FbxDocument document = readFbx(spanOf(text));
  ASSERT_EQ(document.root.children.size(), 4u);
  EXPECT_EQ(document.root.children[0].properties.size(), 6u);
  EXPECT_EQ(numbersIn(document.root, "Key").back(), 5);
  EXPECT_TRUE(document.root.children[1].properties.empty());
  EXPECT_EQ(integersIn(document.root, "Next"), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(document.root.children[3].children.size(), 1u);
}

TEST(FbxRecord, ReadsABigEndianFile) {
  // Four doubles, 0.5 each, big-endian, by Python's zlib.compress.
  const std::string halves("\x78\x9c\xb3\x7f\xc0\x00\x06\xf6\x38\x68\x00\x56\x50\x04\x7d", 15);
  const std::string file =
      bigEndian(6, "I" + turned(std::int32_t{-7}) + "D" + turned(2.5) + "S" + turned(std::uint32_t{3}) + "abc" + "Y" +
                       turned(std::int16_t{300}) + "i" + turned(std::uint32_t{2}) + turned(std::uint32_t{0}) +
                       turned(std::uint32_t{8}) + turned(std::int32_t{1}) + turned(std::int32_t{-2}) + "d" +
                       turned(std::uint32_t{4}) + turned(std::uint32_t{1}) +
                       turned(static_cast<std::uint32_t>(halves.size())) + halves);
  const FbxDocument document = readFbx(spanOf(file));
  EXPECT_EQ(document.version, 7400);
  ASSERT_EQ(document.root.children.size(), 1u);
  const std::vector<FbxProperty>& values = document.root.children[0].properties;
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(integerOf(values[0]), -7);
  EXPECT_EQ(numberOf(values[1]), 2.5);
  EXPECT_EQ(rawTextOf(values[2]), "abc");
  EXPECT_EQ(integerOf(values[3]), 300);
  EXPECT_THAT(integersOf(values[4]), ElementsAre(1, -2));
  EXPECT_THAT(numbersOf(values[5]), ElementsAre(0.5, 0.5, 0.5, 0.5));
}

TEST(FbxRecord, ADamagedBigEndianFileIsRefused) {
  const std::string file = bigEndian(
      1, "d" + turned(std::uint32_t{4'000'000'000u}) + turned(std::uint32_t{1}) + turned(std::uint32_t{2}) + "xx");
  EXPECT_THAT(faultIn(file), HasSubstr("the limit is"));
  for (std::size_t size = 24; size < file.size() - 14; ++size)
    EXPECT_NE(faultIn(file.substr(0, size)), "") << "no crash";
}

}  // namespace
}  // namespace app
