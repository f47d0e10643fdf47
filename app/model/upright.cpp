#include "app/model/upright.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "app/model/add_clips.h"
#include "app/model/face_motion.h"
#include "crossfade/base/number_text.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/retarget/standing_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {

std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body) {
  const auto rest = model.skeleton.restLocals();
  std::vector<crossfade::Transform> best(rest.begin(), rest.end());
  if (crossfade::stands(model.skeleton, body, best)) return best;
  double most = crossfade::uprightness(model.skeleton, body, best);
  for (std::size_t i = 0; i < ownClipCount(model); ++i) {
    if (most >= crossfade::kStandsUpright || !body.isKnown()) break;
    std::vector<crossfade::Transform> found = crossfade::findStandingPose(model.skeleton, body, model.clips[i]);
    const double upright = crossfade::uprightness(model.skeleton, body, found);
    if (upright <= most) continue;
    most = upright;
    best = std::move(found);
  }
  return best;
}

crossfade::Humanoid humanoidOf(const Model& model) {
  return model.body ? *model.body : crossfade::findHumanoid(model.skeleton);
}

crossfade::Feet standingFeetOf(const Model& model) {
  const crossfade::Humanoid body = humanoidOf(model);
  // With bent knees, too: soles are flat in the rest pose at best.
  if (crossfade::uprightness(model.skeleton, body, model.skeleton.restLocals()) >= crossfade::kOnItsFeet)
    return crossfade::findFeet(model.skeleton, body);
  return crossfade::findFeet(model.skeleton, body, standingPoseOf(model, body));
}

namespace {

using crossfade::HumanJoint;

constexpr int kMoments = 48;
constexpr double kMostOfTheTime = 0.75;
constexpr double kUsualHeight = 1.7;                     // meters
constexpr double kLegsOfHeight = 0.47;                   // hip to ankle, of the body's height
constexpr double kLeastHeight = 0.4, kMostHeight = 4;    // meters, of a body whose unit is not known to be wrong
constexpr double kLeastStated = 0.02, kMostStated = 50;  // the same where the file states its unit

struct Unit {
  double meters;
  const char* name;
};
constexpr std::array kUnits = std::to_array<Unit>({{0.001, "millimeters"},
                                                   {0.01, "centimeters"},
                                                   {0.1, "decimeters"},
                                                   {0.0254, "inches"},
                                                   {0.0254 / 0.45, "units of the CMU motion capture database"},
                                                   {1, "meters"},
                                                   {1000, "kilometers"}});

/// From the middle of the feet to the hips.
std::optional<glm::dvec3> legsOf(const crossfade::Humanoid& body, const std::vector<glm::dvec3>& positions) {
  const auto at = [&](HumanJoint joint) { return positions[static_cast<std::size_t>(body.jointOf(joint))]; };
  const bool hasFeet = body.jointOf(HumanJoint::LeftFoot) >= 0 && body.jointOf(HumanJoint::RightFoot) >= 0;
  const HumanJoint left = hasFeet ? HumanJoint::LeftFoot : HumanJoint::LeftLowerLeg;
  if (body.jointOf(left) < 0 || body.jointOf(crossfade::mirrorOf(left)) < 0) return std::nullopt;
  return at(HumanJoint::Hips) - 0.5 * (at(left) + at(crossfade::mirrorOf(left)));
}

/// 0 to 5: +x, -x, +y and so on, the axis that a direction is nearest to.
std::size_t nearestAxis(const glm::dvec3& direction) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(direction[i]) > std::abs(direction[axis])) axis = i;
  return static_cast<std::size_t>(2 * axis + (direction[axis] < 0 ? 1 : 0));
}

glm::vec3 unitAxis(std::size_t index) {
  glm::vec3 axis(0);
  axis[static_cast<int>(index / 2)] = index % 2 == 0 ? 1.0f : -1.0f;
  return axis;
}

