#include "app/model/add_clips.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include <glm/geometric.hpp>

namespace app {
namespace {

using crossfade::Channel;
using crossfade::KeyframeTrack;

constexpr float kSameLength = 0.01f;  // relative to a bone

std::string plainName(std::string_view name) {
  const std::size_t prefix = name.find_last_of(":|");
  std::string plain(prefix == std::string_view::npos ? name : name.substr(prefix + 1));
  std::transform(plain.begin(), plain.end(), plain.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return plain;
}

/// Matches the joints of one skeleton to those of another.
struct Partners {
  std::vector<int> of;  // per joint of `from`
  int count = 0;
  int top = -1;  // the first joint of `from` with a counterpart

  Partners(const crossfade::Skeleton& from, const crossfade::Skeleton& to) {
    for (int i = 0; i < from.jointCount(); ++i) {
      of.push_back(partnerOf(to, from.name(i)));
      if (of.back() < 0) continue;
      ++count;
      if (top < 0) top = i;
    }
  }
};

/// The track on another joint; an error when it does not fit there.
crossfade::Result<KeyframeTrack> moved(const KeyframeTrack& track, int joint, float scale) {
  std::vector<float> values(track.values().begin(), track.values().end());
  for (float& value : values) value *= scale;
  const auto times = track.times(), tangents = track.tangents();
  return KeyframeTrack::make({joint, track.target().channel}, track.interpolation(), {times.begin(), times.end()},
                             std::move(values), {tangents.begin(), tangents.end()});
}

}  // namespace

int partnerOf(const crossfade::Skeleton& skeleton, std::string_view name) {
  for (int i = 0; i < skeleton.jointCount(); ++i)
    if (skeleton.name(i) == name) return i;
  const std::string plain = plainName(name);
  if (plain.empty()) return -1;
  for (int i = 0; i < skeleton.jointCount(); ++i)
    if (plainName(skeleton.name(i)) == plain) return i;
  return -1;
}

crossfade::Result<AddedClips> addClips(Model& model, const Model& from) {
  if (from.clips.empty()) return crossfade::Error{from.name + " has no clips"};
  const Partners partners(from.skeleton, model.skeleton);
  if (partners.count == 0)
    return crossfade::Error{"no joint of " + from.name + " has the same name as one of " + model.name};
  const auto restOf = [&](int joint) {
    return from.skeleton.restLocals()[static_cast<std::size_t>(joint)].translation;
  };
  const auto partnersRest = [&](int joint) {
    return model.skeleton.restLocals()[static_cast<std::size_t>(partners.of[static_cast<std::size_t>(joint)])]
        .translation;
  };

  model.clipFiles.push_back(from.path);
  AddedClips added{.joints = partners.count};
  for (const crossfade::AnimationClip& clip : from.clips) {
    std::vector<KeyframeTrack> tracks;
    for (const KeyframeTrack& track : clip.tracks()) {
      const int joint = track.target().node;
      const int partner =
          joint >= 0 && joint < from.skeleton.jointCount() ? partners.of[static_cast<std::size_t>(joint)] : -1;
      const Channel channel = track.target().channel;
      float scale = 1;
      bool fits = partner >= 0 &&
                  (channel == Channel::Rotation || channel == Channel::Translation || channel == Channel::Scale);
      if (fits && channel == Channel::Translation) {
        const float own = glm::length(restOf(joint)), theirs = glm::length(partnersRest(joint));
        if (joint == partners.top && own > 0 && theirs > 0)
          scale = theirs / own;
        else
          fits = glm::distance(restOf(joint), partnersRest(joint)) <= kSameLength * std::max(own, theirs);
      }
      auto placed = fits ? moved(track, partner, scale) : crossfade::Result<KeyframeTrack>(crossfade::Error{""});
      const bool accepted = placed && std::none_of(tracks.begin(), tracks.end(), [&](const KeyframeTrack& other) {
                              return other.target() == placed->target();
                            });
      if (accepted)
        tracks.push_back(std::move(*placed));
      else
        ++added.tracksLost;
    }
    if (auto made = crossfade::AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode())) {
      model.clips.add(std::move(*made));
      ++added.clips;
    }
  }
  model.report.lines.push_back(
      {Finding::Found, "clips of " + from.name,
       std::to_string(added.clips) + " clips were added by the names of " + std::to_string(added.joints) + " joints"});
  if (added.tracksLost > 0)
    model.report.lines.push_back({Finding::Lost, "clips of " + from.name,
                                  std::to_string(added.tracksLost) + " tracks have no counterpart on this skeleton"});
  return added;
}

bool isMotionOnly(const Model& model) {
  return !model.clips.empty() && (model.instances.empty() || std::filesystem::path(model.name).extension() == ".bvh");
}

}  // namespace app
