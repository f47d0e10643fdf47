#include "app/format/json_kind.h"

#include <string>

#include <nlohmann/json.hpp>

namespace app {
namespace {

/// Reads the names of the outermost members, up to the first that decides.
class Names : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonKind kind = JsonKind::Unknown;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_, true; }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return ++depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }
  bool key(string_t& name) override {
    if (depth_ != 1) return true;
    if (name == "commands") kind = JsonKind::ScriptText;
    if (name == "shapes") kind = JsonKind::ShapesText;  // a project has them, too, but says first that it is one
    if (name == "joints") kind = JsonKind::JointMapText;
    if (name == "crossfade") kind = JsonKind::ProjectText;
    return kind == JsonKind::Unknown;
  }

 private:
  int depth_ = 0;
};

}  // namespace

JsonKind jsonKindOf(std::string_view text) {
  Names names;
  nlohmann::json::sax_parse(text.begin(), text.end(), &names);
  return names.kind;
}

}  // namespace app
