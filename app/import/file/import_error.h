// How the importer rejects a file: it throws one sentence, which importModel() returns as a crossfade::Error.
#ifndef APP_IMPORT_FILE_IMPORT_ERROR_H
#define APP_IMPORT_FILE_IMPORT_ERROR_H

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

#include "crossfade/base/number_text.h"

namespace app {

/// Never leaves app/import: import_model.cpp catches it and prepends the file's name.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string toText(std::string_view value) { return std::string(value); }
inline std::string toText(float value) { return crossfade::formatNumber(value); }
inline std::string toText(double value) { return crossfade::formatNumber(value); }
template <std::integral T>
std::string toText(T value) {
  return std::to_string(value);
}

/// Text and numbers, joined without separators.
template <class... Parts>
std::string concat(const Parts&... parts) {
  return (std::string() + ... + toText(parts));
}

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw ImportError(concat(parts...));
}

}  // namespace app

#endif  // APP_IMPORT_FILE_IMPORT_ERROR_H
