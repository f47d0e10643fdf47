#include "app/export/glb_clips.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/export/glb_file.h"
#include "app/export/json_text_patch.h"
#include "app/import/file/image_decode.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/gltf/gltf_container.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_material_values.h"
#include "app/import/gltf/gltf_scene_values.h"
#include "app/model/json/json_tree.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/hermite.h"

namespace app {
namespace {

// The keys of a track as glTF wants them: from 0 on, strictly increasing, up to the end of the clip.

/// Laid out as in KeyframeTrack.
struct GltfKeys {
  std::vector<float> times, values;
};

using crossfade::Interpolation;
using crossfade::KeyframeTrack;

/// In-tangent, value and out-tangent of a spline at a time between its first and its last key. Not normalized: the
/// pieces on both sides remain the same polynomials.
std::vector<float> splineAt(const KeyframeTrack& track, float time) {
  const auto times = track.times();
  const auto size = static_cast<std::size_t>(track.valueSize());
  const std::size_t next = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const double dt = static_cast<double>(times[next]) - static_cast<double>(times[next - 1]);
  const double s = (static_cast<double>(time) - static_cast<double>(times[next - 1])) / dt;
  std::vector<float> key(3 * size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto at = [&](std::size_t k, std::size_t part) {
      return static_cast<double>(track.values()[(3 * k + part) * size + i]);
    };
    const double from = at(next - 1, 1), to = at(next, 1), out = dt * at(next - 1, 2), in = dt * at(next, 0);
    key[size + i] = static_cast<float>(crossfade::hermite(from, out, to, in, s));
    key[i] = key[2 * size + i] = static_cast<float>(crossfade::hermiteSlope(from, out, to, in, s) / dt);
  }
  return key;
}

/// The values of a key at `time`.
std::vector<float> keyAt(const KeyframeTrack& track, float time) {
  const auto size = static_cast<std::size_t>(track.valueSize());
  const bool isInside = time > track.firstTime() && time < track.lastTime();
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  if (isSpline && isInside) return splineAt(track, time);
  std::vector<double> value(size);
  crossfade::KeyCursor cursor;
  crossfade::evaluate(track, static_cast<double>(time), cursor, value);
  std::vector<float> key(isSpline ? 3 * size : size);
  std::copy(value.begin(), value.end(), key.begin() + static_cast<std::ptrdiff_t>(isSpline ? size : 0));
  return key;
}

/// The same values between 0 and `duration` (seconds). Keys outside are replaced by one at the boundary; if times are
/// equal, the later ones move to the next float. For step, linear and spline tracks (assert).
GltfKeys gltfKeysOf(const KeyframeTrack& track, double duration) {
  assert(track.interpolation() != Interpolation::Smooth && track.interpolation() != Interpolation::Bezier);
  const auto times = track.times();
  const std::size_t row = track.values().size() / times.size();
  const float end = static_cast<float>(duration);
  GltfKeys keys;
  const auto add = [&](float time, std::span<const float> values) {
    if (!keys.times.empty())
      time = std::max(time, std::nextafter(keys.times.back(), std::numeric_limits<float>::infinity()));
    keys.times.push_back(time);
    keys.values.insert(keys.values.end(), values.begin(), values.end());
  };
  const auto hasKeyAt = [&](float time) { return std::find(times.begin(), times.end(), time) != times.end(); };
  if (times.front() < 0 && !hasKeyAt(0)) add(0, keyAt(track, 0));
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] >= 0 && times[i] <= end) add(times[i], track.values().subspan(i * row, row));
  const bool isComplete = !keys.times.empty() && keys.times.back() >= end;
  if (times.back() > end && !isComplete) add(end, keyAt(track, end));
  return keys;
}

/// Adds a key at `time` that repeats the last value, unless the keys last that long.
void holdUntil(GltfKeys& keys, const KeyframeTrack& track, double time) {
  const float end = static_cast<float>(time);
  if (keys.times.back() >= end) return;
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  const std::size_t row = keys.values.size() / keys.times.size(), size = isSpline ? row / 3 : row;
  const std::vector<float> last(keys.values.end() - static_cast<std::ptrdiff_t>(row), keys.values.end());
  if (isSpline) std::fill_n(keys.values.end() - static_cast<std::ptrdiff_t>(size), size, 0.0f);
  keys.times.push_back(end);
  for (std::size_t i = 0; i < row; ++i) keys.values.push_back(isSpline && (i < size || i >= 2 * size) ? 0.0f : last[i]);
}

