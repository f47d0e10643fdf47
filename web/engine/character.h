// One character that plays a rig's clips, and what TypeScript reads of its last frame.
#ifndef CROSSFADE_WEB_CHARACTER_H
#define CROSSFADE_WEB_CHARACTER_H

#include <memory>
#include <vector>

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

class Character;

/// Root motion and locked feet: what happens over the ground after the clips. Only feet.cpp makes one, which is loaded
/// on demand.
class GroundMotion {
 public:
  virtual ~GroundMotion() = default;
  virtual std::unique_ptr<GroundMotion> copy() const = 0;
  /// The next pose must not be far from the last one: frames end at the ends of time cells.
  virtual bool cutsCells() const = 0;
  /// Frames are poses, not only their last.
  virtual bool needsPoses() const = 0;
  /// After the character's clips have advanced by `seconds`.
  virtual void follow(Character& character, double seconds) = 0;
  /// Before a frame, and after it.
  virtual void begin() = 0;
  virtual void end(Character& character) = 0;
};

class Character {
 public:
  explicit Character(Rig& rig);
  Character(const Character&) = delete;
  Character& operator=(const Character&) = delete;
  ~Character();

  /// Advances by `delta` seconds times timeScale: poses, travel, feet and the report.
  void update(double delta);

  struct Moment {
    PlayerSnapshot player;
    std::unique_ptr<GroundMotion> groundMotion;
  };
  void save(Moment& moment) const;
  void restore(const Moment& moment);

  Rig& rig;
  TransitionPlayer player;
  Pose pose;
  std::vector<CurveId> curves;  // by the index that TypeScript knows
  double timeScale = 1;
  std::unique_ptr<GroundMotion> groundMotion;  // with root motion or locked feet
  double travelStep[4] = {};                   // of the last frame: x, y, z, radians about y
  std::vector<ReportRow> report;

 private:
  void advanceInCell(double seconds, bool isLast);
  void addToReport();
  int clipIndexOf(ClipId clip) const;
};

}  // namespace crossfade::web

#endif  // CROSSFADE_WEB_CHARACTER_H
