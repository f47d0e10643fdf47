#include <algorithm>
#include <cctype>

#include "app/import/fbx/fbx_record.h"
#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr int kMostTextDepth = 64;
constexpr std::size_t kMostTextRecords = 4'000'000;

/// "Name: 1, "text", *3 { a: 1,2,3 } { ... }"; a comment is from ';' to the end of its line.
class TextReader {
 public:
  explicit TextReader(ByteSpan file) : file_(file), text_(reinterpret_cast<const char*>(file.data()), file.size()) {}

  /// Reads records until the closing brace, or the end of the file at depth 0.
  void readChildren(FbxRecord& parent, int depth) {
    for (;;) {
      skipSpace();
      if (at_ == text_.size()) {
        if (depth > 0) fault("a closing brace is missing");
        return;
      }
      if (text_[at_] == '}') {
        if (depth == 0) fault("there is a closing brace too many");
        return;
      }
      if (++records_ > kMostTextRecords) fault(concat("more than ", kMostTextRecords, " records"));
      FbxRecord record;
      record.begin = at_;
      record.name = word();
      skipSpace();
      if (record.name.empty() || at_ == text_.size() || text_[at_] != ':') fault("a name and a colon are expected");
      ++at_;
      readProperties(record);
      record.end = at_;
      if (at_ < text_.size() && text_[at_] == '{') {
        if (depth >= kMostTextDepth) fault(concat("records are nested deeper than ", kMostTextDepth));
        ++at_;
        readChildren(record, depth + 1);
        record.end = at_++;
        record.hasBraces = true;
      }
      parent.children.push_back(std::move(record));
    }
  }

 private:
  [[noreturn]] void fault(std::string_view what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    refuse("the FBX data is damaged in line ", line, " (", what, "); export it again, or as glTF");
  }
  void skipSpace() {
    while (at_ < text_.size()) {
      if (text_[at_] == ';') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '\0') {
        ++at_;
      } else {
        return;
      }
    }
  }
  /// Spaces, and the end of the line if the list goes on in the next.
  void skipInLine() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view(" \t\r\n,:;{}\"*").find(text_[at_]) == std::string_view::npos) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void add(FbxRecord& record, char type, std::size_t begin, std::size_t end) const {
    record.properties.push_back({.type = type, .bytes = file_.subspan(begin, end - begin)});
  }

  void readProperties(FbxRecord& record) {
    for (;;) {
      skipInLine();
      if (at_ == text_.size() || text_[at_] == '{' || text_[at_] == '}') return;
      if (text_[at_] == '\n' || text_[at_] == ';') {
        // A list goes on after a comma at the end of its line or at the start of the next; a brace may follow, too.
        const std::size_t back = at_;
        const std::size_t last = text_.find_last_not_of(" \t\r", at_ == 0 ? 0 : at_ - 1);
        skipSpace();
        if (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == '{' || text_[last] == ',')) continue;
        at_ = back;
        return;
      }
      if (text_[at_] == ',') {
        ++at_;
      } else if (text_[at_] == '"') {
        const std::size_t begin = ++at_;
        at_ = text_.find('"', at_);
        if (at_ == text_.npos) at_ = begin, fault("a quotation mark is missing");
        add(record, 'S', begin, at_++);
      } else if (text_[at_] == '*') {
        ++at_;
        readArray(record);
        return;
      } else {
        const std::size_t begin = at_;
        if (word().empty()) fault("a value is expected");
        const std::size_t end = at_;
        skipInLine();
        if (at_ < text_.size() && text_[at_] == ':') {  // the name of the next record
          at_ = begin;
          return;
        }
        add(record, 'N', begin, end);
      }
    }
  }
  void readArray(FbxRecord& record) {
    word();  // the count: what is there counts
    skipSpace();
    if (at_ == text_.size() || text_[at_] != '{') fault("an array has no opening brace");
    std::size_t end = text_.find_first_of("};", at_);
    while (end != text_.npos && text_[end] == ';') end = text_.find_first_of("};", text_.find('\n', end));
    const std::size_t colon = text_.find(':', at_);
    if (end == text_.npos) fault("an array has no closing brace");
    const std::size_t begin = colon < end ? colon + 1 : end;
    add(record, '*', begin, end);
    at_ = end + 1;
  }

  ByteSpan file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t records_ = 0;
};

}  // namespace

FbxDocument readTextFbx(ByteSpan file) {
  FbxDocument document{.file = file, .isBinary = false, .version = 0, .root = {}};
  TextReader(file).readChildren(document.root, 0);
  document.root.end = file.size();
  if (const FbxRecord* header = document.root.child("FBXHeaderExtension"))
    if (const FbxRecord* version = header->child("FBXVersion"); version && !version->properties.empty())
      document.version = static_cast<int>(integerOf(version->properties.front()));
  return document;
}

}  // namespace app
