// A character in one block of memory, as a game loads it: skeleton, skins, clips with root motion, contacts, markers
// and events, masks, transitions and blend spaces. docs/pack_format.md describes the bytes.
//
//   const auto pack = openPack(bytes);  // a file that you read or mapped; keep it in memory
//   TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
//   addCurves(*pack, player);
//   player.clipAction(pack->findClip("Walk")).play();
//   start(player.transition(), player.clipAction(run), pack->transitions.resolve(walk, run));
#ifndef CROSSFADE_ASSET_PACK_H
#define CROSSFADE_ASSET_PACK_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/body/contacts.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/transition/blend_space.h"
#include "crossfade/transition/cycle_sync.h"
#include "crossfade/transition/sync_markers.h"
#include "crossfade/transition/transition_set.h"
#include "crossfade/travel/root_track.h"

namespace crossfade {

class TransitionPlayer;

/// The version that writePack writes, and the newest that openPack reads.
inline constexpr std::uint32_t kPackVersion = 5;
/// Alignment of a pack in memory, in bytes: any allocator's, also of 32-bit processors.
inline constexpr std::size_t kPackAlignment = 8;

/// What a pack stores about a clip besides its keys.
struct PackedClip {
  std::optional<RootTrack> root;         // moves the character while root motion is on
  std::optional<AnimationClip> inPlace;  // plays instead of the clip then; none: the clip itself
  std::optional<GroundContacts> contacts;
  std::vector<SyncMarker> markers;  // for SyncMarkers::make with the clip's duration; may be empty
  std::vector<ClipEvent> events;    // see eventsOf()
};

struct PackedMask {
  std::string name;
  JointMask weights;
};

/// A blend space of the pack's clips, for TransitionPlayer::addBlendSpace.
struct PackedBlendSpace {
  std::string name;
  BlendSpace space;
  Sync sync = Sync::Phase;
};

/// The content of a pack, in the types that play it. Move-only: transitions point to masks.
struct CROSSFADE_API Pack {
  Pack() = default;
  Pack(Pack&&) noexcept = default;
  Pack& operator=(Pack&&) noexcept = default;
  ~Pack() = default;

  Skeleton skeleton;
  Pose rest;                            // one transform per joint, as skeleton.restLocals()
  std::vector<MorphChannel> morphs;     // of rest.morphWeights
  std::vector<ValueChannel> values;     // likewise, after these
  std::vector<std::string> valueNames;  // one per value of rest.morphWeights
  std::vector<SkinBinding> skins;       // in the order of a character's matrices
  std::vector<std::string> skinNames;   // one per skin
  ClipSet clips;                        // those of an opened pack read keys and packed tracks from its block
  std::vector<PackedClip> clipFacts;    // one per clip, in the order of `clips`
  std::vector<PackedMask> masks;        // do not add or remove any while `transitions` uses them
  std::vector<AnimationCurve> curves;   // fade shapes: CurveId{.index = i} is curves[i]; see addCurves()
  TransitionSet transitions;
  std::vector<PackedBlendSpace> blendSpaces;  // `transitions` know them by their indices

  ChannelLayout layout() const { return {skeleton.jointCount(), morphs, values}; }
  /// The first clip of that name, or an id that finds nothing.
  ClipId findClip(std::string_view name) const;
  /// nullptr if there is none.
  const JointMask* findMask(std::string_view name) const;
  /// The first blend space of that name; nullptr if there is none.
  const PackedBlendSpace* findBlendSpace(std::string_view name) const;
  /// For `transitions`: the first clip of that name, or else the first blend space. If there is neither, what holds for
  /// all of them.
  ClipOrSpace find(std::string_view name) const;
  /// -1 if there is none.
  int findJoint(std::string_view name) const;
};

/// Checks the whole block, then lets the clips read their keys from it: `block` must outlive the pack and every copy of
/// its clips, and begin at a multiple of kPackAlignment. Everything but the keys is copied. Opens no files, and throws
/// only std::bad_alloc: it needs at most a small multiple of the block's size in memory. The error names the location
/// and the value; a pack that is accepted is safe to play.
CROSSFADE_API Result<Pack> openPack(std::span<const std::byte> block);

/// What writePack does with the keys of clips.
struct PackOptions {
  /// Compress tracks within this tolerance (`maxBytes` does not apply). A ClipSampler plays them in place; a CrowdRig
  /// samples them when it is made, as it does keys. Steps, selections and root tracks keep their keys, and so do packs
  /// without joints, and clips that no frame rate up to `maxRate` reproduces or that would not get smaller. nullopt:
  /// all keep their keys. Takes about half a second per second of clip.
  std::optional<SampleTolerance> tolerance;
};

/// The pack as one block, whose size is a multiple of 16 bytes. Equal packs give equal bytes, so writing an
/// opened pack gives its block again. Errors: anything that openPack would refuse; clipFacts, valueNames or skinNames
/// of the wrong size; an in-place clip of another duration; a transition with an unknown clip, blend space, mask or
/// curve; a blend space without samples or with an unknown clip.
CROSSFADE_API Result<std::vector<std::byte>> writePack(const Pack& pack, const PackOptions& options = {});

/// Gives the fade curves of the pack to a player that has none yet, under the ids that Pack::transitions uses. To one
/// that has curves: under other ids.
CROSSFADE_API void addCurves(const Pack& pack, TransitionPlayer& player);

/// The events inside the pack's clips, for TransitionPlayer::setEvents: one set for all characters. Clips whose events
/// ClipEvents::make would refuse, as no opened pack has, have none.
CROSSFADE_API ClipEventSet eventsOf(const Pack& pack);

/// The clips of an opened pack under the same ids, with in-place versions where the pack has them: play these with root
/// motion (RootMotionMixer::setTrack with PackedClip::root). They read the same keys. Clips without clipFacts stay.
CROSSFADE_API ClipSet inPlaceClips(const Pack& pack);

}  // namespace crossfade

#endif  // CROSSFADE_ASSET_PACK_H
