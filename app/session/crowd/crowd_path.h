// The two ways from blend lists to matrices, and the limit on characters.
#ifndef APP_SESSION_CROWD_CROWD_PATH_H
#define APP_SESSION_CROWD_CROWD_PATH_H

#include "app/fields/field.h"

namespace app {

enum class CrowdPath {
  Batched,  // CrowdSampler: clips at a fixed rate, characters side by side
  Exact,    // tracks in double, one character at a time, blended like transitions
};
template <>
inline constexpr std::array<std::string_view, 2> kWords<CrowdPath>{"batched", "exact"};

inline constexpr int kMaxCharacters = 10'000;

}  // namespace app

#endif  // APP_SESSION_CROWD_CROWD_PATH_H
