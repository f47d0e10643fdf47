#include "app/model/face_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "app/model/file_formats.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

using crossfade::AnimationClip;
using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::KeyframeTrack;

constexpr std::string_view kPrefix = "expression ";
constexpr float kOn = 0.5f;  // above it, an expression that is on or off is on

/// What presets of VRM 1.0 were called in VRM 0.x, in lower case.
constexpr std::array<std::array<std::string_view, 2>, 11> kOldNames{{{"happy", "joy"},
                                                                     {"sad", "sorrow"},
                                                                     {"relaxed", "fun"},
                                                                     {"aa", "a"},
                                                                     {"ih", "i"},
                                                                     {"ou", "u"},
                                                                     {"ee", "e"},
                                                                     {"oh", "o"},
                                                                     {"blinkleft", "blink_l"},
                                                                     {"blinkright", "blink_r"},
                                                                     {"surprised", "surprise"}}};

/// In lower case, as VRM 1.0 calls it.
std::string modernName(std::string_view name) {
  std::string lower = lowerCase(name);
  for (const auto& [now, before] : kOldNames)
    if (lower == before) return std::string(now);
  return lower;
}

constexpr std::array<std::array<std::string_view, 2>, 2> kSides{{{"left", "right"}, {"right", "left"}}};

/// An expression of the character, and the track with its strength.
struct Strength {
  const KeyframeTrack* track = nullptr;
  const Expression* expression = nullptr;

  float at(double time) const {
    std::array<double, 3> value{};
    crossfade::KeyCursor cursor;
    crossfade::evaluate(*track, time, cursor, value);
    const auto strength = static_cast<float>(std::clamp(value[0], 0.0, 1.0));
    return expression->isBinary ? (strength > kOn ? 1.0f : 0.0f) : strength;
  }
  bool movesAnyOf(int first, int count) const {
    return std::ranges::any_of(expression->binds, [&](const ExpressionBind& bind) {
      return bind.morph >= first && bind.morph < first + count;
    });
  }
};

