#include "app/model/json/json_tree.h"

namespace app {
namespace {

using Json = nlohmann::json;

/// Puts each value in its place at once, so that the tree owns whatever is there when an allocation fails.
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  explicit TreeBuilder(Json& root) : root_(root) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::value_t::object); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::value_t::array); }
  bool end_array() override { return close(); }
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
