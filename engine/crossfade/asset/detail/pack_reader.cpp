// openPack: checks a block and makes a Pack of it.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "crossfade/asset/detail/key_checks.h"
#include "crossfade/asset/detail/pack_layout.h"
#include "crossfade/asset/detail/utf8.h"
#include "crossfade/asset/pack.h"
#include "crossfade/base/number_text.h"

namespace crossfade {
namespace {

using packed::Part;

std::string text(std::size_t number) { return std::to_string(number); }

/// Where something is in a pack. Made for every record, but described only if something is wrong with it.
struct Location {
  constexpr Location(const char* in) : what(in) {}
  Location(const char* in, std::size_t at) : what(in), index(at) {}
  Location(const char* in, std::size_t at, std::string_view called) : what(in), index(at), name(called) {}
  Location(const Location& of, const char* in) : outer(&of), what(in) {}
  Location(const Location& of, const char* in, std::size_t at) : outer(&of), what(in), index(at) {}
  Location(const Location& of, const char* in, std::size_t at, std::string_view called)
      : outer(&of), what(in), index(at), name(called) {}
  Location(const Location&) = delete;  // the outer one must stay where it is
  Location& operator=(const Location&) = delete;

  std::string description() const {
    std::string all = outer ? outer->description() : std::string();
    all += what;
    if (index) all += " " + text(*index);
    if (name) all.append(" '").append(*name) += '\'';
    return all;
  }

