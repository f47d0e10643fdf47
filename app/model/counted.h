// Counts in messages.
#ifndef APP_MODEL_COUNTED_H
#define APP_MODEL_COUNTED_H

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

}  // namespace app

#endif  // APP_MODEL_COUNTED_H
