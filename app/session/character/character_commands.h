// Every command to the character besides those in playback_commands.h, and the groups that they form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/model/model.h"
#include "app/model/root_clip.h"
#include "app/session/character/comparison/fade_comparison.h"
#include "app/session/character/comparison/fade_map.h"
#include "app/session/character/fades/sequence_player.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/settings/playback_commands.h"
#include "app/session/character/settings/transition_cells.h"
#include "app/session/character/timeline/take.h"
#include "app/session/checks/variant_join.h"
#include "crossfade/transition/transition_kind.h"

namespace app {

/// Entry times, lead-in and lead-out of the fade from From to To. A playing pair follows in its next pass.
struct SetPair {
  FadePair pair;
};

/// Plays the pair from its beginning, with the current fade settings, and unpauses. Without a From, the last fade is
/// played again: from the clip and the phase where it began.
struct ReplayFade {};

/// Turns looping of the pair on (and starts it) or off (the current pass finishes).
struct LoopFade {
  bool on = true;
  bool thereAndBack = false;  // each pass also fades back to From
};

/// Clips in order. A playing queue follows in its next pass; without items it stops.
struct SetQueue {
  std::vector<SequenceItem> items;
  bool loops = false;  // the last clip is followed by the first, which starts as in the first pass
};

/// Plays the queue from its first clip, and unpauses.
struct PlayQueue {};

/// Ends replay, loop or queue; what plays goes on by itself. So does every command that plays, fades or stops a clip.
struct StopSequence {};

inline constexpr std::size_t kMaxQueued = 200;  // clips

using SequenceCommand = std::variant<SetPair, ReplayFade, LoopFade, SetQueue, PlayQueue, StopSequence, SetComparison>;

// ---- Commands that change the transition set: what applies to fades from one clip or blend space to another.

/// Sets what has a value in `settings`, in cells, rows ({clip, -1}), columns ({-1, clip}) or the whole set ({-1, -1}).
/// Cells of blend spaces that are gone can only be cleared.
struct SetTransitionCell {
  std::vector<CellIndex> cells;
  FadeChoice settings;
  bool replaces = false;  // also unsets what has no value
};

/// Lets cells inherit some fields of FadeChoice. A mask goes together with its feather.
struct ClearTransitionCell {
  std::vector<CellIndex> cells;
  FieldSet fields = kAllFields;
};

/// Clears the whole set.
struct ClearTransitions {};

/// Measures in the background how smooth all fades are, those between these clips first; or ends it.
struct MeasureTransitions {
  bool on = true;
  std::vector<int> from;
  std::vector<int> to;
};

using TransitionCommand = std::variant<SetTransitionCell, ClearTransitionCell, ClearTransitions, MeasureTransitions>;

// ---- Commands for layers and for masks with names.

/// Adds a layer on top of the others.
struct AddLayer {
  LayerSettings settings;
};

struct SetLayer {
  int layer = 0;
  LayerSettings settings;
};

struct RemoveLayer {
  int layer = 0;
};

/// `to`: the index that the layer has afterward.
struct MoveLayer {
  int layer = 0;
  int to = 0;
};

/// Mute and solo of the base: what plays and fades, below all layers.
struct SetBaseLayer {
  bool muted = false;
  bool solo = false;
};

/// Replaces the whole stack.
struct SetLayers {
  LayerStack stack;
};

/// Makes a mask or changes the one of that name; fades and layers that use it follow at once. One weight per joint, 0
/// to 1.
struct SetMask {
  std::string name;
  std::vector<float> weights;
};

/// Everything that uses the mask follows.
struct RenameMask {
  std::string name;
  std::string newName;
};

/// Refused while the panel's fade, the queue, the transition set or a layer uses it.
struct RemoveMask {
  std::string name;
};

using LayerCommand =
    std::variant<AddLayer, SetLayer, RemoveLayer, MoveLayer, SetBaseLayer, SetLayers, SetMask, RenameMask, RemoveMask>;

// ---- Commands for the map of a fade: which costs it shows, and which moments of both clips are looked at.

/// Computes the map of From and To in the background, and again whenever they change; none: ends that.
struct ShowFadeMap {
  std::optional<MapCost> cost;
};

/// Shows the poses of From and To at these times as ghosts beside the character; none: no ghosts. A command, because
/// the picture shows them, not the interface.
struct PointAtFade {
  std::optional<FadeMoment> moment;
};

using FadeMapCommand = std::variant<ShowFadeMap, PointAtFade>;

// ---- Commands for the last 30 seconds. Times are mixer times in seconds, as Timeline has them. Saving them as a
// script is a request: SaveTakeScript in session/host_commands.h.

/// Shows the moment at this time, limited to what is in the log.
struct ShowMoment {
  double time = 0;
};

/// Back from the past to the latest moment.
struct ReturnToLive {};

/// Changes a fade of the log (LoggedFade::id); everything after it follows. Omitted values stay.
struct EditFade {
  std::int64_t fade = 0;
  std::optional<double> begin = std::nullopt;
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
};

/// Shows a state of the same model that was saved, and plays on from there with the current settings. Sequences end,
/// and the log starts over.
struct RestoreState {
  SavedState state;
};

using TimelineCommand = std::variant<ShowMoment, ReturnToLive, EditFade, RestoreState>;

// ---- Commands for the motion of the root and the feet.

/// From InFile to another mode and back, the character is where it started, and the timeline starts over.
struct SetTravel {
  TravelMode mode = TravelMode::InFile;
};

struct SetRoot {
  int clip = 0;
  RootSettings root;
};

/// Measures how the clips travel and when their feet are down, in the background.
struct StudyClips {};

/// Keeps feet that are down where they are on the ground, in every pose of the clips and fades. Only human legs can be
/// locked; the timeline starts over.
struct SetFootLock {
  bool on = true;
};

/// Sets the markers of a clip where its feet come down, and with `ups` where they lift: "left down", "left up". A walk
/// and a run put feet down and lift them in different orders, so only their downs match. Refused if no foot comes down.
struct MarkersFromFeet {
  int clip = 0;
  bool ups = false;
};

using TravelCommand = std::variant<SetTravel, SetRoot, StudyClips, SetFootLock, MarkersFromFeet>;

// ---- Commands for clips of other skeletons: how they are fitted, and which of them is looked at.

/// Changes how the clips of a file (an index of Model::clipFiles) are fitted. They are then transferred again: by the
/// host if it does that (ReportTransfers), otherwise at once.
struct SetRetarget {
  int file = 0;
  RetargetSettings settings;
};

/// Plays a clip of a file on its own skeleton and, transferred, on the model's, beside what the character plays
/// (Retargeting). -1: none.
struct ShowRetarget {
  int file = -1;
  int clip = 0;  // among the clips of the file
};

/// The host has transferred the clips of a file with these settings. Ignored unless they are what the file waits for.
struct ReplaceClips {
  int file = 0;
  std::string path;  // of the file
  RetargetSettings settings;
  std::vector<crossfade::AnimationClip> clips;
};

using RetargetingCommand = std::variant<SetRetarget, ShowRetarget, ReplaceClips>;

// ---- Commands for blend spaces. A space that plays goes on in its new form; the timeline starts over.

/// Makes a space or changes the one of that name.
struct SetBlendSpace {
  BlendSpaceSettings space;
  int index = -1;  // of a new one in the list; -1: the last
};

/// What the transition set says about it goes, too.
struct RemoveBlendSpace {
  std::string name;
};

/// It keeps its position in the list, plays on, and keeps what the transition set says about it. Refused if another
/// space has that name.
struct RenameBlendSpace {
  std::string name;
  std::string to;
};

/// Makes a space or changes the one of that name: the model's walks and runs at the speed and turn that are measured
/// of them, with a clip that stands. Refused without two clips at different points.
struct LayOutBlendSpace {
  std::string name;
};

using BlendSpaceCommand = std::variant<SetBlendSpace, RemoveBlendSpace, RenameBlendSpace, LayOutBlendSpace>;

// ---- Everything that can change a CharacterScene.

using CharacterCommand =
    JoinedVariant<PlaybackCommand, FadeCommand, SequenceCommand, JointCommand, TimelineCommand, TransitionCommand,
                  FadeMapCommand, LayerCommand, TravelCommand, BlendSpaceCommand, RetargetingCommand>;

}  // namespace app
