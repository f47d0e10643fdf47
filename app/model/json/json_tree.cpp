#include "app/model/json/json_tree.h"

#include "app/model/json/json_events.h"

namespace app {
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