  const Location* outer = nullptr;
  const char* what;
  std::optional<std::size_t> index;
  std::optional<std::string_view> name;
};
std::string operator+(const Location& location, std::string_view rest) { return location.description().append(rest); }

bool areFinite(std::initializer_list<double> values) {
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

/// Reads the sections in step: each record of one says how many records of others belong to it, and those follow each
/// other. So every record is used once, and what is made of a pack is no larger than what it holds.
class PackReader {
 public:
  explicit PackReader(std::span<const std::byte> block) : block_(block) {}

  Result<Pack> read() {
    const bool done = readHeader() && readSections() && readKeys() && readSkeleton() && readPoseValues() &&
                      readSkins() && readClips() && readEvents() && readMasks() && readCurves() && readBlendSpaces() &&
                      readTransitions() && isUsedUp();
    if (!done) return Error{fault_};
    return std::move(pack_);
  }

 private:
  struct Cursor {
    const std::byte* next = nullptr;
    std::size_t left = 0;  // records
  };

  bool fail(std::string what) {
    fault_ = std::move(what);
    return false;
  }
  Cursor& at(Part part) { return sections_[static_cast<std::size_t>(part)]; }
  std::size_t count(Part part) { return at(part).left; }

  /// The next records of a section; fails if there are fewer.
  bool has(Part part, std::size_t count, const Location& owner) {
    if (at(part).left >= count) return true;
    return fail(owner + " has " + text(count) + " " + std::string(infoOf(part).name) + ", but the pack has only " +
                text(at(part).left) + " more");
  }
  /// The next record of a section, which must have one.
  template <class Record>
  Record take(Part part) {
    static_assert(std::is_trivially_copyable_v<Record>);
    Record record;
    std::memcpy(&record, at(part).next, sizeof record);
    at(part).next += sizeof record;
    --at(part).left;
    return record;
  }

  bool readHeader() {
    packed::Header header;
    if constexpr (std::endian::native != std::endian::little)
      return fail("a pack can be read in place only on a little-endian processor");
    if (reinterpret_cast<std::uintptr_t>(block_.data()) % kPackAlignment != 0)
      return fail("the block begins at an address that is no multiple of " + text(kPackAlignment));
    if (block_.size() < sizeof header)
      return fail("a pack begins with " + text(sizeof header) + " bytes, but there are only " + text(block_.size()));
    std::memcpy(&header, block_.data(), sizeof header);
    if (header.magic != packed::kMagic) return fail("this is no pack: it does not begin with 'xfade'");
    if (header.version > kPackVersion)
      return fail("the pack is of version " + text(header.version) + ", and this library reads versions up to " +
                  text(kPackVersion));
    if (header.version == 0) return fail("the pack is of version 0, which does not exist");
    if (header.size != block_.size())
      return fail("the pack has " + text(header.size) + " bytes, but there are " + text(block_.size()));
    version_ = header.version;
    partCount_ = packed::partCount(version_);
    if (header.sectionCount != partCount_)
      return fail("the pack has " + text(header.sectionCount) + " sections instead of " + text(partCount_));
    return true;
  }

  bool readSections() {
    std::size_t end = sizeof(packed::Header) + partCount_ * sizeof(packed::Section);
    if (block_.size() < end) return fail("the table of sections is cut off");
    for (std::size_t i = 0; i < partCount_; ++i) {
      packed::Section section;
      std::memcpy(&section, block_.data() + sizeof(packed::Header) + i * sizeof section, sizeof section);
      const packed::PartInfo& info = packed::kPartInfos[i];
      const auto where = [&] { return "section '" + std::string(info.name) + "'"; };
      if (section.stride != info.stride)
        return fail(where() + ": a record has " + text(section.stride) + " bytes instead of " + text(info.stride));
      if (section.offset % packed::kAlignment != 0 || section.offset < end || section.offset > block_.size())
        return fail(where() + " begins at byte " + text(section.offset));
      const std::uint64_t bytes = std::uint64_t(section.count) * section.stride;
      if (bytes > block_.size() - section.offset)
        return fail(where() + ": " + text(section.count) + " records go beyond the end");
      sections_[i] = {block_.data() + section.offset, section.count};
      end = static_cast<std::size_t>(section.offset + bytes);
    }
    names_ = {reinterpret_cast<const char*>(at(Part::Names).next), at(Part::Names).left};
    at(Part::Names).left = 0;
    unnamed_ = names_.size();
    return true;
  }

  bool readName(packed::Name name, const Location& what, std::size_t index, std::string& into) {
    const auto where = [&] { return "the name of " + Location(what, "", index).description(); };
    if (name.offset > names_.size() || name.length > names_.size() - name.offset)
      return fail(where() + " (" + text(name.length) + " bytes at " + text(name.offset) + ") is not in the pack");
    if (name.length > unnamed_) return fail(where() + " shares bytes with another name");
    unnamed_ -= name.length;
    const std::string_view found = names_.substr(name.offset, name.length);
    if (!isPlainUtf8(found)) return fail(where() + " is no UTF-8 text without NUL");
    into = found;
    return true;
  }

  bool readKeys() {
    const Cursor keys = std::exchange(at(Part::Keys), {});
    keys_ = {reinterpret_cast<const float*>(keys.next), keys.left};
    std::size_t end = 0;
    arrays_.reserve(count(Part::Arrays));
    while (count(Part::Arrays) > 0) {
      const auto array = take<packed::Array>(Part::Arrays);
      if (array.offset != end || array.count > keys_.size() - end)
        return fail("array " + text(arrays_.size()) + " (" + text(array.count) + " values at " + text(array.offset) +
                    ") does not follow the one before it, or goes beyond the end");
      arrays_.push_back({keys_.subspan(end, array.count)});
      end += array.count;
    }
    return end == keys_.size() || fail("section 'keys': " + text(keys_.size() - end) + " values are in no array");
  }

  bool readSkeleton() {
    std::vector<Joint> joints;
    joints.reserve(count(Part::Joints));
    while (count(Part::Joints) > 0) {
      const auto record = take<packed::Joint>(Part::Joints);
      Joint& joint = joints.emplace_back();
      if (!readName(record.name, "joint", joints.size() - 1, joint.name)) return false;
      const auto& [t, r, s] = std::tie(record.translation, record.rotation, record.scale);
      joint.parent = record.parent;
      joint.documentIndex = record.documentIndex;
      joint.rest = {{t[0], t[1], t[2]}, makeQuat(r[0], r[1], r[2], r[3]), {s[0], s[1], s[2]}};
      if (findNotUnit(r, 0, 4) == 0)
        return fail(Location("joint", joints.size() - 1, joint.name) + ": its rest rotation is not of length 1");
    }
    auto made = Skeleton::make(std::move(joints));
    if (!made) return fail(made.error().message);
    pack_.skeleton = *std::move(made);
    pack_.rest.locals.assign(pack_.skeleton.restLocals().begin(), pack_.skeleton.restLocals().end());
    return true;
  }

  bool isJoint(std::int32_t joint) const { return joint >= 0 && joint < pack_.skeleton.jointCount(); }

  bool readPoseValues() {
    pack_.valueNames.reserve(count(Part::PoseValues));
    pack_.rest.morphWeights.reserve(count(Part::PoseValues));
    while (count(Part::PoseValues) > 0) {
      const auto record = take<packed::PoseValue>(Part::PoseValues);
      const std::size_t index = pack_.valueNames.size();
      if (!readName(record.name, "value", index, pack_.valueNames.emplace_back())) return false;
      if (!std::isfinite(record.rest))
        return fail(Location("value", index, pack_.valueNames.back()) + " is not finite");
      pack_.rest.morphWeights.push_back(record.rest);
    }
    return readChannels(Part::Morphs, pack_.morphs) && readChannels(Part::Values, pack_.values) && fillsPose();
  }

  template <class Kind>
  bool readChannels(Part part, std::vector<Kind>& channels) {
    channels.reserve(count(part));
    while (count(part) > 0) {
      const auto record = take<packed::Channel>(part);
      const auto where = [&] {
        return "section '" + std::string(infoOf(part).name) + "': record " + text(channels.size());
      };
      if (!isJoint(record.node)) return fail(where() + ": there is no joint " + std::to_string(record.node));
      if (record.offset != channelEnd_ || record.count < 1 ||
          record.count > static_cast<std::int64_t>(pack_.rest.morphWeights.size()) - channelEnd_)
        return fail(where() + " (" + std::to_string(record.count) + " values at " + std::to_string(record.offset) +
                    ") does not follow the one before it, or goes beyond the end");
      channels.push_back({.node = record.node, .offset = record.offset, .count = record.count});
      channelEnd_ += record.count;
    }
    return true;
  }

  bool fillsPose() {
    return static_cast<std::size_t>(channelEnd_) == pack_.rest.morphWeights.size() ||
           fail("section 'pose values': of " + text(pack_.rest.morphWeights.size()) +
                " values, morphs and values use " + std::to_string(channelEnd_));
  }

  bool readSkins() {
    while (count(Part::Skins) > 0) {
      const auto record = take<packed::Skin>(Part::Skins);
      const std::size_t index = pack_.skins.size();
      if (!readName(record.name, "skin", index, pack_.skinNames.emplace_back())) return false;
      const Location where("skin", index, pack_.skinNames.back());
      if (!has(Part::SkinJoints, record.jointCount, where)) return false;
      SkinBinding& skin = pack_.skins.emplace_back();
      skin.joints.reserve(record.jointCount);
      skin.inverseBinds.reserve(record.jointCount);
      for (std::uint32_t i = 0; i < record.jointCount; ++i) {
        const auto bound = take<packed::SkinJoint>(Part::SkinJoints);
        if (!isJoint(bound.joint)) return fail(where + ": there is no joint " + std::to_string(bound.joint));
        if (findNotFinite(bound.inverseBind) < 16)
          return fail(where + ": inverse bind " + text(i) + " has a value that is not finite");
        glm::mat4 matrix;
        for (int k = 0; k < 16; ++k) matrix[k / 4][k % 4] = bound.inverseBind[static_cast<std::size_t>(k)];
        skin.joints.push_back(bound.joint);
        skin.inverseBinds.push_back(matrix);
      }
    }
    return true;
  }

  bool readClips() {
    pack_.clipFacts.reserve(count(Part::Clips));
    while (count(Part::Clips) > 0) {
      const auto record = take<packed::Clip>(Part::Clips);
      const std::size_t index = pack_.clips.size();
      std::string name;
      if (!readName(record.name, "clip", index, name)) return false;
      const Location where("clip", index, name);
      const bool isPacked = record.encoding == packed::Encoding::Packed && version_ > 1;
      if (record.encoding != packed::Encoding::Keys && !isPacked)
        return fail(where + ": its encoding " + text(static_cast<std::size_t>(record.encoding)) + " is not known");
      if (record.blendMode > 1 || (record.flags & ~packed::clipFlags(version_)) != 0)
        return fail(where + ": blend mode " + text(record.blendMode) + " or flags " + text(record.flags) +
                    " are not known");
      auto clip = readTracks(where, name, record, record.trackCount, isPacked);
      if (!clip) return false;
      PackedClip& facts = pack_.clipFacts.emplace_back();
      if ((record.flags & packed::kInPlace) != 0) {
        facts.inPlace = readTracks(Location(where, " in place"), name, record, record.inPlaceTrackCount,
                                   (record.flags & packed::kInPlacePacked) != 0);
        if (!facts.inPlace) return false;
      } else if (record.inPlaceTrackCount != 0 || (record.flags & packed::kInPlacePacked) != 0) {
        return fail(where + " has tracks in place, but is not");
      }
      pack_.clips.add(*std::move(clip));
      if (((record.flags & packed::kRoot) != 0 && !readRoot(where, facts)) ||
          ((record.flags & packed::kContacts) != 0 && !readContacts(where, facts)) ||
          !readMarkers(where, record, facts))
        return false;
    }
    return true;
  }

  std::optional<AnimationClip> readTracks(const Location& where, const std::string& name, const packed::Clip& record,
                                          std::uint32_t count, bool isPacked) {
    PackedTracks packed;
    if (isPacked && !readPacked(where, packed)) return {};
    if (!has(Part::Tracks, count, where)) return {};
    std::vector<KeyframeTrack> tracks;
    tracks.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto track = take<packed::Track>(Part::Tracks);
      if (!readTrack(where, i, track, tracks)) return {};
      if (const TrackTarget target = tracks.back().target(); !isOfSkeleton(target)) {
        failOfSkeleton(Location(where, ", track", i), target);
        return {};
      }
    }
    auto made = AnimationClip::makePacked(name, packed, std::move(tracks), static_cast<BlendMode>(record.blendMode),
                                          record.duration);
    if (made) return *std::move(made);
    fail(made.error().message);
    return {};
  }

  bool readPacked(const Location& where, PackedTracks& into) {
    if (!has(Part::PackedTracks, 1, where)) return false;
    const auto record = take<packed::PackedTracks>(Part::PackedTracks);
    for (const std::uint32_t array : {record.targets, record.constants, record.words})
      if (array >= arrays_.size()) return fail(where + ", packed tracks: there is no array " + text(array));
    const auto wordsOf = [&](std::uint32_t array) {
      const std::span<const float> values = arrays_[array].values;
      arrays_[array].isWords = true;
      return std::span(reinterpret_cast<const std::uint32_t*>(values.data()), values.size());
    };
    into = {.targets = wordsOf(record.targets),
            .constants = arrays_[record.constants].values,
            .words = wordsOf(record.words),
            .intervals = record.intervals,
            .segmentIntervals = record.segmentIntervals};
    if (into.targets.empty()) return fail(where + ": no packed tracks");
    if (const auto fault = into.findFault()) return fail(where + ": " + *fault);
    if (!isFinite(record.constants)) return false;
    const float* constant = into.constants.data();
    for (std::size_t i = 0; i < into.targets.size(); ++i) {
      const PackedTarget track = PackedTarget::of(into.targets[i]);
      if (!isOfSkeleton(track.target)) return failOfSkeleton(Location(where, ", packed track", i), track.target);
      if (track.isAnimated) continue;
      if (track.target.channel == Channel::Rotation && findNotUnit({constant, 4}, 0, 4) == 0)
        return fail(where + ", packed track " + text(i) + ": its rotation is not of length 1");
      constant += track.size;
    }
    return true;
  }

  /// Only packs without a skeleton have clips of properties.
  bool isOfSkeleton(TrackTarget target) const {
    const int joints = pack_.skeleton.jointCount();
    const int count = isOfJoint(target.channel)           ? joints
                      : target.channel == Channel::Values ? static_cast<int>(pack_.values.size())
                                                          : 0;
    return joints == 0 || target.node < count;
  }
  bool failOfSkeleton(const Location& track, TrackTarget target) {
    return fail(track + ": there is no " + std::string(nameOf(target.channel)) + " of " + std::to_string(target.node));
  }

  bool readTrack(const Location& clip, std::size_t index, const packed::Track& record,
                 std::vector<KeyframeTrack>& tracks) {
    const auto refuse = [&](const std::string& what) { return fail(clip + ", track " + text(index) + ": " + what); };
    if (record.channel > static_cast<std::uint32_t>(Channel::Select) ||
        record.interpolation > static_cast<std::uint32_t>(Interpolation::Hermite))
      return refuse("channel " + text(record.channel) + " or interpolation " + text(record.interpolation) +
                    " is not known");
    if (record.node < 0) return refuse("there is no node " + std::to_string(record.node));
    const bool hasTangents = record.tangents != packed::kNoArray;
    for (const std::uint32_t array : {record.times, record.values, hasTangents ? record.tangents : 0})
      if (array >= arrays_.size()) return refuse("there is no array " + text(array));
    const auto channel = static_cast<Channel>(record.channel);
    const auto interpolation = static_cast<Interpolation>(record.interpolation);
    const KeySpans<float> keys{arrays_[record.times].values, arrays_[record.values].values,
                               hasTangents ? arrays_[record.tangents].values : std::span<const float>(),
                               record.valueSize};
    if (const auto misfit = findMisfit(keys, channel, interpolation)) return refuse(*misfit);
    for (const std::uint32_t array : {record.times, hasTangents ? record.tangents : record.times})
      if (!isFinite(array)) return false;
    if (const std::size_t bad = outOfOrder(record.times); bad < keys.times.size())
      return refuse("key " + text(bad) + " is out of order (" + formatNumber(keys.times[bad]) + " s after " +
                    formatNumber(keys.times[bad - 1]) + " s)");
    if (const std::size_t bad = notUnit(record, channel, interpolation); bad < keys.times.size())
      return refuse("the rotation of key " + text(bad) + " is not of length 1");
    if (!isFinite(record.values)) return false;
    tracks.push_back(KeyframeTrack::lent({record.node, channel}, interpolation, keys));
    return true;
  }

  /// What KeyframeTrack::make would refuse about the numbers of keys and values.
  static std::optional<std::string> findMisfit(const KeySpans<float>& keys, Channel channel,
                                               Interpolation interpolation) {
    constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::size_t keyCount = keys.times.size();
    if (keyCount == 0 || keyCount > kMost) return text(keyCount) + " keys";
    const std::size_t fixed = channel == Channel::Rotation                                   ? 4
                              : channel == Channel::Translation || channel == Channel::Scale ? 3
                              : channel == Channel::Select                                   ? 1
                                                                                             : keys.size;
    if (keys.size == 0 || keys.size > kMost / 16 || keys.size != fixed)
      return text(keys.size) + " components of " + std::string(nameOf(channel));
    const std::size_t perKey = keys.size * (interpolation == Interpolation::Hermite ? 3 : 1);
    if (keys.values.size() % perKey != 0 || keys.values.size() / perKey != keyCount)
      return text(keys.values.size()) + " values do not fit " + text(keyCount) + " keys";
    const std::size_t pairs = interpolation == Interpolation::Bezier ? 4 * keys.size : 0;
    if (!keys.tangents.empty() &&
        (pairs == 0 || keys.tangents.size() % pairs != 0 || keys.tangents.size() / pairs != keyCount))
      return text(keys.tangents.size()) + " tangent values do not fit " + text(keyCount) + " keys";
    if ((channel == Channel::Rotation && interpolation == Interpolation::Smooth) ||
        (channel == Channel::Select && interpolation != Interpolation::Discrete))
      return "its " + std::string(nameOf(channel)) + " cannot be " + std::string(nameOf(interpolation));
    return {};
  }

  // Tracks share arrays, and most arrays are looked at once: quaternions of length 1 are finite.
  bool isFinite(std::size_t index) {
    KeyArray& array = arrays_[index];
    if (array.isFinite || array.isUnit) return true;
    const std::size_t bad = findNotFinite(array.values);
    array.isFinite = bad == array.values.size();
    return array.isFinite ||
           fail("array " + text(index) + ": value " + text(bad) + " is " + formatNumber(array.values[bad]));
  }
  std::size_t outOfOrder(std::uint32_t times) {
    KeyArray& array = arrays_[times];
    if (array.isSorted) return array.values.size();
    const std::size_t found = findOutOfOrder(array.values);
    array.isSorted = found == array.values.size();
    return found;
  }
  std::size_t notUnit(const packed::Track& record, Channel channel, Interpolation interpolation) {
    KeyArray& array = arrays_[record.values];
    const bool isHermite = interpolation == Interpolation::Hermite;
    const std::size_t keyCount = arrays_[record.times].values.size();
    bool& isKnown = isHermite ? array.isUnitHermite : array.isUnit;
    if (channel != Channel::Rotation || isKnown) return keyCount;
    const std::size_t found = isHermite ? findNotUnit(array.values, 4, 12) : findNotUnit(array.values, 0, 4);
    isKnown = found == keyCount;
    return found;
  }

  bool readRoot(const Location& clip, PackedClip& facts) {
    const Location where(clip, ", root motion");
    if (!has(Part::Roots, 1, clip)) return false;
    const auto record = take<packed::Root>(Part::Roots);
    const auto& pivot = record.pivot;
    if (record.joint < -1 || (record.joint >= 0 && !isJoint(record.joint)))
      return fail(where + ": there is no joint " + std::to_string(record.joint));
    if (!areFinite({record.duration, pivot[0], pivot[1], pivot[2]}) || record.duration < 0)
      return fail(where + ": its duration " + formatNumber(record.duration) + " s or its pivot is wrong");
    if (record.flags > (packed::kTranslationTrack | packed::kTurnTrack))
      return fail(where + ": flags " + text(record.flags) + " are not known");
    std::optional<KeyframeTrack> tracks[2];
    for (const std::uint32_t which : {0u, 1u}) {
      if ((record.flags & (1u << which)) == 0) continue;
      if (!has(Part::Tracks, 1, where)) return false;
      std::vector<KeyframeTrack> track;
      if (!readTrack(where, which, take<packed::Track>(Part::Tracks), track)) return false;
      if (mixingOf(track[0].target().channel) != Mixing::Lerp || track[0].valueSize() != (which == 0 ? 3 : 1))
        return fail(where + ", track " + text(which) + ": " + text(static_cast<std::size_t>(track[0].valueSize())) +
                    " components of " + std::string(nameOf(track[0].target().channel)));
      tracks[which] = std::move(track[0]);
    }
    facts.root.emplace(record.joint, record.duration, std::move(tracks[0]), std::move(tracks[1]),
                       glm::dvec3(pivot[0], pivot[1], pivot[2]));
    return true;
  }

  bool readContacts(const Location& clip, PackedClip& facts) {
    const Location where(clip, ", contacts");
    if (!has(Part::Contacts, 1, clip)) return false;
    const auto record = take<packed::Contacts>(Part::Contacts);
    const auto& ground = record.groundVelocity;
    if (!areFinite({ground[0], ground[1], ground[2], record.floor, record.lift, record.duration}) ||
        record.duration < 0 || record.flights < 0 || record.isCyclic > 1)
      return fail(where + ": a value is not finite or out of range");
    if (!has(Part::Feet, record.footCount, where)) return false;
    GroundContacts& contacts = facts.contacts.emplace();
    contacts.groundVelocity = {ground[0], ground[1], ground[2]};
    contacts.floor = record.floor;
    contacts.lift = record.lift;
    contacts.flights = record.flights;
    contacts.duration = record.duration;
    contacts.isCyclic = record.isCyclic != 0;
    contacts.feet.reserve(record.footCount);
    for (std::uint32_t i = 0; i < record.footCount; ++i) {
      const auto foot = take<packed::Foot>(Part::Feet);
      FootContacts& made = contacts.feet.emplace_back();
      if (!readName(foot.name, Location(clip, ", foot"), i, made.name)) return false;
      const Location whose(clip, ", foot", i, made.name);
      if (!readIntervals(whose, foot.footCount, made.foot) || !readIntervals(whose, foot.heelCount, made.heel) ||
          !readIntervals(whose, foot.toeCount, made.toe))
        return false;
    }
    return true;
  }

  bool readIntervals(const Location& where, std::uint32_t count, std::vector<ContactInterval>& into) {
    if (!has(Part::Intervals, count, where)) return false;
    into.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto interval = take<packed::Interval>(Part::Intervals);
      if (!areFinite({interval.start, interval.end}) || interval.end < interval.start)
        return fail(where + ": a contact from " + formatNumber(interval.start) + " s to " + formatNumber(interval.end) +
                    " s");
      into.push_back({interval.start, interval.end});
    }
    return true;
  }

