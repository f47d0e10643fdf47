// Packs, opened by the library and read, but not played: faster than pack_fuzz.cpp.
#include <cstdint>
#include <type_traits>

#include "crossfade/asset/pack.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/sample_packs.h"

namespace app::fuzz {
namespace {

using namespace crossfade;  // NOLINT: everything here is about its types

/// Reads all that it is given, so that the address sanitizer looks at it. The sum keeps the reads from being left out.
class Reader {
 public:
  template <class Value>
  void read(std::span<const Value> values) {
    static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) % sizeof(std::uint32_t) == 0);
    const auto* word = reinterpret_cast<const std::uint32_t*>(values.data());
    const auto* const end = word + values.size() * sizeof(Value) / sizeof(std::uint32_t);
    for (; word != end; ++word) sum_ += *word;
  }
  void read(std::string_view text) {
    for (const char letter : text) sum_ += static_cast<unsigned char>(letter);
  }
  void read(const KeyframeTrack& track) {
    promise(track.keyCount() > 0 && track.valueSize() > 0, "a track has keys");
    const std::size_t floats = static_cast<std::size_t>(track.keyCount()) * static_cast<std::size_t>(track.valueSize());
    promise(track.values().size() == floats * (track.interpolation() == Interpolation::Hermite ? 3 : 1),
            "a track has as many values as keys");
    read(track.times());
    read(track.values());
    read(track.tangents());
  }

  std::uint32_t sum() const { return sum_; }

 private:
  std::uint32_t sum_ = 0;
};

void readClip(const Pack& pack, const AnimationClip& clip, Reader& reader) {
  const int joints = pack.skeleton.jointCount();
  const auto isOfPack = [&](const TrackTarget& target) {
    const auto values = static_cast<int>(pack.values.size());
    return joints == 0 || (target.node >= 0 && target.node < (isOfJoint(target.channel) ? joints : values));
  };
  promise(clip.duration() >= 0, "a clip has a duration");
  reader.read(clip.name());
  for (const KeyframeTrack& track : clip.tracks()) {
    promise(isOfPack(track.target()), "a track is of the skeleton");
    reader.read(track);
  }
  const PackedTracks& packed = clip.packed();
  for (const std::uint32_t word : packed.targets)
    promise(isOfPack(PackedTarget::of(word).target), "a packed track is of the skeleton");
  reader.read(packed.constants);
  reader.read(packed.words);
}

void readFacts(const Pack& pack, const PackedClip& facts, Reader& reader) {
  if (facts.root) {
    promise(facts.root->joint() < pack.skeleton.jointCount(), "root motion is of a joint");
    if (facts.root->translationTrack()) reader.read(*facts.root->translationTrack());
    if (facts.root->turnTrack()) reader.read(*facts.root->turnTrack());
  }
  if (facts.inPlace) readClip(pack, *facts.inPlace, reader);
  if (facts.contacts)
    for (const FootContacts& foot : facts.contacts->feet) {
      reader.read(foot.name);
      for (const auto* const intervals : {&foot.foot, &foot.heel, &foot.toe})
        reader.read(std::span<const ContactInterval>(*intervals));
    }
  for (const SyncMarker& marker : facts.markers) reader.read(marker.name);
  for (const ClipEvent& event : facts.events) reader.read(event.name);
}

void readBody(const Pack& pack, Reader& reader) {
  const auto joints = static_cast<std::size_t>(pack.skeleton.jointCount());
  promise(pack.rest.locals.size() == joints && pack.skeleton.restLocals().size() == joints, "each joint has a pose");
  reader.read(pack.skeleton.restLocals());
  for (std::size_t joint = 0; joint < joints; ++joint) {
    const int parent = pack.skeleton.parents()[joint];
    promise(parent >= -1 && parent < static_cast<int>(joint), "parents come first");
    reader.read(pack.skeleton.name(static_cast<int>(joint)));
  }
  promise(pack.valueNames.size() == pack.rest.morphWeights.size(), "each value has a name");
  reader.read(std::span<const float>(pack.rest.morphWeights));
  for (const std::string& name : pack.valueNames) reader.read(name);
  promise(pack.skinNames.size() == pack.skins.size(), "each skin has a name");
  for (const SkinBinding& skin : pack.skins) {
    promise(skin.inverseBinds.size() == skin.joints.size(), "each joint of a skin has an inverse bind");
    reader.read(std::span<const glm::mat4>(skin.inverseBinds));
    for (const int joint : skin.joints)
      promise(joint >= 0 && joint < static_cast<int>(joints), "a skin is of the skeleton");
  }
  for (const PackedMask& mask : pack.masks) {
    promise(mask.weights.weights().size() == joints, "a mask has a weight for each joint");
    reader.read(mask.name);
    reader.read(mask.weights.weights());
  }
}

