// writePack: a Pack as one block.
#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "crossfade/asset/detail/pack_layout.h"
#include "crossfade/asset/detail/track_packer.h"
#include "crossfade/asset/pack.h"

namespace crossfade {
namespace {

using packed::Part;

/// Every part has fewer records than this; larger packs are refused.
constexpr std::size_t kMostRecords = std::numeric_limits<std::uint32_t>::max();

std::string inDigits(std::size_t number) { return std::to_string(number); }

std::array<float, 16> columnsOf(const glm::mat4& matrix) {
  std::array<float, 16> values{};
  for (int i = 0; i < 16; ++i) values[static_cast<std::size_t>(i)] = matrix[i / 4][i % 4];
  return values;
}

std::uint32_t countOf(const auto& list) { return static_cast<std::uint32_t>(list.size()); }

class PackWriter {
 public:
  PackWriter(const Pack& pack, const PackOptions& options) : pack_(pack), options_(options), layout_(pack.layout()) {}

  Result<std::vector<std::byte>> write() {
    if (auto fits = findMisfit(); !fits) return fits.error();
    if (options_.tolerance) {
      rest_.resize(static_cast<std::size_t>(layout_.valueCount()));
      layout_.readPose(pack_.rest, rest_);
    }
    addSkeleton();
    addSkins();
    for (std::size_t i = 0; i < pack_.clips.size(); ++i) {
      addClip(pack_.clips[i], pack_.clipFacts[i]);
      addEvents(pack_.clipFacts[i].events, static_cast<std::int32_t>(i));
    }
    addMasksAndCurves();
    for (const auto& [cell, settings] : pack_.transitions.cells())
      if (auto added = addTransition(cell, settings); !added) return added.error();
    const auto rankOf = [](std::int32_t number) {  // blend spaces come after the clips
      return number < -1 ? std::pair(1, packed::spaceOfNumber(number)) : std::pair(0, number);
    };
    std::sort(transitions_.begin(), transitions_.end(), [&](const auto& a, const auto& b) {
      return std::pair(rankOf(a.from), rankOf(a.to)) < std::pair(rankOf(b.from), rankOf(b.to));
    });  // the set is in the order of ids, of which a pack knows nothing
    for (const packed::Transition& each : transitions_) put(Part::Transitions, each);
    for (const PackedBlendSpace& each : pack_.blendSpaces)
      if (auto added = addBlendSpace(each); !added) return added.error();
    for (std::size_t i = 0; i < packed::kParts; ++i)
      if (parts_[i].size() / packed::kPartInfos[i].stride > kMostRecords)
        return Error{"there are too many " + std::string(packed::kPartInfos[i].name) + " for one pack"};
    return joined();
  }

 private:
  /// What the bytes could not say.
  Result<void> findMisfit() const {
    const auto mustBe = [](std::string_view what, std::size_t is, std::size_t wanted) -> Result<void> {
      if (is == wanted) return {};
      return Error{"there are " + inDigits(is) + " " + std::string(what) + " instead of " + inDigits(wanted)};
    };
    const auto& [locals, weights] = pack_.rest;
    for (const auto& fits : {mustBe("clip facts", pack_.clipFacts.size(), pack_.clips.size()),
                             mustBe("names of values", pack_.valueNames.size(), weights.size()),
                             mustBe("names of skins", pack_.skinNames.size(), pack_.skins.size()),
                             mustBe("rest transforms", locals.size(), pack_.skeleton.restLocals().size())})
      if (!fits) return fits;
    for (const SkinBinding& skin : pack_.skins)
      if (auto fits = mustBe("inverse binds of a skin", skin.inverseBinds.size(), skin.joints.size()); !fits)
        return fits;
    for (const PackedMask& mask : pack_.masks)
      if (auto fits = mustBe("weights of mask '" + mask.name + "'", mask.weights.weights().size(), locals.size());
          !fits)
        return fits;
    for (std::size_t i = 0; i < pack_.clips.size(); ++i) {
      const AnimationClip& clip = pack_.clips[i];
      const auto& inPlace = pack_.clipFacts[i].inPlace;
      if (inPlace && (inPlace->duration() != clip.duration() || inPlace->blendMode() != clip.blendMode()))
        return Error{"clip " + inDigits(i) + " '" + clip.name() + "': in place it has another duration or blend mode"};
    }
    return {};
  }

