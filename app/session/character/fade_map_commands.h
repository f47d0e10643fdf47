// Commands for the map of a fade: which costs it shows, and which moments of both clips are looked at.
#ifndef APP_SESSION_CHARACTER_FADE_MAP_COMMANDS_H
#define APP_SESSION_CHARACTER_FADE_MAP_COMMANDS_H

#include <optional>
#include <variant>

namespace app {

/// What a transition costs. Distance: how far apart the two clips are while it lasts. Inertial: how far and for how
/// long inertialization keeps the body away from the second clip (both crossfade/match/cost_map.h). Seam: seamCost of
/// the fade as it is set, played and measured. Sum: the mean of the three, each relative to its own range.
enum class MapCost { Distance, Inertial, Seam, Sum };

/// Computes the map of From and To in the background, and again whenever they change; none: ends that.
struct ShowFadeMap {
  std::optional<MapCost> cost;
};

/// Seconds in both clips.
struct FadeMoment {
  double from = 0, to = 0;
  friend bool operator==(const FadeMoment&, const FadeMoment&) = default;
};

/// Shows the poses of From and To at these times as ghosts beside the character; none: no ghosts.
struct PointAtFade {
  std::optional<FadeMoment> moment;
};

using FadeMapCommand = std::variant<ShowFadeMap, PointAtFade>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_MAP_COMMANDS_H
