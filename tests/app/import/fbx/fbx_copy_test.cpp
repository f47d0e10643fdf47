#include "app/import/fbx/fbx_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/app/import/fbx/binary_fbx.h"
#include "tests/support/fbx_text.h"

namespace app {
namespace {

using test::spanOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(FbxCopy, HasAUniqueNameForEachObjectAndNoAnimation) {
  ::test::FbxText fbx;
  fbx.model(10, "Arm", "Mesh")
      .model(11, "Arm", "LimbNode")
      .connect(10, 0)
      .connect(11, 0)
      .twoTriangles(20, "Arm")
      .connect(20, 10);
  fbx.stack("Walk").curve(30, "0,1", 2).add("Geometry", 21, "s", "Shape");
  const std::string text = fbx.text();
  const FbxDocument document = readFbx(spanOf(text));
  const Bytes copy = writeFbxCopy(FbxScene(document));
  const std::string written(copy.begin(), copy.end());
  for (const char* const name : {"\"Model::object10\"", "\"Model::object11\"", "\"Geometry::object20\""})
    EXPECT_THAT(written, HasSubstr(name));
  for (const char* const gone : {"Walk", "AnimationCurve", "object21", "Model::Arm"})
    EXPECT_THAT(written, Not(HasSubstr(gone)));
  const FbxDocument again = readFbx(ByteSpan(copy));
  const FbxScene scene(again);
  EXPECT_EQ(scene.objects().size(), 3u);
}

TEST(FbxCopy, LeavesOutUnknownTopLevelRecords) {
  std::string text = ::test::FbxText().model(10, "Node", "Null").text();
  text += "Secrets:A:B:C: {\nD: 1\n}\n";
  const FbxDocument document = readFbx(spanOf(text));
  const Bytes copy = writeFbxCopy(FbxScene(document));
  const std::string written(copy.begin(), copy.end());
  EXPECT_THAT(written, Not(HasSubstr("Secrets")));
  EXPECT_THAT(written, Not(HasSubstr("D: 1")));
  EXPECT_THAT(written, HasSubstr("Objects"));
}

TEST(FbxCopy, OfANameWithoutQuotesIsWellFormed) {
  std::string text = ::test::FbxText().model(10, "Node", "Null").text();
  text.replace(text.find("\"Model::Node\""), 13, "Node");
  const FbxDocument document = readFbx(spanOf(text));
  const Bytes copy = writeFbxCopy(FbxScene(document));
  EXPECT_THAT(std::string(copy.begin(), copy.end()), HasSubstr("Model: 10, \"Model::object10\", \"Null\""));
  EXPECT_NO_THROW(readFbx(ByteSpan(copy)));
}

TEST(FbxCopy, WritesBytesWithTheTypesThatAssimpKnows) {
  std::string file = test::binaryHeader();
  const std::string size = test::raw(std::uint32_t{2});
  file += test::binaryRecord(file.size(), "GlobalSettings", 4,
                             "B\1Z\2C\3b" + size + test::raw(std::uint32_t{0}) + size + "\4\5");
  file += std::string(13, '\0');
  const FbxDocument document = readFbx(spanOf(file));
  const Bytes copy = writeFbxCopy(FbxScene(document));
  const FbxDocument again = readFbx(ByteSpan(copy));
  ASSERT_EQ(again.root.children.size(), 1u);
  std::string types;
  std::vector<std::int64_t> values;
  for (const FbxProperty& property : again.root.children[0].properties) {
    types += property.type;
    values.push_back(integerOf(property));
  }
  EXPECT_EQ(types, "CCCc");
  EXPECT_THAT(values, ElementsAre(1, 2, 3, 0));
  EXPECT_THAT(integersOf(again.root.children[0].properties.back()), ElementsAre(4, 5));
}

}  // namespace
}  // namespace app
