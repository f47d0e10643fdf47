#include "app/import/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

namespace app {
namespace {

using crossfade::AnimationClip;
using crossfade::KeyframeTrack;

constexpr char kRightName[] = "assimp";  // of its joint, and before its names
constexpr float kGap = 0.25f;            // between the figures, of their width or height, whichever is more

/// How far a model reaches along an axis.
struct Reach {
  float begin = std::numeric_limits<float>::infinity();
  float end = -std::numeric_limits<float>::infinity();
  float length() const { return end - begin; }
  void add(float at) {
    if (!std::isfinite(at)) return;
    begin = std::min(begin, at), end = std::max(end, at);
  }
};

/// The joint of a skin that moves a vertex most, as an index into Skin::joints.
std::size_t strongestJoint(const Influences& influences) {
  const auto strongest = std::ranges::max_element(influences.weights) - influences.weights.begin();
  return influences.joints[static_cast<std::size_t>(strongest)];
}

void addMesh(const Model& model, const MeshInstance& instance, const std::vector<glm::mat4>& worlds,
             const glm::vec3& axis, Reach& reach) {
  std::vector<glm::mat4> palette;
  if (instance.skin >= 0) {
    const Skin& skin = model.skins[static_cast<std::size_t>(instance.skin)];
    palette.resize(skin.joints.size());
    crossfade::skinningPalette(worlds, skin.joints, skin.inverseBinds, palette);
  }
  const glm::mat4& world = worlds[static_cast<std::size_t>(instance.node)];
  for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      const bool isSkinned = !palette.empty() && !primitive.influences.empty();
      const glm::mat4& matrix = isSkinned ? palette[strongestJoint(primitive.influences[0][i])] : world;
      reach.add(glm::dot(axis, glm::vec3(matrix * glm::vec4(primitive.positions[i], 1))));
    }
}

/// In the rest pose: of the meshes, or of the joints if there are none.
Reach reachOf(const Model& model, const glm::vec3& axis) {
  std::vector<glm::mat4> worlds(static_cast<std::size_t>(model.skeleton.jointCount()));
  crossfade::localToModel(model.skeleton.parents(), model.skeleton.restLocals(), worlds);
  Reach reach;
  for (const MeshInstance& instance : model.instances)
    if (instance.inScene) addMesh(model, instance, worlds, axis, reach);
  if (reach.length() < 0)
    for (const glm::mat4& world : worlds) reach.add(glm::dot(axis, glm::vec3(world[3])));
  return reach;
}

/// From the left figure to the right one, seen from the front.
glm::vec3 offsetOfRight(const Model& left, const Model& right) {
  const glm::vec3 axis(std::cos(left.frontYaw), 0, -std::sin(left.frontYaw));
  const Reach a = reachOf(left, axis), b = reachOf(right, axis), height = reachOf(left, glm::vec3(0, 1, 0));
  if (a.length() < 0 || b.length() < 0) return axis;
  return axis * (a.end - b.begin + kGap * std::max({a.length(), b.length(), height.length()}));
}

/// Where the parts of the right model are once they are appended to the left one.
struct Offsets {
  int joint = 0;
  int mesh = 0;
  int skin = 0;
  int material = 0;
  int image = 0;
  int morph = 0;  // of morph weights, which follow those of the left model
};

crossfade::Skeleton joined(const Model& left, const Model& right, const Offsets& offsets) {
  std::vector<crossfade::Joint> joints = left.skeleton.joints();
  const int root = left.skeleton.jointCount();
  joints.push_back({.name = kRightName, .rest = {.translation = offsetOfRight(left, right)}, .documentIndex = root});
  for (crossfade::Joint& joint : right.skeleton.joints()) {
    joint.name = std::string(kRightName) + "/" + joint.name;
    joint.parent = joint.parent == crossfade::kNoJoint ? root : joint.parent + offsets.joint;
    joint.documentIndex += offsets.joint;
    joints.push_back(std::move(joint));
  }
  auto made = crossfade::Skeleton::make(std::move(joints));
  return made ? *std::move(made) : left.skeleton;
}

KeyframeTrack moved(const KeyframeTrack& track, int joints) {
  const auto copy = [](std::span<const float> numbers) { return std::vector<float>(numbers.begin(), numbers.end()); };
  auto made = KeyframeTrack::make({track.target().node + joints, track.target().channel}, track.interpolation(),
                                  copy(track.times()), copy(track.values()), copy(track.tangents()));
  return made ? *std::move(made) : track;
}

/// The tracks of joints and morph weights.
void addTracks(std::vector<KeyframeTrack>& tracks, const AnimationClip& clip, const Offsets& offsets) {
  for (const KeyframeTrack& track : clip.tracks())
    if (crossfade::isOfJoint(track.target().channel)) tracks.push_back(moved(track, offsets.joint));
}

bool hasName(const crossfade::ClipSet& clips, const std::string& name) {
  return std::ranges::any_of(clips, [&](const AnimationClip& clip) { return clip.name() == name; });
}

/// Which clip of the right model plays with the left one's at `index`: of its name, or else at its index unless that
/// has the name of another. `taken`: those that play with others. The number of clips: none does.
std::size_t partnerOf(const AnimationClip& clip, std::size_t index, const Model& left, const Model& right,
                      const std::vector<bool>& taken) {
  std::size_t at = 0, found = right.clips.size();
  for (const AnimationClip& other : right.clips) {
    if (!taken[at] && other.name() == clip.name()) return at;
    if (!taken[at] && at == index && !hasName(left.clips, other.name())) found = at;
    ++at;
  }
  return found;
}

crossfade::ClipSet joinedClips(const Model& left, const Model& right, const Offsets& offsets) {
  std::vector<const AnimationClip*> others;
  for (const AnimationClip& clip : right.clips) others.push_back(&clip);
  std::vector<bool> taken(others.size());
  crossfade::ClipSet clips;
  const auto add = [&](const AnimationClip& named, std::vector<KeyframeTrack> tracks, double seconds) {
    auto made = AnimationClip::make(named.name(), std::move(tracks), named.blendMode(), seconds);
    clips.add(made ? *std::move(made) : named);
  };
  std::size_t index = 0;
  for (const AnimationClip& clip : left.clips) {
    std::vector<KeyframeTrack> tracks(clip.tracks().begin(), clip.tracks().end());
    double seconds = clip.duration();
    if (const std::size_t partner = partnerOf(clip, index, left, right, taken); partner < others.size()) {
      taken[partner] = true;
      addTracks(tracks, *others[partner], offsets);
      seconds = std::max(seconds, others[partner]->duration());
    }
    add(clip, std::move(tracks), seconds);
    ++index;
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (taken[i]) continue;
    std::vector<KeyframeTrack> tracks;
    addTracks(tracks, *others[i], offsets);
    add(*others[i], std::move(tracks), others[i]->duration());
  }
  return clips;
}

void moveMaterials(Primitive& primitive, int by) {
  if (primitive.material >= 0) primitive.material += by;
  primitive.variantMaterials.clear();
}

/// Everything drawn of the right model, with its indices moved.
void addDrawn(Model& left, Model& right, const Offsets& offsets) {
  for (Material& material : right.materials) {
    material.name = std::string(kRightName) + "/" + material.name;
    for (const auto texture : kTexturesOfMaterial)
      if ((material.*texture).image >= 0) (material.*texture).image += offsets.image;
  }
  for (Mesh& mesh : right.meshes)
    for (Primitive& primitive : mesh.primitives) moveMaterials(primitive, offsets.material);
  for (Skin& skin : right.skins)
    for (int& joint : skin.joints) joint += offsets.joint;
  for (MeshInstance& instance : right.instances) {
    instance.node += offsets.joint;
    instance.mesh += offsets.mesh;
    if (instance.skin >= 0) instance.skin += offsets.skin;
    instance.morphOffset += offsets.morph;
    instance.shownBy.clear();
  }
  const auto append = [](auto& to, auto& from) { std::ranges::move(from, std::back_inserter(to)); };
  append(left.materials, right.materials);
  append(left.images, right.images);
  append(left.meshes, right.meshes);
  append(left.skins, right.skins);
  append(left.instances, right.instances);
  for (const int bone : right.bones) left.bones.push_back(bone + offsets.joint);
}

int morphCountOf(const Model& model) {
  int count = 0;
  for (const MeshInstance& instance : model.instances)
    count = std::max(count, instance.morphOffset + instance.morphCount);
  return count;
}

/// Makes room for morph weights between those of `model` and its other values.
void insertMorphWeights(Model& model, int at, std::span<const float> rests) {
  const int count = static_cast<int>(rests.size());
  model.restMorphWeights.insert(model.restMorphWeights.begin() + at, rests.begin(), rests.end());
  const auto move = [&](int& offset) {
    if (offset >= at) offset += count;
  };
  for (MaterialValue& value : model.materialValues) move(value.offset);
  for (SceneValue& value : model.sceneValues) move(value.offset);
  for (MeshInstance& instance : model.instances) std::ranges::for_each(instance.shownBy, move);
  for (FileLight& light : model.lights) std::ranges::for_each(light.shownBy, move);
  for (Expression& expression : model.expressions)
    for (ExpressionBind& bind : expression.binds) move(bind.morph);
}

}  // namespace

Model sideBySide(Model left, Model right) {
  const auto sizeOf = [](const auto& parts) { return static_cast<int>(parts.size()); };
  const Offsets offsets{.joint = left.skeleton.jointCount() + 1,
                        .mesh = sizeOf(left.meshes),
                        .skin = sizeOf(left.skins),
                        .material = sizeOf(left.materials),
                        .image = sizeOf(left.images),
                        .morph = morphCountOf(left)};
  left.clips = joinedClips(left, right, offsets);
  left.skeleton = joined(left, right, offsets);
  insertMorphWeights(left, offsets.morph,
                     std::span(right.restMorphWeights).first(static_cast<std::size_t>(morphCountOf(right))));
  addDrawn(left, right, offsets);
  return left;
}

}  // namespace app
