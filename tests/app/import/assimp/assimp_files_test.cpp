#include <cstdint>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/import_model.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using testing::HasSubstr;

/// What opening a file of this name and content says, without the name.
std::string faultOf(const std::string& name, const std::string& content) {
  const ::test::TemporaryFolder folder;
  const auto model = importModel(folder.write(name, content));
  return model ? "opened" : model.error().message.substr(name.size() + 2);
}

std::string binaryFbx(int version, std::size_t rest) {
  std::string file("Kaydara FBX Binary  \0\x1a\0", 23);
  for (int shift = 0; shift < 32; shift += 8) file += static_cast<char>(version >> shift & 0xFF);
  return file + "\x10\x27" + std::string(rest, '\1');
}

TEST(AssimpFault, SaysWhereAFileIsDamaged) {
  EXPECT_EQ(
      faultOf("a.fbx", binaryFbx(7400, 50)),
      "the FBX data is damaged at byte 27 (a record claims to end at byte 16852752); export it again, or as glTF");
  EXPECT_EQ(faultOf("a.bvh", "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition\n"),
            "the BVH data is damaged in line 6 ('' is not a channel); export it again, or as glTF");
  EXPECT_EQ(faultOf("a.dae", "<COLLADA><library_geometries>"),
            "the COLLADA data is damaged at byte 28 (Start-end tags mismatch); export it again, or as glTF");
}

TEST(AssimpFault, SaysThatAFileAsksForTooMuchMemory) {
  EXPECT_EQ(assimpFault("std::bad_alloc", "COLLADA"),
            "the COLLADA data is damaged (it asks for too much memory); export it again, or as glTF");
}

TEST(AssimpFault, KeepsTheWholeSentence) {
  EXPECT_EQ(
      assimpFault("Invalid data index (23/14) in primitive specification", "COLLADA"),
      "the COLLADA data is damaged (invalid data index (23/14) in primitive specification); export it again, or as "
      "glTF");
}

TEST(AssimpFault, SaysThatThereIsNothingToShow) {
  EXPECT_EQ(faultOf("a.dae", "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><asset/></COLLADA>"),
            "holds nothing that can be shown");
}

}  // namespace
}  // namespace app
