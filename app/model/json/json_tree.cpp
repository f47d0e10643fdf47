#include "app/model/json/json_tree.h"

#include <charconv>
#include <system_error>

namespace app {
namespace {

constexpr std::size_t kEscapeSize = 6;  // \u, four hexadecimal digits

/// The UTF-16 code unit that is escaped at `at`; -1: none.
int escapedUnit(std::string_view json, std::size_t at) {
  if (at >= json.size() || json.size() - at < kEscapeSize || json[at] != '\\' || json[at + 1] != 'u') return -1;
  const char *const digits = json.data() + at + 2, *const end = json.data() + at + kEscapeSize;
  unsigned unit = 0;
  const auto read = std::from_chars(digits, end, unit, 16);
  return read.ec == std::errc() && read.ptr == end ? static_cast<int>(unit) : -1;
}

bool isHigh(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLow(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

int replaceLoneSurrogates(std::string& json) {
  int replaced = 0;
  for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
    const int unit = escapedUnit(json, at);
    if (isHigh(unit) && isLow(escapedUnit(json, at + kEscapeSize))) {
      at += 2 * kEscapeSize;
    } else if (isHigh(unit) || isLow(unit)) {
      json.replace(at, kEscapeSize, "\\ufffd");
      at += kEscapeSize;
      ++replaced;
    } else {
      at += 2;
    }
  }
  return replaced;
}

namespace {

using Json = nlohmann::json;

/// Puts each value into the tree at once, so that the tree owns whatever is there when an allocation fails.
class TreeBuilder final : public JsonEvents<Json, TreeBuilder> {
 public:
  explicit TreeBuilder(Json& root) : root_(root) {}

  bool key(string_t& name) override {
    member_ = &(*open_.back())[name];
    takeApart(*member_);  // of an earlier member with this name
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;  // of out_of_range
    fault_ = JsonFault{.at = position, .isNumberTooLarge = error.id == kNumberOverflow};
    return false;
  }

  std::optional<JsonFault> fault() const { return fault_; }

 private:
  friend JsonEvents<Json, TreeBuilder>;

  Json& slot() {
    if (open_.empty()) return root_;
    Json& parent = *open_.back();
    if (parent.is_object()) return *member_;
    parent.push_back(nullptr);
    return parent.back();
  }
  template <class Value>
  bool put(Value&& value) {
    slot() = std::forward<Value>(value);
    return true;
  }
  bool open(Json::value_t kind) {
    Json& value = slot();
    open_.push_back(&value);
    value = Json(kind);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  std::vector<Json*> open_;  // from the root down
  Json* member_ = nullptr;   // of the innermost object: the one that is read next
  std::optional<JsonFault> fault_;
};

}  // namespace

std::optional<JsonFault> readJson(std::string_view text, JsonTree<>& tree) {
  takeApart(tree.root());
  TreeBuilder builder(tree.root());
  (void)Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.fault();
}

}  // namespace app