using crossfade::AnimationClip;
using crossfade::Channel;

/// Of a picture, by its first bytes; empty: unknown.
std::string_view mimeTypeOf(const Bytes& data) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  if (text.starts_with("\x89PNG")) return "image/png";
  if (text.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (isWebp(data)) return "image/webp";
  if (isKtx(data)) return "image/ktx2";
  if (text.starts_with("DDS ")) return "image/vnd-ms.dds";
  return {};
}

/// How an accessor stores a value of a track.
struct AccessorShape {
  const char* type;
  std::size_t components;
};
AccessorShape shapeOf(const KeyframeTrack& track) {
  constexpr std::array kTypes{"SCALAR", "VEC2", "VEC3", "VEC4"};
  const auto size = static_cast<std::size_t>(track.valueSize());
  if (track.target().channel == Channel::Weights || size < 1 || size > kTypes.size()) return {"SCALAR", 1};
  return {kTypes[size - 1], size};
}

/// A document whose data is all in one binary chunk.
class Writer {
 public:
  Writer(std::span<const std::uint8_t> document, const std::filesystem::path& folder, ImportReport& report)
      : folder_(folder), report_(report) {
    GltfContainer container = readContainer(document, report, ContainerParts::All);
    text_ = std::move(container.text);
    otherChunks_ = std::move(container.otherChunks);
    before_ = std::move(container.json.root());
    glb_.json = before_;
    moveBuffers(container.binary, container.hasBinary);
    moveImages();
  }

  /// `extras`: JSON; empty: none.
  void add(const AnimationClip& clip, const crossfade::Skeleton& skeleton, const GlbOptions& options,
           std::string_view extras) {
    std::vector<const KeyframeTrack*> tracks;
    Json samplers = Json::array(), channels = Json::array();
    for (const KeyframeTrack& track : clip.tracks()) {
      checkIsGltf(track, clip.name());
      Json target = targetOf(track, clip.name(), skeleton, options);
      if (target.is_null()) continue;
      channels.push_back({{"sampler", tracks.size()}, {"target", std::move(target)}});
      tracks.push_back(&track);
    }
    const KeyframeTrack* const lasting = lastingTrack(tracks, clip.duration());
    for (const KeyframeTrack* const track : tracks) {
      GltfKeys keys = gltfKeysOf(*track, clip.duration());
      if (track == lasting) holdUntil(keys, *track, clip.duration());
      const bool isFlag = isVisibility(*track, options);
      samplers.push_back({{"input", addTimes(std::move(keys.times))},
                          {"interpolation", nameOf(isFlag ? Interpolation::Discrete : track->interpolation())},
                          {"output", isFlag ? addFlags(keys.values) : addValues(keys.values, shapeOf(*track))}});
    }
    if (channels.empty()) return;  // glTF wants at least one channel
    Json animation = {{"name", clip.name()}, {"samplers", std::move(samplers)}, {"channels", std::move(channels)}};
    if (!extras.empty()) animation["extras"] = Json::parse(extras);
    listIn(glb_.json, "animations").push_back(std::move(animation));
  }
  void removeClips() { glb_.json.erase("animations"); }
  void setEvents(std::span<const std::optional<std::string>> events) {
    Json& animations = listIn(glb_.json, "animations");
    for (std::size_t i = 0; i < std::min(events.size(), animations.size()); ++i) {
      if (!events[i]) continue;
      Json& extras = animations[i]["extras"];
      if (extras.is_null()) extras = Json::object();
      if (extras.is_object())
        extras["events"] = Json::parse(*events[i]);
      else
        report_.add(Finding::Lost, concat("animation ", i),
                    "its extras are not an object, so its events were not changed");
    }
    if (animations.empty()) glb_.json.erase("animations");
  }
  void setExtras(std::string_view extras) {
    Json& all = glb_.json["extras"];
    if (all.is_null()) all = Json::object();
    if (all.is_object())
      all["crossfade"] = Json::parse(extras);
    else
      report_.add(Finding::Lost, "extras",
                  "the document's extras are not an object, so the transition set was not added");
  }

