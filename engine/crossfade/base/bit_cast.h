// std::bit_cast, which libc++ before version 14 does not have.
#ifndef CROSSFADE_BASE_BIT_CAST_H
#define CROSSFADE_BASE_BIT_CAST_H

namespace crossfade {

/// `To` and `From` are trivially copyable and have the same size.
template <class To, class From>
constexpr To bitCast(const From& from) {
  return __builtin_bit_cast(To, from);
}

}  // namespace crossfade

#endif  // CROSSFADE_BASE_BIT_CAST_H
