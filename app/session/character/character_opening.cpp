#include "app/session/character/character_opening.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "app/view/posed_model.h"

namespace app {
namespace {

constexpr std::size_t kMaxVerticesFramed = 200'000;  // the camera frames larger models by their opening pose alone

std::size_t vertexCountOf(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      count += primitive.positions.size();
  return count;
}

/// `word` in lower case.
bool nameContains(const crossfade::AnimationClip& clip, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(clip.name().begin(), clip.name().end(), word.begin(), word.end(), same) != clip.name().end();
}

}  // namespace

int openingClip(const Model& model) {
  constexpr std::string_view kIdle = "idle";
  const auto find = [&model](auto wanted) {
    for (std::size_t i = 0; i < model.clips.size(); ++i)
      if (model.clips[i].duration() > 0 && wanted(model.clips[i])) return static_cast<int>(i);
    return -1;
  };
  const auto containsIdle = [&](const auto& clip) { return nameContains(clip, kIdle); };
  const auto isIdle = [&](const auto& clip) { return clip.name().size() == kIdle.size() && containsIdle(clip); };
  if (const int exact = find(isIdle); exact >= 0) return exact;
  if (const int similar = find(containsIdle); similar >= 0) return similar;
  if (const int first = find([](const auto&) { return true; }); first >= 0) return first;
  return model.clips.empty() ? -1 : 0;
}

int playOpening(const Model& model, Player& player) {
  const int opening = openingClip(model);
  if (opening >= 0) player.action(opening).play();
  FrameProfiler unused;
  player.pose(unused);
  return opening;
}

/// `framed` is measured in several poses of the clip.
void measureOpening(const Model& model, Player& player, int clip, CharacterBounds& bounds) {
  constexpr int kPoses = 8;
  const crossfade::AnimationClip* const opened = clip >= 0 ? &model.clips[static_cast<std::size_t>(clip)] : nullptr;
  const std::vector<bool> instances = framedInstances(model, player.posed(), opened);
  bounds.rest = bounds.framed = boundsOf(model, player.posed(), instances);
  if (!opened || !(opened->duration() > 0) || vertexCountOf(model) > kMaxVerticesFramed) return;
  FrameProfiler unused;
  const auto pose = [&](double time) {
    player.action(clip).time = time;
    player.pose(unused);
  };
  for (int i = 1; i < kPoses; ++i) {
    pose(opened->duration() * i / kPoses);
    const Bounds posed = boundsOf(model, player.posed(), instances);
    if (posed.empty) continue;
    bounds.framed.add(posed.min);
    bounds.framed.add(posed.max);
  }
  pose(0);
}

CharacterBounds boundsOfOpening(const Model& model) {
  const NamedMasks masks;
  Player player(model, masks, {});
  CharacterBounds bounds{.rest = {}, .framed = {}, .body = measuredBodyOf(model)};
  measureOpening(model, player, playOpening(model, player), bounds);
  return bounds;
}

}  // namespace app
