#include "app/format/settings/code_text.h"

#include <cstdio>
#include <iterator>

#include <nlohmann/json.hpp>

#include "crossfade/base/number_text.h"

#include "app/format/json_text.h"

namespace app {
namespace {

constexpr std::size_t kLineLength = 110;

}  // namespace

std::string quotedText(std::string_view text) {
  using Json = nlohmann::json;
  std::string quoted;
  for (const char c : jsonText(Json(text))) {
    if (c == '\x7f')
      quoted += "\\u007f";
    else
      quoted += c;
  }
  for (const auto& [separator, escape] : {std::pair("\u2028", "\\u2028"), std::pair("\u2029", "\\u2029"),
                                          std::pair("\u0085", "\\u0085")})  // line ends in JavaScript and C#
    for (std::size_t at = 0; (at = quoted.find(separator, at)) != quoted.npos;)
      quoted.replace(at, std::string_view(separator).size(), escape);
  return quoted;
}

std::string titleOf(std::string_view model, std::string_view what) {
  return "Transitions of " + quotedText(model) + std::string(what) + ", written by `crossfade export`.";
}

std::string cppText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char escape[8];
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (byte >= 0x20 && byte < 0x7f)
      quoted += c;
    else
      quoted += (std::snprintf(escape, sizeof escape, "\\%03o", byte), escape);  // ends after three digits
  }
  return quoted + '"';
}

std::string realNumber(double value) {
  const std::string text = crossfade::formatNumber(value);
  return text.find_first_of(".en") == text.npos ? text + ".0" : text;
}

void addMember(std::string& members, std::string_view name, const std::string& value) {
  members += (members.empty() ? "" : ", ") + std::string(name) + ": " + value;
}

std::string codeWord(std::string_view word) { return "'" + std::string(word) + "'"; }

std::string capitalized(std::string_view word) {
  std::string name(word);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::vector<std::string> joined(std::vector<std::string> first, std::vector<std::string> then) {
  first.insert(first.end(), std::make_move_iterator(then.begin()), std::make_move_iterator(then.end()));
  return first;
}

std::string commentLines(std::string_view mark, std::span<const std::string> sentences) {
  std::string lines;
  for (const std::string& sentence : sentences) {
    std::string line(mark);
    for (std::size_t at = 0; at < sentence.size();) {
      const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
      if (line.size() > mark.size() + 2 && line.size() + (end - at) + 1 > kLineLength) {
        lines += line + '\n';
        line = std::string(mark) + "  ";
      } else if (line.size() > mark.size() && line.back() != ' ') {
        line += ' ';
      }
      line += sentence.substr(at, end - at);
      at = end + 1;
    }
    while (line.ends_with(' ')) line.pop_back();
    lines += line + '\n';
  }
  return lines;
}

}  // namespace app
