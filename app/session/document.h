// What the user set and would want back: what undo restores and a project file keeps. A plain value. Not in a folder of
// its own, nor is undo_history.h: it needs Command, which needs all workspaces, and the session needs it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/character_commands.h"
#include "app/session/character/fades/sequence_player.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/model_versions.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/transition_cells.h"
#include "app/session/command.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/curves/curves_command.h"
#include "app/session/shapes/shape_document.h"
#include "app/session/timing/timing_command.h"
#include "app/view/view_options.h"
#include "crossfade/clock/clock.h"

namespace app {

class Session;

struct ClockChoice {
  crossfade::ClockKind kind = crossfade::ClockKind::TimeBased;
  crossfade::StepRate rate;
  friend bool operator==(const ClockChoice&, const ClockChoice&) = default;
};

/// What plays, which clips fade into each other and what is paused is playback and not in it; neither are cameras,
/// which have a history of their own.
struct Document {
  std::vector<ClipSettings> clips;  // one for each clip of the model
  std::vector<NamedMask> masks;     // by name
  LayerStack layers;
  std::vector<BlendSpaceSettings> blendSpaces;
  FadeSettings fade;  // `from` and `to` are -1
  crossfade::AnimationCurve fadeCurve;
  FadePair pair;
  FadeSequence queue;
  SetComparison comparison;
  TransitionCells transitions;
  std::vector<RetargetSettings> retargets;       // one for each clip file of the model
  std::vector<std::optional<float>> heldMorphs;  // one for each morph weight of the model
  std::vector<int> tracedJoints;                 // in the order they were chosen
  TravelMode travel = TravelMode::InFile;
  bool footLock = false;
  ViewOptions view;
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);  // of the model
  double speed = 1;
  ClockChoice clock;
  TimingSettings timing;  // not paused
  CrowdSettings crowd;    // not paused
  CurvesSettings curves;
  ShapeDocument shapes;
  std::vector<glm::dvec2> drawing;  // the shape that is not finished
  friend bool operator==(const Document&, const Document&) = default;
};

/// A document of an earlier version of `later`, for `later`. What is gone from the model is left out.
Document carriedOver(Document document, const VersionMatch& match, const Model& before, const Model& later);

/// What a change is about: this model, for which it alone means something; or the whole session; or how one looks at
/// things (surfaces, bones, background, the file's variant, camera and lights, paths of joints). The last is in
/// projects, but neither a step to undo nor anything to save.
enum class ChangeOf { Model, Session, View };

/// One command that changes a document, and what it changes: "Walk: Weight 1 -> 0.5", "Fade length 0.40 -> 0.60 s".
struct DocumentChange {
  Command command;
  std::string name;
  ChangeOf of = ChangeOf::Model;
};

/// What turns `from` into `to`, both documents of `model`. A SetFadeSettings among them leaves the choice of clips
/// empty.
std::vector<DocumentChange> changesBetween(const Document& from, const Document& to, const Model& model);

/// The settings with the clips that are chosen now: which clips fade is playback, which documents leave out.
SetFadeSettings betweenChosenClips(SetFadeSettings fade, const Session& session);

/// The commands that bring `session` to `wanted`, a document of its model. What plays goes on.
Commands commandsTo(const Document& wanted, const Session& session);

}  // namespace app