/// Turns `up`, one of the six axes, into +Y by a quarter or half turn about x, else about z.
glm::quat uprightTurn(const glm::vec3& up) {
  const glm::quat none = crossfade::makeQuat(0, 0, 0, 1);
  if (up.z != 0) return turnedAbout(none, 0, up.z > 0 ? -90 : 90);
  if (up.x != 0) return turnedAbout(none, 2, up.x > 0 ? 90 : -90);
  return up.y < 0 ? turnedAbout(none, 0, 180) : none;
}

}  // namespace

glm::vec3 guessedUp(const Model& model) {
  const crossfade::Humanoid body = humanoidOf(model);
  constexpr glm::vec3 kUp(0, 1, 0);
  if (!body.isKnown()) return kUp;
  std::array<int, 6> moments{};
  int count = 0;
  const auto vote = [&](std::span<const crossfade::Transform> locals) {
    const auto legs = legsOf(body, crossfade::jointPositions(model.skeleton.parents(), locals));
    if (!legs || !(glm::length(*legs) > 0)) return;
    ++moments[nearestAxis(*legs)];
    ++count;
  };
  std::vector<crossfade::Transform> locals(model.skeleton.restLocals().begin(), model.skeleton.restLocals().end());
  if (model.clips.empty() || !(model.clips[0].duration() > 0)) {
    vote(locals);
  } else {
    crossfade::ClipPose pose(model.skeleton, model.clips[0]);
    for (int i = 0; i < kMoments; ++i) {
      pose.moveTo(model.clips[0].duration() * i / (kMoments - 1));
      pose.write(locals);
      vote(locals);
    }
  }
  const auto most = std::max_element(moments.begin(), moments.end());
  if (count == 0 || *most < kMostOfTheTime * count) return kUp;
  return unitAxis(static_cast<std::size_t>(most - moments.begin()));
}

std::optional<GuessedUnit> guessedUnit(const Model& model, double least, double most) {
  const crossfade::Humanoid body = humanoidOf(model);
  if (!body.isKnown()) return std::nullopt;
  const double legs =
      crossfade::legLength(body, crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals()));
  if (!(legs > 0) || !std::isfinite(legs)) return std::nullopt;
  const double height = legs / kLegsOfHeight;
  if (height >= least && height <= most) return GuessedUnit{1, "meters", height};
  const auto away = [&](const Unit& unit) { return std::abs(std::log(height * unit.meters / kUsualHeight)); };
  const Unit& best = *std::ranges::min_element(kUnits, {}, away);
  return GuessedUnit{best.meters, best.name, height};
}

namespace {

glm::vec3 vectorOf(UpAxis axis) {
  const auto index = static_cast<std::size_t>(axis);
  return unitAxis(2 * (index % 3) + index / 3);
}

/// Of a file that states its axes and unit in its first joint: those of `space` instead.
void restate(Model& model, const FileSpace& space) {
  if (model.skeleton.jointCount() == 0) return;
  const crossfade::Transform& root = model.skeleton.restLocals()[0];
  const glm::quat turn =
      space.up ? uprightTurn(vectorOf(*space.up)) * glm::inverse(root.rotation) : crossfade::makeQuat(0, 0, 0, 1);
  const float unit = std::abs(root.scale.x),
              scale = space.meters && unit > 0 ? static_cast<float>(*space.meters) / unit : 1;
  transformRoots(model, glm::normalize(turn), scale);
}

}  // namespace

void setSpace(Model& model, const FileSpace& space) {
  model.space = space;
  if (space.up) model.turn = uprightTurn(vectorOf(*space.up));
  if (space.meters) model.scale = static_cast<float>(*space.meters);
  if (space.isStated()) transformRoots(model, model.turn, model.scale);
}

