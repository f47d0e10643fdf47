#include "app/format/json_text.h"

namespace app {
namespace {

/// Builds the value event by event.
class Builder final : public JsonEvents<OrderedJson, Builder> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool key(string_t& name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(position, text_.size()));
    const auto line = 1 + std::count(text_.begin(), end, '\n');
    result_.damage = "line " + std::to_string(line) + (last_.empty() ? "" : ", after " + last_) +
                     (position >= text_.size() ? ": the file ends too early" : ": this is not JSON");
    return false;
  }

  PartialJson take() { return std::move(result_); }

 private:
  friend JsonEvents<OrderedJson, Builder>;

  struct Level {
    OrderedJson* value;
    std::size_t pathLength;  // of path_ without the member that is being read
  };

  /// The new value's slot; path_ then names it.
  OrderedJson& slot() {
    if (open_.empty()) return result_.value;
    OrderedJson& parent = *open_.back().value;
    path_.resize(open_.back().pathLength);
    if (parent.is_object()) {
      path_ += "/" + key_;
      return parent[key_];
    }
    path_ += "/" + std::to_string(parent.size());
    parent.push_back(nullptr);
    return parent.back();
  }
  template <class Value>
  bool put(Value&& value) {
    slot() = std::forward<Value>(value);
    last_ = path_;
    return true;
  }
  bool open(OrderedJson::value_t kind) {
    if (open_.size() == kMaxJsonDepth) {
      result_.damage = "after " + last_ + ": it is nested too deeply";
      return false;
    }
    OrderedJson& value = slot();
    value = OrderedJson(kind);
    open_.push_back({&value, path_.size()});
    return true;
  }
  bool close() {
    path_.resize(open_.back().pathLength);
    last_ = path_;
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  PartialJson result_;
  std::vector<Level> open_;
  std::string key_, path_, last_;  // last_: the pointer to the last whole value
};

}  // namespace

PartialJson readPartialJson(std::string_view text) {
  Builder builder(text);
  (void)OrderedJson::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace app
