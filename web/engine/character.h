// One character that plays a rig's clips, and what TypeScript reads of its last frame.
#ifndef CROSSFADE_WEB_CHARACTER_H
#define CROSSFADE_WEB_CHARACTER_H

#include <optional>
#include <vector>

#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition_player.h"
#include "rig.h"

namespace crossfade::web {

/// What happened in a frame, as eight numbers that src/crossfade.ts reads in place.
struct ReportRow {
  enum Kind { Loop, Finished, Moment, Begin, End };
  double kind = 0;
  double action = 0;     // its address; 0: destroyed since
  double clip = 0;       // index
  double number = 0;     // of loops, or the index of the event
  double direction = 0;  // 1 forward, -1 backward
  double time = 0;       // mixer seconds
  double weight = 0;     // of the action then
  double isCut = 0;      // an End that was not reached
};

/// Where root motion has brought the character.
struct Travel {
  RootDelta at, cellBegin;
  RootCell cell;
};

/// Feet that stay where they touched the ground. The state at the begin of a time cell, and what is shown after it.
struct LockedFeet {
  FootLock lock, shown;
  ClipGround ground;
  GroundState now;
  bool on = true;
  double seconds = 0;  // since the cell began
  glm::dvec3 groundMoved{0.0};
};

class Character {
 public:
  explicit Character(Rig& rig);
  Character(const Character&) = delete;
  Character& operator=(const Character&) = delete;
  ~Character();

  /// Advances by `delta` seconds times timeScale: poses, travel, feet and the report.
  void update(double delta);
  void lockFeet(bool on);

  struct Moment {
    PlayerSnapshot player;
    Travel travel;
    std::optional<LockedFeet> feet;
  };
  void save(Moment& moment) const;
  void restore(const Moment& moment);

  Rig& rig;
  TransitionPlayer player;
  Pose pose;
  std::vector<CurveId> curves;  // by the index that TypeScript knows
  double timeScale = 1;
  bool travels = false;
  Travel travel;
  double travelStep[4] = {};  // of the last frame: x, y, z, radians about y
  std::vector<ReportRow> report;

 private:
  void advanceInCell(double seconds, bool isLast);
  void step(double seconds);
  void holdFeet(double seconds);
  void addToReport();
  int clipIndexOf(ClipId clip) const;
  bool cutsCells() const { return travels || (feet_ && (feet_->on || !feet_->lock.isSettled())); }

  std::optional<LockedFeet> feet_;
  glm::dvec3 velocity_{0.0};  // of travel
};

}  // namespace crossfade::web

#endif  // CROSSFADE_WEB_CHARACTER_H