  template <class Record>
  void put(Part part, const Record& record) {
    static_assert(std::is_trivially_copyable_v<Record>);
    putBytes(part, &record, sizeof record);
  }
  void putBytes(Part part, const void* data, std::size_t size) {
    auto& bytes = parts_[static_cast<std::size_t>(part)];
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }

  packed::Name named(const std::string& name) {
    const packed::Name made{countOf(parts_[0]), countOf(name)};
    putBytes(Part::Names, name.data(), name.size());
    return made;
  }

  void addSkeleton() {
    const Skeleton& skeleton = pack_.skeleton;
    for (int i = 0; i < skeleton.jointCount(); ++i) {
      const auto index = static_cast<std::size_t>(i);
      const auto& [t, r, s] = skeleton.restLocals()[index];
      put(Part::Joints, packed::Joint{.name = named(skeleton.name(i)),
                                      .parent = skeleton.parents()[index],
                                      .documentIndex = skeleton.documentIndexOf(i),
                                      .translation = {t.x, t.y, t.z},
                                      .rotation = {r.x, r.y, r.z, r.w},
                                      .scale = {s.x, s.y, s.z}});
    }
    for (std::size_t i = 0; i < pack_.rest.morphWeights.size(); ++i)
      put(Part::PoseValues, packed::PoseValue{named(pack_.valueNames[i]), pack_.rest.morphWeights[i]});
    for (const auto& [node, offset, count] : pack_.morphs) put(Part::Morphs, packed::Channel{node, offset, count});
    for (const auto& [node, offset, count] : pack_.values) put(Part::Values, packed::Channel{node, offset, count});
  }

  void addSkins() {
    for (std::size_t i = 0; i < pack_.skins.size(); ++i) {
      const auto& [joints, inverseBinds] = pack_.skins[i];
      put(Part::Skins, packed::Skin{.name = named(pack_.skinNames[i]), .jointCount = countOf(joints)});
      for (std::size_t k = 0; k < joints.size(); ++k)
        put(Part::SkinJoints, packed::SkinJoint{joints[k], columnsOf(inverseBinds[k])});
    }
  }

  void addClip(const AnimationClip& clip, const PackedClip& facts) {
    packed::Clip record{.name = named(clip.name()),
                        .duration = clip.duration(),
                        .blendMode = static_cast<std::uint32_t>(clip.blendMode()),
                        .markerCount = countOf(facts.markers)};
    bool isPacked = false;
    record.trackCount = addTracks(clip, isPacked);
    if (isPacked) record.encoding = packed::Encoding::Packed;
    if (facts.inPlace) {
      record.inPlaceTrackCount = addTracks(*facts.inPlace, isPacked);
      record.flags |= packed::kInPlace | (isPacked ? packed::kInPlacePacked : 0);
    }
    if (facts.root) {
      record.flags |= packed::kRoot;
      addRoot(*facts.root);
    }
    if (facts.contacts) {
      record.flags |= packed::kContacts;
      addContacts(*facts.contacts);
    }
    for (const SyncMarker& marker : facts.markers) put(Part::Markers, packed::Marker{named(marker.name), marker.time});
    put(Part::Clips, record);
  }

  void addEvents(const std::vector<ClipEvent>& events, std::int32_t clip) {
    for (const ClipEvent& event : events)
      put(Part::Events,
          packed::Event{.name = named(event.name),
                        .time = event.time,
                        .end = event.end.value_or(0),
                        .value = event.value.value_or(0),
                        .flags = (event.end ? packed::kHasEnd : 0) | (event.value ? packed::kHasValue : 0),
                        .clip = clip});
  }

  /// The tracks of a clip, packed where that is asked for; returns how many have keys.
  std::uint32_t addTracks(const AnimationClip& clip, bool& isPacked) {
    std::span<const KeyframeTrack> tracks = clip.tracks();
    PackedTracks view = clip.packed();
    if (options_.tolerance && pack_.skeleton.jointCount() > 0)
      if (auto made = packTracks(clip, {layout_, pack_.skeleton.parents(), rest_}, *options_.tolerance)) {
        const PackedClipTracks& kept = packed_.emplace_back(*std::move(made));
        tracks = kept.kept;
        view = kept.packed.view();
      }
    isPacked = !view.targets.empty();
    if (isPacked)
      put(Part::PackedTracks, packed::PackedTracks{.targets = arrayOf(view.targets),
                                                   .constants = arrayOf(view.constants),
                                                   .words = arrayOf(view.words),
                                                   .intervals = view.intervals,
                                                   .segmentIntervals = view.segmentIntervals});
    for (const KeyframeTrack& track : tracks) addTrack(track);
    return countOf(tracks);
  }

