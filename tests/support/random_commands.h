// Random commands for a session: most change its document, some play, some are refused.
#ifndef TESTS_SUPPORT_RANDOM_COMMANDS_H
#define TESTS_SUPPORT_RANDOM_COMMANDS_H

#include <random>

#include "app/session/session.h"
#include "app/session/shapes/shape_scene.h"
#include "tests/support/sample_models.h"

namespace app::test {

/// Four clips and two morph weights.
inline Model modelForMonkeys() {
  Model model = modelWithClips({"Walk", "Idle", "Run", "Walk"});
  model.meshes[0].morphTargetNames = {"smile", "frown"};
  model.instances[0].morphCount = 2;
  model.restMorphWeights = {0, 0};
  model.meshes[0].primitives[0].morphTargets.resize(2);
  return model;
}

class RandomCommands {
 public:
  explicit RandomCommands(unsigned int seed) : random_(seed) {}

  Command next(const Session& session) {
    switch (whole(0, 6)) {
      case 0:
        return ofClip(session);
      case 6:
        return ofSequence(session);
      case 1:
        return ofFade(session);
      case 2:
        return ofShapes(session);
      case 3:
        return ofWorkspaces();
      case 4:
        return ofView(session);
      default:
        return whole(0, 5) == 0 ? ofPlayback(session) : ofClip(session);
    }
  }

  int whole(int min, int max) { return std::uniform_int_distribution<int>(min, max)(random_); }
  double number(double min, double max) { return std::uniform_real_distribution<double>(min, max)(random_); }
  bool flag() { return whole(0, 1) == 1; }

 private:
  int clip(const Session& session) { return whole(0, session.clipCount()); }  // the last one does not exist

  Command ofClip(const Session& session) {
    switch (whole(0, 11)) {
      case 10:
        return SetRoot{clip(session),
                       {.mode = static_cast<RootMode>(whole(0, 4)), .height = flag(), .turn = whole(0, 3) > 0}};
      case 7:
        return SetClip{clip(session), &ClipSettings::repetitions,
                       flag() ? std::optional<double>(number(0.5, 4)) : std::nullopt};
      case 8:
        return SetClip{clip(session), &ClipSettings::clamp, flag()};
      case 9:
        return SetClip{clip(session), &ClipSettings::favorite, flag()};
      case 0:
        return SetClip{clip(session), &ClipSettings::weight, number(0, 3)};
      case 1:
        return SetClip{clip(session), &ClipSettings::timeScale, number(-3, 3)};
      case 2:
        return SetClip{clip(session), &ClipSettings::loop, static_cast<crossfade::Loop>(whole(0, 2))};
      case 3:
        return SetClip{clip(session), &ClipSettings::enabled, flag()};
      case 4:
        return SetMarkers{clip(session), flag() ? std::vector<crossfade::SyncMarker>{}
                                                : std::vector<crossfade::SyncMarker>{{"left", number(0, 0.5)},
                                                                                     {"right", number(0.5, 1)}}};
      case 11:
        return SetClipEvents{clip(session), flag() ? std::nullopt
                                                   : std::optional(std::vector<crossfade::ClipEvent>{
                                                         {.name = "step", .time = number(0, 0.5)},
                                                         {.name = "hit", .time = 0.1, .end = number(0.2, 1)}})};
      case 5:
        return HoldMorph{whole(0, 1), flag() ? std::optional<double>(number(-1, 1)) : std::nullopt};
      default:
        return TraceJoint{whole(0, 2), flag()};
    }
  }

  /// Two masks, so that they are found again.
  Command ofLayers(const Session& session) {
    const std::string name = flag() ? "Arms" : "Legs", other = flag() ? "Arms" : "Legs";
    const LayerSettings layer{.clip = clip(session),
                              .mode = static_cast<LayerMode>(whole(0, 1)),
                              .mask = anyMask(),
                              .feather = whole(0, 3),
                              .weight = number(-0.1, 2),
                              .speed = number(-2, 2),
                              .phase = number(0, 1.1),
                              .muted = flag(),
                              .solo = whole(0, 3) == 0,
                              .referenceClip = whole(-1, 2),
                              .referenceTime = number(0, 1)};
    switch (whole(0, 8)) {
      case 8:
        return SetLayers{{.layers = {layer, layer}, .baseMuted = flag()}};
      case 0:
        return SetLayer{whole(0, 2), layer};
      case 1:
        return RemoveLayer{whole(0, 2)};
      case 2:
        return MoveLayer{whole(0, 2), whole(0, 2)};
      case 3:
        return SetBaseLayer{flag(), flag()};
      case 4:
        return SetMask{name, {static_cast<float>(number(0, 1)), static_cast<float>(number(0, 1.1))}};
      case 5:
        return RemoveMask{name};
      case 6:
        return RenameMask{name, other};
      default:
        return AddLayer{layer};
    }
  }
  int anyMask() { return whole(0, 2) == 0 ? namedMask(flag() ? "Arms" : "Legs") : whole(-1, 1); }

