#include "app/import/file/wrong_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr std::string_view kFbxMagic = "Kaydara FBX Binary  ";
constexpr std::size_t kFbxVersionOffset = 23;  // in a binary header
constexpr int kOldestFbx = 5000;               // of a text
constexpr int kOldestBinaryFbx = 3000;         // which 5.0 to 5.8 have in their headers

struct Format {
  std::string_view extension, name;  // with its article
  std::string_view firstWord;
};
constexpr std::array<Format, 4> kFormats{{{".fbx", "an FBX", "FBX"},
                                          {".dae", "a COLLADA", "<COLLADA"},
                                          {".bvh", "a BVH", "HIERARCHY"},
                                          {".xfade", "a Crossfade", "xfade"}}};

std::string_view textOf(ByteSpan file, std::size_t bytes) {
  return {reinterpret_cast<const char*>(file.data()), std::min(file.size(), bytes)};
}

/// The version in the header of an FBX file: 7400 for 7.4; 0 if there is none.
int fbxVersion(ByteSpan file, bool isBinary) {
  constexpr std::string_view kLabel = "FBXVersion: ";
  const std::string_view head = textOf(file, 4096);
  constexpr std::size_t kBigEndian = kFbxVersionOffset - 1;  // 1: it is
  if (isBinary && file.size() >= kFbxVersionOffset + 4 && file[kBigEndian] == 1)
    return file[kFbxVersionOffset + 2] << 8 | file[kFbxVersionOffset + 3];
  if (isBinary && file.size() >= kFbxVersionOffset + 2)
    return file[kFbxVersionOffset] | file[kFbxVersionOffset + 1] << 8;
  const std::size_t found = head.find(kLabel);
  int version = 0;
  if (found != head.npos) std::from_chars(head.data() + found + kLabel.size(), head.data() + head.size(), version);
  return version;
}

bool isSameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

void refuseWrongFile(ByteSpan file, std::string_view extension) {
  constexpr std::size_t kHead = 64 << 10;
  if (file.empty()) refuse("is empty");
  if (textOf(file, 64).starts_with("version https://git-lfs"))
    refuse("is a Git LFS pointer, not the model itself; fetch it with 'git lfs pull'");
  const bool isBinary = textOf(file, kFbxMagic.size()) == kFbxMagic;
  const int version = extension == ".fbx" ? fbxVersion(file, isBinary) : 0;
  if (version > 0 && version < (isBinary ? kOldestBinaryFbx : kOldestFbx))
    refuse("is FBX ", version / 1000, ".", version / 100 % 10,
           ", but only 5.0 and later can be read; save it as FBX 2013 with Autodesk's FBX Converter, or "
           "export glTF from the program that made it");
  const auto format = std::ranges::find(kFormats, extension, &Format::extension);
  const bool isUtf16 = file.size() >= 2 && file[0] + file[1] == 0xFF + 0xFE;
  if (format == kFormats.end() || isUtf16) return;
  const std::string_view head = textOf(file, kHead), word = format->firstWord;
  if (std::search(head.begin(), head.end(), word.begin(), word.end(), isSameLetter) == head.end())
    refuse("is not ", format->name, " file, whatever its name says");
}

}  // namespace app
