#include "app/import/blob/model_blob.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/import/blob/blob_archive.h"

namespace app {

template <glm::length_t kSize>
inline constexpr bool kIsFlat<glm::vec<kSize, float>> = true;
template <>
inline constexpr bool kIsFlat<glm::quat> = true;
template <>
inline constexpr bool kIsFlat<glm::mat4> = true;
template <>
inline constexpr bool kIsFlat<crossfade::Transform> = true;
template <>
inline constexpr bool kIsFlat<Influences> = true;
static_assert(sizeof(crossfade::Transform) == 10 * sizeof(float));
static_assert(sizeof(Influences) == 4 * sizeof(std::uint16_t) + 4 * sizeof(float));

template <>
inline constexpr Wrap kLastOf<Wrap> = Wrap::ClampToEdge;
template <>
inline constexpr Filter kLastOf<Filter> = Filter::Linear;
template <>
inline constexpr AlphaMode kLastOf<AlphaMode> = AlphaMode::Blend;
template <>
inline constexpr MaterialProperty kLastOf<MaterialProperty> = MaterialProperty::UvRotation;
template <>
inline constexpr SceneProperty kLastOf<SceneProperty> = SceneProperty::OuterCone;
template <>
inline constexpr Topology kLastOf<Topology> = Topology::Triangles;
template <>
inline constexpr LightKind kLastOf<LightKind> = LightKind::Spot;
template <>
inline constexpr Finding kLastOf<Finding> = Finding::Lost;
template <>
inline constexpr crossfade::Channel kLastOf<crossfade::Channel> = crossfade::Channel::Values;  // of a model's clips
template <>
inline constexpr crossfade::Interpolation kLastOf<crossfade::Interpolation> = crossfade::Interpolation::Hermite;
template <>
inline constexpr crossfade::BlendMode kLastOf<crossfade::BlendMode> = crossfade::BlendMode::Additive;

namespace {

constexpr std::uint64_t kMagic = 0x3930'6c65'646f'6d78;  // "xmodel09"; count up when a field changes

/// A clip as what its make() takes.
struct ClipValues {
  struct Track {
    int node = 0;
    crossfade::Channel channel{};
    crossfade::Interpolation interpolation{};
    std::vector<float> times, values, tangents;
  };
  std::string name;
  crossfade::BlendMode blendMode{};
  double duration = 0;
  std::vector<Track> tracks;
};

ClipValues valuesOf(const crossfade::AnimationClip& clip) {
  ClipValues values{.name = clip.name(), .blendMode = clip.blendMode(), .duration = clip.duration(), .tracks = {}};
  const auto copy = [](std::span<const float> each) { return std::vector<float>(each.begin(), each.end()); };
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    values.tracks.push_back({.node = track.target().node,
                             .channel = track.target().channel,
                             .interpolation = track.interpolation(),
                             .times = copy(track.times()),
                             .values = copy(track.values()),
                             .tangents = copy(track.tangents())});
  return values;
}

crossfade::AnimationClip clipOf(ClipValues values) {
  std::vector<crossfade::KeyframeTrack> tracks;
  for (ClipValues::Track& track : values.tracks)
    tracks.push_back(orRefuse(crossfade::KeyframeTrack::make({track.node, track.channel}, track.interpolation,
                                                             std::move(track.times), std::move(track.values),
                                                             std::move(track.tangents))));
  return orRefuse(
      crossfade::AnimationClip::make(std::move(values.name), std::move(tracks), values.blendMode, values.duration));
}

}  // namespace

// Not in the unnamed namespace: the archive could not find them there.

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::Joint>& joint) {
  archive(joint.name, joint.parent, joint.rest, joint.documentIndex);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::Skeleton>& skeleton) {
  std::vector<crossfade::Joint> joints;
  if constexpr (!Archive::kReads) joints = skeleton.joints();
  archive(joints);
  if constexpr (Archive::kReads) skeleton = orRefuse(crossfade::Skeleton::make(std::move(joints)));
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, ClipValues::Track>& track) {
  archive(track.node, track.channel, track.interpolation, track.times, track.values, track.tangents);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, ClipValues>& clip) {
  archive(clip.name, clip.blendMode, clip.duration, clip.tracks);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::ClipSet>& clips) {
  std::vector<ClipValues> values;
  if constexpr (!Archive::kReads)
    for (std::size_t i = 0; i < clips.size(); ++i) values.push_back(valuesOf(clips[i]));
  archive(values);
  if constexpr (Archive::kReads)
    for (ClipValues& clip : values) clips.add(clipOf(std::move(clip)));
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::ClipEvent>& event) {
  archive(event.name, event.time, event.end, event.value);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Image>& image) {
  archive(image.name, image.width, image.height, image.rgba);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, TextureRef>& texture) {
  archive(texture.image, texture.uvSet, texture.offset, texture.scale, texture.rotation, texture.wrapU, texture.wrapV,
          texture.magnify, texture.minify, texture.mipmaps);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Material>& material) {
  archive(material.name, material.baseColor, material.tint, material.baseColorTexture, material.metallic,
          material.roughness, material.metallicRoughnessTexture, material.normalTexture, material.normalScale,
          material.occlusionTexture, material.occlusionStrength, material.emissive, material.emissiveStrength,
          material.emissiveTexture, material.alphaMode, material.alphaCutoff, material.clearcoat,
          material.clearcoatTexture, material.clearcoatRoughness, material.clearcoatRoughnessTexture,
          material.sheenColor, material.sheenColorTexture, material.sheenRoughness, material.sheenRoughnessTexture,
          material.doubleSided, material.unlit, material.toon, material.shadeColor, material.shadeRange);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, MaterialValue>& value) {
  archive(value.material, value.property, value.texture, value.offset);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, SceneValue>& value) {
  archive(value.property, value.of, value.offset);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, MorphTarget>& target) {
  archive(target.positions, target.normals);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, VariantMaterial>& variant) {
  archive(variant.variant, variant.material);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Primitive>& primitive) {
  archive(primitive.topology, primitive.material, primitive.variantMaterials, primitive.positions, primitive.normals,
          primitive.tangents, primitive.uvs, primitive.colors, primitive.influences, primitive.indices,
          primitive.morphTargets);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Mesh>& mesh) {
  archive(mesh.name, mesh.primitives, mesh.morphTargetNames);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Skin>& skin) {
  archive(skin.name, skin.joints, skin.inverseBinds);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, MeshInstance>& instance) {
  archive(instance.node, instance.mesh, instance.skin, instance.morphOffset, instance.morphCount, instance.inScene,
          instance.shownBy);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, FileCamera>& camera) {
  archive(camera.name, camera.node, camera.verticalFov, camera.aspect, camera.nearPlane, camera.orthographic,
          camera.halfSize, camera.inFile);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, FileLight>& light) {
  archive(light.name, light.node, light.kind, light.color, light.intensity, light.range, light.innerCone,
          light.outerCone, light.inFile, light.shownBy);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, ExpressionBind>& bind) {
  archive(bind.morph, bind.weight, bind.rest);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Expression>& expression) {
  archive(expression.name, expression.isBinary, expression.binds);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::HumanJointGuess>& guess) {
  archive(guess.joint, guess.confidence);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, crossfade::Humanoid>& body) {
  archive(body.joints, body.spine, body.neck, body.isQuadruped);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, GazeRange>& range) {
  archive(range.most, range.reach);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Gaze>& gaze) {
  archive(gaze.byExpressions, gaze.leftEye, gaze.rightEye, gaze.inward, gaze.outward, gaze.down, gaze.up);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, ReportLine>& line) {
  archive(line.kind, line.location, line.what);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, ImportReport>& report) {
  archive(report.lines, report.undecoded);
}

