// Copies memory 16 bytes at a time, or 8 without SIMD: emscripten's own functions are small rather than fast, and a
// pose is copied each frame.
#include <cstddef>
#include <cstdint>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace {

#ifdef __wasm_simd128__
using Block = v128_t;
inline Block load(const std::byte* from) { return wasm_v128_load(from); }
inline void store(std::byte* to, Block block) { wasm_v128_store(to, block); }
#else
using Block = std::uint64_t;
struct __attribute__((packed, may_alias)) Unaligned {
  Block block;
};
inline Block load(const std::byte* from) { return reinterpret_cast<const Unaligned*>(from)->block; }
inline void store(std::byte* to, Block block) { reinterpret_cast<Unaligned*>(to)->block = block; }
#endif

/// Also right where `to` is before `from` and both overlap.
inline void copyForward(std::byte* to, const std::byte* from, std::size_t size) {
  for (; size >= sizeof(Block); size -= sizeof(Block), to += sizeof(Block), from += sizeof(Block))
    store(to, load(from));
  for (; size > 0; --size) *to++ = *from++;
}

inline void copyBackward(std::byte* to, const std::byte* from, std::size_t size) {
  for (; size >= sizeof(Block); size -= sizeof(Block))
    store(to + size - sizeof(Block), load(from + size - sizeof(Block)));
  for (; size > 0; --size) to[size - 1] = from[size - 1];
}

}  // namespace

extern "C" void* memcpy(void* __restrict to, const void* __restrict from, std::size_t size) {
  copyForward(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size);
  return to;
}

extern "C" void* memmove(void* to, const void* from, std::size_t size) {
  auto* const out = static_cast<std::byte*>(to);
  const auto* const in = static_cast<const std::byte*>(from);
  const bool overlapsBehind = reinterpret_cast<std::uintptr_t>(out) - reinterpret_cast<std::uintptr_t>(in) < size;
  overlapsBehind ? copyBackward(out, in, size) : copyForward(out, in, size);
  return to;
}
