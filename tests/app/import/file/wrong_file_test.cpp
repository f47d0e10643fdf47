#include "app/import/file/wrong_file.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

using testing::HasSubstr;

std::string faultOf(std::string_view extension, const std::string& content) {
  try {
    refuseWrongFile({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}, extension);
    return "none";
  } catch (const ImportError& error) {
    return error.what();
  }
}

std::string binaryFbx(int version) {
  std::string file("Kaydara FBX Binary  \0\x1a\0", 23);
  for (int shift = 0; shift < 32; shift += 8) file += static_cast<char>(version >> shift & 0xFF);
  return file;
}

TEST(WrongFile, NamesOldVersionsOfFbxAndAWayOut) {
  const std::string text = "; FBX project file\nFBXHeaderExtension:  {\n\tFBXVersion: ";
  EXPECT_THAT(faultOf(".fbx", text + "4000\n}\n"), HasSubstr("is FBX 4.0, but only 5.0 and later can be read"));
  EXPECT_THAT(faultOf(".fbx", binaryFbx(2000)), HasSubstr("is FBX 2.0, but only 5.0 and later can be read"));
  EXPECT_THAT(faultOf(".fbx", binaryFbx(2000)), HasSubstr("Autodesk's FBX Converter"));
  EXPECT_EQ(faultOf(".fbx", text + "5000\n}\n"), "none");
  EXPECT_EQ(faultOf(".fbx", binaryFbx(3000)), "none") << "what binary files of version 5 begin with";
  EXPECT_EQ(faultOf(".fbx", binaryFbx(6100)), "none");
}

TEST(WrongFile, IsSomethingElse) {
  EXPECT_EQ(faultOf(".fbx", "v 0 0 0\n"), "is not an FBX file, whatever its name says");
  EXPECT_EQ(faultOf(".dae", "hello"), "is not a COLLADA file, whatever its name says");
  EXPECT_EQ(faultOf(".bvh", "nothing"), "is not a BVH file, whatever its name says");
  EXPECT_EQ(faultOf(".bvh", "hierarchy root"), "none") << "keywords in any case";
  EXPECT_EQ(faultOf(".dae", std::string("\xff\xfe<\0C\0", 6)), "none") << "UTF-16";
  EXPECT_EQ(faultOf(".fbx", ""), "is empty");
  EXPECT_THAT(faultOf(".fbx", "version https://git-lfs.github.com/spec/v1\noid"), HasSubstr("git lfs pull"));
}

}  // namespace
}  // namespace app