  Bytes finish() {
    padGlb(glb_.binary);
    if (!glb_.binary.empty()) {
      Json& buffers = listIn(glb_.json, "buffers");
      Json first = firstBuffer_;
      first.erase("uri");
      if (!first.contains("byteLength") || first["byteLength"] != glb_.binary.size())
        first["byteLength"] = glb_.binary.size();
      buffers = Json::array({std::move(first)});
      for (Json& empty : emptyBuffers_) buffers.push_back(std::move(empty));
    }
    if (glb_.json["buffers"].empty()) glb_.json.erase("buffers");
    return glbFile(jsonText(), glb_.binary, otherChunks_);
  }

 private:
  std::string jsonText() const {
    try {
      return patchedText(text_, before_, glb_.json);
    } catch (const std::invalid_argument&) {  // members that come twice: which one counts is for the parser to say
      return app::jsonText(glb_.json);
    }
  }

  /// A clip in glTF is as long as its last key. Where all keys end earlier than the clip, the track that gets one more.
  static const KeyframeTrack* lastingTrack(std::span<const KeyframeTrack* const> tracks, double duration) {
    const auto reachesEnd = [&](const KeyframeTrack* track) {
      return track->lastTime() >= static_cast<float>(duration);
    };
    if (tracks.empty() || std::any_of(tracks.begin(), tracks.end(), reachesEnd)) return nullptr;
    const auto isPlain = [](const KeyframeTrack* track) { return track->interpolation() != Interpolation::Hermite; };
    const auto plain = std::find_if(tracks.begin(), tracks.end(), isPlain);
    return plain == tracks.end() ? tracks.front() : *plain;
  }

  /// The glTF target of a track. Null, and a line in the report, if the document has no such property.
  Json targetOf(const KeyframeTrack& track, const std::string& clip, const crossfade::Skeleton& skeleton,
                const GlbOptions& options) {
    const std::span<const MaterialValue> materialValues = options.materialValues;
    const auto [node, channel] = track.target();
    if (crossfade::isOfJoint(channel)) return {{"node", animatedNode(node, skeleton, clip)}, {"path", nameOf(channel)}};
    const auto index = static_cast<std::size_t>(node);
    if (index >= materialValues.size() && index - materialValues.size() < options.sceneValues.size())
      return targetOf(options.sceneValues[index - materialValues.size()], clip, skeleton);
    const std::string_view lacks = index < materialValues.size() ? lacking(materialValues[index]) : "material";
    if (!lacks.empty()) {
      report_.add(Finding::Lost, "clip '" + clip + "'",
                  concat("a track animates a ", lacks, " that the file does not have"));
      return nullptr;
    }
    if (!std::exchange(usesPointers_, true)) useExtension("KHR_animation_pointer");
    return {{"path", "pointer"},
            {"extensions", {{"KHR_animation_pointer", {{"pointer", pointerTo(materialValues[index])}}}}}};
  }

