// The bundled character, assets/character.glb, embedded at build time.
#ifndef CMAKE_EMBED_EMBEDDED_CHARACTER_H
#define CMAKE_EMBED_EMBEDDED_CHARACTER_H

#include <cstddef>
#include <span>

namespace app {

/// The bytes of character.glb; empty if the program was built without it.
std::span<const std::byte> embeddedCharacter();

}  // namespace app

#endif  // CMAKE_EMBED_EMBEDDED_CHARACTER_H
