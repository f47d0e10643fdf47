#include "app/session/character/playback/motion_study.h"

#include <algorithm>
#include <cmath>

#include "crossfade/math/rotation.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

// Seconds between stored poses: every one at 60 Hz. 64 poses are 62 of these and the newest, which moves.
constexpr double kMinInterval = kStudiedSeconds / 62;
constexpr double kPredictionStep = 1.0 / 30;  // seconds between predicted points
constexpr int kStepsAhead = 30;

/// World position of one joint, without computing the others.
glm::vec3 positionOf(const Model& model, const crossfade::Pose& pose, int joint) {
  const auto parents = model.skeleton.parents();
  glm::vec3 position(0.0f);
  for (int at = joint; at != crossfade::kNoJoint; at = nth(parents, at))
    position = glm::vec3(crossfade::toMatrix(nth(pose.locals, at)) * glm::vec4(position, 1));
  return position;
}

}  // namespace

MotionStudy::MotionStudy(const Model& model) {
  ahead_ = restPoseOf(model);
  moments_.assign(kPoses, {.pose = ahead_});
}

void MotionStudy::record(const Player& player, double seconds) {
  const crossfade::Pose& shown = player.shown();
  time_ += seconds;
  const bool newestStays = count_ < 2 || before(0).time - before(1).time >= kMinInterval;
  if (count_ == 0 || (newestStays && seconds > 0)) {
    newest_ = (newest_ + 1) % kPoses;
    count_ = std::min(count_ + 1, kPoses);
  }
  Moment& moment = nth(moments_, newest_);  // the newest is always now
  moment.time = time_;
  moment.placement = player.placement();
  std::copy(shown.locals.begin(), shown.locals.end(), moment.pose.locals.begin());
  std::copy(shown.morphWeights.begin(), shown.morphWeights.end(), moment.pose.morphWeights.begin());
}

void MotionStudy::update(const Model& model, Player& player, std::span<const int> joints, const ViewOptions& view) {
  points_.resize(joints.size());
  for (auto& points : points_) {
    points.clear();
    points.reserve(kPoses + kStepsAhead);
  }
  clear();
  now_ = player.placement().translation;
  if (!joints.empty()) {
    for (int back = count_ - 1; back >= 0; --back)
      if (const double ago = time_ - before(back).time; ago <= kStudiedSeconds)
        addPoint(model, before(back).pose, before(back).placement, joints, -ago);
    for (int step = 1; step <= kStepsAhead; ++step) {
      player.poseAhead(step * kPredictionStep, ahead_);
      addPoint(model, ahead_, player.placementAhead(step * kPredictionStep), joints, step * kPredictionStep);
    }
  }
  for (const auto& points : points_) trails_.push_back({points});

  const auto slotCount = static_cast<std::size_t>(2 * view.ghosts);
  while (ghostSlots_.size() < slotCount) ghostSlots_.push_back({.pose = ahead_, .matrices = ModelMatrices(model)});
  for (int i = view.ghosts; i >= 1; --i) {  // the farthest first, so that near ones cover them
    const double offset = static_cast<double>(i) * static_cast<double>(view.ghostSeconds);
    if (count_ > 0 && time_ - before(count_ - 1).time >= offset * 0.99) {
      const Moment& past = nearestPast(offset);
      ghostSlots_[ghosts_.size()].pose = past.pose;
      addGhost(model, past.placement, -offset);
    }
    player.poseAhead(offset, ghostSlots_[ghosts_.size()].pose);
    addGhost(model, player.placementAhead(offset), offset);
  }
}

void MotionStudy::clear() {
  trails_.clear();
  ghosts_.clear();
}

void MotionStudy::addGhost(const Model& model, const crossfade::RootDelta& placement, double seconds) {
  GhostSlot& slot = ghostSlots_[ghosts_.size()];
  slot.matrices.makeWorlds(model, slot.pose);
  slot.matrices.moveWorlds(placement.translation - now_, placement.turn);
  slot.matrices.makePalettes(model);
  ghosts_.push_back({.pose = slot.matrices.posed(slot.pose), .seconds = static_cast<float>(seconds)});
}

void MotionStudy::addPoint(const Model& model, const crossfade::Pose& pose, const crossfade::RootDelta& placement,
                           std::span<const int> joints, double seconds) {
  const glm::vec3 by(placement.translation - now_);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const glm::vec3 position(crossfade::aboutY(placement.turn) * glm::dvec3(positionOf(model, pose, joints[i])));
    points_[i].push_back({.position = position + by, .seconds = static_cast<float>(seconds)});
  }
}

const MotionStudy::Moment& MotionStudy::nearestPast(double seconds) const {
  const auto off = [&](int back) { return std::abs(time_ - before(back).time - seconds); };
  int best = 0;
  for (int back = 1; back < count_; ++back)
    if (off(back) < off(best)) best = back;
  return before(best);
}

}  // namespace app
