// The two ways from blend lists to matrices, and how many characters there may be.
#pragma once

namespace app {

enum class CrowdPath {
  Batched,  // CrowdSampler: clips at a fixed rate, characters side by side
  Exact,    // tracks in double, one character after the other, mixed as transitions are
};

inline constexpr int kMaxCharacters = 10'000;

}  // namespace app
