// What a fade from one clip to another costs, for every pair of moments, computed on a thread of its own.
#ifndef APP_SESSION_CHARACTER_FADE_MAP_H
#define APP_SESSION_CHARACTER_FADE_MAP_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/model/model.h"
#include "app/session/character/fade_map_maker.h"

namespace app {

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

#endif  // APP_SESSION_CHARACTER_FADE_MAP_H
