// The last 30 seconds of the character: shown again at any moment, played again, or changed in the past.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/timeline/take.h"
#include "crossfade/quality/body_meter.h"

namespace app {

// ---- How abruptly the pose on screen changes its motion, frame by frame, compared with what its clips do on their
// own.

/// Each clip is measured once, on a thread, when it first plays.
class PoseJumps {
 public:
  /// The model and its measuredBodyOf() must outlive it. Joints that move nothing visible do not count.
  PoseJumps(const Model& model, const crossfade::MeasuredBody& body);
  ~PoseJumps();
  PoseJumps(const PoseJumps&) = delete;
  PoseJumps& operator=(const PoseJumps&) = delete;

  /// The next pose continues no other.
  void restart() { poses_ = 0; }
  /// Takes the pose on screen, `player.passed()` seconds after the last one. Returns the largest change of velocity of
  /// any joint, as a multiple of the largest one that the playing clips and layers have on their own at about this
  /// frame rate, or of kUsualRotationJump and kUsualTranslationJump (crossfade/quality/seam.h) where these move less:
  /// about 1 or less for a clip alone, more where a fade or a loop pops. kUnknownJump until there are three poses and
  /// the clips are measured. Never waits, and allocates nothing.
  float add(const Player& player);

 private:
  struct Step {
    glm::vec3 rotation{0.0f}, translation{0.0f};  // per second
  };
  struct Playing {
    int clip = 0;
    double timeScale = 1;  // 1 or above
  };
  struct Thread;

  bool followClips(const Player& player);
  void ask(int clip);
  void takeResults();
  float compare(const Player& player, double seconds);

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  struct Own {
    float rotation = 0, translation = 0;  // the largest change of velocity, per second
  };
  std::vector<std::vector<Own>> own_;  // by clip, of each joint at each rate; empty: not measured yet
  std::vector<bool> asked_;
  std::vector<float> usualTranslations_;  // by joint, per second within a frame of the meter
  std::vector<crossfade::Transform> last_;
  std::vector<Step> steps_;
  std::vector<Playing> playing_;  // scratch memory
  int poses_ = 0;                 // since the last restart
  std::unique_ptr<Thread> thread_;
};

class MotionStudy;
class PoseJumps;

/// A fade in the log. Times are mixer times in seconds.
struct LoggedFade {
  std::int64_t id = 0;  // of its LoggedCommand
  int from = -1;        // clips, or the numbers of blend spaces; -1: none
  int to = -1;
  double begin = 0;
  double seconds = 0;
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  crossfade::Sync sync = crossfade::Sync::None;
};

/// Owns the log, and moves the player through it. Live, each frame and command is added at the end. In the past, the
/// player shows the log: settings changed there act from there on, and a new action replaces what followed.
class Timeline {
 public:
  using Execute = std::function<void(const TakeCommand&)>;
  /// All must outlive the timeline. `body` is measuredBodyOf() the model. `execute` applies a logged command to the
  /// character.
  Timeline(const Model& model, const crossfade::MeasuredBody& body, Player& player, CrossFade& fade, MotionStudy& study,
           Execute execute);
  ~Timeline();
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// The character was changed in a way that the log does not know: it starts over.
  void restart();
  /// One frame. Live it is logged; in the past it plays the log and, at its end, goes live. Live it does not allocate.
  void advance(double delta, double speed, FrameProfiler& profiler);
  /// Steps by hand with the next advance. Back within the log; before its beginning clips run backward, and the log
  /// starts over.
  void step(double seconds) { pendingStep_ += seconds; }
  double pendingStep() const { return pendingStep_; }
  /// Call it after a command was applied.
  void record(const TakeCommand& command);
  /// Shows the moment at mixer time `time`, limited to [begin, end]; the end is live.
  void seek(double time);
  /// See RestoreState; the error is readState's.
  crossfade::Result<void> restoreState(const SavedState& state);
  /// Of the log's first moment.
  SavedState firstState() const { return savedStateOf(take_.firstMoment().player, fade_, player_); }
  /// Shows the current moment again, after a change that is not logged but affects every moment: layers and masks.
  void showAgain();
  /// Lets a fade begin at another time, take `seconds`, or be of another kind; the rest of the log follows.
  crossfade::Result<void> edit(std::int64_t fade, std::optional<double> begin, std::optional<double> seconds,
                               std::optional<crossfade::TransitionKind> kind);

  bool isLive() const { return live_; }
  double begin() const { return take_.begin(); }
  double end() const { return take_.end(); }
  double now() const { return live_ ? player_.mixerTime() : shownTime_; }
  std::span<const LoggedFade> fades() const { return fades_; }
  const Take& take() const { return take_; }
  /// Memory of the log, in bytes.
  std::size_t bytes() const { return take_.bytes() + player_.history().bytes(); }

 private:
  void advanceLive(const FrameInput& input, FrameProfiler& profiler);
  void advancePast(double seconds, double speed, FrameProfiler& profiler);
  float play(const FrameInput& input, FrameProfiler& profiler);
  void replay(std::int64_t number, FrameProfiler& profiler);
  void execute(std::int64_t frame);
  void show(double time, FrameProfiler& profiler);
  void changePast(const TakeCommand& command);
  void keepLaterSettings(std::int64_t frame, const FadeSettings& before, const FadeSettings& after);
  void followChange(double time);
  void noteFade(const LoggedCommand& command);
  void save(CharacterMoment& moment) const;
  void restore(const CharacterMoment& moment);

  Player& player_;
  CrossFade& fade_;
  MotionStudy& study_;
  std::unique_ptr<PoseJumps> jumps_;
  Execute execute_;
  Take take_;
  std::vector<LoggedFade> fades_;
  double pendingStep_ = 0;
  bool live_ = true;
  bool layersChanged_ = false;  // since the log began
  bool isRestored_ = false;     // from a saved state, since the last frame
  // In the past:
  double shownTime_ = 0;
  FadeSettings shownFade_;
  std::int64_t shownFrame_ = 0;  // contains shownTime_
  bool hasBoundary_ = false;
  CharacterMoment boundary_;  // just before shownFrame_ and its commands
};

}  // namespace app