/// The values of Pose::morphWeights from `first` on, `rest` without expressions, over all key times of those that
/// change one of them. Steps if all of these are on or off.
KeyframeTrack trackOf(crossfade::TrackTarget target, int first, std::span<const float> rest,
                      std::span<const Strength> strengths) {
  std::vector<float> times;
  bool isSwitched = true;
  for (const Strength& each : strengths) {
    times.insert(times.end(), each.track->times().begin(), each.track->times().end());
    isSwitched = isSwitched && each.expression->isBinary;
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::vector<float> values;
  values.reserve(times.size() * rest.size());
  for (const float time : times) {
    const std::size_t begin = values.size();
    values.insert(values.end(), rest.begin(), rest.end());
    for (const Strength& each : strengths) {
      const float strength = each.at(time);
      for (const ExpressionBind& bind : each.expression->binds)
        if (bind.morph >= first && bind.morph < first + static_cast<int>(rest.size()))
          values[begin + static_cast<std::size_t>(bind.morph - first)] += strength * bind.weight;
    }
  }
  return *KeyframeTrack::make(target, isSwitched ? Interpolation::Discrete : Interpolation::Linear, std::move(times),
                              std::move(values));
}

/// The tracks of `source` that move an expression of `onto`; others that move one are added to `missing`.
std::vector<Strength> strengthsIn(const AnimationClip& source, const ClipFile& file, const Model& onto,
                                  std::vector<std::string>& missing) {
  std::vector<Strength> strengths;
  for (const KeyframeTrack& track : source.tracks()) {
    if (track.target().channel != Channel::Translation) continue;
    const std::string& joint = file.skeleton.name(track.target().node);
    if (!joint.starts_with(kPrefix)) continue;
    const std::string name = joint.substr(kPrefix.size());
    const std::string wanted = file.settings.mirrored ? replacedIn(modernName(name), kSides) : modernName(name);
    const auto found = std::ranges::find_if(
        onto.expressions, [&](const Expression& expression) { return modernName(expression.name) == wanted; });
    if (found != onto.expressions.end())
      strengths.push_back({&track, &*found});
    else if (!crossfade::isConstant(track))
      missing.push_back(name);
  }
  return strengths;
}

// ---- The gaze: VRMC_vrm, "RangeMap" and "Apply Yaw and Pitch".

/// What shows a gaze: strengths of expressions, or angles of eyes, in radians.
using GazeOutput = std::array<double, 4>;
enum { kLeftYaw, kRightYaw, kPitch };
constexpr std::array<std::string_view, 4> kGazeExpressions{"lookleft", "lookright", "lookdown", "lookup"};

double mapped(const GazeRange& range, double angle) {
  return std::clamp(angle / static_cast<double>(range.most), 0.0, 1.0) * static_cast<double>(range.reach);
}

GazeOutput outputOf(const Gaze& gaze, GazeAngles angles) {
  const auto [yaw, pitch] = angles;
  if (gaze.byExpressions)
    return {mapped(gaze.outward, yaw), mapped(gaze.outward, -yaw), mapped(gaze.down, pitch), mapped(gaze.up, -pitch)};
  return {mapped(gaze.outward, yaw) - mapped(gaze.inward, -yaw), mapped(gaze.inward, yaw) - mapped(gaze.outward, -yaw),
          mapped(gaze.down, pitch) - mapped(gaze.up, -pitch), 0};
}

/// A gaze over time as what shows it.
class GazeCurve {
 public:
  GazeCurve(const KeyframeTrack& track, const Gaze& gaze, bool isMirrored)
      : track_(track), gaze_(gaze), isMirrored_(isMirrored) {
    double before = 0;
    for (const float time : track.times()) {
      if (!times_.empty() && track.interpolation() != Interpolation::Discrete) addBetween(before, time, kMostHalvings);
      times_.push_back(time);
      before = time;
    }
  }

  /// Those of the track, and more where what shows the gaze is no straight line between them.
  const std::vector<float>& times() const { return times_; }
  Interpolation interpolation() const {
    return track_.interpolation() == Interpolation::Discrete ? Interpolation::Discrete : Interpolation::Linear;
  }
  GazeOutput at(double time) const {
    std::array<double, 4> rotation{};
    crossfade::KeyCursor cursor;
    crossfade::evaluate(track_, time, cursor, rotation);
    GazeAngles angles = gazeAnglesOf(rotation);
    if (isMirrored_) angles.yaw = -angles.yaw;
    return outputOf(gaze_, angles);
  }

 private:
  static constexpr int kMostHalvings = 6;
  static constexpr std::size_t kMostKeys = 200'000;
  static constexpr double kTolerance = 1e-3;  // radians, or of an expression's strength

  bool isStraight(double begin, double end) const {
    const GazeOutput a = at(begin), b = at(end);
    return std::ranges::all_of(std::array{0.25, 0.5, 0.75}, [&](double part) {
      const GazeOutput between = at(std::lerp(begin, end, part));
      for (std::size_t i = 0; i < between.size(); ++i)
        if (std::abs(between[i] - std::lerp(a[i], b[i], part)) > kTolerance) return false;
      return true;
    });
  }
  void addBetween(double begin, double end, int halvings) {
    const double middle = (begin + end) / 2;
    if (halvings == 0 || times_.size() >= kMostKeys || !(begin < middle && middle < end) || isStraight(begin, end))
      return;
    addBetween(begin, middle, halvings - 1);
    times_.push_back(static_cast<float>(middle));
    addBetween(middle, end, halvings - 1);
  }

  const KeyframeTrack& track_;
  const Gaze& gaze_;
  bool isMirrored_;
  std::vector<float> times_;
};

/// The strengths of the expressions lookLeft and so on, as a VRM animation would have them, one after another.
std::vector<KeyframeTrack> gazeStrengths(const GazeCurve& curve) {
  std::vector<KeyframeTrack> tracks;
  for (std::size_t look = 0; look < kGazeExpressions.size(); ++look) {
    std::vector<float> values;
    for (const float time : curve.times())
      values.insert(values.end(), {static_cast<float>(curve.at(time)[look]), 0, 0});
    tracks.push_back(
        *KeyframeTrack::make({0, Channel::Translation}, curve.interpolation(), curve.times(), std::move(values)));
  }
  return tracks;
}

/// In model space, at rest.
glm::quat restOrientation(const crossfade::Skeleton& skeleton, int joint) {
  glm::quat orientation = crossfade::makeQuat(0, 0, 0, 1);
  for (; joint != crossfade::kNoJoint; joint = skeleton.parents()[static_cast<std::size_t>(joint)])
    orientation = skeleton.restLocals()[static_cast<std::size_t>(joint)].rotation * orientation;
  return glm::normalize(orientation);
}

/// An eye at rest looks where the model faces, so it turns about the model's axes, and its head carries it.
KeyframeTrack eyeTrack(const GazeCurve& curve, int eye, std::size_t yaw, const Model& model) {
  const glm::quat rest = model.skeleton.restLocals()[static_cast<std::size_t>(eye)].rotation;
  const glm::quat facing = model.turn * glm::angleAxis(model.frontYaw, glm::vec3(0, 1, 0));
  const glm::quat toFace =
      glm::inverse(facing) * restOrientation(model.skeleton, model.skeleton.parents()[static_cast<std::size_t>(eye)]);
  std::vector<float> values;
  for (const float time : curve.times()) {
    const GazeOutput angles = curve.at(time);
    const glm::quat turn = glm::angleAxis(static_cast<float>(angles[yaw]), glm::vec3(0, 1, 0)) *
                           glm::angleAxis(static_cast<float>(angles[kPitch]), glm::vec3(1, 0, 0));
    const glm::quat local = glm::normalize(glm::inverse(toFace) * turn * toFace * rest);
    values.insert(values.end(), {local.x, local.y, local.z, local.w});
  }
  return *KeyframeTrack::make({eye, Channel::Rotation}, curve.interpolation(), curve.times(), std::move(values));
}

const KeyframeTrack* gazeIn(const AnimationClip& clip, const crossfade::Skeleton& skeleton) {
  const auto found = std::ranges::find_if(clip.tracks(), [&](const KeyframeTrack& track) {
    return track.target().channel == Channel::Rotation && skeleton.name(track.target().node) == kGazeJoint;
  });
  return found == clip.tracks().end() ? nullptr : &*found;
}

/// Adds the strengths of those expressions of `onto` that show the gaze, or says that there is none.
void addGazeStrengths(std::span<const KeyframeTrack> looks, const Model& onto, std::vector<Strength>& strengths) {
  for (std::size_t look = 0; look < looks.size(); ++look) {
    const auto found = std::ranges::find_if(onto.expressions, [&](const Expression& expression) {
      return modernName(expression.name) == kGazeExpressions[look];
    });
    if (found != onto.expressions.end()) strengths.push_back({&looks[look], &*found});
  }
}

/// Replaces the tracks of `tracks` for the eyes of `onto`. Returns whether there are any.
bool addEyes(const GazeCurve& curve, const Model& onto, std::vector<KeyframeTrack>& tracks) {
  const std::array eyes{std::pair{onto.gaze->leftEye, std::size_t{kLeftYaw}},
                        std::pair{onto.gaze->rightEye, std::size_t{kRightYaw}}};
  bool any = false;
  for (const auto& [eye, yaw] : eyes) {
    if (eye == crossfade::kNoJoint) continue;
    std::erase_if(tracks, [joint = eye](const KeyframeTrack& track) {
      return track.target() == crossfade::TrackTarget{joint, Channel::Rotation};
    });
    tracks.push_back(eyeTrack(curve, eye, yaw, onto));
    any = true;
  }
  return any;
}

/// The tracks of values that `strengths` move, one for each mesh and material value.
void addValues(std::span<const Strength> strengths, const Model& onto, std::vector<KeyframeTrack>& tracks) {
  const auto addTrack = [&](crossfade::TrackTarget target, int first, int count) {
    std::vector<Strength> moving;
    std::ranges::copy_if(strengths, std::back_inserter(moving),
                         [&](const Strength& each) { return each.movesAnyOf(first, count); });
    if (moving.empty()) return;
    const std::span<const float> all = onto.restMorphWeights;
    tracks.push_back(
        trackOf(target, first, all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)), moving));
  };
  for (const MeshInstance& instance : onto.instances)
    addTrack({instance.node, Channel::Weights}, instance.morphOffset, instance.morphCount);
  for (std::size_t i = 0; i < onto.materialValues.size(); ++i)
    addTrack({static_cast<int>(i), Channel::Values}, onto.materialValues[i].offset,
             sizeOf(onto.materialValues[i].property));
}

}  // namespace

