#include "app/import/assimp/assimp_fault.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::string_view kFbxMagic = "Kaydara FBX Binary  ";
constexpr std::size_t kFbxVersionOffset = 23;  // in a binary header
constexpr int kOldestFbx = 7100;
constexpr std::string_view kExportAgain = "; export it again, or as glTF";

std::string_view textOf(ByteSpan file, std::size_t bytes) {
  return {reinterpret_cast<const char*>(file.data()), std::min(file.size(), bytes)};
}

std::optional<int> numberAfter(std::string_view text, std::string_view word, int base = 10) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  int number = 0;
  const char* begin = text.data() + found + word.size();
  if (std::from_chars(begin, text.data() + text.size(), number, base).ec != std::errc()) return std::nullopt;
  return number;
}

/// " at byte 31", " in line 5", or nothing. The three importers name locations differently.
std::string locationIn(std::string_view text) {
  if (const auto byte = numberAfter(text, "offset 0x", 16)) return concat(" at byte ", *byte);
  if (const auto line = numberAfter(text, "line ")) return concat(" in line ", *line);
  if (const auto line = numberAfter(text, ".bvh:")) return concat(" in line ", *line);
  return {};
}

/// " (block offset is out of range)": what assimp says, without names, locations and the period.
std::string detailIn(std::string_view text) {
  if (text.find("std::bad_alloc") != std::string_view::npos) return " (it asks for too much memory)";
  for (const std::string_view end : {") ", " - ", "Collada: "}) {
    const std::size_t found = text.find(end);
    if (found == std::string_view::npos) continue;
    if (end == ") " && locationIn(text.substr(0, found)).empty()) continue;  // "data index (9/4) in"
    text.remove_prefix(found + end.size());
  }
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
  if (text.empty()) return {};
  std::string detail = shortText(text);
  if (detail.size() > 1 && std::islower(static_cast<unsigned char>(detail[1])))
    detail[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(detail[0])));
  return concat(" (", detail, ")");
}

std::string_view nameOfFormat(std::string_view extension) {
  return extension == ".fbx" ? "FBX" : extension == ".dae" ? "COLLADA" : "BVH";
}

std::string_view firstWordsOf(std::string_view extension) {
  return extension == ".fbx" ? "FBX" : extension == ".dae" ? "<COLLADA" : "HIERARCHY";
}

}  // namespace

int fbxVersion(ByteSpan file) {
  const std::string_view head = textOf(file, 4096);
  if (head.starts_with(kFbxMagic) && file.size() >= kFbxVersionOffset + 2)
    return file[kFbxVersionOffset] | file[kFbxVersionOffset + 1] << 8;
  return numberAfter(head, "FBXVersion: ").value_or(0);
}

std::string wrongFile(ByteSpan file, std::string_view extension) {
  constexpr std::size_t kHead = 64 << 10;
  const std::string_view format = nameOfFormat(extension);
  if (file.empty()) return "is empty";
  if (textOf(file, 64).starts_with("version https://git-lfs"))
    return "is a Git LFS pointer, not the model itself; fetch it with 'git lfs pull'";
  if (const int version = extension == ".fbx" ? fbxVersion(file) : 0; version > 0 && version < kOldestFbx)
    return concat(
        "is FBX ", version / 1000, ".", version / 100 % 10,
        ", but only 7.1 (of 2011) and later can be read; save it as FBX 2013 with Autodesk's FBX Converter, or "
        "export glTF from the program that made it");
  const bool isUtf16 = file.size() >= 2 && file[0] + file[1] == 0xFF + 0xFE;
  const std::string_view head = textOf(file, kHead), word = firstWordsOf(extension);
  const auto isSame = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  if (!isUtf16 && std::search(head.begin(), head.end(), word.begin(), word.end(), isSame) == head.end())
    return concat("is not ", format == "FBX" ? "an " : "a ", format, " file, whatever its name says");
  return {};
}

std::string assimpFault(std::string_view text, ByteSpan file, std::string_view extension) {
  if (std::string fault = wrongFile(file, extension); !fault.empty()) return fault;
  if (text.find("came out empty") != std::string_view::npos) return "holds nothing that can be shown";
  return concat("the ", nameOfFormat(extension), " data is damaged", locationIn(text), detailIn(text), kExportAgain);
}

}  // namespace app
