// JSON that survives any input: depth, repairs, reading without exceptions, writing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace app {

// ---- Repairs JSON text in which a character was cut in half.

/// Replaces every escaped surrogate without its other half ("\ud83d" alone) by "\ufffd", the replacement character;
/// returns how many. Programs that shorten names cut characters outside the Basic Multilingual Plane in two.
int replaceLoneSurrogates(std::string& json);

// ---- How deep JSON text nests lists and objects: parsers, copies and writers recurse.

inline constexpr int kMaxJsonDepth = 64;

/// Where `text` first nests deeper than kMaxJsonDepth; npos: nowhere. Brackets inside strings do not count.
constexpr std::size_t tooDeepAt(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return i;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return text.npos;
}

// ---- The events of nlohmann's parser, for code that builds its own value type.

/// A `Builder` derives from this and has put(value), open(kind of list or object) and close(), which return false to
/// stop the parser.
template <class Json, class Builder>
class JsonEvents : public nlohmann::json_sax<Json> {
  using Sax = nlohmann::json_sax<Json>;

 public:
  bool null() override { return builder().put(nullptr); }
  bool boolean(bool value) override { return builder().put(value); }
  bool number_integer(typename Sax::number_integer_t value) override { return builder().put(value); }
  bool number_unsigned(typename Sax::number_unsigned_t value) override { return builder().put(value); }
  bool number_float(typename Sax::number_float_t value, const typename Sax::string_t&) override {
    return builder().put(value);
  }
  bool string(typename Sax::string_t& value) override { return builder().put(std::move(value)); }
  bool binary(typename Sax::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return builder().open(Json::value_t::object); }
  bool end_object() override { return builder().close(); }
  bool start_array(std::size_t) override { return builder().open(Json::value_t::array); }
  bool end_array() override { return builder().close(); }

 private:
  Builder& builder() { return static_cast<Builder&>(*this); }
};

// ---- A JSON value that needs no memory to be destroyed, and the reader that builds one.

/// Destroys all values inside, those without children first. Recurses as deep as the value is.
template <class Json>
void takeApart(Json& value) noexcept {
  if (!value.is_structured()) return;
  for (Json& child : value) takeApart(child);
  value.clear();
}

/// Owns a JSON value and destroys it without allocating. nlohmann's own destructor moves all children to a list first;
/// if there is no memory for that, the program ends, because a destructor cannot throw. Code that must survive running
/// out of memory keeps every JSON list and object in one of these.
template <class Json = nlohmann::json>
class JsonTree {
 public:
  JsonTree() = default;
  ~JsonTree() { takeApart(root_); }
  JsonTree(JsonTree&& other) noexcept { root_.swap(other.root_); }
  JsonTree& operator=(JsonTree&& other) noexcept {
    root_.swap(other.root_);
    return *this;
  }

  Json& root() { return root_; }
  const Json& root() const { return root_; }
  operator const Json&() const { return root_; }

 private:
  Json root_;
};

/// Whether the value is this text. The library's `==` makes a value of the text first and may not throw: without memory
/// that ends the program.
template <class Json>
bool isText(const Json& value, std::string_view text) {
  return value.is_string() && value.template get_ref<const typename Json::string_t&>() == text;
}

/// What is wrong with a text that is not JSON.
struct JsonFault {
  std::size_t at;  // bytes that were read
  bool isNumberTooLarge;
};

/// The tree that `text` describes, whose depth the caller has limited (tooDeepAt). Of members with the same name the
/// last counts. Not for types whose objects copy their members when they grow, such as ordered_json.
std::optional<JsonFault> readJson(std::string_view text, JsonTree<>& tree);

// ---- JSON as text.

/// Of any type of nlohmann::json. What is not UTF-8 becomes U+FFFD. Throws only std::bad_alloc.
template <class Json>
std::string jsonText(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace app
