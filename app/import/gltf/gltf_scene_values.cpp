#include "app/import/gltf/gltf_scene_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

struct Pointer {
  std::string_view list, member;
  SceneProperty property;
};

constexpr std::string_view kLights = "/extensions/KHR_lights_punctual/lights/";

constexpr std::array kPointers = std::to_array<Pointer>({
    {"/nodes/", "/extensions/KHR_node_visibility/visible", SceneProperty::Shown},
    {"/cameras/", "/perspective/yfov", SceneProperty::VerticalFov},
    {"/cameras/", "/orthographic/xmag", SceneProperty::HalfWidth},
    {"/cameras/", "/orthographic/ymag", SceneProperty::HalfHeight},
    {"/cameras/", "/perspective/znear", SceneProperty::NearPlane},
    {"/cameras/", "/orthographic/znear", SceneProperty::NearPlane},
    {kLights, "/color", SceneProperty::LightColor},
    {kLights, "/intensity", SceneProperty::LightIntensity},
    {kLights, "/range", SceneProperty::LightRange},
    {kLights, "/spot/innerConeAngle", SceneProperty::InnerCone},
    {kLights, "/spot/outerConeAngle", SceneProperty::OuterCone},
});

std::size_t elementsOf(const GltfDocument& document, SceneProperty property) {
  if (isOfCamera(property)) return document.cameras.size();
  return isOfLight(property) ? document.lights.size() : document.nodes.size();
}

/// What the document says without its clips.
std::vector<float> restOf(const GltfDocument& document, const SceneValue& value) {
  const auto index = static_cast<std::size_t>(value.of);
  switch (value.property) {
    case SceneProperty::Shown:
      return {document.nodes[index].startsHidden ? 0.0f : 1.0f};
    case SceneProperty::VerticalFov:
      return {document.cameras[index].camera.verticalFov};
    case SceneProperty::HalfWidth:
      return {document.cameras[index].camera.halfSize.x};
    case SceneProperty::HalfHeight:
      return {document.cameras[index].camera.halfSize.y};
    case SceneProperty::NearPlane:
      return {document.cameras[index].camera.nearPlane};
    case SceneProperty::LightColor:
      return {document.lights[index].color.x, document.lights[index].color.y, document.lights[index].color.z};
    case SceneProperty::LightIntensity:
      return {document.lights[index].intensity};
    case SceneProperty::LightRange:
      return {document.lights[index].range};
    case SceneProperty::InnerCone:
      return {document.lights[index].innerCone};
    case SceneProperty::OuterCone:
      return {document.lights[index].outerCone};
  }
  return {};
}

/// The clips, with tracks of values from `first` on moved by `by`.
crossfade::ClipSet movedTracks(const crossfade::ClipSet& clips, int first, int by) {
  std::vector<crossfade::AnimationClip> moved;
  for (const crossfade::AnimationClip& clip : clips) {
    std::vector<crossfade::KeyframeTrack> tracks;
    for (const crossfade::KeyframeTrack& track : clip.tracks()) {
      crossfade::TrackTarget target = track.target();
      if (target.channel != crossfade::Channel::Values || target.node < first) {
        tracks.push_back(track);
        continue;
      }
      target.node += by;
      auto made =
          crossfade::KeyframeTrack::make(target, track.interpolation(), {track.times().begin(), track.times().end()},
                                         {track.values().begin(), track.values().end()});
      if (made) tracks.push_back(*std::move(made));
    }
    auto made = crossfade::AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
    moved.push_back(made ? *std::move(made) : clip);
  }
  return crossfade::ClipSet(std::move(moved));
}

}  // namespace

std::optional<SceneValue> sceneValueAt(std::string_view pointer) {
  for (const Pointer& each : kPointers) {
    if (!pointer.starts_with(each.list) || !pointer.ends_with(each.member)) continue;
    if (pointer.size() <= each.list.size() + each.member.size()) continue;
    const std::string_view digits =
        pointer.substr(each.list.size(), pointer.size() - each.list.size() - each.member.size());
    SceneValue value{.property = each.property};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value.of);
    if (error == std::errc() && end == digits.data() + digits.size() && value.of >= 0) return value;
  }
  return std::nullopt;
}

std::string pointerTo(SceneProperty property, int index) {
  const auto found = std::ranges::find(kPointers, property, &Pointer::property);
  return concat(found->list, index, found->member);
}

int addSceneValue(GltfDocument& document, const SceneValue& value) {
  if (static_cast<std::size_t>(value.of) >= elementsOf(document, value.property))
    refuse("it animates the ", nameOf(value.property), " of element ", value.of, ", which does not exist");
  std::vector<SceneValue>& all = document.sceneValues;
  const auto found = std::find(all.begin(), all.end(), value);
  if (found != all.end()) return static_cast<int>(found - all.begin());
  if (all.size() >= limits::kSceneValues) refuse("it is one of more than ", limits::kSceneValues, " animated values");
  all.push_back(value);
  return static_cast<int>(all.size()) - 1;
}

void fillSceneValues(Model& model, const GltfDocument& document) {
  if (document.sceneValues.empty()) return;
  const auto before = static_cast<int>(document.materialValues.size()),
             now = static_cast<int>(model.materialValues.size());
  if (now != before) model.clips = movedTracks(model.clips, before, now - before);
  std::vector<float> rests;
  for (SceneValue value : document.sceneValues) {
    for (const float rest : restOf(document, value)) rests.push_back(rest);
    if (value.property == SceneProperty::Shown) value.of = model.skeleton.jointAt(value.of);
    model.sceneValues.push_back(value);
  }
  addSceneValues(model, rests);
}

}  // namespace app
