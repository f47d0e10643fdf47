#include "app/model/face_motion.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "app/model/file_formats.h"
#include "crossfade/clip/interpolant.h"

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

}  // namespace

std::string expressionJoint(const std::string& expression) { return std::string(kPrefix) + expression; }

bool isFaceJoint(const std::string& joint) { return joint.starts_with(kPrefix) || joint == kGazeJoint; }

FittedFace withFace(const AnimationClip& fitted, const AnimationClip& source, const ClipFile& file, const Model& onto) {
  FittedFace face{.clip = fitted};
  const std::vector<Strength> strengths = strengthsIn(source, file, onto, face.missing);
  face.tracks = static_cast<int>(strengths.size());
  std::vector<KeyframeTrack> tracks(fitted.tracks().begin(), fitted.tracks().end());
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
  if (tracks.size() == fitted.tracks().size()) return face;
  if (auto made = AnimationClip::make(fitted.name(), std::move(tracks), fitted.blendMode(), fitted.duration()))
    face.clip = *std::move(made);
  return face;
}

bool movesGaze(const AnimationClip& clip, const crossfade::Skeleton& skeleton) {
  return std::ranges::any_of(clip.tracks(), [&](const KeyframeTrack& track) {
    return track.target().channel == Channel::Rotation && !crossfade::isConstant(track) &&
           skeleton.name(track.target().node) == kGazeJoint;
  });
}

}  // namespace app
