// How a file is refused inside the import room: one sentence, thrown, and made an crossfade::Error at the door.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

#include "crossfade/base/number_text.h"

namespace app {

/// Never leaves the room: import_model.cpp catches it and puts the file's name before the sentence.
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

/// Words and numbers joined without anything between them.
template <class... Parts>
std::string sentence(const Parts&... parts) {
  return (std::string() + ... + toText(parts));
}

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw ImportError(sentence(parts...));
}

}  // namespace app
