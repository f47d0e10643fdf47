// The panels of the character scene, and what they remember between frames.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/fields/field.h"
#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/character/fade_map_view.h"
#include "app/ui/character/joint_list.h"
#include "app/ui/character/layers_panel.h"
#include "app/ui/character/retarget_panel.h"
#include "app/ui/character/track_view.h"
#include "app/ui/character/transition_panel.h"
#include "app/ui/character/weight_plot.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/ui_rect.h"
#include "app/ui/widgets/widgets.h"

namespace app {

enum class FadeView { Weights, Mix, Curve, Compare, Map, Markers };

/// What a clip's own buttons use, in seconds, set by the sliders beside them.
struct ClipLengths {
  static constexpr double kDefaultFade = 0.3, kDefaultHalt = 0.5, kDefaultDelay = 1, kDefaultWarp = 0.5;
  double fade = kDefaultFade;
  double halt = kDefaultHalt;
  double delay = kDefaultDelay;
  double warp = kDefaultWarp;
  double warpTo = 1;         // a time scale
  bool carriesOver = false;  // what is set by hand fades in
};

/// The parts of a clip's card below time, weight and speed: which are unfolded, of all cards alike.
struct CardSections {
  bool looping = false, fades = false, ramp = false, root = false, events = false;
  friend bool operator==(const CardSections&, const CardSections&) = default;
};

constexpr auto fieldsOf(const CardSections*) {
  return std::tuple{
      Field{"looping", "Looping", &CardSections::looping}, Field{"fades", "Fades", &CardSections::fades},
      Field{"ramp", "Ramp", &CardSections::ramp},          Field{"root", "Root", &CardSections::root},
      Field{"events", "Events", &CardSections::events},
  };
}

struct ClipCard {
  bool open = false;
  bool groupFolded = false;  // of the group that this clip is the first of
  int lastUse = 0;           // grows with each fade to any clip
  ClipLengths lengths;
};

struct ClipsPanelState {
  std::string ofModel;          // its path
  std::vector<ClipCard> cards;  // one per clip
  CardSections sections;
  EventView events;
  SearchList search;
  bool listShown = false;  // in this frame; without the list, the search is drawn over the tiles
  ClipSort sort = ClipSort::FileOrder;
  bool grouped = false;
  std::vector<int> groups;              // their first clips, if there are many clips; see findGroups
  std::uint64_t groupsMadeFrom = 0;     // a hash of the names
  bool asksForJoints = false;           // in this frame: for the retarget panel
  int playing = -1;                     // what plays or is being faded to, in the last frame
  int uses = 0;                         // fades so far
  int revealRow = -1, revealCard = -1;  // clips to scroll to in this frame
  std::vector<ClipListRow> rows;
  std::uint64_t rowsMadeFrom = 0;  // a hash of all that their order depends on
  bool rowsAreNew = false;         // since the list was drawn
  std::vector<ClipFacts> facts;    // scratch memory
};

/// The part of the last 30 seconds that the timeline shows, and what the pointer holds there.
struct TimelineView {
  enum class Held { Nothing, Moment, Fade, FadeEnd, Event };

  /// One pass of an event by its clip.
  struct Mark {
    int clip = 0;
    crossfade::ClipEvents::Boundary boundary;
    float x = 0, y = 0;
    double rate = 1;  // seconds of the clip per second
  };
  struct Lane {
    int clip = 0;
    UiRect rect;
  };

