// The types of the numbers in a glTF buffer (glTF 2.0, 3.6.2.2), with glTF's codes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace app {

enum class ComponentType {
  Byte = 5120,
  UnsignedByte = 5121,
  Short = 5122,
  UnsignedShort = 5123,
  UnsignedInt = 5125,
  Float = 5126
};

/// What `use` returns for a number of that type.
template <class Use>
constexpr auto withNumberOf(ComponentType type, const Use& use) {
  switch (type) {
    case ComponentType::Byte:
      return use(std::int8_t{});
    case ComponentType::UnsignedByte:
      return use(std::uint8_t{});
    case ComponentType::Short:
      return use(std::int16_t{});
    case ComponentType::UnsignedShort:
      return use(std::uint16_t{});
    case ComponentType::UnsignedInt:
      return use(std::uint32_t{});
    case ComponentType::Float:
      break;
  }
  return use(float{});
}

constexpr std::size_t componentBytes(ComponentType type) {
  return withNumberOf(type, [](auto number) { return sizeof number; });
}

constexpr bool isUnsignedInteger(ComponentType type) {
  return type == ComponentType::UnsignedByte || type == ComponentType::UnsignedShort ||
         type == ComponentType::UnsignedInt;
}

}  // namespace app
