#include "app/import/correction.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/import/assimp_copy.h"
#include "app/import/refusal.h"

namespace app {
namespace {

template <class Vector>
std::span<const float> flat(const std::vector<Vector>& vectors) {
  static_assert(sizeof(Vector) == static_cast<std::size_t>(Vector::length()) * sizeof(float));
  return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * static_cast<std::size_t>(Vector::length())};
}

struct Tally {
  int kept = 0;
  int corrected = 0;
  void count(bool isKept) { ++(isKept ? kept : corrected); }
};

template <class Vector>
void settle(std::vector<Vector>& exact, std::vector<Vector>& brought, Tally& tally) {
  if (exact.empty()) return;
  const bool kept = agrees(flat(brought), flat(exact));
  if (kept) exact.swap(brought);
  tally.count(kept);
}

void settlePrimitive(Primitive& exact, BroughtMesh& brought, Tally& tally) {
  settle(exact.positions, brought.positions, tally);
  settle(exact.normals, brought.normals, tally);
  for (std::size_t set = 0; set < exact.uvs.size(); ++set) settle(exact.uvs[set], brought.uvs[set], tally);
  settle(exact.colors, brought.colors, tally);
  if (exact.indices.empty()) return;  // vertices in order: the library makes faces of them, a Model needs none
  const bool kept = exact.indices == brought.indices;
  if (kept) exact.indices.swap(brought.indices);
  tally.count(kept);
}

bool sameTree(const GltfDocument& document, const std::vector<BroughtNode>& brought) {
  if (brought.size() != document.nodes.size()) return false;
  std::vector<bool> seen(document.nodes.size(), false);
  for (const BroughtNode& node : brought) {
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= seen.size() || seen[index] || document.nodes[index].parent != node.parent) return false;
    seen[index] = true;
  }
  return true;
}

bool sameClips(const std::vector<ExactClip>& exact, const std::vector<BroughtClip>& brought) {
  return std::equal(exact.begin(), exact.end(), brought.begin(), brought.end(),
                    [](const ExactClip& a, const BroughtClip& b) { return a.name == b.name; });
}

using ChannelKey = std::pair<int, engine::Channel>;

/// The library knows neither STEP nor tangents, so only linear keys can agree.
bool channelAgrees(const BroughtChannel* brought, const ExactChannel& exact) {
  return brought && exact.interpolation == engine::Interpolation::Linear && agrees(brought->times, exact.times) &&
         agrees(brought->values, exact.values);
}

}  // namespace

bool agrees(std::span<const float> brought, std::span<const float> exact) {
  constexpr float kNoise = 1e-6f;
  return std::equal(brought.begin(), brought.end(), exact.begin(), exact.end(), [](float a, float b) {
    return std::abs(a - b) <= kNoise * std::max(1.0f, std::abs(b));  // false for NaN
  });
}

engine::Skeleton settledSkeleton(const GltfDocument& document, const BroughtScene& brought, ImportReport& report) {
  std::vector<int> order;
  for (const BroughtNode& node : brought.nodes) order.push_back(node.node);
  if (!sameTree(document, brought.nodes)) {
    order = document.parentsFirst;
    if (brought.fault.empty())
      report.lines.push_back(
          {Finding::Repaired, "document", "the importer library brought another tree of nodes; the file's is used"});
  }
  std::vector<int> place(document.nodes.size(), engine::kNoJoint);
  std::vector<engine::Joint> joints;
  for (const int index : order) {
    const GltfNode& node = document.nodes[static_cast<std::size_t>(index)];
    const int parent = node.parent == -1 ? engine::kNoJoint : place[static_cast<std::size_t>(node.parent)];
    place[static_cast<std::size_t>(index)] = static_cast<int>(joints.size());
    joints.push_back({.name = node.name, .parent = parent, .rest = node.local, .documentIndex = index});
  }
  engine::Result<engine::Skeleton> skeleton = engine::Skeleton::make(std::move(joints));
  if (!skeleton) refuse(skeleton.error().message);
  return *std::move(skeleton);
}

std::vector<Mesh> settledMeshes(std::vector<Mesh> exact, BroughtScene& brought, ImportReport& report,
                                const ImportWatch& watch) {
  std::map<std::pair<int, int>, BroughtMesh*> parts;
  for (BroughtMesh& mesh : brought.meshes) parts[{mesh.mesh, mesh.part}] = &mesh;
  Tally tally;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    int part = 0;
    watch.at(i, exact.size());
    for (Primitive& primitive : exact[i].primitives) {
      if (!isInCopy(primitive)) continue;
      const auto found = parts.find({static_cast<int>(i), part++});
      if (found != parts.end()) settlePrimitive(primitive, *found->second, tally);
    }
  }
  if (tally.corrected > 0)
    report.lines.push_back(
        {Finding::Repaired, "meshes",
         sentence(tally.corrected, " of ", tally.kept + tally.corrected,
                  " vertex and index arrays came back changed from the importer library; the file's are used")});
  return exact;
}

std::vector<engine::AnimationClip> settledClips(std::vector<ExactClip> exact, BroughtScene& brought,
                                                const engine::Skeleton& skeleton, ImportReport& report,
                                                const ImportWatch& watch) {
  const bool listKept = sameClips(exact, brought.clips);
  if (!listKept && brought.fault.empty())
    report.lines.push_back({Finding::Repaired, "animations",
                            sentence("the importer library brought another list of ", brought.clips.size(),
                                     " clips; the file's ", exact.size(), " are used")});
  std::vector<engine::AnimationClip> clips;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    watch.at(i, exact.size());
    std::map<ChannelKey, BroughtChannel*> channels;
    if (listKept)
      for (BroughtChannel& channel : brought.clips[i].channels) channels[{channel.node, channel.channel}] = &channel;
    std::vector<engine::KeyframeTrack> tracks;
    for (ExactChannel& channel : exact[i].channels) {
      const auto found = channels.find({channel.node, channel.channel});
      BroughtChannel* candidate = found == channels.end() ? nullptr : found->second;
      const bool kept = channelAgrees(candidate, channel);
      ++(kept ? report.channelsKept : report.channelsCorrected);
      auto track = engine::KeyframeTrack::make({skeleton.jointAt(channel.node), channel.channel}, channel.interpolation,
                                               std::move(kept ? candidate->times : channel.times),
                                               std::move(kept ? candidate->values : channel.values));
      if (!track) refuse(placeOf("animation", i, exact[i].name), ": ", track.error().message);
      tracks.push_back(*std::move(track));
    }
    // Unnamed clips are called as three.js calls them.
    auto clip = engine::AnimationClip::make(exact[i].name.empty() ? sentence("animation_", i) : exact[i].name,
                                            std::move(tracks));
    if (!clip) refuse(clip.error().message);
    clips.push_back(*std::move(clip));
  }
  return clips;
}

}  // namespace app