void setUpright(Model& model, bool saysAxes, const FileSpace& space) {
  model.space = space;
  if (saysAxes && space.isStated()) return restate(model, space);
  if (space.isStated()) {
    const glm::vec3 up = space.up ? vectorOf(*space.up) : guessedUp(model);
    const auto guessed = space.meters ? std::nullopt : guessedUnit(model, kLeastHeight, kMostHeight);
    return transformRoots(model, uprightTurn(up),
                          static_cast<float>(space.meters.value_or(guessed ? guessed->meters : 1)));
  }
  const glm::vec3 up = saysAxes ? glm::vec3(0, 1, 0) : guessedUp(model);
  const auto unit =
      saysAxes ? guessedUnit(model, kLeastStated, kMostStated) : guessedUnit(model, kLeastHeight, kMostHeight);
  if (up.y != 1) {
    const char* const axis = up.x != 0 ? "x" : up.y != 0 ? "y" : "z";
    model.report.add(Finding::Repaired, "document",
                     std::string("up is taken to be ") + (up.x + up.y + up.z < 0 ? "-" : "") + axis +
                         ", because the hips are above the feet that way; Shift+X, Y and Z turn the model");
  }
  const double meters = unit ? unit->meters : 1;
  if (meters != 1)
    model.report.add(Finding::Repaired, "document",
                     "a body of " + crossfade::formatNumber(unit->height, unit->height < 1 ? 4 : 1) +
                         " units is taken to be measured in " + unit->name + "; all lengths are now meters");
  if (up.y != 1 || meters != 1) transformRoots(model, uprightTurn(up), static_cast<float>(meters));
}

namespace {

using crossfade::Channel;

/// Values and tangents of a file's keys are vectors or quaternions, one after another; all change alike, as the change
/// is linear.
crossfade::KeyframeTrack turned(const crossfade::KeyframeTrack& track, const glm::quat& turn, float scale) {
  std::vector<float> values(track.values().begin(), track.values().end());
  const auto step = static_cast<std::size_t>(track.valueSize());
  for (std::size_t i = 0; i + step <= values.size(); i += step) {
    float* const v = &values[i];
    if (track.target().channel == Channel::Rotation) {
      const glm::quat rotation = turn * crossfade::makeQuat(v[0], v[1], v[2], v[3]);
      v[0] = rotation.x, v[1] = rotation.y, v[2] = rotation.z, v[3] = rotation.w;
    } else {
      const glm::vec3 given(v[0], v[1], v[2]);
      const glm::vec3 changed = scale * (track.target().channel == Channel::Translation ? turn * given : given);
      v[0] = changed.x, v[1] = changed.y, v[2] = changed.z;
    }
  }
  auto made = crossfade::KeyframeTrack::make(track.target(), track.interpolation(),
                                             {track.times().begin(), track.times().end()}, std::move(values),
                                             {track.tangents().begin(), track.tangents().end()});
  return made ? *std::move(made) : crossfade::KeyframeTrack(track);  // of a number that overflows
}

/// Joints that stand for a face have no position in the scene.
bool isTurned(const crossfade::Skeleton& skeleton, int joint) {
  return skeleton.parents()[static_cast<std::size_t>(joint)] == crossfade::kNoJoint &&
         !isFaceJoint(skeleton.name(joint));
}

bool isTurned(const crossfade::Skeleton& skeleton, const crossfade::KeyframeTrack& track) {
  return crossfade::isTransform(track.target().channel) && isTurned(skeleton, track.target().node);
}

crossfade::AnimationClip turned(const crossfade::AnimationClip& clip, const crossfade::Skeleton& skeleton,
                                const glm::quat& turn, float scale) {
  std::vector<crossfade::KeyframeTrack> tracks;
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    tracks.push_back(isTurned(skeleton, track) ? turned(track, turn, scale) : track);
  auto made = crossfade::AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
  return made ? *std::move(made) : crossfade::AnimationClip(clip);
}

crossfade::Skeleton turned(const crossfade::Skeleton& skeleton, const glm::quat& turn, float scale) {
  std::vector<crossfade::Joint> joints = skeleton.joints();
  for (int i = 0; i < skeleton.jointCount(); ++i) {
    crossfade::Joint& joint = joints[static_cast<std::size_t>(i)];
    const crossfade::Transform& rest = joint.rest;
    if (isTurned(skeleton, i))
      joint.rest = {.translation = scale * (turn * rest.translation),
                    .rotation = turn * rest.rotation,
                    .scale = scale * rest.scale};
  }
  auto made = crossfade::Skeleton::make(std::move(joints));
  return made ? *std::move(made) : crossfade::Skeleton(skeleton);
}

}  // namespace