  void addTrack(const KeyframeTrack& track) {
    put(Part::Tracks,
        packed::Track{.node = track.target().node,
                      .channel = static_cast<std::uint32_t>(track.target().channel),
                      .interpolation = static_cast<std::uint32_t>(track.interpolation()),
                      .valueSize = static_cast<std::uint32_t>(track.valueSize()),
                      .times = arrayOf(track.times()),
                      .values = arrayOf(track.values()),
                      .tangents = track.tangents().empty() ? packed::kNoArray : arrayOf(track.tangents())});
  }

  /// The array with these values, bit for bit: that of an earlier track, if it has the same ones. They stay where they
  /// are until everything is written.
  template <class Value>
  std::uint32_t arrayOf(std::span<const Value> values) {
    static_assert(sizeof(Value) == sizeof(float));
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    const auto [found, isNew] = arrays_.try_emplace(bytes, static_cast<std::uint32_t>(arrays_.size()));
    if (isNew) {
      const std::size_t begin = parts_[static_cast<std::size_t>(Part::Keys)].size() / sizeof(float);
      put(Part::Arrays, packed::Array{static_cast<std::uint32_t>(begin), countOf(values)});
      putBytes(Part::Keys, values.data(), values.size_bytes());
    }
    return found->second;
  }

  void addRoot(const RootTrack& root) {
    const auto& translation = root.translationTrack();
    const auto& turn = root.turnTrack();
    put(Part::Roots,
        packed::Root{.duration = root.duration(),
                     .pivot = {root.pivot().x, root.pivot().y, root.pivot().z},
                     .joint = root.joint(),
                     .flags = (translation ? packed::kTranslationTrack : 0) | (turn ? packed::kTurnTrack : 0)});
    if (translation) addTrack(*translation);
    if (turn) addTrack(*turn);
  }

  void addContacts(const GroundContacts& contacts) {
    const glm::dvec3& ground = contacts.groundVelocity;
    put(Part::Contacts, packed::Contacts{.groundVelocity = {ground.x, ground.y, ground.z},
                                         .floor = contacts.floor,
                                         .lift = contacts.lift,
                                         .duration = contacts.duration,
                                         .flights = contacts.flights,
                                         .isCyclic = contacts.isCyclic,
                                         .footCount = countOf(contacts.feet)});
    for (const FootContacts& foot : contacts.feet) {
      put(Part::Feet, packed::Foot{named(foot.name), countOf(foot.foot), countOf(foot.heel), countOf(foot.toe)});
      for (const auto* const intervals : {&foot.foot, &foot.heel, &foot.toe})
        for (const auto& [start, end] : *intervals) put(Part::Intervals, packed::Interval{start, end});
    }
  }

  void addMasksAndCurves() {
    for (const PackedMask& mask : pack_.masks) {
      put(Part::Masks, packed::Mask{named(mask.name)});
      putBytes(Part::MaskWeights, mask.weights.weights().data(), mask.weights.weights().size_bytes());
    }
    for (const AnimationCurve& curve : pack_.curves) {
      put(Part::Curves, packed::Curve{.keyCount = countOf(curve.keys()),
                                      .before = static_cast<std::uint32_t>(curve.before),
                                      .after = static_cast<std::uint32_t>(curve.after)});
      for (const CurveKey& key : curve.keys())
        put(Part::CurveKeys, packed::CurveKey{key.time, key.value, key.inTangent, key.outTangent, key.inWeight,
                                              key.outWeight, static_cast<std::uint32_t>(key.weightedMode)});
    }
  }

  /// -1: the pack does not have this clip.
  std::int32_t indexOf(ClipId clip) const {
    const auto ids = pack_.clips.ids();
    const auto found = std::find(ids.begin(), ids.end(), clip);
    return found == ids.end() ? -1 : static_cast<std::int32_t>(found - ids.begin());
  }

  Result<void> addBlendSpace(const PackedBlendSpace& space) {
    put(Part::BlendSpaces, packed::BlendSpace{.name = named(space.name),
                                              .sync = static_cast<std::uint32_t>(space.sync),
                                              .sampleCount = countOf(space.space.samples())});
    for (const BlendSample& sample : space.space.samples()) {
      const std::int32_t clip = indexOf(sample.clip);
      if (clip < 0) return Error{"blend space '" + space.name + "' is of a clip that the pack does not have"};
      put(Part::BlendSamples,
          packed::BlendSample{.at = {sample.at.x, sample.at.y}, .timeScale = sample.timeScale, .clip = clip});
    }
    return {};
  }

