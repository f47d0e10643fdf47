#include "app/import/gltf/json_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

template <class Read>
std::string errorOf(Read read) {
  try {
    read();
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

const JsonLocation kNode{"node", 4};

TEST(JsonReading, NamesTheLocation) {
  const JsonLocation mesh{"mesh", 2}, primitive{"primitive", 0, &mesh}, attribute{"POSITION", -1, &primitive};
  EXPECT_EQ(attribute.text(), "mesh 2, primitive 0, POSITION");
}

TEST(JsonReading, AcceptsOnlyIndicesInRange) {
  const Json node = {{"mesh", 2},      {"asFloat", 1.0}, {"half", 1.5},
                     {"negative", -1}, {"text", "1"},    {"huge", 18446744073709551608u}};
  EXPECT_EQ(indexMember(node, "mesh", 3, "mesh", kNode), 2);
  EXPECT_EQ(indexMember(node, "asFloat", 3, "mesh", kNode), 1);
  EXPECT_EQ(indexMember(node, "absent", 3, "mesh", kNode), std::nullopt);
  EXPECT_EQ(errorOf([&] { indexMember(node, "mesh", 2, "mesh", kNode); }),
            "node 4: mesh 2 does not exist (there are 2)");
  for (const char* key : {"half", "negative", "text", "huge"})
    EXPECT_NE(errorOf([&] { indexMember(node, key, 3, "mesh", kNode); }), "not refused") << key;
}

TEST(JsonReading, AcceptsOnlyFiniteNumbers) {
  const Json node = {{"scale", {1, 2, 3}}, {"huge", 1e300}, {"word", "x"}};
  EXPECT_THAT(numbersMember(node, "scale", 3, kNode), testing::ElementsAre(1, 2, 3));
  EXPECT_TRUE(numbersMember(node, "absent", 3, kNode).empty());
  EXPECT_EQ(errorOf([&] { numbersMember(node, "scale", 4, kNode); }), "node 4: scale should have 4 numbers, not 3");
  EXPECT_EQ(errorOf([&] { numberMember(node, "huge", 0, kNode); }), "node 4: huge 1e+300 is too large");
  EXPECT_EQ(errorOf([&] { numberMember(node, "word", 0, kNode); }), "node 4: word should be a number, not \"x\"");
}

TEST(JsonReading, AcceptsOnlySizes) {
  const Json view = {{"byteOffset", 1e300}, {"byteLength", 12}, {"byteStride", -4}};
  EXPECT_EQ(sizeMember(view, "byteLength", 0, kNode), 12u);
  EXPECT_EQ(sizeMember(view, "absent", 7, kNode), 7u);
  EXPECT_NE(errorOf([&] { sizeMember(view, "byteOffset", 0, kNode); }), "not refused");
  EXPECT_NE(errorOf([&] { sizeMember(view, "byteStride", 0, kNode); }), "not refused");
}

TEST(JsonReading, TreatsAnInvalidNameAsMissing) {
  EXPECT_EQ(textMember({{"name", 3}}, "name"), "");
  EXPECT_EQ(textMember({{"name", "x"}}, "name"), "x");
  EXPECT_TRUE(flagMember({{"on", 1}}, "on", true));
}

}  // namespace
}  // namespace app
