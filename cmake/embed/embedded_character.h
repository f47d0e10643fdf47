// The bundled character, assets/character.glb, embedded at build time.
#pragma once

#include <cstddef>
#include <span>

namespace app {

/// The bytes of character.glb; empty if the program was built without it.
std::span<const std::byte> embeddedCharacter();

}  // namespace app