  bool readMarkers(const Location& clip, const packed::Clip& record, PackedClip& facts) {
    if (!has(Part::Markers, record.markerCount, clip)) return false;
    facts.markers.reserve(record.markerCount);
    for (std::uint32_t i = 0; i < record.markerCount; ++i) {
      const auto marker = take<packed::Marker>(Part::Markers);
      if (!readName(marker.name, Location(clip, ", marker"), i, facts.markers.emplace_back().name)) return false;
      facts.markers.back().time = marker.time;
    }
    if (facts.markers.empty()) return true;
    const auto made = SyncMarkers::make(facts.markers, record.duration);
    return made || fail(clip + ": " + made.error().message);
  }

  bool readEvents() {
    for (std::int32_t clip = 0; count(Part::Events) > 0;) {
      const auto record = take<packed::Event>(Part::Events);
      if (record.clip < clip || static_cast<std::size_t>(record.clip) >= pack_.clipFacts.size())
        return fail("an event of clip " + std::to_string(record.clip) + ", which does not exist or comes earlier");
      clip = record.clip;
      std::vector<ClipEvent>& events = pack_.clipFacts[static_cast<std::size_t>(clip)].events;
      const Location of("clip", static_cast<std::size_t>(clip)), where(of, ", event");
      ClipEvent& event = events.emplace_back();
      if (!readName(record.name, where, events.size() - 1, event.name)) return false;
      if (record.flags > (packed::kHasEnd | packed::kHasValue))
        return fail(where + " '" + event.name + "': flags " + text(record.flags) + " are not known");
      event.time = record.time;
      if ((record.flags & packed::kHasEnd) != 0) event.end = record.end;
      if ((record.flags & packed::kHasValue) != 0) event.value = record.value;
    }
    for (std::size_t i = 0; i < pack_.clipFacts.size(); ++i) {
      if (pack_.clipFacts[i].events.empty()) continue;
      if (const auto made = ClipEvents::make(pack_.clipFacts[i].events, pack_.clips[i].duration()); !made)
        return fail("clip " + text(i) + ": " + made.error().message);
    }
    return true;
  }

