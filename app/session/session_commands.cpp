// How a session carries out commands, and which of them make an undo step.
#include <cmath>
#include <new>
#include <string>
#include <utility>
#include <variant>

#include "app/fields/field.h"
#include "app/model/upright.h"
#include "app/session/character/retargeting.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "app/session/workspaces.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr ValueRange kAngle{-1000, 1000};  // radians
constexpr ValueRange kDolly{0, 1000};

/// Commands that never change a document, among them all that arrive in every frame: their documents are not compared,
/// which would allocate. RestoreState changes it: the clock and morph weights are in that state.
using Passing = JoinedVariant<
    std::variant<SetPaused, Step, SetClipTime, SelectJoint, ShowRetarget, ReplaceClips, StopSequence, ShowScene,
                 OrbitCamera, PanCamera, DollyCamera, FrameCamera, SetCamera, SetAspect, SetQuality, MeasureTransitions,
                 StudyClips, ShowFadeMap, PointAtFade, ShowMoment, ReturnToLive, EditFade, shapes::SetTime,
                 shapes::SetPlaying, curves::SetCursor, curves::SetPlaying>,
    HistoryCommand, HostRequest, HostReport>;

bool mayChangeDocument(const Command& command) {
  const auto passes = []<class T>(const T& c) {
    if constexpr (requires { c.index(); })  // of a workspace
      return std::visit([]<class Held>(const Held&) { return kIsAlternativeOf<Held, Passing>; }, c);
    else
      return kIsAlternativeOf<T, Passing>;
  };
  return !command.visit(passes);
}

/// The group of a command.
template <class T>
using GroupOf = VariantOf<T, PlaybackCommand, FadeCommand, SequenceCommand, JointCommand, TimelineCommand,
                          TransitionCommand, FadeMapCommand, LayerCommand, TravelCommand, BlendSpaceCommand,
                          RetargetingCommand, ViewCommand, ModelCommand, HistoryCommand, HostRequest, HostReport>;

/// Commands that do nothing but change the character. The others have an overload in Dispatcher.
template <class T>
concept PlainCharacterGroup =
    kIsAlternativeOf<T, std::variant<PlaybackCommand, FadeCommand, JointCommand, TimelineCommand, TransitionCommand,
                                     FadeMapCommand, LayerCommand, TravelCommand, BlendSpaceCommand>>;

/// Where the effect of a command is seen, if it was sent while `shown` was.
SceneKind sceneOf(const Command& command, SceneKind shown) {
  if (command.is<ShapeCommand>()) return SceneKind::Shapes;
  if (command.is<TimingCommand>() || command.is<SetClock>()) return SceneKind::Timing;
  if (command.is<CrowdCommand>()) return SceneKind::Crowd;
  if (command.is<CurvesCommand>()) return SceneKind::Curves;
  return showsModel(shown) ? shown : SceneKind::Character;
}

}  // namespace

template <>
struct Session::Applier<ViewCommand> {
  Session& s;

  void operator()(const ShowScene& c) { s.workspaces_->shown = c.scene; }
  Result<void> operator()(const OrbitCamera& c) {
    if (auto ok = inRange("orbit", c.yaw, kAngle); !ok) return ok;
    if (auto ok = inRange("orbit", c.pitch, kAngle); !ok) return ok;
    return setCamera(orbit(s.camera(), c.yaw, c.pitch));
  }
  Result<void> operator()(const PanCamera& c) { return setCamera(pan(s.camera(), c.delta)); }
  Result<void> operator()(const DollyCamera& c) {
    if (auto ok = inRange("dolly factor", c.factor, kDolly); !ok) return ok;
    return setCamera(dolly(s.camera(), c.factor), true);
  }
  Result<void> operator()(const FrameCamera&) {
    return setCamera(s.scene() == SceneKind::Crowd ? s.framedCrowd() : s.framedCharacter());
  }
  Result<void> operator()(const SetCamera& c) {
    const Camera next = isValid(c.camera) ? orbit(c.camera, 0, 0) : c.camera;  // orbit limits the pitch
    if (!c.byItself || !isValid(next)) return setCamera(next);
    return s.sceneCamera(s.scene()).set(next), Result<void>();
  }
  Result<void> operator()(const SetAspect& c) {
    if (!std::isfinite(c.aspect) || !(c.aspect > 0)) return Error{"the aspect is not above 0"};
    s.aspect_ = c.aspect;
    return {};
  }
  Result<void> operator()(const SetViewOptions& c) {
    auto next = c.appliedTo(s.view_);
    if (!next) return next.error();
    s.view_ = *next;
    return {};
  }
  Result<void> operator()(const ShowVariant& c) {
    if (auto ok = isOneOf("variant", c.variant, s.model().variants.size()); !ok) return ok;
    s.view_.model.variant = c.variant;
    return {};
  }
  Result<void> operator()(const LookThrough& c) {
    if (auto ok = isOneOf("camera", c.camera, s.model().cameras.size()); !ok) return ok;
    s.view_.model.camera = c.camera;
    return {};
  }
  void operator()(const SetLights& c) { s.view_.model.lights = c.source; }
  static Result<void> isOneOf(const char* what, int index, std::size_t count) {
    if (index == -1) return {};
    if (count == 0) return Error{std::string("the model has no ") + what + "s"};
    return inRange(what, index, {0, static_cast<double>(count) - 1});
  }
  void operator()(const SetQuality& c) { s.quality_ = c.quality; }