  Command ofFade(const Session& session) {
    FadeSettings settings = session.fadeSettings();
    if (whole(0, 3) == 0) return ofLayers(session);
    if (whole(0, 3) == 0) return ofTransitions(session);
    switch (whole(0, 6)) {
      case 0:
        settings.seconds = number(-0.1, 2);
        break;
      case 1:
        settings.kind = static_cast<crossfade::TransitionKind>(whole(0, 5));
        break;
      case 2:
        settings.sync = static_cast<crossfade::Sync>(whole(0, 2));
        break;
      case 3:
        settings.warp = flag();
        break;
      case 4:
        settings.maskJoint = anyMask();
        settings.maskFeather = whole(0, 5);
        settings.layers = static_cast<MaskedLayers>(whole(0, 1));
        break;
      case 5:
        settings.to = whole(0, session.clipCount() - 1);
        break;
      default:
        return SetFadeCurve{whole(0, 3) == 0 ? *crossfade::AnimationCurve::linear(0, 0, 1, number(0.9, 1))
                                             : fadeCurve(static_cast<FadeCurvePreset>(whole(0, 5)))};
    }
    return SetFadeSettings{settings};
  }

  std::optional<double> phase() { return flag() ? std::optional(number(-0.05, 1)) : std::nullopt; }

  Command ofSequence(const Session& session) {
    const FadePair pair{.fromPhase = phase(),
                        .toPhase = phase(),
                        .leadIn = number(0, 1),
                        .leadOut = number(0, 1),
                        .loops = flag(),
                        .thereAndBack = flag()};
    SetQueue queue{.items = {}, .loops = flag()};
    for (int i = whole(0, 3); i > 0; --i)
      queue.items.push_back(
          {.fade = {.clip = clip(session), .how = {.kind = crossfade::TransitionKind::Linear, .toPhase = phase()}},
           .plays = number(0, 2),
           .inLoops = flag()});
    SetComparison comparison{.variants = {}, .overlaid = flag()};
    for (int i = whole(0, 3); i > 0; --i)
      comparison.variants.push_back({.kind = static_cast<crossfade::TransitionKind>(whole(0, 5))});
    switch (whole(0, 7)) {
      case 0:
        return SetPair{pair};
      case 1:
        return queue;
      case 2:
        return comparison;
      case 3:
        return ReplayFade{};
      case 4:
        return LoopFade{flag(), flag()};
      case 5:
        return PlayQueue{};
      case 6:
        return StopSequence{};
      default:
        return SetComparison{};
    }
  }

  Command ofTransitions(const Session& session) {
    const int last = session.clipCount() - 1;
    std::vector<CellIndex> cells;
    for (int i = whole(1, 3); i > 0; --i) cells.push_back({whole(-1, last), whole(-1, last)});
    FadeChoice settings;
    if (flag()) settings.seconds = number(-0.05, 2);
    if (flag()) settings.kind = static_cast<crossfade::TransitionKind>(whole(0, 5));
    if (flag()) settings.sync = static_cast<crossfade::Sync>(whole(0, 2));
    if (flag()) settings.maskJoint = anyMask();
    if (flag()) settings.maskFeather = whole(0, 5);
    if (flag()) settings.layers = static_cast<MaskedLayers>(whole(0, 1));
    if (flag()) settings.curve = fadeCurve(static_cast<FadeCurvePreset>(whole(0, 5)));
    if (flag()) settings.toPhase = number(0, 1);
    switch (whole(0, 5)) {
      case 0:
        return ClearTransitionCell{.cells = cells, .fields = FieldSet{1} << whole(0, 8)};
      case 1:
        return ClearTransitionCell{.cells = cells};
      case 2:
        if (whole(0, 3) == 0) return ClearTransitions{};
        [[fallthrough]];
      default:
        return SetTransitionCell{.cells = cells, .settings = settings, .replaces = flag()};
    }
  }