  bool readMasks() {
    const auto joints = static_cast<std::size_t>(pack_.skeleton.jointCount());
    pack_.masks.reserve(count(Part::Masks));
    while (count(Part::Masks) > 0) {
      const std::size_t index = pack_.masks.size();
      std::string name;
      if (!readName(take<packed::Mask>(Part::Masks).name, "mask", index, name)) return false;
      if (!has(Part::MaskWeights, joints, Location("mask", index, name))) return false;
      std::vector<float> weights(joints);
      for (std::size_t joint = 0; joint < joints; ++joint) {
        weights[joint] = take<float>(Part::MaskWeights);
        if (!(weights[joint] >= 0 && weights[joint] <= 1))
          return fail(Location("mask", index, name) + ": the weight of joint " + text(joint) + " is " +
                      formatNumber(weights[joint]) + ", not between 0 and 1");
      }
      auto mask = JointMask::make(std::move(weights));
      if (!mask) return fail(mask.error().message);
      pack_.masks.push_back({std::move(name), *std::move(mask)});
    }
    return true;
  }

  bool readCurves() {
    while (count(Part::Curves) > 0) {
      const auto record = take<packed::Curve>(Part::Curves);
      const Location where("curve", pack_.curves.size());
      if (record.before > 2 || record.after > 2) return fail(where + ": a wrap mode is not known");
      if (!has(Part::CurveKeys, record.keyCount, where)) return false;
      std::vector<CurveKey> keys;
      keys.reserve(record.keyCount);
      for (std::uint32_t i = 0; i < record.keyCount; ++i) {
        const auto key = take<packed::CurveKey>(Part::CurveKeys);
        if (key.weightedMode > 3) return fail(where + ": the weights of key " + text(i) + " are of no known kind");
        if (i > 0 && key.time < keys.back().time) return fail(where + ": key " + text(i) + " is out of order");
        keys.push_back({key.time, key.value, key.inTangent, key.outTangent, static_cast<WeightedMode>(key.weightedMode),
                        key.inWeight, key.outWeight});
      }
      auto curve = AnimationCurve::make(std::move(keys), static_cast<CurveWrap>(record.before),
                                        static_cast<CurveWrap>(record.after));
      if (!curve) return fail(where + ": " + curve.error().message);
      pack_.curves.push_back(*std::move(curve));
    }
    return true;
  }

