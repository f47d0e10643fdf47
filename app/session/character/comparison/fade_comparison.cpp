#include "app/session/character/comparison/fade_comparison.h"

#include <algorithm>
#include <cmath>

#include "crossfade/transition/player_snapshot.h"

namespace app {
namespace {

/// The variant wins over what a fade says itself.
FadeChoice with(const FadeChoice& how, FadeChoice variant) {
  variant.inherit(how);
  return variant;
}

FadeSequence with(FadeSequence sequence, const FadeChoice& variant) {
  for (SequenceItem& item : sequence.items) item.fade.how = with(item.fade.how, variant);
  return sequence;
}

void copyClipSettings(const Player& from, Player& to) {
  for (int clip = 0; clip < from.clipCount(); ++clip) {
    const crossfade::AnimationAction& source = from.action(clip);
    crossfade::AnimationAction& action = to.action(clip);
    action.weight = source.weight;
    action.timeScale = source.timeScale;
    action.setLoop(source.loop, source.repetitions);
    action.clampWhenFinished = source.clampWhenFinished;
  }
  for (int morph = 0; morph < static_cast<int>(from.shown().morphWeights.size()); ++morph)
    to.holdMorph(morph, from.heldMorph(morph));
}

bool canMeasure(const FadeSettings& settings, const Model& model) {
  if (settings.from < 0 || settings.to < 0 || settings.from == settings.to) return false;
  const auto secondsOf = [&](int clip) { return nth(model.clips, clip).duration(); };
  return secondsOf(settings.from) + secondsOf(settings.to) <= kMostSampled;
}

}  // namespace

FadeComparison::Lane::Lane(const Model& model, const NamedMasks& masks, const FadeChoice& wanted,
                           const ComparedScene& scene)
    : variant(wanted),
      player(model, masks, scene.player.clock().settings),
      fade(model, player, masks, {}, scene.fade.curve()),
      sequence(player, {.advance = [this](double delta, double speed,
                                          FrameProfiler& profiler) { player.advance(delta, speed, profiler); },
                        .step = [this](double seconds) { player.step(seconds); },
                        .enter = [this](const EnterClip& command) { fade.enter(command.fade.clip, command.fade.how); },
                        .passBegan = [] {}}) {}

void FadeComparison::show(const SetComparison& command, const ComparedScene& scene) {
  lanes_.clear();
  overlaid_ = command.overlaid;
  for (const FadeChoice& variant : command.variants) {
    if (!measurer_) measurer_ = std::make_unique<FadeMeasurer>(model_, body_);
    lanes_.push_back(std::make_unique<Lane>(model_, masks_, variant, scene));
    if (const RootClips* roots = scene.player.roots()) lanes_.back()->player.useRoots(roots);
    lanes_.back()->player.useSpaces(spaces_);
    if (footLocking_) lanes_.back()->player.lockFeet(&*footLocking_);
    lanes_.back()->fade.useFeetMarkers(feetMarkers_);
  }
  for (const auto& lane : lanes_) forgetFigures(*lane);
  takeOver(scene);
  follow(scene);
}

SetComparison FadeComparison::choice() const {
  SetComparison chosen{.variants = {}, .overlaid = overlaid_};
  for (const auto& lane : lanes_) chosen.variants.push_back(lane->variant);
  return chosen;
}

void FadeComparison::follow(const ComparedScene& scene) {
  const bool otherPhases = std::exchange(pair_, scene.pair) != scene.pair;
  FadeChoice fadeOfPair = scene.fadeOfPair;
  const auto curveOfPair = std::exchange(fadeOfPair.curve, std::nullopt);
  fadeOfPair_ = fadeOfPair;  // measure() sees what it changes
  const bool otherPair = std::exchange(curveOfPair_, curveOfPair) != curveOfPair || otherPhases;
  const bool otherMasks = std::exchange(masksRevision_, masks_.revision()) != masks_.revision();
  for (const auto& lane : lanes_) {
    lane->fade.change(overridden(scene.fade.settings(), lane->variant));
    const bool otherCurve = lane->fade.curve() != scene.fade.curve();
    if (otherCurve) lane->fade.setCurve(scene.fade.curve());
    copyClipSettings(scene.player, lane->player);
    lane->player.takeMarkers(scene.player);
    lane->player.layers().show(scene.player.layers().stack());
    lane->player.layers().findMasks();
    lane->player.useClock(scene.player.clock().settings);
    if (!scene.sequence.isPlaying())
      lane->sequence.stop();
    else
      lane->sequence.change(with(scene.sequence.state().coming, lane->variant));
    if (otherPair || otherCurve || otherMasks) lane->measured = {};  // the figures stay until they are measured again
    if (!canMeasure(lane->fade.settings(), model_)) forgetFigures(*lane);
  }
}

void FadeComparison::forgetFigures(Lane& lane) const {
  lane.figures.reset();
  lane.measured = {};
  lane.asked = lane.figuresOf = lane.forgotten = requests_;
}

void FadeComparison::takeOver(const ComparedScene& scene) {
  if (lanes_.empty()) return;
  crossfade::PlayerSnapshot moment;
  scene.player.transitions().save(moment);
  FrameProfiler unused;
  for (const auto& lane : lanes_) {
    lane->fade.shareCurves(scene.fade);
    lane->player.transitions().restore(moment);
    lane->player.setLayerTime(scene.player.layerTime());
    lane->player.restartFeet();
    lane->player.pose(unused);
    SequencePlayer::State state = scene.sequence.state();
    state.pass = with(std::move(state.pass), lane->variant);
    state.coming = with(std::move(state.coming), lane->variant);
    lane->sequence.restore(state);
  }
}

void FadeComparison::play(const FadeSequence& sequence) {
  for (const auto& lane : lanes_) lane->sequence.play(with(sequence, lane->variant));
}

void FadeComparison::fadeTo(const FadeTo& command) {
  for (const auto& lane : lanes_) lane->fade.to(command.clip, with(command.how, lane->variant));
}

void FadeComparison::startFade(const FadeChoice& how) {
  for (const auto& lane : lanes_) lane->fade.start(with(how, lane->variant));
}

void FadeComparison::useRoots(const RootClips* roots) {
  for (const auto& lane : lanes_) lane->player.useRoots(roots);
}

void FadeComparison::useSpaces(const std::vector<BlendSpaceSettings>& spaces) {
  spaces_ = spaces;
  for (const auto& lane : lanes_) lane->player.useSpaces(spaces_);
}

void FadeComparison::renameSpace(int number, const std::string& name) {
  for (BlendSpaceSettings& each : spaces_)
    if (blendSpaceNumber(each.name) == number) each.name = name;
  for (const auto& lane : lanes_) lane->player.renameSpace(number, name);
}

void FadeComparison::moveBlendPoint(const MoveBlendPoint& command) {
  for (const auto& lane : lanes_)
    if (const PlayedSpace* const space = lane->player.space(command.space))
      space->player->moveTo({command.x, command.y}, command.seconds);
}

void FadeComparison::lockFeet(std::optional<FootLocking> how) {
  footLocking_ = std::move(how);
  for (const auto& lane : lanes_) {
    lane->player.lockFeet(footLocking_ ? &*footLocking_ : nullptr);
    lane->measured = {};
  }
}

void FadeComparison::advance(double delta, double speed, double byHand, FrameProfiler& profiler) {
  for (const auto& lane : lanes_) {
    lane->player.step(byHand);
    const double left = lane->sequence.advance(delta, speed, byHand, profiler);
    lane->player.advance(left, speed, profiler);
  }
  measure();
}

/// Asks for what is new, and takes what was found.
void FadeComparison::measure() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = *lanes_[i];
    if (!canMeasure(lane.fade.settings(), model_)) continue;
    if (const auto found = measurer_->take(static_cast<int>(i)); found && found->request > lane.forgotten) {
      lane.figures = found->figures;
      lane.figuresOf = found->request;
    }
    if (lane.measured != fadeOf(lane) && measurer_->ask(static_cast<int>(i), measuredFade(lane), requests_ + 1)) {
      lane.measured = fadeOf(lane);
      lane.asked = ++requests_;
    }
  }
}

