#include "app/export/json_text_patch.h"

#include "app/model/json/json_tree.h"

#include <cstddef>
#include <stdexcept>
#include <utility>

namespace app {
namespace {

/// Goes through the text and both values at once. Every function reads one value, or one part of it, and leaves the
/// position behind it.
class Patcher {
 public:
  explicit Patcher(std::string_view text) : text_(text) {}

  std::string patch(const Json& before, const Json& after) {
    space();
    value(before, after);
    space();
    if (at_ != text_.size()) refuse();
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse() const {
    throw std::invalid_argument("JSON differs from its text at byte " + std::to_string(at_));
  }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(char wanted) {
    if (next() != wanted) refuse();
    ++at_;
  }
  void copyFrom(std::size_t begin) { out_ += text_.substr(begin, at_ - begin); }
  void space() {
    const std::size_t begin = at_;
    skipSpace();
    copyFrom(begin);
  }
  void skipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  void skipString() {
    expect('"');
    while (next() != '"') {
      if (next() == '\\') ++at_;
      if (at_ >= text_.size()) refuse();
      ++at_;
    }
    ++at_;
  }
  /// Any value: up to the comma or bracket that ends it.
  void skipValue() {
    const std::size_t begin = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        skipString();
        --at_;
        continue;
      }
      const bool closes = c == '}' || c == ']';
      if (depth == 0 && (closes || c == ',')) break;
      if (c == '{' || c == '[') ++depth;
      if (closes && --depth == 0) {
        ++at_;
        break;
      }
    }
    while (at_ > begin && std::string_view(" \t\r\n").find(text_[at_ - 1]) != std::string_view::npos) --at_;
    if (at_ == begin) refuse();
  }

  void value(const Json& before, const Json& after) {
    const std::size_t begin = at_;
    if (before == after) {
      skipValue();
      return copyFrom(begin);
    }
    if (before.is_object() && after.is_object()) return object(before, after);
    if (before.is_array() && after.is_array()) return list(before, after);
    skipValue();
    out_ += jsonText(after);
  }

  void object(const Json& before, const Json& after) {
    begin('{');
    const std::size_t seen = elements('}', [&](std::size_t, std::size_t start) {
      const std::size_t keyBegin = at_;
      skipString();
      const std::string key = Json::parse(text_.substr(keyBegin, at_ - keyBegin)).get<std::string>();
      const auto was = before.find(key), is = after.find(key);
      if (was == before.end()) refuse();
      skipSpace();
      expect(':');
      skipSpace();
      return element(start, *was, is == after.end() ? nullptr : &*is);
    });
    if (seen != before.size()) refuse();  // a key comes twice
    for (const auto& [key, added] : after.items()) {
      if (before.contains(key)) continue;
      comma();
      out_ += jsonText(Json(key)) + ":" + jsonText(added);
    }
    end('}');
  }

  void list(const Json& before, const Json& after) {
    begin('[');
    std::size_t index = elements(']', [&](std::size_t at, std::size_t start) {
      if (at >= before.size()) refuse();
      return element(start, before[at], at < after.size() ? &after[at] : nullptr);
    });
    if (index != before.size()) refuse();
    for (; index < after.size(); ++index) {
      comma();
      out_ += jsonText(after[index]);
    }
    end(']');
  }

  /// Up to the closing bracket: `one` reads the element at an index, whose text begins at a position, and returns
  /// whether it is written. Returns how many there are.
  template <class One>
  std::size_t elements(char close, const One& one) {
    for (std::size_t index = 0;; ++index) {
      const std::size_t start = at_;
      skipSpace();
      if (next() == close) {
        at_ = start;
        return index;
      }
      endElement(close, one(index, start));
    }
  }
  /// Without `after` it is left out.
  bool element(std::size_t start, const Json& before, const Json* after) {
    if (after == nullptr) {
      skipValue();
      return false;
    }
    comma();
    copyFrom(start);
    value(before, *after);
    return true;
  }

  void begin(char open) {
    expect(open);
    out_ += open;
  }
  /// Before an element that is written, unless it is the first.
  void comma() {
    if (out_.back() != '{' && out_.back() != '[') out_ += ',';
  }
  /// Behind an element: up to its comma, which is written before the next one, or nothing before the closing bracket.
  void endElement(char close, bool stays) {
    const std::size_t start = at_;
    skipSpace();
    if (next() == close) {
      at_ = start;
      return;
    }
    if (stays) copyFrom(start);
    expect(',');
  }
  void end(char close) {
    space();
    expect(close);
    out_ += close;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string patchedText(std::string_view text, const Json& before, const Json& after) {
  return Patcher(text).patch(before, after);
}

}  // namespace app
