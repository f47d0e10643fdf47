#include "app/import/assimp/reconcile.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/import/assimp/assimp_copy.h"
#include "app/import/file/import_error.h"

namespace app {
namespace {

template <class Vector>
std::span<const float> flat(const std::vector<Vector>& vectors) {
  static_assert(sizeof(Vector) == static_cast<std::size_t>(Vector::length()) * sizeof(float));
  return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * static_cast<std::size_t>(Vector::length())};
}

struct Tally {
  int unchanged = 0;
  int corrected = 0;
  void count(bool isUnchanged) { ++(isUnchanged ? unchanged : corrected); }
};

/// `result` holds the document's values. They are replaced by assimp's where the two agree.
template <class Vector>
void useAssimpWhereItAgrees(std::vector<Vector>& result, std::vector<Vector>& assimp, Tally& tally) {
  if (result.empty()) return;
  const bool unchanged = agrees(flat(assimp), flat(result));
  if (unchanged) result = std::move(assimp);
  tally.count(unchanged);
}

void reconcilePrimitive(Primitive& gltf, AssimpMesh& assimp, Tally& tally) {
  useAssimpWhereItAgrees(gltf.positions, assimp.positions, tally);
  useAssimpWhereItAgrees(gltf.normals, assimp.normals, tally);
  for (std::size_t set = 0; set < gltf.uvs.size(); ++set) useAssimpWhereItAgrees(gltf.uvs[set], assimp.uvs[set], tally);
  useAssimpWhereItAgrees(gltf.colors, assimp.colors, tally);
  if (gltf.indices.empty()) return;  // vertices in order: assimp makes indices for them, a Model needs none
  const bool unchanged = gltf.indices == assimp.indices;
  if (unchanged) gltf.indices = std::move(assimp.indices);
  tally.count(unchanged);
}

bool sameTree(const GltfDocument& document, const std::vector<AssimpNode>& assimp) {
  if (assimp.size() != document.nodes.size()) return false;
  std::vector<bool> seen(document.nodes.size(), false);
  for (const AssimpNode& node : assimp) {
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= seen.size() || seen[index] || document.nodes[index].parent != node.parent) return false;
    seen[index] = true;
  }
  return true;
}

bool sameClips(const std::vector<GltfClip>& gltf, const std::vector<AssimpClip>& assimp) {
  return std::equal(gltf.begin(), gltf.end(), assimp.begin(), assimp.end(),
                    [](const GltfClip& a, const AssimpClip& b) { return a.name == b.name; });
}

using ChannelKey = std::pair<int, crossfade::Channel>;

/// assimp knows neither STEP nor tangents, so only linear keys can agree.
bool channelAgrees(const AssimpChannel* assimp, const GltfClipChannel& gltf) {
  return assimp && gltf.interpolation == crossfade::Interpolation::Linear && agrees(assimp->times, gltf.times) &&
         agrees(assimp->values, gltf.values);
}

}  // namespace

bool agrees(std::span<const float> assimp, std::span<const float> gltf) {
  constexpr float kNoise = 1e-6f;
  return std::equal(assimp.begin(), assimp.end(), gltf.begin(), gltf.end(), [](float a, float b) {
    return std::abs(a - b) <= kNoise * std::max(1.0f, std::abs(b));  // false for NaN
  });
}

