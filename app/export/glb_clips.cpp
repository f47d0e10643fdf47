#include "app/export/glb_clips.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "app/export/gltf_keys.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/gltf/gltf_container.h"

namespace app {
namespace {

using crossfade::AnimationClip;
using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::KeyframeTrack;

constexpr int kFloat = 5126;  // glTF 2.0, 3.6.2.2
constexpr std::size_t kAlignment = 4;

void pad(Bytes& bytes, std::uint8_t with) {
  while (bytes.size() % kAlignment != 0) bytes.push_back(with);
}

void append32(Bytes& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

Json& listIn(Json& object, const char* key) {
  Json& list = object[key];
  if (!list.is_array()) list = Json::array();
  return list;
}

/// Of a picture, by its first bytes; empty: unknown.
std::string_view mimeTypeOf(const Bytes& data) {
  const auto has = [&](std::size_t at, std::string_view text) {
    return data.size() >= at + text.size() && std::memcmp(data.data() + at, text.data(), text.size()) == 0;
  };
  if (has(0, "\x89PNG")) return "image/png";
  if (has(0, "\xFF\xD8\xFF")) return "image/jpeg";
  if (has(0, "RIFF") && has(8, "WEBP")) return "image/webp";
  if (has(1, "KTX 20")) return "image/ktx2";
  if (has(0, "DDS ")) return "image/vnd-ms.dds";
  return {};
}

/// A document whose data is all in one binary chunk.
class Writer {
 public:
  Writer(GltfContainer container, const std::filesystem::path& folder, ImportReport& report)
      : json_(std::move(container.json)), folder_(folder), report_(report) {
    moveBuffers(container.binary, container.hasBinary);
    moveImages();
  }

  void add(const AnimationClip& clip, const crossfade::Skeleton& skeleton) {
    Json samplers = Json::array(), channels = Json::array();
    const KeyframeTrack* const lasting = lastingTrack(clip);
    for (const KeyframeTrack& track : clip.tracks()) {
      checkIsGltf(track, clip.name());
      GltfKeys keys = gltfKeysOf(track, clip.duration());
      if (&track == lasting) holdUntil(keys, track, clip.duration());
      channels.push_back({{"sampler", samplers.size()},
                          {"target",
                           {{"node", animatedNode(track.target().node, skeleton, clip.name())},
                            {"path", nameOf(track.target().channel)}}}});
      const bool isRotation = track.target().channel == Channel::Rotation;
      samplers.push_back({{"input", addTimes(std::move(keys.times))},
                          {"interpolation", nameOf(track.interpolation())},
                          {"output", addAccessor(keys.values, isRotation ? "VEC4" : "VEC3", isRotation ? 4 : 3)}});
    }
    if (channels.empty()) return;  // glTF wants at least one channel
    listIn(json_, "animations")
        .push_back({{"name", clip.name()}, {"samplers", std::move(samplers)}, {"channels", std::move(channels)}});
  }
  void removeClips() { json_.erase("animations"); }

  Bytes finish() {
    pad(binary_, 0);
    if (!binary_.empty()) {
      Json& buffers = listIn(json_, "buffers");
      Json first = buffers.empty() ? Json::object() : buffers[0];
      first.erase("uri");
      first.erase("extensions");  // only marks buffers without data
      first["byteLength"] = binary_.size();
      buffers = Json::array({std::move(first)});
    }
    const std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    Bytes json(text.begin(), text.end());
    pad(json, ' ');
    const std::size_t size = glb::kHeaderBytes + glb::kChunkHeaderBytes + json.size() +
                             (binary_.empty() ? 0 : glb::kChunkHeaderBytes + binary_.size());
    if (size > 0xFFFFFFFFu) refuse("the result has ", size, " bytes, which a .glb file cannot hold");
    Bytes file;
    file.reserve(size);
    for (const char c : {'g', 'l', 'T', 'F'}) file.push_back(static_cast<std::uint8_t>(c));
    append32(file, 2);
    append32(file, static_cast<std::uint32_t>(size));
    const auto appendChunk = [&](std::uint32_t type, const Bytes& body) {
      append32(file, static_cast<std::uint32_t>(body.size()));
      append32(file, type);
      file.insert(file.end(), body.begin(), body.end());
    };
    appendChunk(glb::kJsonChunk, json);
    if (!binary_.empty()) appendChunk(glb::kBinaryChunk, binary_);
    return file;
  }

 private:
  /// A clip in glTF is as long as its last key. Where all keys end earlier than the clip, the track that gets one more.
  static const KeyframeTrack* lastingTrack(const AnimationClip& clip) {
    const auto tracks = clip.tracks();
    const auto reachesEnd = [&](const KeyframeTrack& track) {
      return track.lastTime() >= static_cast<float>(clip.duration());
    };
    if (tracks.empty() || std::any_of(tracks.begin(), tracks.end(), reachesEnd)) return nullptr;
    const auto isPlain = [](const KeyframeTrack& track) { return track.interpolation() != Interpolation::Hermite; };
    const auto plain = std::find_if(tracks.begin(), tracks.end(), isPlain);
    return plain == tracks.end() ? &tracks.front() : &*plain;
  }

  static void checkIsGltf(const KeyframeTrack& track, const std::string& clip) {
    const bool isJoint = track.target().channel <= Channel::Scale;
    const bool isGltf = track.interpolation() == Interpolation::Linear ||
                        track.interpolation() == Interpolation::Discrete ||
                        track.interpolation() == Interpolation::Hermite;
    if (!isJoint || !isGltf)
      refuse("clip '", clip, "': glTF cannot express a track of ", nameOf(track.target().channel), " with ",
             nameOf(track.interpolation()), " interpolation");
  }

  /// The index of the joint's node, which has no matrix any more: an animated one must not (glTF 2.0, 3.5.3).
  int animatedNode(int joint, const crossfade::Skeleton& skeleton, const std::string& clip) {
    const int index = skeleton.documentIndexOf(joint);
    Json& nodes = listIn(json_, "nodes");
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

  /// Puts all buffers behind each other; views point there.
  void moveBuffers(const Bytes& chunk, bool hasChunk) {
    Json& buffers = listIn(json_, "buffers");
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      pad(binary_, 0);
      starts.push_back(binary_.size());
      const std::string uri = textMember(buffers[i], "uri");
      if (uri.empty() && !(i == 0 && hasChunk)) refuse("buffer ", i, " has no data");
      const Bytes data = uri.empty() ? chunk : readResource(folder_, uri, limits::kFileBytes);
      binary_.insert(binary_.end(), data.begin(), data.end());
    }
    const auto move = [&](Json& view) {
      const JsonLocation location{"bufferView"};
      const auto buffer = indexMember(view, "buffer", starts.size(), "buffer", location);
      if (!buffer || *buffer == 0) return;
      view["byteOffset"] = sizeMember(view, "byteOffset", 0, location) + starts[static_cast<std::size_t>(*buffer)];
      view["buffer"] = 0;
    };
    for (Json& view : listIn(json_, "bufferViews")) {
      move(view);
      if (!view.contains("extensions")) continue;
      for (Json& extension : view["extensions"])  // EXT_meshopt_compression
        if (extension.is_object()) move(extension);
    }
    if (json_["bufferViews"].empty()) json_.erase("bufferViews");
  }

  /// Pictures in files of their own come along, except those that are missing or of an unknown kind.
  void moveImages() {
    if (!json_.contains("images")) return;
    Json& images = listIn(json_, "images");
    for (std::size_t i = 0; i < images.size(); ++i) {
      const std::string uri = textMember(images[i], "uri");
      if (uri.empty() || isDataUri(uri)) continue;
      try {
        moveImage(images[i], readResource(folder_, uri, limits::kFileBytes));
      } catch (const ImportError& error) {
        report_.lines.push_back({Finding::Lost, concat("image ", i), concat("stays outside: ", error.what())});
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
    image["bufferView"] = addView(data.data(), data.size());
  }

  std::size_t addView(const void* data, std::size_t size) {
    pad(binary_, 0);
    const std::size_t start = binary_.size();
    binary_.resize(start + size);
    std::memcpy(binary_.data() + start, data, size);
    Json& views = listIn(json_, "bufferViews");
    views.push_back({{"buffer", 0}, {"byteOffset", start}, {"byteLength", size}});
    return views.size() - 1;
  }

  std::size_t addAccessor(std::span<const float> values, const char* type, std::size_t components) {
    Json& accessors = listIn(json_, "accessors");
    accessors.push_back({{"bufferView", addView(values.data(), values.size_bytes())},
                         {"componentType", kFloat},
                         {"count", values.size() / components},
                         {"type", type}});
    return accessors.size() - 1;
  }

  std::size_t addTimes(std::vector<float> times) {
    if (const auto found = times_.find(times); found != times_.end()) return found->second;
    const std::size_t accessor = addAccessor(times, "SCALAR", 1);
    json_["accessors"][accessor]["min"] = Json::array({times.front()});
    json_["accessors"][accessor]["max"] = Json::array({times.back()});
    return times_[std::move(times)] = accessor;
  }

  Json json_;
  std::filesystem::path folder_;
  ImportReport& report_;
  Bytes binary_;
  std::map<std::vector<float>, std::size_t> times_;  // accessors that exist already
};

}  // namespace

crossfade::Result<std::vector<std::uint8_t>> glbWithClips(std::span<const std::uint8_t> document,
                                                          const std::filesystem::path& folder,
                                                          const crossfade::Skeleton& skeleton,
                                                          std::span<const AnimationClip* const> clips,
                                                          ImportReport& report, bool keepsOwnClips) {
  try {
    Writer writer(readContainer(document, report), folder, report);
    if (!keepsOwnClips) writer.removeClips();
    for (const AnimationClip* clip : clips) writer.add(*clip, skeleton);
    return writer.finish();
  } catch (const ImportError& error) {
    return crossfade::Error{error.what()};
  } catch (const Json::exception& error) {
    return crossfade::Error{std::string("the document cannot be changed: ") + error.what()};
  }
}

}  // namespace app
