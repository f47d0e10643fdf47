// The crowd workspace: the two ways of posing, what can be set, and the commands that change it.
#pragma once

#include <variant>

#include "app/fields/field.h"

namespace app {

// ---- The two ways from blend lists to matrices, and the limit on characters.

enum class CrowdPath {
  Batched,  // CrowdSampler: clips at a fixed rate, characters side by side
  Exact,    // tracks in double, one character at a time, blended like transitions
};
template <>
inline constexpr std::array<std::string_view, 2> kWords<CrowdPath>{"batched", "exact"};

inline constexpr int kMaxCharacters = 10'000;

// ---- Settings and commands.

struct CrowdSettings {
  int characters = 1000;
  int drawLimit = 100;  // the largest number that is drawn
  CrowdPath path = CrowdPath::Batched;
  int threads = 1;
  bool travel = false;  // characters walk as their clips do, instead of standing where they are
  bool paused = false;
  friend bool operator==(const CrowdSettings&, const CrowdSettings&) = default;
};

/// Without `paused`, which is not kept.
constexpr auto fieldsOf(const CrowdSettings*) {
  return std::tuple{
      Field{"characters", "Number of characters", &CrowdSettings::characters, {1, kMaxCharacters}},
      Field{"drawLimit", "Draw limit", &CrowdSettings::drawLimit, {0, kMaxCharacters}},
      Field{"path", "Crowd path", &CrowdSettings::path},
      Field{"threads", "Number of threads", &CrowdSettings::threads, {1, 64}},
      Field{"travel", "Crowd travel", &CrowdSettings::travel},
  };
}

/// Some of the settings; not `paused`. One that changes `travel` starts the crowd anew.
struct SetCrowd : FieldChange<CrowdSettings> {
  using FieldChange::FieldChange;
};
struct SetCrowdPaused {
  bool paused = false;
};
/// Starts or stops measuring the cost of 1 to 10,000 characters, one crowd size after another.
struct SweepCrowd {
  bool run = true;
};
using CrowdCommand = std::variant<SetCrowd, SetCrowdPaused, SweepCrowd>;

}  // namespace app
