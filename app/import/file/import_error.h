// How the importer rejects a file: it throws one sentence, which importModel() returns as a crossfade::Error.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "crossfade/base/number_text.h"
#include "crossfade/base/result.h"

namespace app {

/// Never leaves app/import: import_model.cpp catches it and prepends the file's name.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A glTF file of version 1, which another reader may open.
struct OldGltf : ImportError {
  using ImportError::ImportError;
};

inline void appendText(std::string& text, std::string_view value) { text += value; }
inline void appendText(std::string& text, float value) { text += crossfade::formatNumber(value); }
inline void appendText(std::string& text, double value) { text += crossfade::formatNumber(value); }
template <std::integral T>
void appendText(std::string& text, T value) {
  std::array<char, 24> digits;
  text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), +value).ptr);
}

/// Text and numbers, joined without separators.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  (appendText(text, parts), ...);
  return text;
}

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw ImportError(concat(parts...));
}

/// The value, or its error as the fault of the file.
template <class T>
T orRefuse(crossfade::Result<T> result) {
  if (!result) refuse(result.error().message);
  return *std::move(result);
}

}  // namespace app
