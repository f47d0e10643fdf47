// The words for kinds, syncs and clocks.
#ifndef APP_FORMAT_COMMAND_WORDS_H
#define APP_FORMAT_COMMAND_WORDS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "crossfade/transition/transition_kind.h"

namespace app {

/// Names in scripts, on the command line and in panels, in the order of the enumerations.
inline constexpr std::array<std::string_view, 6> kTransitionNames{"classic", "linear",   "curve",
                                                                  "frozen",  "inertial", "dead"};
inline constexpr std::array<std::string_view, 3> kSyncNames{"none", "phase", "markers"};
inline constexpr std::array<std::string_view, 2> kMaskedLayersNames{"keep", "end"};
inline constexpr std::array<std::string_view, 3> kClockNames{"frames", "time", "steps"};

/// The word of a value in such a list.
template <std::size_t Count, class Enum>
constexpr std::string_view wordOf(const std::array<std::string_view, Count>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

inline std::optional<crossfade::TransitionKind> transitionKindNamed(std::string_view name) {
  const auto found = std::find(kTransitionNames.begin(), kTransitionNames.end(), name);
  if (found == kTransitionNames.end()) return std::nullopt;
  return static_cast<crossfade::TransitionKind>(found - kTransitionNames.begin());
}

}  // namespace app

#endif  // APP_FORMAT_COMMAND_WORDS_H