  bool readTransitions() {
    for (std::size_t i = 0; count(Part::Transitions) > 0; ++i) {
      const auto record = take<packed::Transition>(Part::Transitions);
      const Location where("transition", i);
      TransitionCell cell;
      if (!readSource(where, record.from, cell.from) || !readSource(where, record.to, cell.to)) return false;
      if (pack_.transitions.at(cell))
        return fail(where + " is of the same pair as another: " + std::to_string(record.from) + " and " +
                    std::to_string(record.to));
      TransitionSettings settings;
      if (!readSettings(where, record, settings)) return false;
      pack_.transitions.set(cell, settings);
    }
    return true;
  }

  bool readSource(const Location& where, std::int32_t number, ClipOrSpace& source) {
    if (number < -1 && version_ >= 5) {
      const std::int32_t space = packed::spaceOfNumber(number);
      if (space < 0 || static_cast<std::size_t>(space) >= pack_.blendSpaces.size())
        return fail(where + ": there is no blend space of number " + std::to_string(number));
      source = ClipOrSpace::ofSpace(space);
    } else if (number != -1) {
      if (number < 0 || static_cast<std::size_t>(number) >= pack_.clips.size())
        return fail(where + ": there is no clip " + std::to_string(number));
      source = pack_.clips.ids()[static_cast<std::size_t>(number)];
    }
    return true;
  }