void transformRoots(Model& model, const glm::quat& turn, float scale) {
  crossfade::ClipSet clips;
  for (const crossfade::AnimationClip& clip : model.clips) clips.add(turned(clip, model.skeleton, turn, scale));
  model.clips = std::move(clips);
  model.skeleton = turned(model.skeleton, turn, scale);
  if (model.origin != glm::dvec3(0)) model.origin = originOf(model);
  for (FileCamera& camera : model.cameras) camera.nearPlane *= scale, camera.halfSize *= scale;
  for (FileLight& light : model.lights) {
    light.range *= scale;
    if (light.kind != LightKind::Directional) light.intensity *= scale * scale;  // as bright from farther away
  }
}

crossfade::Skeleton skeletonTurnedBack(const Model& model) {
  return turned(model.skeleton, glm::inverse(model.turn), 1 / model.scale);
}

crossfade::AnimationClip turnedBack(const crossfade::AnimationClip& clip, const Model& model) {
  return turned(clip, model.skeleton, glm::inverse(model.turn), 1 / model.scale);
}

void setTurn(Model& model, const glm::quat& turn) {
  transformRoots(model, glm::normalize(turn * glm::inverse(model.turn)));
  model.turn = turn;
}

glm::quat turnedAbout(const glm::quat& turn, int axis, double degrees) {
  std::array<float, 3> along{};
  along[static_cast<std::size_t>(axis)] = 1;
  const auto half = static_cast<float>(glm::radians(degrees) / 2);
  const float sine = std::sin(half);
  glm::quat next = crossfade::makeQuat(sine * along[0], sine * along[1], sine * along[2], std::cos(half)) * turn;
  // Quarter turns about the axes have only these components.
  for (int i = 0; i < 4; ++i)
    for (const float exact : {0.0f, 0.5f, 0.70710678f, 1.0f})
      if (std::abs(std::abs(next[i]) - exact) < 1e-5f) next[i] = std::copysign(exact, next[i]);
  if (next.w < 0 || (next.w == 0 && (next.x < 0 || (next.x == 0 && (next.y < 0 || (next.y == 0 && next.z < 0))))))
    next = -next;
  for (int i = 0; i < 4; ++i) next[i] += 0.0f;  // no -0
  return next;
}

glm::dvec3 originOf(const Model& model) {
  const crossfade::Skeleton& skeleton = model.skeleton;
  std::vector<crossfade::Transform> locals(skeleton.restLocals().begin(), skeleton.restLocals().end());
  if (!model.clips.empty()) {
    crossfade::ClipPose pose(skeleton, model.clips[0]);
    pose.moveTo(0);
    pose.write(locals);
  }
  const std::vector<glm::dvec3> positions = crossfade::jointPositions(skeleton.parents(), locals);
  glm::dvec3 sum(0);
  int count = 0;
  const auto add = [&](int joint) {
    sum += positions[static_cast<std::size_t>(joint)];
    ++count;
  };
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene) continue;
    const bool isSkinned = instance.skin >= 0 && !model.skins[static_cast<std::size_t>(instance.skin)].joints.empty();
    add(isSkinned ? model.skins[static_cast<std::size_t>(instance.skin)].joints.front() : instance.node);
  }
  if (model.instances.empty())
    for (int joint = 0; joint < skeleton.jointCount(); ++joint) add(joint);
  if (count == 0) return glm::dvec3(0);
  const glm::dvec3 middle = sum / static_cast<double>(count);
  const double distance = glm::length(middle);
  return std::isfinite(distance) && distance > kFarFromOrigin ? glm::round(middle) : glm::dvec3(0);
}

}  // namespace app