  Command ofShapes(const Session& session) {
    const ShapeScene& scene = session.shapes();
    const int shape = whole(-1, static_cast<int>(scene.keys().size()));
    const glm::dvec2 at{number(-500, 500), number(-500, 500)};
    switch (whole(0, 19)) {
      case 0:
      case 1:
        return shapes::AddPoint{at};
      case 2:
        return shapes::FinishShape{flag()};
      case 3:
      case 4:
        return shapes::MovePoint{shape, whole(0, 4), at};
      case 5:
        return shapes::InsertPoint{shape, whole(0, 4), at};
      case 6:
        return shapes::DeletePoint{shape, whole(0, 4)};
      case 7:
        return shapes::SetClosed{shape, flag()};
      case 8:
        return whole(0, 3) == 0 ? ShapeCommand(shapes::ClearCanvas{}) : ShapeCommand(shapes::ClearPoints{});
      case 9:
        return shapes::UsePresetPair{static_cast<ShapePreset>(whole(0, 8)), static_cast<ShapePreset>(whole(0, 8))};
      case 10:
        return shapes::AddKey{static_cast<ShapePreset>(whole(0, 8))};
      case 11:
        return whole(0, 2) == 0 ? ShapeCommand(shapes::ReverseKeys{}) : ShapeCommand(shapes::RemoveKey{shape});
      case 12:
        return shapes::MoveKey{shape, whole(0, 2)};
      case 13:
        return flag() ? ShapeCommand(shapes::SetHold{shape, number(0, 2)})
                      : ShapeCommand(shapes::SetMorphSeconds{shape, number(0, 2)});
      case 14:
        return shapes::SetCorrespondence{shape, {.automatic = flag(), .rotation = whole(0, 5), .reversed = flag()}};
      case 15:
        return SetShapes{
            {.kind = static_cast<crossfade::MorphKind>(whole(0, 3)), .closing = static_cast<ShapeClosing>(whole(0, 2))},
            bitOf(&ShapeSettings::kind) | bitOf(&ShapeSettings::closing)};
      case 16:
        return flag() ? ShapeCommand(SetShapes{&ShapeSettings::sideBySide, flag()})
                      : ShapeCommand(SetShapes{&ShapeSettings::look,
                                               {.fills = flag(), .outlines = flag(), .onionSkin = flag()}});
      case 17:
        if (whole(0, 2) == 0)
          return flag() ? ShapeCommand(shapes::UseLesson{whole(0, 9)})
                        : ShapeCommand(SetShapes{&ShapeSettings::pace, static_cast<ShapePace>(whole(0, 1))});
        return flag() ? ShapeCommand(SetShapes{&ShapeSettings::mode, static_cast<ShapeMode>(whole(0, 1))})
                      : ShapeCommand(SetShapes{&ShapeSettings::ending, static_cast<ShapeEnding>(whole(0, 2))});
      case 18:
        return flag() ? ShapeCommand(SetShapes{&ShapeSettings::inBetweens, whole(0, 9)})
                      : ShapeCommand(SetShapes{&ShapeSettings::fps, number(1, 60)});
      default:
        return SetShapes{&ShapeSettings::easing, fadeCurve(static_cast<FadeCurvePreset>(whole(0, 5)))};
    }
  }