  bool readSettings(const Location& where, const packed::Transition& record, TransitionSettings& settings) {
    const auto isSet = [&](std::uint32_t field) { return (record.fields & field) != 0; };
    if (record.fields == 0 || record.fields > packed::kTransitionFields)
      return fail(where + ": the fields " + text(record.fields) + " are none or not known");
    if (isSet(packed::kSeconds)) {
      if (!std::isfinite(record.seconds)) return fail(where + ": its length is not finite");
      settings.seconds = record.seconds;
    }
    if (isSet(packed::kKind)) {
      if (record.kind >= std::size(kTransitionKinds)) return fail(where + ": kind " + text(record.kind));
      settings.kind = static_cast<TransitionKind>(record.kind);
    }
    if (isSet(packed::kShape)) {
      const auto kind = static_cast<FadeShape::Kind>(record.shape);
      if (record.shape > 2) return fail(where + ": shape " + text(record.shape));
      const bool hasCurve = record.curve >= 0 && static_cast<std::size_t>(record.curve) < pack_.curves.size();
      if (kind == FadeShape::Kind::Curve && !hasCurve)
        return fail(where + ": there is no curve " + std::to_string(record.curve));
      settings.shape = kind == FadeShape::Kind::Curve ? alongCurve({.index = record.curve}) : FadeShape{.kind = kind};
    }
    if (isSet(packed::kSync)) {
      if (record.sync > 2) return fail(where + ": sync " + text(record.sync));
      settings.sync = static_cast<Sync>(record.sync);
    }
    if (isSet(packed::kMask)) {
      if (record.mask < -1 || record.mask >= static_cast<std::int64_t>(pack_.masks.size()))
        return fail(where + ": there is no mask " + std::to_string(record.mask));
      settings.mask = record.mask < 0 ? nullptr : &pack_.masks[static_cast<std::size_t>(record.mask)].weights;
    }
    if (isSet(packed::kEndsLayers)) {
      if (record.endsMaskedLayers > 1) return fail(where + ": endsMaskedLayers " + text(record.endsMaskedLayers));
      settings.endsMaskedLayers = record.endsMaskedLayers != 0;
    }
    for (const auto& [field, phase, into] : {std::tuple{packed::kFromPhase, record.fromPhase, &settings.fromPhase},
                                             std::tuple{packed::kToPhase, record.toPhase, &settings.toPhase}}) {
      if (!isSet(field)) continue;
      if (!(phase >= 0 && phase <= 1)) return fail(where + ": phase " + formatNumber(phase));
      *into = phase;
    }
    return true;
  }

