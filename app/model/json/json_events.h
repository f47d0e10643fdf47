// The events of nlohmann's parser, for code that builds its own value type.
#ifndef APP_MODEL_JSON_JSON_EVENTS_H
#define APP_MODEL_JSON_JSON_EVENTS_H

#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

namespace app {

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

}  // namespace app

#endif  // APP_MODEL_JSON_JSON_EVENTS_H
