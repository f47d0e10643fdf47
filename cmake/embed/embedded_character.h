// The bundled character, assets/character.glb, as it was when the program was built.
#pragma once

#include <cstddef>
#include <span>

namespace app {

/// The bytes of the bundled character's .glb; empty when the program was built without it.
std::span<const std::byte> embeddedCharacter();

}  // namespace app