  bool readBlendSpaces() {
    while (count(Part::BlendSpaces) > 0) {
      const auto record = take<packed::BlendSpace>(Part::BlendSpaces);
      const std::size_t index = pack_.blendSpaces.size();
      PackedBlendSpace& made = pack_.blendSpaces.emplace_back();
      if (!readName(record.name, "blend space", index, made.name)) return false;
      const Location where("blend space", index, made.name);
      if (record.sync > 2) return fail(where + ": sync " + text(record.sync));
      made.sync = static_cast<Sync>(record.sync);
      if (!has(Part::BlendSamples, record.sampleCount, where)) return false;
      if (record.sampleCount > BlendSpace::kMaxSamples)
        return fail(where + " has " + text(record.sampleCount) + " samples; the most are " +
                    text(BlendSpace::kMaxSamples));
      std::vector<BlendSample> samples;
      samples.reserve(record.sampleCount);
      for (std::uint32_t i = 0; i < record.sampleCount; ++i) {
        const auto sample = take<packed::BlendSample>(Part::BlendSamples);
        if (sample.clip < 0 || static_cast<std::size_t>(sample.clip) >= pack_.clips.size())
          return fail(where + ": there is no clip " + std::to_string(sample.clip));
        samples.push_back({.clip = pack_.clips.ids()[static_cast<std::size_t>(sample.clip)],
                           .at = {sample.at[0], sample.at[1]},
                           .timeScale = sample.timeScale});
      }
      auto space = BlendSpace::make(std::move(samples));
      if (!space) return fail(where + ": " + space.error().message);
      made.space = *std::move(space);
    }
    return true;
  }

  bool isUsedUp() {
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      if (!arrays_[i].isWords && !isFinite(i)) return false;  // of no track
    for (std::size_t i = 0; i < packed::kParts; ++i)
      if (sections_[i].left > 0)
        return fail("section '" + std::string(packed::kPartInfos[i].name) + "': its last " + text(sections_[i].left) +
                    " records belong to nothing");
    return unnamed_ == 0 || fail("section 'names': " + text(unnamed_) + " bytes are of no name");
  }

  struct KeyArray {
    std::span<const float> values;
    bool isWords = false;  // and not floats, or both
    bool isFinite = false, isSorted = false, isUnit = false, isUnitHermite = false;
  };

  std::span<const std::byte> block_;
  std::string fault_;
  std::uint32_t version_ = 0;
  std::size_t partCount_ = 0;
  std::array<Cursor, packed::kParts> sections_{};
  std::string_view names_;
  std::size_t unnamed_ = 0;  // bytes
  std::span<const float> keys_;
  std::vector<KeyArray> arrays_;
  std::int32_t channelEnd_ = 0;
  Pack pack_;
};

}  // namespace

Result<Pack> openPack(std::span<const std::byte> block) { return PackReader(block).read(); }

}  // namespace crossfade