  Result<void> setCamera(const Camera& next, bool zooms = false) {
    return s.sceneCamera(s.scene()).move(next, zooms, s.history_->position());
  }
};

template <>
struct Session::Applier<ModelCommand> {
  Session& s;

  Result<void> operator()(const TurnModel& c) {
    if (auto ok = inRange("axis", c.axis, {0, 2}); !ok) return ok;
    if (auto ok = inRange("angle", c.degrees, {-360, 360}); !ok) return ok;
    return s.turnTo(turnedAbout(s.model().turn, c.axis, c.degrees)), Result<void>();
  }
  Result<void> operator()(const SetTurn& c) {
    if (!(std::abs(glm::length(c.turn) - 1) < 1e-3f)) return Error{"the turn is not a rotation"};
    return s.turnTo(c.turn), Result<void>();
  }
  Result<void> operator()(const HoldExpression& c) {
    const auto& all = s.model().expressions;
    if (c.expression < 0 || static_cast<std::size_t>(c.expression) >= all.size())
      return Error{"there is no expression " + std::to_string(c.expression) + "; the model has " +
                   std::to_string(all.size())};
    if (c.value)
      if (auto ok = inRange("expression", *c.value, {0, 1}); !ok) return ok;
    const Expression& expression = nth(all, c.expression);
    std::optional<double> strength = c.value;
    if (strength && expression.isBinary) strength = *strength > 0.5 ? 1 : 0;
    for (const ExpressionBind& bind : expression.binds) {
      std::optional<double> weight = strength;
      if (weight) *weight = static_cast<double>(bind.rest) + *weight * static_cast<double>(bind.weight);
      if (auto done = s.character_->apply(HoldMorph{bind.morph, weight}); !done) return done;
    }
    return {};
  }
};

template <>
struct Session::Applier<HistoryCommand> {
  Session& s;

  Result<void> operator()(const Undo&) {
    if (!s.history_->canUndo()) return Error{"nothing to undo"};
    const UndoStep& step = s.history_->back();
    return s.replay(step, step.undo);
  }
  Result<void> operator()(const Redo&) {
    if (!s.history_->canRedo()) return Error{"nothing to redo"};
    const UndoStep& step = s.history_->forward();
    return s.replay(step, step.redo);
  }
  Result<void> operator()(const GoToStep& c) {
    if (auto ok = inRange("step", c.step, {0, static_cast<double>(s.history_->stepCount())}); !ok) return ok;
    while (s.history_->position() > c.step)
      if (auto ok = (*this)(Undo{}); !ok) return ok;
    while (s.history_->position() < c.step)
      if (auto ok = (*this)(Redo{}); !ok) return ok;
    return {};
  }
  Result<void> operator()(const UndoCamera&) {
    if (!showsModel(s.scene())) return Error{kNoEarlierView};
    return s.sceneCamera(s.scene()).goBack();
  }
  Result<void> operator()(const RedoCamera&) {
    if (!showsModel(s.scene())) return Error{kNoLaterView};
    return s.sceneCamera(s.scene()).goForward();
  }
  void operator()(const BeginGesture& c) {
    s.history_->beginGesture(c.continues);
    for (SceneCamera* const each : {&s.camera_, &s.crowdCamera_}) each->beginGesture();
  }
  void operator()(const EndGesture&) {
    s.history_->endGesture();
    for (SceneCamera* const each : {&s.camera_, &s.crowdCamera_}) each->endGesture();
  }
  void operator()(const ForgetHistory&) {
    s.history_->clear();
    for (SceneCamera* const each : {&s.camera_, &s.crowdCamera_}) each->forgetViews();
  }
};

