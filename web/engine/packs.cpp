// Packs (docs/pack_format.md): their clips, and everything else about them as JSON.
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/base/number_text.h"
#include "surface.h"

namespace crossfade::web {
namespace {

/// Text that grows value by value; commas come by themselves.
class Json {
 public:
  Json& open(char bracket) { return separate().put(bracket); }
  Json& close(char bracket) { return put(bracket); }
  Json& key(std::string_view name) { return value(name).put(':'); }
  Json& value(std::string_view text) {
    separate().put('"');
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20)
        text_ += std::string("\\u00") + "0123456789abcdef"[c >> 4] + "0123456789abcdef"[c & 15];
      else
        text_ += c;
    }
    return put('"');
  }
  /// An infinite number, such as the slope of a step, as text.
  Json& value(double number) {
    if (number - number != 0) return value(number > 0 ? std::string_view("Infinity") : std::string_view("-Infinity"));
    separate().text_ += formatNumber(number);
    return *this;
  }
  Json& value(int number) { return value(static_cast<double>(number)); }
  template <class Value>
  Json& member(std::string_view name, const Value& of) {
    return key(name).value(of);
  }

  std::string text_;

 private:
  Json& put(char c) {
    text_ += c;
    return *this;
  }
  Json& separate() {
    const char last = text_.empty() ? '[' : text_.back();
    if (last != '[' && last != '{' && last != ':') text_ += ',';
    return *this;
  }
};

int indexOf(const Pack& pack, ClipId wanted) {
  const auto ids = pack.clips.ids();
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == wanted) return static_cast<int>(i);
  return -1;
}

int indexOf(const Pack& pack, const JointMask* wanted) {
  for (std::size_t i = 0; i < pack.masks.size(); ++i)
    if (&pack.masks[i].weights == wanted) return static_cast<int>(i);
  return -1;
}

void addClips(const Pack& pack, Json& json) {
  json.key("clips").open('[');
  for (const PackedClip& facts : pack.clipFacts) {
    json.open('{').key("events").open('[');
    for (const ClipEvent& event : facts.events) {
      json.open('{').member("name", event.name).member("time", event.time);
      if (event.end) json.member("end", *event.end);
      if (event.value) json.member("value", *event.value);
      json.close('}');
    }
    json.close(']').key("markers").open('[');
    for (const SyncMarker& marker : facts.markers)
      json.open('{').member("name", marker.name).member("time", marker.time).close('}');
    json.close(']').close('}');
  }
  json.close(']');
}

void addShape(const Pack& pack, const FadeShape& shape, Json& json) {
  json.member("shape", static_cast<int>(shape.kind));
  if (shape.kind != FadeShape::Kind::Curve || shape.curve.index < 0 ||
      static_cast<std::size_t>(shape.curve.index) >= pack.curves.size())
    return;
  json.key("keys").open('[');
  for (const CurveKey& key : pack.curves[static_cast<std::size_t>(shape.curve.index)].keys()) {
    json.open('{').member("time", key.time).member("value", key.value);
    json.member("in", key.inTangent).member("out", key.outTangent);
    if (key.weightedMode == WeightedMode::In || key.weightedMode == WeightedMode::Both)
      json.member("inWeight", key.inWeight);
    if (key.weightedMode == WeightedMode::Out || key.weightedMode == WeightedMode::Both)
      json.member("outWeight", key.outWeight);
    json.close('}');
  }
  json.close(']');
}

/// Blend spaces come after the clips.
int indexOf(const Pack& pack, ClipOrSpace wanted) {
  return wanted.space >= 0 ? static_cast<int>(pack.clips.size()) + wanted.space : indexOf(pack, wanted.clip);
}

