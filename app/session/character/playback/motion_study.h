// Motion around the current moment: paths of chosen joints, and ghosts of past and future poses.
#pragma once

#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/playback/player.h"
#include "app/view/draw_list.h"
#include "app/view/model_matrices.h"
#include "app/view/view_options.h"
#include "crossfade/skeleton/pose.h"

namespace app {

inline constexpr double kStudiedSeconds = 1;  // before and after now

/// The past was recorded; the future is predicted (Player::poseAhead). In animation seconds, so that slow motion shows
/// the same paths.
class MotionStudy {
 public:
  explicit MotionStudy(const Model& model);

  /// Forgets what was recorded.
  void restart() { count_ = 0; }
  /// Records the shown pose, `seconds` (at least 0) after the last one. Does not allocate.
  void record(const Player& player, double seconds);
  /// Updates the paths of `joints` and the ghosts. Does not allocate while their counts stay the same.
  void update(const Model& model, Player& player, std::span<const int> joints, const ViewOptions& view);
  /// Removes paths and ghosts.
  void clear();

  std::span<const Trail> trails() const { return trails_; }
  std::span<const Ghost> ghosts() const { return ghosts_; }

 private:
  static constexpr int kPoses = 64;  // a little more than a second at 60 Hz
  struct Moment {
    crossfade::Pose pose;
    crossfade::RootDelta placement;
    double time = 0;
  };
  struct GhostSlot {
    crossfade::Pose pose;
    ModelMatrices matrices;
  };

  const Moment& before(int back) const { return nth(moments_, (newest_ - back + kPoses) % kPoses); }
  void addGhost(const Model& model, const crossfade::RootDelta& placement, double seconds);
  void addPoint(const Model& model, const crossfade::Pose& pose, const crossfade::RootDelta& placement,
                std::span<const int> joints, double seconds);
  const Moment& nearestPast(double seconds) const;

  std::vector<Moment> moments_;  // a ring
  int newest_ = 0;
  int count_ = 0;
  double time_ = 0;
  crossfade::Pose ahead_;
  glm::dvec3 now_{0.0};                          // where the model stands
  std::vector<std::vector<TrailPoint>> points_;  // per trail
  std::vector<Trail> trails_;
  std::vector<GhostSlot> ghostSlots_;
  std::vector<Ghost> ghosts_;
};

}  // namespace app