template <>
struct Session::Applier<RetargetingCommand> {
  Session& s;

  Result<void> operator()(const SetRetarget& c) {
    if (auto done = s.character_->apply(c); !done || s.host_.transfersClips()) return done;
    if (s.character().retargeting().outdatedFile() != c.file) return {};
    s.replaceClips(transferred(c.file, nth(s.model().clipFiles, c.file), s.character().retargeting().onto(), c.settings,
                               clipNamesOf(s.model(), c.file)));
    return {};
  }
  Result<void> operator()(const ShowRetarget& c) { return s.character_->apply(c); }
  void operator()(const ReplaceClips& c) {
    if (s.character().retargeting().waitsFor(c)) s.replaceClips(c);
  }
};

/// Passes each command to what carries it out: a workspace's as it is, one whose group has an Applier to that, any
/// other with its group. Overloads for single commands would make the compiler try to convert each of them to each
/// group.
struct Session::Dispatcher {
  Session& s;

  template <class T>
  Result<void> operator()(const T& c) {
    if constexpr (kIsAlternativeOf<T, WorkspaceCommand>)
      return carryOut(c);
    else if constexpr (requires { Applier<GroupOf<T>>{s}(c); })
      return carriedOut(Applier<GroupOf<T>>{s}, c);
    else
      return carryOut(GroupOf<T>(std::in_place_type<T>, c));
  }

 private:
  template <PlainCharacterGroup Group>
  Result<void> carryOut(const Group& c) {
    return s.character_->apply(c);
  }
  Result<void> carryOut(const SequenceCommand& c) {
    const auto figures = [this] {
      const FadeComparison& comparison = s.character_->comparison();
      return comparison.isOverlaid() ? 0 : comparison.laneCount();
    };
    const int before = figures();
    auto done = s.character_->apply(c);
    if (figures() == before) return done;
    return s.camera_.move(s.framedCharacter());
  }
  Result<void> carryOut(const ShapeCommand& c) { return s.workspaces_->shapes.apply(c); }
  Result<void> carryOut(const TimingCommand& c) { return s.workspaces_->timing.apply(c); }
  Result<void> carryOut(const CurvesCommand& c) { return s.workspaces_->curves.apply(c); }
  Result<void> carryOut(const CrowdCommand& c) {
    CrowdScene& crowd = s.workspaces_->crowd;
    const float before = crowd.radiusOf(s.restBounds());
    if (auto ok = crowd.apply(c); !ok) return ok;
    if (crowd.radiusOf(s.restBounds()) != before) s.crowdCamera_.set(s.framedCrowd());
    return {};
  }
  Result<void> carryOut(const HostRequest& c) { return s.host_.apply(c); }
  Result<void> carryOut(const HostReport& c) {
    s.host_.apply(c);
    return {};
  }
};

/// Undoes or redoes, and shows where.
Result<void> Session::replay(const UndoStep& step, const Commands& commands) {
  for (const Command& command : commands) {
    const auto* const fade = command.as<SetFadeSettings>();
    auto done = fade ? carryOut(betweenChosenClips(*fade, *this)) : carryOut(command);
    if (!done) return done;
  }
  workspaces_->shown = step.scene;
  return {};
}

Result<void> Session::carryOut(const Command& command) {
  const bool mayChange = mayChangeDocument(command);
  if (mayChange) document_.reset();  // whatever reads it within the command sees what is done so far
  auto done = command.visit(Dispatcher{*this});
  if (mayChange) document_.reset();
  return done;
}

Result<void> Session::carryOutAndNote(const Command& command) {
  static_cast<void>(document());
  const std::unique_ptr<const Document> before = std::move(document_);
  auto done = carryOut(command);
  if (done) history_->add(*before, document(), command, sceneOf(command, scene()), model());
  return done;
}

Result<void> Session::apply(const Command& command) {
  const auto show = [this](const Error& error) { host_.apply(ShowMessage{.text = error.message, .isError = true}); };
  try {
    auto done = mayChangeDocument(command) ? carryOutAndNote(command) : carryOut(command);
    if (!done) show(done.error());
    return done;
  } catch (const std::bad_alloc&) {  // what was refused has been freed, so there may be enough for a message
    document_.reset();               // the command may be half done
    Error error{"there is not enough memory for that"};
    show(error);
    return error;
  }
}

}  // namespace app
