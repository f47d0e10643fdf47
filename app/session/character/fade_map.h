// What a fade from one clip to another costs, for every pair of moments, computed on a thread of its own.
#ifndef APP_SESSION_CHARACTER_FADE_MAP_H
#define APP_SESSION_CHARACTER_FADE_MAP_H

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/fade_map_commands.h"
#include "crossfade/match/cost_map.h"

namespace app {

/// All that a map depends on.
struct FadeMapKey {
  int from = -1, to = -1;
  double seconds = 0;  // of the fade
  MapCost cost = MapCost::Distance;
  friend bool operator==(const FadeMapKey&, const FadeMapKey&) = default;

  bool isOfSameClips(const FadeMapKey& other) const {
    return from == other.from && to == other.to && cost == other.cost;
  }
};

struct FadeMapResult {
  FadeMapKey key;
  crossfade::CostMap map;  // rows: moments of From; no rows if the clips cannot be compared
  std::vector<crossfade::CostMapCell> cheapest;
  float least = 0;  // of all costs
  float high = 0;   // 95 % of the costs are at most this
};

/// Frames of the window that a fade of this length shows of both clips, `step` seconds apart.
int windowOfFade(double seconds, double step);
/// Half-life (seconds) of a spring whose offset has decayed to below 1 % at the end of the fade.
double halfLifeOfFade(double seconds);

class FadeMap {
 public:
  /// Computes nothing yet. The model must outlive it.
  explicit FadeMap(const Model& model);
  /// Waits for the rows that are being computed.
  ~FadeMap();
  FadeMap(const FadeMap&) = delete;
  FadeMap& operator=(const FadeMap&) = delete;

  void show(std::optional<MapCost> cost) { cost_ = cost; }
  std::optional<MapCost> cost() const { return cost_; }

  /// Once a frame: asks the thread for the map of this fade unless it is known, and takes what it has finished. Never
  /// waits, and allocates only when it begins. -1: no clip.
  void update(int from, int to, double seconds);

  /// Of the fade as it is set; until that is known, of the same clips with another length; nullptr: neither. Clips of
  /// more than ten minutes together have none. Valid until the next update.
  const FadeMapResult* shown() const { return shown_; }
  /// Whether shown() is about to change.
  bool isComputing() const { return wanted_.has_value(); }
  /// How much of it is done, 0 to 1.
  double progress() const;

 private:
  struct Thread;
  const FadeMapResult* find(const FadeMapKey& key) const;
  void exchange();

  const Model& model_;
  std::optional<MapCost> cost_;
  std::optional<FadeMapKey> wanted_;                    // and not known yet
  std::array<std::unique_ptr<FadeMapResult>, 6> kept_;  // the last few, so that a change back shows at once
  std::size_t next_ = 0;                                // of `kept_`, to be replaced
  const FadeMapResult* shown_ = nullptr;
  std::unique_ptr<Thread> thread_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_MAP_H
