// Counts in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace app {

/// "1 mesh", "2 meshes".
inline std::string counted(std::size_t count, std::string_view noun, std::string_view ending = "s") {
  std::string text = std::to_string(count) + " ";
  text += noun;
  if (count != 1) text += ending;
  return text;
}

/// "1 clip was", "2 clips were".
inline std::string countOf(int count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace app