  Result<void> addTransition(const TransitionCell& cell, const TransitionSettings& settings) {
    packed::Transition record;
    for (const auto& [named, number] : {std::pair{cell.from, &record.from}, std::pair{cell.to, &record.to}}) {
      if (!named) continue;
      if (named.space >= static_cast<std::int64_t>(pack_.blendSpaces.size()))
        return Error{"a transition is of a blend space that the pack does not have"};
      *number = named.space >= 0 ? packed::numberOfSpace(named.space) : indexOf(named.clip);
      if (*number == -1) return Error{"a transition is of a clip that the pack does not have"};
    }
    const auto note = [&](const auto& setting, std::uint32_t field, auto& into) {
      if (!setting) return;
      record.fields |= field;
      into = static_cast<std::remove_reference_t<decltype(into)>>(*setting);
    };
    note(settings.seconds, packed::kSeconds, record.seconds);
    note(settings.kind, packed::kKind, record.kind);
    note(settings.sync, packed::kSync, record.sync);
    note(settings.endsMaskedLayers, packed::kEndsLayers, record.endsMaskedLayers);
    note(settings.fromPhase, packed::kFromPhase, record.fromPhase);
    note(settings.toPhase, packed::kToPhase, record.toPhase);
    if (settings.shape) {
      record.fields |= packed::kShape;
      record.shape = static_cast<std::uint32_t>(settings.shape->kind);
      const CurveId curve = settings.shape->curve;
      if (settings.shape->kind == FadeShape::Kind::Curve) {
        if (curve.index < 0 || static_cast<std::size_t>(curve.index) >= pack_.curves.size() || curve.generation != 0)
          return Error{"a transition follows a curve that the pack does not have"};
        record.curve = curve.index;
      }
    }
    if (settings.mask) {
      record.fields |= packed::kMask;
      const auto found = std::find_if(pack_.masks.begin(), pack_.masks.end(),
                                      [&](const PackedMask& mask) { return &mask.weights == *settings.mask; });
      if (*settings.mask && found == pack_.masks.end())
        return Error{"a transition has a mask that the pack does not have"};
      if (*settings.mask) record.mask = static_cast<std::int32_t>(found - pack_.masks.begin());
    }
    transitions_.push_back(record);
    return {};
  }

  /// Then openPack checks it: what it would refuse is refused here.
  Result<std::vector<std::byte>> joined() const {
    const auto aligned = [](std::size_t size) {
      return (size + packed::kAlignment - 1) / packed::kAlignment * packed::kAlignment;
    };
    std::array<packed::Section, packed::kParts> sections;
    std::size_t end = sizeof(packed::Header) + sizeof sections;
    for (std::size_t i = 0; i < packed::kParts; ++i) {
      const std::size_t stride = packed::kPartInfos[i].stride;
      sections[i] = {aligned(end), static_cast<std::uint32_t>(parts_[i].size() / stride),
                     static_cast<std::uint32_t>(stride)};
      end = aligned(end) + parts_[i].size();
    }
    const packed::Header header{.version = kPackVersion, .sectionCount = packed::kParts, .size = aligned(end)};
    std::vector<std::byte> block(aligned(end));
    std::memcpy(block.data(), &header, sizeof header);
    std::memcpy(block.data() + sizeof header, sections.data(), sizeof sections);
    for (std::size_t i = 0; i < packed::kParts; ++i)
      std::copy(parts_[i].begin(), parts_[i].end(), block.begin() + static_cast<std::ptrdiff_t>(sections[i].offset));
    if (const auto opened = openPack(block); !opened) return opened.error();
    return block;
  }

  const Pack& pack_;
  const PackOptions& options_;
  const ChannelLayout layout_;
  std::vector<double> rest_;             // the layout's values
  std::deque<PackedClipTracks> packed_;  // what `arrays_` has views of
  std::vector<packed::Transition> transitions_;
  std::array<std::vector<std::byte>, packed::kParts> parts_;
  std::unordered_map<std::string_view, std::uint32_t> arrays_;  // by their bytes, which lie in the pack's tracks
};

}  // namespace

Result<std::vector<std::byte>> writePack(const Pack& pack, const PackOptions& options) {
  return PackWriter(pack, options).write();
}

}  // namespace crossfade
