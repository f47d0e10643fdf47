// Finds the keys around a time. Fast when time moves in small steps: the caller remembers the interval, and the
// search starts there.
#ifndef CROSSFADE_CLIP_KEY_CURSOR_H
#define CROSSFADE_CLIP_KEY_CURSOR_H

#include <optional>
#include <span>
#include <string>

#include "crossfade/base/export.h"
#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// What one reader of a track remembers between evaluations. It never changes a result, except that smooth curves keep
/// the endings that were set when their interval was entered, as in three.js.
struct KeyCursor {
  int interval = 0;
  Endings endings;
};

/// Number of keys at or before `time`: 0 before the first key, times.size() at or after the last. `hint`, any earlier
/// result or 0, only affects speed: O(1) within two keys either way and across a loop's wrap, else O(log n). `times`
/// must be sorted. NaN counts as after the last key.
CROSSFADE_API int findInterval(std::span<const float> times, double time, int hint);
CROSSFADE_API int findInterval(std::span<const double> times, double time, int hint);

/// Says why these times cannot be searched: there are none, one is not finite or out of order. nullopt if they can.
CROSSFADE_API std::optional<std::string> findError(std::span<const float> times);
CROSSFADE_API std::optional<std::string> findError(std::span<const double> times);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_KEY_CURSOR_H
