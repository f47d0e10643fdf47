// How a file is refused inside the import room: one sentence, thrown, and made an engine::Error at the door.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/base/number_text.h"

namespace app {

/// Never leaves the room: import_model.cpp catches it and puts the file's name before the sentence.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string partText(std::string_view part) { return std::string(part); }
inline std::string partText(float part) { return engine::numberText(part); }
inline std::string partText(double part) { return engine::numberText(part); }
template <std::integral T>
std::string partText(T part) {
  return std::to_string(part);
}

/// Words and numbers joined without anything between them.
template <class... Parts>
std::string sentence(const Parts&... parts) {
  return (std::string() + ... + partText(parts));
}

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw Refusal(sentence(parts...));
}

}  // namespace app
