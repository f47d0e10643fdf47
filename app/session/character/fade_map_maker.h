// Computes what a fade from one clip to another costs, for every pair of moments, a part at a time.
#ifndef APP_SESSION_CHARACTER_FADE_MAP_MAKER_H
#define APP_SESSION_CHARACTER_FADE_MAP_MAKER_H

#include <cstdint>
#include <optional>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/fade_map_commands.h"
#include "app/session/character/fade_meter.h"
#include "app/session/character/fade_setup.h"
#include "app/session/character/seam_grid.h"
#include "crossfade/match/cost_map.h"

namespace app {

/// All that a map depends on.
struct FadeMapKey {
  int from = -1, to = -1;
  double seconds = 0;  // of the fade
  MapCost cost = MapCost::Distance;
  std::uint64_t fade = 0;  // FadeSetup::keyOf, where fades are measured
  friend bool operator==(const FadeMapKey&, const FadeMapKey&) = default;

  bool isOfSameClips(const FadeMapKey& other) const {
    return from == other.from && to == other.to && cost == other.cost;
  }
};

struct FadeMapRequest {
  FadeMapKey key;
  FadeAsSet fade;
  std::optional<crossfade::JointMask> mask;
};

struct FadeMapResult {
  FadeMapKey key;
  crossfade::CostMap map;  // rows: moments of From; no rows if the clips cannot be compared
  std::vector<crossfade::CostMapCell> cheapest;
  float least = 0;                   // of all costs
  float high = 0;                    // 95 % of the costs are at most this
  std::vector<SeamFigures> figures;  // as map.costs, where fades are measured
  bool isComplete = true;            // and will not get finer
  int revision = 0;                  // another one for each result of the same key
};

/// Frames of the window that a fade of this length shows of both clips, `step` seconds apart.
int windowOfFade(double seconds, double step);
/// Half-life (seconds) of a spring whose offset has decayed to below 1 % at the end of the fade.
double halfLifeOfFade(double seconds);

/// For one thread. The model and its measuredBodyOf() must outlive it and not change.
class FadeMapMaker {
 public:
  FadeMapMaker(const Model& model, const crossfade::MeasuredBody& body) : model_(model), body_(body) {}

  /// Starts this map and forgets the one before.
  void begin(const FadeMapRequest& request);
  /// Whether this map was begun and is not complete.
  bool isMaking(const FadeMapKey& key) const { return request_ && request_->key == key && !isComplete_; }
  /// Computes some milliseconds more. True: there is more to show than before.
  bool step();
  /// The map as far as it is known; only after a step that said so.
  FadeMapResult result();
  /// How much of it is done, 0 to 1.
  double progress() const;

 private:
  /// The two clips of the map, whose points and meter serve all maps between them.
  struct Clips {
    int from = -1, to = -1;
    std::optional<crossfade::ClipPoints> points[2];
    bool wraps[2] = {};
  };
  struct PointMap {
    crossfade::CostMap map;
    int done = 0;  // rows
  };

  bool uses(MapCost cost) const { return request_->key.cost == cost || request_->key.cost == MapCost::Sum; }
  bool measures() const { return uses(MapCost::Seam); }
  void compareClips();
  bool fill(MapCost cost, PointMap& points);
  bool measure();
  crossfade::CostMap costsOfGrid() const;

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  std::optional<FadeMapRequest> request_;
  std::vector<int> joints_;
  std::vector<double> weights_;
  Clips clips_;
  std::optional<FadeMeter> meter_;  // of clips_, once needed
  std::optional<PointMap> distances_, inertials_;
  std::optional<SeamGrid> grid_;
  int sinceShown_ = 0;  // cells of the grid
  int revision_ = 0;
  bool isComplete_ = false;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_MAP_MAKER_H
