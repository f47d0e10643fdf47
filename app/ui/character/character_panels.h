// The panels of the character scene, and what they remember between frames.
#pragma once

#include <cstdint>
#include <vector>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/clip_details.h"
#include "app/ui/character/joint_chooser.h"
#include "app/ui/character/joint_list.h"
#include "app/ui/character/weight_plot.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

enum class FadeView { Weights, Curve };

struct ClipsPanelState {
  static constexpr int kNone = -1, kNotChosenYet = -2;
  int openClip = kNotChosenYet;      // its details are shown
  int dominantClip = -1;             // in the last frame
  std::vector<ClipLengths> lengths;  // one per clip
};

/// The part of the last 30 seconds that the timeline shows, and what the pointer holds there.
struct TimelineView {
  enum class Held { Nothing, Moment, Fade, FadeEnd };

  double span = 10;  // seconds across, kMinSpan to kMaxSpan
  double later = 0;  // seconds from the right edge to the end of the log
  Held held = Held::Nothing;
  std::int64_t heldFade = -1;
  double grabbedAt = 0;  // seconds from the pointer to what it holds
};

struct CharacterPanels {
  ClipsPanelState clips;
  TimelineView timeline;
  FadeView fadeView = FadeView::Weights;
  JointSearch maskSearch{};
  PlotView weightPlot;
  CurveEditorState fadeCurve;
  JointListState joints;
  int chipInView = -1;             // that the row of chips last scrolled to
  std::vector<UiRect> namePlates;  // scratch memory: joint names drawn in this frame
};

/// The last 30 seconds: a strip for each clip that played, the fades, and the moment on screen, which can be dragged.
void drawTimelinePanel(const Session& session, TimelineView& view, const UiRect& area, Commands& out);
/// One chip per clip: a click fades to it.
void drawFadeChipsPanel(const Session& session, CharacterPanels& state, const UiRect& area, Commands& out);

// Inside the current ImGui window:
void drawCrossFadePanel(const Session& session, CharacterPanels& state, Commands& out);
void drawClipsPanel(const Session& session, ClipsPanelState& state, Commands& out);
void drawPosePanel(const Session& session, JointListState& state, Commands& out);
void drawModelPanel(const Model& model);

}  // namespace app