std::string expressionJoint(const std::string& expression) { return std::string(kPrefix) + expression; }

bool isFaceJoint(const std::string& joint) { return joint.starts_with(kPrefix) || joint == kGazeJoint; }

AnimationClip withoutFace(const AnimationClip& clip, const crossfade::Skeleton& skeleton) {
  std::vector<KeyframeTrack> tracks;
  std::ranges::copy_if(clip.tracks(), std::back_inserter(tracks), [&](const KeyframeTrack& track) {
    return !crossfade::isOfJoint(track.target().channel) || !isFaceJoint(skeleton.name(track.target().node));
  });
  if (tracks.size() == clip.tracks().size()) return clip;
  return *AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
}

GazeAngles gazeAnglesOf(const std::array<double, 4>& rotation) {
  const glm::dquat turn = glm::normalize(crossfade::makeDoubleQuat(rotation[0], rotation[1], rotation[2], rotation[3]));
  const glm::dvec3 front = turn * glm::dvec3(0, 0, 1);
  return {.yaw = std::atan2(front.x, front.z), .pitch = std::asin(std::clamp(-front.y, -1.0, 1.0))};
}

FittedFace withFace(const AnimationClip& fitted, const AnimationClip& source, const ClipFile& file, const Model& onto) {
  FittedFace face{.clip = fitted};
  std::vector<Strength> strengths = strengthsIn(source, file, onto, face.missing);
  std::vector<KeyframeTrack> tracks(fitted.tracks().begin(), fitted.tracks().end());
  std::vector<KeyframeTrack> looks;  // `strengths` points to them
  if (const KeyframeTrack* const track = gazeIn(source, file.skeleton)) {
    bool isShown = false;
    if (onto.gaze) {
      const GazeCurve curve(*track, *onto.gaze, file.settings.mirrored);
      if (onto.gaze->byExpressions) {
        const std::size_t known = strengths.size();
        looks = gazeStrengths(curve);
        addGazeStrengths(looks, onto, strengths);
        isShown = strengths.size() > known;
      } else {
        isShown = addEyes(curve, onto, tracks);
      }
    }
    face.isMoved = isShown;
    face.isGazeLost = !isShown && !crossfade::isConstant(*track);
  }
  addValues(strengths, onto, tracks);
  face.isMoved = face.isMoved || !strengths.empty();
  if (!face.isMoved) return face;
  if (auto made = AnimationClip::make(fitted.name(), std::move(tracks), fitted.blendMode(), fitted.duration()))
    face.clip = *std::move(made);
  return face;
}

}  // namespace app