void FadeComparison::finishMeasuring() {
  const auto isDone = [this](const auto& lane) {
    return !canMeasure(lane->fade.settings(), model_) ||
           (lane->measured == fadeOf(*lane) && lane->figuresOf == lane->asked);
  };
  while (!std::ranges::all_of(lanes_, isDone)) {
    measure();
    measurer_->finish();
  }
}

FadeSettings FadeComparison::fadeOf(const Lane& lane) const {
  return lane.fade.settingsFor(with(fadeOfPair_, lane.variant));
}

MeasuredFade FadeComparison::measuredFade(Lane& lane) const {
  const FadeSettings how = fadeOf(lane);
  const auto durationOf = [&](int clip) { return lane.player.action(clip).duration(); };
  const double whole = durationOf(how.from);
  double fromTime = pair_.fromPhase ? *pair_.fromPhase * whole : pair_.leadIn;
  if (!pair_.fromPhase && whole > 0) fromTime -= whole * std::floor(fromTime / whole);
  const crossfade::JointMask* const mask = lane.fade.maskOf(how.maskJoint, how.maskFeather);
  return {.how = how,
          .curve = curveOfPair_ ? *curveOfPair_ : lane.fade.curve(),
          .mask = mask ? std::optional(*mask) : std::nullopt,
          .fromTime = fromTime,
          .toTime = pair_.toPhase ? std::optional(*pair_.toPhase * durationOf(how.to)) : std::nullopt,
          .feet = footLocking_ ? MeasuredFeet::Locked : MeasuredFeet::Free};
}

}  // namespace app