  double span = 10;  // seconds across, kMinSpan to kMaxSpan
  double later = 0;  // seconds from the right edge to the end of the log
  Held held = Held::Nothing;
  std::int64_t heldFade = -1;
  std::int64_t pickedFade = -1;   // whose settings are shown
  LoggedFade asPicked{.id = -1};  // what they were when it was picked
  double grabbedAt = 0;           // seconds from the pointer to what it holds
  EventView events;
  double eventTime = 0, eventRate = 1;  // of the event that is held: where it was, and Mark::rate
  std::vector<Mark> marks;              // on screen
  std::vector<Lane> lanes;
};

/// What the cross-fade panel compares.
struct CompareView {
  std::array<bool, 6> kinds{};  // in the order of crossfade::TransitionKind; one alone is no comparison yet
};

/// The markers of From and To in the cross-fade panel, for sync by markers.
struct MarkerView {
  int clip = -1;    // whose marker was picked
  int marker = -1;  // the picked one; -1: none
  bool held = false;
  double heldTime = 0;  // seconds in the clip, while it is held
  bool names = false;   // the name is being typed
  std::array<char, 32> name{};
};

struct QueuePanelState : OrderedRows {
  bool reveals = false;  // the list scrolls to what is open
  int removed = -1;      // in this frame
  FadeSequence shown;    // scratch memory
};

struct BlendPanelState {
  std::string shown;                                 // the name of a space; none of that name: the first one
  int open = -1;                                     // the clip whose parameters are shown
  std::string naming;                                // the space that is given another name
  std::array<char, kMaxBlendSpaceName + 1> typed{};  // that name
  bool appears = false;                              // the field for it, in this frame
};

struct CharacterPanels {
  ClipsPanelState clips;
  TimelineView timeline;
  FadeView fadeView = FadeView::Weights;
  SearchList maskSearch;
  PlotView weightPlot;
  CurveEditorState fadeCurve;
  CompareView compare;
  FadeMapView map;
  MarkerView markers;
  QueuePanelState queue;
  BlendPanelState blend;
  LayersPanelState layers;
  JointListState joints;
  TrackView track;
  TransitionPanelState transitions;
  RetargetPanelState retarget;
  std::vector<int> tiles;          // the clips that have one, where not all fit
  int tileGroup = -1;              // the first clip of the group that they are of; -1: what is used
  int groupTiles = -1;             // the group that `tiles` is of now
  int menuOfTile = 0;              // the clip whose menu is open
  bool opensTileMenu = false;      // in this frame
  std::vector<UiRect> namePlates;  // scratch memory: joint names drawn in this frame
};

/// The last 30 seconds: a strip for each clip that played, the fades, and the moment on screen, which can be dragged.
void drawTimelinePanel(const Session& session, TimelineView& view, const UiRect& area, Commands& out);
/// Once a frame, before the panels: follows what plays.
void updateClips(const Session& session, ClipsPanelState& state);
/// The match that Enter takes in the search; -1: none.
int chosenClip(const ClipsPanelState& state);
/// The search over the tiles, while it is used and the list with its own search is not shown. `chips`: the tiles' area.
void drawClipSearchOverlay(const Session& session, ClipsPanelState& state, const UiRect& chips, Commands& out);
/// Tabs for groups of clips, above the tiles. Draws nothing if there is no room.
void drawClipTabs(const Session& session, CharacterPanels& state, const UiRect& area);
/// One tile per clip: a click fades to it.
void drawFadeChipsPanel(const Session& session, CharacterPanels& state, const UiRect& area, Commands& out);

// Inside the current ImGui window:
/// `scrolls`: the window scrolls, so what is at the end need not fit.
void drawCrossFadePanel(const Session& session, CharacterPanels& state, bool scrolls, Commands& out);
/// In the cross-fade panel: kinds to show at once, settings A and B, side by side or overlaid.
void drawCompareView(const Session& session, CompareView& state, Commands& out);
/// There, too: a bar for each clip. A click adds a marker, a drag moves one, a double click removes it.
void drawMarkerView(const Session& session, MarkerView& view, Commands& out);
void drawClipsPanel(const Session& session, ClipsPanelState& state, Commands& out);
/// Clips in order, with a fade into each.
void drawQueuePanel(const Session& session, QueuePanelState& state, Commands& out);
/// Blend spaces: where clips lie, and the point that one drags.
void drawBlendPanel(const Session& session, BlendPanelState& state, Commands& out);
void drawPosePanel(const Session& session, CharacterPanels& state, Commands& out);
void drawModelPanel(const Session& session, Commands& out);

/// The labels of a comparison in the picture that fills `view`: kind and seam figures below each figure, and the joint
/// that pops; nothing without a comparison. `plates`: empty, or one for each lane; then labels have room for a button
/// at their lower end, and their rectangles are written there.
void drawComparisonLabels(ImDrawList& list, const UiRect& view, const Session& session, std::span<UiRect> plates = {});
/// The same in the window, with buttons that apply a lane's fade.
void drawComparison(ImDrawList& list, const UiRect& view, const Session& session, Commands& out);

// ---- What the file offers to see it with: variants of its materials, its cameras and its lights.

/// A row for each that the file has.
void drawModelView(const Session& session, float width, Commands& out);

}  // namespace app