  Command ofCurves() {
    switch (whole(0, 8)) {
      case 0:
        return SetCurves{&CurvesSettings::picture, static_cast<CurvesPicture>(whole(0, 1))};
      case 1:
        return SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{number(-2, 2), number(-2, 2), number(-2, 2)},
                                                                     {number(-2, 2), number(-2, 2), 0}}};
      case 2:
        return curves::MoveKey{whole(-1, 5), number(-3, 3), number(-3, 3)};
      case 3:
        return curves::SetSlope{whole(0, 5), number(-9, 9)};
      case 4:
        return curves::AddKey{number(-3, 3), number(-3, 3)};
      case 5:
        return curves::RemoveKey{whole(0, 5)};
      case 6:
        return curves::ShowLine{static_cast<PlotLine>(whole(0, 4)), flag()};
      case 7:
        return flag() ? CurvesCommand{SetCurves{&CurvesSettings::handle, number(0, 1)}}
                      : CurvesCommand{curves::SetCursor{number(-3, 3)}};
      default:
        return SetCurves{&CurvesSettings::curve, fadeCurve(static_cast<FadeCurvePreset>(whole(0, 5)))};
    }
  }

  Command ofWorkspaces() {
    switch (whole(0, 11)) {
      case 0:
        return TimingCommand{SetTiming{&TimingSettings::stepsPerSecond, number(1, 200)}};
      case 1:
        return TimingCommand{SetTiming{&TimingSettings::unitsPerSecond, number(0, 200)}};
      case 2:
        return TimingCommand{SetTiming{&TimingSettings::maxSteps, whole(1, 20)}};
      case 3:
        return TimingCommand{SetTiming{&TimingSettings::edges, static_cast<Edges>(whole(0, 2))}};
      case 4:
        return TimingCommand{SetTiming{&TimingSettings::hitches, Hitches{number(0, 1), number(0.5, 3)}}};
      case 5:
        if (whole(0, 3) == 0)
          return flag() ? TimingCommand{UseTimingPreset{static_cast<TimingPreset>(whole(0, 1))}}
                        : TimingCommand{SetTiming{&TimingSettings::rows,
                                                  std::vector<TimingRowSettings>(static_cast<std::size_t>(whole(0, 9)),
                                                                                 {.display = {number(1, 200)}})}};
        return TimingCommand{SetDisplay{whole(0, 5), {number(1, 200), number(0, 0.45), flag()}}};
      case 6:
        return TimingCommand{SetTiming{&TimingSettings::speed, number(-8, 8)}};
      case 7:
        return flag() ? TimingCommand{ShowRow{whole(0, 6), flag()}}
                      : TimingCommand{SetTiming{&TimingSettings::showsCharacter, flag()}};
      case 8:
        return CrowdCommand{SetCrowd{&CrowdSettings::characters, whole(0, 50)}};
      case 9:
      case 10:
        return ofCurves();
      default:
        if (flag()) return CrowdCommand{SetCrowd{&CrowdSettings::drawLimit, whole(0, 50)}};
        return flag() ? CrowdCommand{SetCrowd{&CrowdSettings::travel, flag()}}
                      : CrowdCommand{SetCrowd{&CrowdSettings::threads, whole(1, 3)}};
    }
  }

  Command ofView(const Session& session) {
    ViewOptions view = session.view();
    switch (whole(0, 8)) {
      case 7:
        return SetTravel{static_cast<TravelMode>(whole(0, 2))};
      case 8:
        return SetFootLock{flag()};
      case 0:
        return SetSpeed{number(-2, 2)};
      case 1:
        return SetClock{static_cast<crossfade::ClockKind>(whole(0, 2)), number(1, 240)};
      case 2:
        return ShowScene{static_cast<SceneKind>(whole(0, 4))};
      case 3:
        return OrbitCamera{static_cast<float>(number(-1, 1)), static_cast<float>(number(-1, 1))};
      case 4:
        view.ghostSeconds = static_cast<float>(number(0.01, 0.3));
        view.ghosts = whole(0, 2);
        return SetViewOptions{view};
      case 5:
        view.mode = static_cast<ViewMode>(whole(0, 3));
        view.bones = static_cast<BoneStyle>(whole(0, 1));
        return SetViewOptions{view};
      default:
        view.skeleton = !view.skeleton;
        return SetViewOptions{view};
    }
  }

  Command ofPlayback(const Session& session) {
    switch (whole(0, 8)) {
      case 0:
        return PlayClip{clip(session)};
      case 1:
        return StopClip{clip(session)};
      case 2:
        return FadeTo{clip(session), {.seconds = number(0, 1)}};
      case 3:
        return FadeIn{clip(session), number(0, 1)};
      case 4:
        return ClassicCrossFade{clip(session), clip(session), number(0, 1), flag()};
      case 5:
        return Halt{clip(session), number(0, 1)};
      case 6:
        return flag() ? StartFade{} : StartFade{.how = {.seconds = number(0, 1)}, .usesSet = flag()};
      case 7:
        return SetClipTime{clip(session), number(0, 1)};
      default:
        return SetPaused{flag()};
    }
  }

  std::mt19937 random_;
};

}  // namespace app::test

#endif  // TESTS_SUPPORT_RANDOM_COMMANDS_H
