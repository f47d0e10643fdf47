// The bytes of a pack, versions 1 to 5: a header, a table of sections, the sections. docs/pack_format.md explains each
// field.
#ifndef CROSSFADE_ASSET_DETAIL_PACK_LAYOUT_H
#define CROSSFADE_ASSET_DETAIL_PACK_LAYOUT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crossfade::packed {

inline constexpr std::array<char, 8> kMagic{'x', 'f', 'a', 'd', 'e', '\r', '\n', '\x1a'};  // text modes damage it
inline constexpr std::size_t kAlignment = 16;  // of sections in the pack, in bytes

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = 0;
  std::uint32_t sectionCount = 0;
  std::uint64_t size = 0;  // of the whole pack, in bytes
};

struct Section {
  std::uint64_t offset = 0;  // from the beginning of the pack, in bytes
  std::uint32_t count = 0;   // of records
  std::uint32_t stride = 0;  // bytes of a record
};

enum class Part {
  Names,
  Joints,
  Morphs,
  Values,
  PoseValues,
  Skins,
  SkinJoints,
  Clips,
  Tracks,
  Arrays,
  Keys,
  Roots,
  Contacts,
  Feet,
  Intervals,
  Markers,
  Masks,
  MaskWeights,
  Curves,
  CurveKeys,
  Transitions,
  PackedTracks,  // since version 2
  Events,        // since version 3
  BlendSpaces,   // since version 4
  BlendSamples,
};
inline constexpr std::size_t kParts = 25;
/// Those of a version.
constexpr std::size_t partCount(std::uint32_t version) { return version < 4 ? 20 + version : kParts; }

struct Name {
  std::uint32_t offset = 0, length = 0;  // in Part::Names, in bytes
};

struct Joint {
  Name name;
  std::int32_t parent = -1, documentIndex = 0;
  std::array<float, 3> translation{};
  std::array<float, 4> rotation{};
  std::array<float, 3> scale{};
};

struct Channel {
  std::int32_t node = 0, offset = 0, count = 0;
};

struct PoseValue {
  Name name;
  float rest = 0;
};

struct Skin {
  Name name;
  std::uint32_t jointCount = 0, reserved = 0;
};

struct SkinJoint {
  std::int32_t joint = 0;
  std::array<float, 16> inverseBind{};  // column by column
};

enum class Encoding : std::uint32_t {
  Keys,
  Packed,  // since version 2: besides, a record of Part::PackedTracks
};
inline constexpr std::uint32_t kInPlace = 1, kRoot = 2, kContacts = 4, kInPlacePacked = 8;
/// Those that a version knows.
constexpr std::uint32_t clipFlags(std::uint32_t version) { return version == 1 ? 7 : 15; }

struct Clip {
  Name name;
  double duration = 0;
  Encoding encoding = Encoding::Keys;
  std::uint32_t blendMode = 0;
  std::uint32_t flags = 0;
  std::uint32_t trackCount = 0, inPlaceTrackCount = 0, markerCount = 0;
};

inline constexpr std::uint32_t kNoArray = 0xffffffff;

struct Track {
  std::int32_t node = 0;
  std::uint32_t channel = 0, interpolation = 0, valueSize = 0;
  std::uint32_t times = 0, values = 0, tangents = kNoArray;  // indices of arrays
};

struct Array {
  std::uint32_t offset = 0, count = 0;  // in Part::Keys, in values
};

inline constexpr std::uint32_t kTranslationTrack = 1, kTurnTrack = 2;

struct Root {
  double duration = 0;
  std::array<double, 3> pivot{};
  std::int32_t joint = -1;
  std::uint32_t flags = 0;
};

struct Contacts {
  std::array<double, 3> groundVelocity{};
  double floor = 0, lift = 0, duration = 0;
  std::int32_t flights = 0;
  std::uint32_t isCyclic = 0, footCount = 0, reserved = 0;
};

struct Foot {
  Name name;
  std::uint32_t footCount = 0, heelCount = 0, toeCount = 0, reserved = 0;
};

struct Interval {
  double start = 0, end = 0;
};

struct Marker {
  Name name;
  double time = 0;
};

struct Mask {
  Name name;
};

struct Curve {
  std::uint32_t keyCount = 0, before = 0, after = 0, reserved = 0;
};

