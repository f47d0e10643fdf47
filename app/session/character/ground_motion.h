// How a character moves over the ground: as in its file, on a treadmill or in travel, with its feet locked or not.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/session/character/motion/clip_study.h"
#include "app/session/character/motion/foot_lock.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/playback/player.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/view/draw_list.h"
#include "crossfade/transition/sync_markers.h"

namespace app {

class GroundMotion {
 public:
  /// Model and settings must outlive it.
  GroundMotion(const Model& model, const std::vector<ClipSettings>& settings) : model_(model), settings_(settings) {}

  TravelMode travel() const { return travel_; }
  void setTravel(TravelMode mode) { travel_ = mode; }
  bool footLock() const { return footLock_; }
  void setFootLock(bool on) { footLock_ = on; }

  /// Takes over what `before` knows of all clips but `otherCount` from `firstOther` on, which are other ones now.
  void takeFacts(const GroundMotion& before, int firstOther, int otherCount);
  /// What is known of the clips; made when something first needs it.
  ClipStudy& study();
  /// nullptr: nothing has needed it yet.
  const ClipStudy* knownStudy() const { return study_.get(); }

  /// For the players: nullptr while the root is as in the file.
  const RootClips* roots() const { return roots_.get(); }
  /// Makes them as travel() and the clips' settings ask; all of them, or the one that changed. Returns those of before,
  /// which players still use.
  std::unique_ptr<RootClips> makeRoots(int changed);
  /// For the players; none without the lock, or without human legs. `floor`: its height.
  std::optional<FootLocking> footLocking(double floor);
  /// Where the feet of a clip come down; none unless the clip is a cycle.
  std::optional<crossfade::SyncMarkers> feetMarkersOf(int clip);

  /// Where the player has walked, relative to where it stands, up to the moment on screen.
  std::span<const TrailPoint> path() const { return path_; }
  void updatePath(const Player& player);
  void clearPath() { path_.clear(); }

 private:
  const Model& model_;
  const std::vector<ClipSettings>& settings_;
  TravelMode travel_ = TravelMode::InFile;
  bool footLock_ = false;
  std::unique_ptr<ClipStudy> study_;
  std::unique_ptr<RootClips> roots_;
  std::vector<TrailPoint> path_;
};

}  // namespace app