void readTransitions(const Pack& pack, Reader& reader) {
  for (const AnimationCurve& curve : pack.curves)
    for (const CurveKey& key : curve.keys()) promise(key.time == key.time, "a key of a curve has a time");
  for (const auto& [cell, settings] : pack.transitions.cells()) {
    for (const ClipOrSpace& named : {cell.from, cell.to})
      promise(named.space >= 0 ? named.space < static_cast<int>(pack.blendSpaces.size())
                               : !named || pack.clips.find(named.clip) != nullptr,
              "transitions are of clips and blend spaces");
    const JointMask* const mask = settings.mask.value_or(nullptr);
    if (mask) reader.read(mask->weights());
    if (settings.shape && settings.shape->kind == FadeShape::Kind::Curve)
      promise(settings.shape->curve.index < static_cast<int>(pack.curves.size()), "shapes are of curves");
  }
  for (const PackedBlendSpace& each : pack.blendSpaces) {
    reader.read(each.name);
    const auto samples = static_cast<int>(each.space.samples().size());
    for (const BlendSample& sample : each.space.samples())
      promise(pack.clips.find(sample.clip) != nullptr, "blend spaces are of clips");
    for (const auto& triangle : each.space.triangles())
      for (const int corner : triangle) promise(corner >= 0 && corner < samples, "triangles are of samples");
    for (const auto& edge : each.space.edges())
      for (const int end : edge) promise(end >= 0 && end < samples, "edges are of samples");
  }
}

std::string textOf(const Pack& pack, const PackOptions& options = {}) {
  const std::vector<std::byte> block = *writePack(pack, options);
  return {reinterpret_cast<const char*>(block.data()), block.size()};
}

}  // namespace

/// Each uses some of the sections, because short packs are opened faster than long ones.
std::vector<std::string> seeds() {
  const Pack whole = test::samplePack(), swaying = test::swayingPack();
  const auto withJoints = [&] {
    Pack pack;
    pack.skeleton = whole.skeleton;
    pack.rest.locals = whole.rest.locals;
    return pack;
  };
  const auto ofJoints = [](const AnimationClip& clip) {
    std::vector<KeyframeTrack> tracks;
    for (const KeyframeTrack& track : clip.tracks())
      if (isTransform(track.target().channel)) tracks.push_back(track);
    return test::clip("a", std::move(tracks), clip.blendMode());
  };

  Pack body = test::samplePack();
  body.clips = {};
  body.clipFacts = {};
  body.transitions = {};
  body.curves = {};
  body.blendSpaces = {};
  std::vector<std::string> all{textOf({}), textOf(body)};
  for (std::size_t i = 0; i < whole.clips.size(); ++i) {
    Pack pack = withJoints();
    pack.clips.add(ofJoints(whole.clips[i]));
    pack.clipFacts = {whole.clipFacts[i]};
    all.push_back(textOf(pack));
  }
  Pack compressed = withJoints();
  compressed.clips.add(ofJoints(swaying.clips[0]));
  compressed.clipFacts.resize(1);
  all.push_back(textOf(compressed, {.tolerance = SampleTolerance{}}));

  Pack faded = test::samplePack();
  faded.morphs = {};
  faded.values = {};
  faded.valueNames = {};
  faded.rest.morphWeights = {};
  faded.skins = {};
  faded.skinNames = {};
  faded.clips = ClipSet({test::stillClip("a"), test::stillClip("b"), test::stillClip("c")});
  faded.clipFacts = std::vector<PackedClip>(3);
  all.push_back(textOf(faded));
  return all;
}

void parse(std::string_view input) {
  // libFuzzer copies each input into memory of exactly its size, aligned for any type.
  const auto opened = openPack({reinterpret_cast<const std::byte*>(input.data()), input.size()});
  if (!opened) {
    promise(!opened.error().message.empty(), "a pack that is refused is refused in words");
    leaveOutOfCorpus();
    return;
  }
  Reader reader;
  readBody(*opened, reader);
  promise(opened->clipFacts.size() == opened->clips.size(), "each clip has facts");
  for (std::size_t i = 0; i < opened->clips.size(); ++i) {
    readClip(*opened, opened->clips[i], reader);
    readFacts(*opened, opened->clipFacts[i], reader);
  }
  readTransitions(*opened, reader);
  [[maybe_unused]] static volatile std::uint32_t seen;
  seen = reader.sum();
}

}  // namespace app::fuzz
