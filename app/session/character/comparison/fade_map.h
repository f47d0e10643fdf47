// What a fade from one clip to another costs, for every pair of moments.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/session/character/comparison/fade_measurer.h"
#include "app/session/character/comparison/seam_map.h"
#include "app/view/draw_list.h"
#include "app/view/model_matrices.h"
#include "crossfade/match/cost_map.h"
#include "crossfade/pose/clip_pose.h"

namespace app {

/// What a transition costs. Distance: how far apart the two clips are while it lasts. Inertial: how far and for how
/// long inertialization keeps the body away from the second clip (both crossfade/match/cost_map.h). Seam: seamCost of
/// the fade as it is set, played and measured. Sum: the mean of the three, each relative to its own range.
enum class MapCost { Distance, Inertial, Seam, Sum };

/// Seconds in both clips.
struct FadeMoment {
  double from = 0, to = 0;
  friend bool operator==(const FadeMoment&, const FadeMoment&) = default;
};

// The poses of two clips at the moments that a fade would join, as ghosts.

class FadeGhosts {
 public:
  /// The model must outlive it.
  explicit FadeGhosts(const Model& model) : model_(model) {}

  /// Both clips at that moment, the second moved and turned over the ground to where it fits the first best, with their
  /// middle at `position`. Allocates only for other clips than before.
  void show(int from, int to, const FadeMoment& moment, const glm::vec3& position);
  void hide() { moment_.reset(); }

  const std::optional<FadeMoment>& moment() const { return moment_; }
  int from() const { return figures_[0].clip; }
  int to() const { return figures_[1].clip; }
  /// From and To; none while they are hidden. Without colors.
  std::span<const Ghost> ghosts() const { return std::span(ghosts_).first(moment_ ? ghosts_.size() : 0); }

 private:
  struct Figure {
    int clip = -1;
    std::optional<crossfade::ClipPose> sampler;
    crossfade::Pose pose;
    std::optional<ModelMatrices> matrices;
  };
  void use(Figure& figure, int clip) const;

  const Model& model_;
  std::vector<int> joints_;
  std::vector<double> weights_;
  std::array<Figure, 2> figures_;
  std::array<Ghost, 2> ghosts_;
  std::optional<FadeMoment> moment_;
};

// ---- Computes what a fade from one clip to another costs, for every pair of moments, a part at a time.

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

// ---- What a fade from one clip to another costs, for every pair of moments, computed on a thread of its own.

/// What is set now. `revision` changes with cells and masks.
struct FadeInputs {
  const TransitionCells& cells;
  std::uint64_t revision;
  const FadeSettings& panel;
  const crossfade::AnimationCurve& curve;
  const std::vector<NamedMask>& masks;
};

class FadeMap {
 public:
  /// Computes nothing yet. The model and its measuredBodyOf() must outlive it.
  FadeMap(const Model& model, const crossfade::MeasuredBody& body);
  /// Waits for the part that is being computed.
  ~FadeMap();
  FadeMap(const FadeMap&) = delete;
  FadeMap& operator=(const FadeMap&) = delete;

  void show(std::optional<MapCost> cost) { cost_ = cost; }
  std::optional<MapCost> cost() const { return cost_; }

  /// Once a frame: asks the thread for the map of this fade unless it is known, and takes what it has found. Never
  /// waits, and allocates only for another fade than before. -1: no clip.
  void update(int from, int to, const FadeInputs& inputs);

  /// Of the fade as it is set, maybe still coarse; until that is known, of the same clips with other settings; nullptr:
  /// neither. Clips of more than ten minutes together have none. Valid until the next update.
  const FadeMapResult* shown() const { return shown_; }
  /// Whether shown() is about to change.
  bool isComputing() const { return wanted_.has_value(); }
  /// How much of it is done, 0 to 1.
  double progress() const;

 private:
  struct Thread;
  /// What the request was made from.
  struct Asked {
    int from = -1, to = -1;
    std::optional<MapCost> cost;
    std::uint64_t setups = 0;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  void follow(const FadeInputs& inputs);
  std::optional<FadeMapRequest> requestFor(int from, int to) const;
  const FadeMapResult* find(const FadeMapKey& key) const;
  void exchange();

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  std::optional<MapCost> cost_;
  std::unique_ptr<FadeSetup> setup_;
  std::uint64_t revision_ = 0, setups_ = 0;  // of the inputs in setup_; how many there were
  Asked asked_;
  std::optional<FadeMapRequest> request_;               // none: nothing to show
  std::optional<FadeMapKey> wanted_;                    // of the request, and not known in full yet
  std::array<std::unique_ptr<FadeMapResult>, 6> kept_;  // the last few, so that a change back shows at once
  std::size_t next_ = 0;                                // of `kept_`, to be replaced
  const FadeMapResult* shown_ = nullptr;
  std::unique_ptr<Thread> thread_;
};

}  // namespace app
