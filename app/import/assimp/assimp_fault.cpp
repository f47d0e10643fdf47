#include "app/import/assimp/assimp_fault.h"

#include <cctype>
#include <charconv>
#include <optional>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::string_view kExportAgain = "; export it again, or as glTF";

std::optional<int> numberAfter(std::string_view text, std::string_view word, int base = 10) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  int number = 0;
  const char* begin = text.data() + found + word.size();
  if (std::from_chars(begin, text.data() + text.size(), number, base).ec != std::errc()) return std::nullopt;
  return number;
}

/// " at byte 31", " in line 5", or nothing. The importers name locations differently.
std::string locationIn(std::string_view text) {
  if (const auto byte = numberAfter(text, "offset 0x", 16)) return concat(" at byte ", *byte);
  if (const auto line = numberAfter(text, "line ")) return concat(" in line ", *line);
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

}  // namespace

std::string assimpFault(std::string_view text, std::string_view format) {
  if (text.find("came out empty") != std::string_view::npos) return "holds nothing that can be shown";
  return concat("the ", format, " data is damaged", locationIn(text), detailIn(text), kExportAgain);
}

}  // namespace app