struct CurveKey {
  double time = 0, value = 0, inTangent = 0, outTangent = 0, inWeight = 0, outWeight = 0;
  std::uint32_t weightedMode = 0, reserved = 0;
};

// Flags of Transition::fields: which of the others are set.
inline constexpr std::uint32_t kSeconds = 1, kKind = 2, kShape = 4, kSync = 8, kMask = 16, kEndsLayers = 32,
                               kFromPhase = 64, kToPhase = 128, kTransitionFields = 255;

/// -1: every clip and blend space. Below, since version 5: a blend space.
constexpr std::int32_t numberOfSpace(std::int32_t space) { return -2 - space; }
constexpr std::int32_t spaceOfNumber(std::int32_t number) { return -2 - number; }

struct Transition {
  std::int32_t from = -1, to = -1;
  std::uint32_t fields = 0, kind = 0, shape = 0;
  std::int32_t curve = -1;
  std::uint32_t sync = 0;
  std::int32_t mask = -1;
  double seconds = 0, fromPhase = 0, toPhase = 0;
  std::uint32_t endsMaskedLayers = 0, reserved = 0;
};

/// What crossfade::PackedTracks views.
struct PackedTracks {
  std::uint32_t targets = 0, constants = 0, words = 0;  // indices of arrays
  std::int32_t intervals = 0, segmentIntervals = 0;
  std::uint32_t reserved = 0;
};

inline constexpr std::uint32_t kHasEnd = 1, kHasValue = 2;

struct Event {
  Name name;
  double time = 0, end = 0, value = 0;
  std::uint32_t flags = 0;
  std::int32_t clip = 0;
};

struct BlendSpace {
  Name name;
  std::uint32_t sync = 0, sampleCount = 0;
};

struct BlendSample {
  std::array<double, 2> at{};
  double timeScale = 1;
  std::int32_t clip = 0;
  std::uint32_t reserved = 0;
};

/// The name of a section in error messages, and the size of its records in bytes.
struct PartInfo {
  std::string_view name;
  std::size_t stride;
};
inline constexpr std::array<PartInfo, kParts> kPartInfos{{
    {"names", 1},
    {"joints", sizeof(Joint)},
    {"morphs", sizeof(Channel)},
    {"values", sizeof(Channel)},
    {"pose values", sizeof(PoseValue)},
    {"skins", sizeof(Skin)},
    {"skin joints", sizeof(SkinJoint)},
    {"clips", sizeof(Clip)},
    {"tracks", sizeof(Track)},
    {"arrays", sizeof(Array)},
    {"keys", sizeof(float)},
    {"roots", sizeof(Root)},
    {"contacts", sizeof(Contacts)},
    {"feet", sizeof(Foot)},
    {"intervals", sizeof(Interval)},
    {"markers", sizeof(Marker)},
    {"masks", sizeof(Mask)},
    {"mask weights", sizeof(float)},
    {"curves", sizeof(Curve)},
    {"curve keys", sizeof(CurveKey)},
    {"transitions", sizeof(Transition)},
    {"packed tracks", sizeof(PackedTracks)},
    {"events", sizeof(Event)},
    {"blend spaces", sizeof(BlendSpace)},
    {"blend samples", sizeof(BlendSample)},
}};
constexpr const PartInfo& infoOf(Part part) { return kPartInfos[static_cast<std::size_t>(part)]; }

static_assert(sizeof(Header) == 24 && sizeof(Section) == 16 && sizeof(Joint) == 56 && sizeof(Channel) == 12);
static_assert(sizeof(PoseValue) == 12 && sizeof(Skin) == 16 && sizeof(SkinJoint) == 68 && sizeof(Clip) == 40);
static_assert(sizeof(Track) == 28 && sizeof(Array) == 8 && sizeof(Root) == 40 && sizeof(Contacts) == 64);
static_assert(sizeof(Foot) == 24 && sizeof(Interval) == 16 && sizeof(Marker) == 16 && sizeof(Mask) == 8);
static_assert(sizeof(Curve) == 16 && sizeof(CurveKey) == 56 && sizeof(Transition) == 64);
static_assert(sizeof(PackedTracks) == 24 && sizeof(Event) == 40 && sizeof(BlendSpace) == 16);
static_assert(sizeof(BlendSample) == 32);

}  // namespace crossfade::packed

#endif  // CROSSFADE_ASSET_DETAIL_PACK_LAYOUT_H