void addTransitions(const Pack& pack, Json& json) {
  json.key("transitions").open('[');
  for (const auto& [cell, settings] : pack.transitions.cells()) {
    json.open('{').member("from", indexOf(pack, cell.from)).member("to", indexOf(pack, cell.to));
    if (settings.seconds) json.member("seconds", *settings.seconds);
    if (settings.kind) json.member("kind", static_cast<int>(*settings.kind));
    if (settings.shape) addShape(pack, *settings.shape, json);
    if (settings.sync) json.member("sync", static_cast<int>(*settings.sync));
    if (settings.mask) json.member("mask", indexOf(pack, *settings.mask));
    if (settings.endsMaskedLayers) json.member("endsMaskedLayers", *settings.endsMaskedLayers ? 1 : 0);
    if (settings.fromPhase) json.member("fromPhase", *settings.fromPhase);
    if (settings.toPhase) json.member("toPhase", *settings.toPhase);
    json.close('}');
  }
  json.close(']');
}

void addBlendSpaces(const Pack& pack, Json& json) {
  json.key("blendSpaces").open('[');
  for (const PackedBlendSpace& each : pack.blendSpaces) {
    json.open('{').member("name", each.name).member("sync", static_cast<int>(each.sync)).key("samples").open('[');
    for (const BlendSample& sample : each.space.samples())
      json.open('{')
          .member("clip", indexOf(pack, sample.clip))
          .member("x", sample.at.x)
          .member("y", sample.at.y)
          .member("speed", sample.timeScale)
          .close('}');
    json.close(']').close('}');
  }
  json.close(']');
}

std::string factsOf(const Pack& pack) {
  Json json;
  json.open('{').key("joints").open('[');
  for (int joint = 0; joint < pack.skeleton.jointCount(); ++joint) json.value(pack.skeleton.name(joint));
  json.close(']').member("values", static_cast<int>(pack.values.size()));
  addClips(pack, json);
  json.key("masks").open('[');
  for (const PackedMask& mask : pack.masks) {
    json.open('{').member("name", mask.name).key("weights").open('[');
    for (int joint = 0; joint < pack.skeleton.jointCount(); ++joint)
      json.value(static_cast<double>(mask.weights.weight(joint)));
    json.close(']').close('}');
  }
  json.close(']');
  addTransitions(pack, json);
  addBlendSpaces(pack, json);
  json.close('}');
  return std::move(json.text_);
}

}  // namespace

/// A pack and the block that it reads.
struct OpenPack {
  std::byte* block;
  Pack pack;
  std::string facts;

  OpenPack(std::byte* of, Pack opened) : block(of), pack(std::move(opened)), facts(factsOf(pack)) {}
  OpenPack(const OpenPack&) = delete;
  OpenPack& operator=(const OpenPack&) = delete;
};

/// Takes over `block`, of crossfade_allocate. 0: it is no pack; the block is freed.
CROSSFADE_WEB(crossfade_pack_open) OpenPack* crossfadePackOpen(std::byte* block, int size) {
  auto pack = openPack(std::span<const std::byte>(block, static_cast<std::size_t>(size)));
  if (pack) return new OpenPack(block, *std::move(pack));
  setError(pack.error());
  std::free(block);
  return nullptr;
}
CROSSFADE_WEB(crossfade_pack_destroy) void crossfadePackDestroy(OpenPack* pack) {
  std::byte* const block = pack->block;
  delete pack;
  std::free(block);
}

/// Everything but the keys, as JSON that ends with a zero; src/tools.ts knows its members.
CROSSFADE_WEB(crossfade_pack_facts) const char* crossfadePackFacts(const OpenPack* pack) { return pack->facts.c_str(); }
CROSSFADE_WEB(crossfade_pack_clip_count) int crossfadePackClipCount(const OpenPack* pack) {
  return static_cast<int>(pack->pack.clipFacts.size());
}
/// A clip with keys, also where the pack has none; free it with crossfade_clip_destroy before the pack.
CROSSFADE_WEB(crossfade_pack_clip) AnimationClip* crossfadePackClip(const OpenPack* pack, int index) {
  return new AnimationClip(pack->pack.clips[static_cast<std::size_t>(index)].unpacked());
}

}  // namespace crossfade::web
