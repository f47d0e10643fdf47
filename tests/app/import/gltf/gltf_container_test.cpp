#include "app/import/gltf/gltf_container.h"

#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

GltfContainer read(std::string_view text, ImportReport& report) {
  return readContainer({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, report);
}

std::string errorOf(std::string_view text) {
  try {
    ImportReport report;
    read(text, report);
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(GltfContainer, IsRecognizedByContent) {
  test::GltfBuilder builder;
  builder.add<float>({1, 2, 3}, "VEC3");
  ImportReport report;
  const GltfContainer binary = read(builder.glb(), report);
  EXPECT_TRUE(binary.hasBinary);
  EXPECT_EQ(binary.binary.size(), 12u);
  EXPECT_FALSE(read(builder.gltf(), report).hasBinary);
  EXPECT_FALSE(read("\xEF\xBB\xBF {}", report).hasBinary);  // a byte order mark
  EXPECT_TRUE(report.lines.empty());
}

TEST(GltfContainer, GivesItsTextAndUnknownChunksOnlyIfTheyAreAskedFor) {
  std::string file = test::GltfBuilder().glb();
  const std::string other = std::string("\4\0\0\0ABCDwxyz", 12);
  file += other;
  for (std::size_t i = 0; i < 4; ++i) file[8 + i] = static_cast<char>(file.size() >> (8 * i));
  const auto given = [&](ContainerParts parts) {
    ImportReport report;
    return readContainer({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, report, parts);
  };
  EXPECT_EQ(given(ContainerParts::Known).text, "");
  EXPECT_TRUE(given(ContainerParts::Known).otherChunks.empty());
  EXPECT_EQ(given(ContainerParts::All).text.substr(0, 1), "{");
  EXPECT_EQ(given(ContainerParts::All).otherChunks, Bytes(other.begin(), other.end()));
}

TEST(GltfContainer, RefusesTruncatedFiles) {
  const std::string whole = test::GltfBuilder().glb();
  EXPECT_EQ(errorOf(""), "is empty");
  EXPECT_EQ(errorOf(whole.substr(0, 8)), "the binary header is cut off after 8 of 12 bytes");
  EXPECT_EQ(errorOf(whole.substr(0, whole.size() - 1)), "the file ends after " + std::to_string(whole.size() - 1) +
                                                            " of the " + std::to_string(whole.size()) +
                                                            " bytes its header declares");
  std::string chunk = whole;
  chunk[12] = '\x7F';
  EXPECT_NE(errorOf(chunk).find("the chunk at byte 12 has "), std::string::npos);
}

TEST(GltfContainer, RefusesVersionOne) {
  std::string file = test::GltfBuilder().glb();
  file[4] = 1;
  EXPECT_EQ(errorOf(file), "is glTF 1.0; only glTF 2.0 can be opened");
}

TEST(GltfContainer, RecognizesAGitLfsPointer) {
  EXPECT_EQ(errorOf("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
            "is a Git LFS pointer, not the model itself; fetch it with 'git lfs pull'");
}

TEST(GltfContainer, RefusesDeepNestingBeforeParsing) {
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(errorOf("{\"a\":" + deep), "the JSON is nested deeper than 64 levels at byte 68");
  ImportReport report;
  EXPECT_NO_THROW(
      read(R"({"brackets in a text": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\""})",
           report));
}

TEST(GltfContainer, SaysWhereJsonIsBroken) {
  EXPECT_EQ(errorOf("{\"a\" 1}"), "the JSON is broken at byte 6 of 7");
  EXPECT_EQ(errorOf("{\"a\":"), "the JSON ends too early, after 5 bytes");
  EXPECT_EQ(errorOf("{\"a\": 1e999}"), "the JSON holds a number that is too large");
  EXPECT_EQ(errorOf("PLY"), "is neither a glTF binary nor JSON");
}

TEST(GltfContainer, RepairsInvalidUtf8) {
  ImportReport report;
  const GltfContainer container = read("{\"name\": \"H\xFCrde\"}", report);
  EXPECT_EQ(container.json.root()["name"], "H\xEF\xBF\xBDrde");
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].kind, Finding::Repaired);
}

TEST(GltfContainer, RepairsHalfCharacters) {
  ImportReport report;
  EXPECT_EQ(read(R"({"name": "a\ud83d \ud83d\ude00"})", report).json.root()["name"], "a\xEF\xBF\xBD \xF0\x9F\x98\x80");
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].what, "1 incomplete character was replaced");
}

}  // namespace
}  // namespace app
