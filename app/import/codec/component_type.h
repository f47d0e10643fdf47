// The types of the numbers in a glTF buffer (glTF 2.0, 3.6.2.2), with glTF's codes.
#pragma once

#include <cstddef>

namespace app {

enum class ComponentType {
  Byte = 5120,
  UnsignedByte = 5121,
  Short = 5122,
  UnsignedShort = 5123,
  UnsignedInt = 5125,
  Float = 5126
};

constexpr std::size_t componentBytes(ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
    case ComponentType::UnsignedByte:
      return 1;
    case ComponentType::Short:
    case ComponentType::UnsignedShort:
      return 2;
    case ComponentType::UnsignedInt:
    case ComponentType::Float:
      return 4;
  }
  return 0;
}

}  // namespace app