crossfade::Skeleton reconcileSkeleton(const GltfDocument& document, const AssimpScene& assimp, ImportReport& report) {
  std::vector<int> order;
  for (const AssimpNode& node : assimp.nodes) order.push_back(node.node);
  if (!sameTree(document, assimp.nodes)) {
    order = document.parentsFirst;
    if (assimp.fault.empty() && !isFlattened(document))
      report.lines.push_back(
          {Finding::Repaired, "document", "assimp returned a different node tree; the file's is used"});
  }
  std::vector<int> jointIndex(document.nodes.size(), crossfade::kNoJoint);
  std::vector<crossfade::Joint> joints;
  for (const int index : order) {
    const GltfNode& node = document.nodes[static_cast<std::size_t>(index)];
    const int parent = node.parent == -1 ? crossfade::kNoJoint : jointIndex[static_cast<std::size_t>(node.parent)];
    jointIndex[static_cast<std::size_t>(index)] = static_cast<int>(joints.size());
    joints.push_back({.name = node.name, .parent = parent, .rest = node.local, .documentIndex = index});
  }
  crossfade::Result<crossfade::Skeleton> skeleton = crossfade::Skeleton::make(std::move(joints));
  if (!skeleton) refuse(skeleton.error().message);
  return *std::move(skeleton);
}

std::vector<Mesh> reconcileMeshes(std::vector<Mesh> gltf, AssimpScene& assimp, ImportReport& report,
                                  const ImportWatch& watch) {
  std::map<std::pair<int, int>, AssimpMesh*> assimpPrimitives;
  for (AssimpMesh& mesh : assimp.meshes) assimpPrimitives[{mesh.mesh, mesh.primitive}] = &mesh;
  Tally tally;
  for (std::size_t i = 0; i < gltf.size(); ++i) {
    int indexInCopy = 0;
    watch.at(i, gltf.size());
    for (Primitive& primitive : gltf[i].primitives) {
      if (!isInCopy(primitive)) continue;
      const auto found = assimpPrimitives.find({static_cast<int>(i), indexInCopy++});
      if (found != assimpPrimitives.end()) reconcilePrimitive(primitive, *found->second, tally);
    }
  }
  if (tally.corrected > 0)
    report.lines.push_back({Finding::Repaired, "meshes",
                            concat(tally.corrected, " of ", tally.unchanged + tally.corrected,
                                   " vertex and index arrays came back changed from assimp; the file's are used")});
  return gltf;
}

std::vector<crossfade::AnimationClip> reconcileClips(std::vector<GltfClip> gltf, AssimpScene& assimp,
                                                     const crossfade::Skeleton& skeleton, ImportReport& report,
                                                     const ImportWatch& watch) {
  const bool listUnchanged = sameClips(gltf, assimp.clips);
  if (!listUnchanged && assimp.fault.empty())
    report.lines.push_back(
        {Finding::Repaired, "animations",
         concat("assimp returned ", assimp.clips.size(), " clips; the file's ", gltf.size(), " are used")});
  std::vector<crossfade::AnimationClip> clips;
  for (std::size_t i = 0; i < gltf.size(); ++i) {
    watch.at(i, gltf.size());
    std::map<ChannelKey, AssimpChannel*> channels;
    if (listUnchanged)
      for (AssimpChannel& channel : assimp.clips[i].channels) channels[{channel.node, channel.channel}] = &channel;
    std::vector<crossfade::KeyframeTrack> tracks;
    for (GltfClipChannel& channel : gltf[i].channels) {
      const auto found = channels.find({channel.node, channel.channel});
      AssimpChannel* candidate = found == channels.end() ? nullptr : found->second;
      const bool unchanged = channelAgrees(candidate, channel);
      ++(unchanged ? report.channelsUnchanged : report.channelsCorrected);
      auto track =
          crossfade::KeyframeTrack::make({skeleton.jointAt(channel.node), channel.channel}, channel.interpolation,
                                         std::move(unchanged ? candidate->times : channel.times),
                                         std::move(unchanged ? candidate->values : channel.values));
      if (!track) refuse(locationText("animation", i, gltf[i].name), ": ", track.error().message);
      tracks.push_back(*std::move(track));
    }
    // The same name as in three.js.
    auto clip = crossfade::AnimationClip::make(gltf[i].name.empty() ? concat("animation_", i) : gltf[i].name,
                                               std::move(tracks));
    if (!clip) refuse(clip.error().message);
    clips.push_back(*std::move(clip));
  }
  return clips;
}

}  // namespace app