template <class Archive>
void fields(Archive& archive, Stored<Archive, Model>& model) {
  archive(model.skeleton, model.restMorphWeights, model.meshes, model.instances, model.skins, model.bones,
          model.materials, model.materialValues, model.sceneValues, model.images, model.cameras, model.lights,
          model.variants, model.clips, model.expressions, model.body, model.gaze, model.frontYaw, model.report);
  for (const crossfade::ClipId id : model.clips.ids()) {  // the events of each clip in turn
    std::vector<crossfade::ClipEvent> events;
    if constexpr (!Archive::kReads)
      if (const crossfade::ClipEvents* const known = model.clipEvents.find(id))
        events.assign(known->events().begin(), known->events().end());
    archive(events);
    if constexpr (Archive::kReads)
      if (!events.empty())
        model.clipEvents.set(id, orRefuse(crossfade::ClipEvents::make(std::move(events), model.clips[id].duration())));
  }
}

Bytes writeModelBlob(const Model& model) {
  BlobWriter writer;
  writer(kMagic, model);
  return writer.take();
}

Model readModelBlob(ByteSpan bytes) {
  BlobReader reader(bytes);
  std::uint64_t magic = 0;
  reader(magic);
  if (magic != kMagic) refuse("byte 0: it is not a model");
  Model model;
  reader(model);
  reader.finish();
  return model;
}

}  // namespace app
