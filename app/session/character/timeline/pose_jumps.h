// How abruptly the pose on screen changes its motion, frame by frame, compared with what its clips do on their own.
#pragma once

#include <memory>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/timeline/take.h"
#include "crossfade/quality/body_meter.h"

namespace app {

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

}  // namespace app
