// A figure that leaves the picture: the camera moves back until all of it is seen, or a message says which keys help.
#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/ui/panels.h"
#include "app/view/bones.h"

namespace app {

void tellWhenOutOfView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out) {
  constexpr double kPatience = 0.4;  // seconds
  const CharacterScene& character = session.character();
  const bool mayWalk = session.scene() == SceneKind::Character && character.ground().travel() == TravelMode::InFile &&
                       !session.paused() && !character.isComparing() && !scene.empty();
  const int joints = session.model().skeleton.jointCount();
  if (!mayWalk || joints == 0 || state.toldOf == &character) {
    state.seconds = 0;
    return;
  }
  glm::vec3 middle(0.0f);
  for (int joint = 0; joint < joints; ++joint) middle += session.posed().positionOf(joint);
  const Camera& camera = session.shownCamera();
  const auto at = positionInPicture(projectionMatrix(camera, scene.width / scene.height) * viewMatrix(camera),
                                    middle / static_cast<float>(joints));
  const bool isSeen = at && at->x >= 0 && at->x <= 1 && at->y >= 0 && at->y <= 1;
  if (isSeen) state.seenOf = &character;
  const bool hasLeft = !isSeen && state.seenOf == &character;  // joints may be far from what is drawn, such as cameras
  state.seconds = !hasLeft || ImGui::IsAnyMouseDown() ? 0 : state.seconds + delta;
  if (state.seconds < kPatience) return;
  state.toldOf = &character;
  out.push_back(ShowMessage{.text = session.view().keepInView
                                        ? "The character has left the picture. F frames it."
                                        : "The character has left the picture. V follows it, F frames it."});
}

// ---- A camera that nobody has moved frames what the figure does.

namespace {

constexpr double kEase = 0.15;      // seconds until the camera has gone most of its way
constexpr float kArrived = 0.002f;  // of its distance
constexpr float kNotable = 1.08f;   // times as far away as before: worth a message

bool isPlacedLike(const Camera& a, const Camera& b) { return a.target == b.target && a.distance == b.distance; }

/// Also if the picture had another aspect then.
bool frames(const Camera& camera, const Bounds& bounds, float aspect) {
  const Camera framing = frame(camera, bounds, aspect);
  return camera.target == framing.target && std::abs(camera.distance / framing.distance - 1) < 0.03f;
}

/// What is framed, grown by how much farther the joints reach now than in the poses that it was measured in.
Bounds grown(const CharacterBounds& bounds, const Bounds& reach) {
  Bounds all = bounds.framed;
  all.min -= glm::max(bounds.reach.min - reach.min, glm::vec3(0));
  all.max += glm::max(reach.max - bounds.reach.max, glm::vec3(0));
  return all;
}

/// Whether the camera sees each joint and what hangs on it, as far as the mesh went beyond the joints when it was
/// measured.
bool seesAll(const Camera& camera, const CharacterBounds& bounds, const PosedModel& pose, float aspect) {
  constexpr float kOver = 0.015f;  // of the picture, beyond its edge
  const glm::vec3 below = glm::max(bounds.reach.min - bounds.framed.min, glm::vec3(0)),
                  above = glm::max(bounds.framed.max - bounds.reach.max, glm::vec3(0));
  const float beside = std::max({below.x, below.z, above.x, above.z});
  const glm::mat4 view = viewMatrix(camera), toPicture = projectionMatrix(camera, aspect) * view;
  const glm::vec3 right = beside * glm::vec3(view[0][0], view[1][0], view[2][0]);
  for (const int joint : bounds.figure) {
    const glm::vec3 position = pose.positionOf(joint);
    for (const glm::vec3& point : {position + glm::vec3(0, above.y, 0), position - glm::vec3(0, below.y, 0),
                                   position + right, position - right}) {
      const auto at = positionInPicture(toPicture, point);
      if (!at || std::min({at->x, at->y, 1 - at->x, 1 - at->y}) < -kOver) return false;
    }
  }
  return true;
}

Camera between(const Camera& a, const Camera& b, float share) {
  Camera camera = a;
  camera.target += (b.target - a.target) * share;
  camera.distance += (b.distance - a.distance) * share;
  camera.sceneRadius = b.sceneRadius;
  return camera;
}

/// On the way from `camera` to `all`, the first that sees all of the pose.
template <class Sees>
Camera asFarAsNeeded(const Camera& camera, const Camera& all, Sees sees) {
  constexpr int kSteps = 6;
  float low = 0, high = 1;
  for (int i = 0; i < kSteps; ++i) {
    const float middle = (low + high) / 2;
    (sees(between(camera, all, middle)) ? high : low) = middle;
  }
  return between(camera, all, high);
}

/// From `camera` toward `goal`, after `delta` seconds.
Camera approached(const Camera& camera, const Camera& goal, double delta) {
  Camera next = between(camera, goal, static_cast<float>(1 - std::exp(-delta / kEase)));
  const float left = glm::length(goal.target - next.target) + std::abs(goal.distance - next.distance);
  if (left > kArrived * goal.distance) return next;
  next.target = goal.target;
  next.distance = goal.distance;
  return next;
}

}  // namespace

void keepWholeInView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out) {
  const CharacterScene& character = session.character();
  const CharacterBounds& bounds = character.bounds();
  const bool mayLeave = session.scene() == SceneKind::Character && session.view().keepInView &&
                        session.view().model.camera < 0 && !session.paused() && !character.isComparing() &&
                        !scene.empty() && !bounds.framed.empty && !bounds.reach.empty;
  if (!mayLeave) return;
  const Camera& camera = session.camera();
  const float aspect = scene.width / scene.height;
  const bool isNew = std::exchange(state.keptOf, &character) != &character;
  if (isNew || !isPlacedLike(camera, state.placed)) {
    state.moves = false;
    if (!frames(camera, bounds.framed, aspect)) return state.placed = {}, void();
    state.kept = bounds.framed;
    state.placed = camera;
  }
  const glm::vec3 followed = session.shownCamera().target - camera.target;
  const auto sees = [&](Camera from) {
    from.target += followed;
    return seesAll(from, bounds, session.posed(), aspect);
  };
  if (const Camera& from = state.moves ? state.goal : camera; !sees(from)) {
    Bounds reach = reachOf(bounds, session.posed());
    reach.min -= followed;
    reach.max -= followed;
    state.kept.add(grown(bounds, reach));
    Camera all = frame(camera, state.kept, aspect);
    all.distance = std::max(all.distance, from.distance);
    state.goal = asFarAsNeeded(from, all, sees);
    state.moves = !isPlacedLike(camera, state.goal);
    if (state.goal.distance > kNotable * camera.distance && !std::exchange(state.saidThatItMoves, true))
      out.push_back(ShowMessage{"The camera moved back to show all of the motion. V turns that off."});
  }
  if (!state.moves || ImGui::IsAnyMouseDown()) return;
  state.placed = approached(camera, state.goal, delta);
  state.moves = !isPlacedLike(state.placed, state.goal);
  out.push_back(SetCamera{.camera = state.placed, .byItself = true});
}

}  // namespace app