  Json targetOf(const SceneValue& value, const std::string& clip, const crossfade::Skeleton& skeleton) {
    int index = value.of;
    if (value.property == SceneProperty::Shown) {
      index = animatedNode(value.of, skeleton, clip);
      Json& visible = listIn(glb_.json, "nodes")[static_cast<std::size_t>(index)]["extensions"]["KHR_node_visibility"];
      if (!visible.is_object()) visible = {{"visible", true}};
      useExtension("KHR_node_visibility");
    }
    const std::string pointer = pointerTo(value.property, index);
    const std::string element = value.property == SceneProperty::Shown
                                    ? pointer.substr(0, pointer.rfind('/'))
                                    : pointer.substr(0, pointer.find(concat("/", index)) + concat("/", index).size());
    if (!glb_.json.contains(Json::json_pointer(element))) {
      report_.add(Finding::Lost, "clip '" + clip + "'",
                  concat("a track animates the ", nameOf(value.property), " of what the file lacks"));
      return nullptr;
    }
    if (!std::exchange(usesPointers_, true)) useExtension("KHR_animation_pointer");
    return {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}};
  }

  /// What the document lacks of a value's target; empty: nothing. A pointer must lead to an object that exists
  /// (KHR_animation_pointer); factors in it may be left out, as they have defaults.
  std::string_view lacking(const MaterialValue& value) const {
    const Json* const materials = findMember(glb_.json, "materials");
    const auto index = static_cast<std::size_t>(value.material);
    if (materials == nullptr || !materials->is_array() || index >= materials->size()) return "material";
    const Json& material = (*materials)[index];
    const std::string pointer = pointerTo(value), start = concat("/materials/", index, "/");
    const std::string within = pointer.substr(start.size());
    if (within.starts_with("pbrMetallicRoughness") && findExtension(material, "KHR_materials_pbrSpecularGlossiness"))
      return "metallic-roughness material";
    std::string parent = within.substr(
        0, isOfTexture(value.property) ? within.find("/extensions/KHR_texture_transform") : within.rfind('/') + 1);
    if (parent.ends_with('/')) parent.pop_back();
    if (parent.empty() || parent == "pbrMetallicRoughness" || material.contains(Json::json_pointer("/" + parent)))
      return "";
    return parent.ends_with("Texture") ? "texture" : "material extension";
  }

  void useExtension(const char* name) {
    Json& used = listIn(glb_.json, "extensionsUsed");
    if (std::find(used.begin(), used.end(), name) == used.end()) used.push_back(name);
  }

  static void checkIsGltf(const KeyframeTrack& track, const std::string& clip) {
    const bool isNode = track.target().channel != Channel::Select;
    const bool isGltf = track.interpolation() == Interpolation::Linear ||
                        track.interpolation() == Interpolation::Discrete ||
                        track.interpolation() == Interpolation::Hermite;
    if (!isNode || !isGltf)
      refuse("clip '", clip, "': glTF cannot express a track of ", nameOf(track.target().channel), " with ",
             nameOf(track.interpolation()), " interpolation");
  }

  /// The index of the joint's node, which has no matrix any more: an animated one must not (glTF 2.0, 3.5.3).
  int animatedNode(int joint, const crossfade::Skeleton& skeleton, const std::string& clip) {
    const int index = skeleton.documentIndexOf(joint);
    Json& nodes = listIn(glb_.json, "nodes");
    if (index < 0 || static_cast<std::size_t>(index) >= nodes.size())
      refuse("clip '", clip, "': the document has no node ", index);
    Json& node = nodes[static_cast<std::size_t>(index)];
    if (!node.contains("matrix")) return index;
    const crossfade::Transform& rest = skeleton.restLocals()[static_cast<std::size_t>(joint)];
    node.erase("matrix");
    node["translation"] = {rest.translation.x, rest.translation.y, rest.translation.z};
    node["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    node["scale"] = {rest.scale.x, rest.scale.y, rest.scale.z};
    return index;
  }

  /// Joins all buffers; views point there. Those without data, which EXT_meshopt_compression has as
  /// fallbacks, come after that one.
  void moveBuffers(const Bytes& chunk, bool hasChunk) {
    struct Moved {
      std::size_t buffer = 0, start = 0;
    };
    std::vector<Moved> moved;
    Json& buffers = listIn(glb_.json, "buffers");
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const std::string uri = textMember(buffers[i], "uri");
      if (uri.empty() && !(i == 0 && hasChunk)) {
        if (!buffers[i].contains("extensions")) refuse("buffer ", i, " has no data");
        emptyBuffers_.push_back(buffers[i]);
        moved.push_back({emptyBuffers_.size(), 0});
        continue;
      }
      if (firstBuffer_.empty()) firstBuffer_ = buffers[i];
      padGlb(glb_.binary);
      moved.push_back({0, glb_.binary.size()});
      const Bytes data = uri.empty() ? chunk : readResource(folder_, uri, limits::kFileBytes);
      glb_.binary.insert(glb_.binary.end(), data.begin(), data.end());
    }
    const auto move = [&](Json& view) {
      const JsonLocation location{"bufferView"};
      const auto buffer = indexMember(view, "buffer", moved.size(), "buffer", location);
      if (!buffer) return;
      const Moved& to = moved[static_cast<std::size_t>(*buffer)];
      if (to.start > 0) view["byteOffset"] = sizeMember(view, "byteOffset", 0, location) + to.start;
      view["buffer"] = to.buffer;
    };
    for (Json& view : listIn(glb_.json, "bufferViews")) {
      move(view);
      if (!view.contains("extensions")) continue;
      for (Json& extension : view["extensions"])  // EXT_meshopt_compression
        if (extension.is_object()) move(extension);
    }
    if (glb_.json["bufferViews"].empty()) glb_.json.erase("bufferViews");
  }

  /// Pictures in files of their own come along, except those that are missing or of an unknown kind.
  void moveImages() {
    if (!glb_.json.contains("images")) return;
    Json& images = listIn(glb_.json, "images");
    for (std::size_t i = 0; i < images.size(); ++i) {
      const std::string uri = textMember(images[i], "uri");
      if (uri.empty() || isDataUri(uri)) continue;
      try {
        moveImage(images[i], readResource(folder_, uri, limits::kFileBytes));
      } catch (const ImportError& error) {
        report_.add(Finding::Lost, concat("image ", i), concat("stays outside: ", error.what()));
      }
    }
  }

  void moveImage(Json& image, const Bytes& data) {
    if (textMember(image, "mimeType").empty()) {
      const std::string_view type = mimeTypeOf(data);
      if (type.empty()) refuse("its kind is unknown");
      image["mimeType"] = type;
    }
    image.erase("uri");
    image["bufferView"] = glb_.addView(data.data(), data.size());
  }

  std::size_t addValues(std::span<const float> values, const AccessorShape& shape) {
    return glb_.addAccessor(values.data(), values.size_bytes(), values.size() / shape.components, shape.type);
  }

  static bool isVisibility(const KeyframeTrack& track, const GlbOptions& options) {
    const std::size_t first = options.materialValues.size(), index = static_cast<std::size_t>(track.target().node);
    return track.target().channel == Channel::Values && index >= first &&
           options.sceneValues[index - first].property == SceneProperty::Shown;
  }

  /// As glTF stores what is true or false.
  std::size_t addFlags(std::span<const float> values) {
    std::vector<std::uint8_t> flags;
    for (const float value : values) flags.push_back(value >= 0.5f ? 1 : 0);
    return glb_.addAccessor(flags.data(), flags.size(), flags.size(), "SCALAR", ComponentType::UnsignedByte);
  }

  std::size_t addTimes(std::vector<float> times) {
    if (const auto found = times_.find(times); found != times_.end()) return found->second;
    const std::size_t accessor = addValues(times, {"SCALAR", 1});
    glb_.json["accessors"][accessor]["min"] = Json::array({times.front()});
    glb_.json["accessors"][accessor]["max"] = Json::array({times.back()});
    return times_[std::move(times)] = accessor;
  }

  std::string text_;  // of the JSON before
  Bytes otherChunks_;
  Json before_;
  GlbDocument glb_;
  std::filesystem::path folder_;
  ImportReport& report_;
  Json firstBuffer_ = Json::object();
  std::vector<Json> emptyBuffers_;
  std::map<std::vector<float>, std::size_t> times_;  // accessors that exist already
  bool usesPointers_ = false;
};

}  // namespace

crossfade::Result<std::vector<std::uint8_t>> glbWithClips(std::span<const std::uint8_t> document,
                                                          const std::filesystem::path& folder,
                                                          const crossfade::Skeleton& skeleton,
                                                          std::span<const AnimationClip* const> clips,
                                                          ImportReport& report, const GlbOptions& options) {
  try {
    Writer writer(document, folder, report);
    if (options.keepsOwnClips)
      writer.setEvents(options.ownEvents);
    else
      writer.removeClips();
    for (std::size_t i = 0; i < clips.size(); ++i)
      writer.add(*clips[i], skeleton, options,
                 i < options.clipExtras.size() ? options.clipExtras[i] : std::string_view());
    if (!options.extras.empty()) writer.setExtras(options.extras);
    return writer.finish();
  } catch (const ImportError& error) {
    return crossfade::Error{error.what()};
  } catch (const Json::exception& error) {
    return crossfade::Error{std::string("the document cannot be changed: ") + error.what()};
  }
}

}  // namespace app
