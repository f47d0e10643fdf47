#include "app/session/character/fades/cross_fade.h"

#include <algorithm>

#include "crossfade/transition/transition_set.h"

namespace app {

CrossFade::CrossFade(const Model& model, Player& player, const NamedMasks& masks, const FadeSettings& settings,
                     const crossfade::AnimationCurve& curve)
    : model_(model),
      player_(player),
      named_(masks),
      settings_(settings.forAnotherModel()),
      curve_(player.transitions().addCurve(curve)) {}

std::optional<RunningFade> CrossFade::running() const {
  const crossfade::Transition& transition = std::as_const(player_).transition();
  if (!transition.isRunning()) return std::nullopt;
  return RunningFade{.from = player_.sourceOf(transition.from()),
                     .to = player_.sourceOf(transition.target()),
                     .begin = transition.begin(),
                     .end = transition.end(),
                     .seconds = transition.options().seconds,
                     .progress = transition.progress(),
                     .kind = transition.options().kind,
                     .sync = transition.options().sync};
}

std::optional<crossfade::AnimationCurve> CrossFade::runningCurve() const {
  const crossfade::Transition& transition = std::as_const(player_).transition();
  if (!transition.isRunning() || transition.options().shape.kind != crossfade::FadeShape::Kind::Curve)
    return std::nullopt;
  return player_.transitions().mixer().curves[transition.options().shape.curve];
}

void CrossFade::change(const FadeSettings& next) {
  const FadeSettings before = std::exchange(settings_, next);
  crossfade::Transition& running = player_.transition();
  if (!running.isRunning() || running.progress() >= 1) return;  // the next fade uses them

  findMarkers(next.sync, player_.sourceOf(running.target()));
  if (next.seconds != before.seconds) running.setSeconds(next.seconds);
  if (next.kind != before.kind) running.setKind(next.kind, crossfade::alongCurve(curve_));
  if (next.sync != before.sync) running.setSync(next.sync);
  const bool redirected = next.to != before.to && next.to != -1 && &player_.action(next.to) != running.target();
  if (redirected) {
    findMarkers(next.sync, next.to);
    running.redirectTo(player_.action(next.to));
    warpTransition();
  } else if (next.warp != before.warp) {
    changeWarp();
  }
}

void CrossFade::setCurve(const crossfade::AnimationCurve& curve) { player_.transitions().setCurve(curve_, curve); }

void CrossFade::adjust(const FadeChoice& how) {
  crossfade::Transition& running = player_.transition();
  if (!running.isRunning() || running.progress() >= 1) return;
  if (how.sync) {
    findMarkers(*how.sync, player_.sourceOf(running.target()));
    running.setSync(*how.sync);
  }
  if (how.seconds) running.setSeconds(*how.seconds);
  if (!how.kind && !how.curve) return;
  const bool isOwn = how.curve && *how.curve != curve();
  const crossfade::FadeShape shape = !how.curve ? running.options().shape
                                     : isOwn    ? crossfade::alongCurve(idOf(*how.curve))
                                                : crossfade::alongCurve(curve_);
  running.setKind(how.kind.value_or(running.options().kind), shape);
}

void CrossFade::start(const FadeChoice& how) {
  const bool fromIsMissing =
      settings_.from != -1 && settings_.from != settings_.to && player_.action(settings_.from).fadeValue() == 0;
  if (fromIsMissing && !player_.transition().isRunning()) {  // a cut in the middle of a fade would jump
    player_.stopAll();
    player_.action(settings_.from).reset().play();
    FrameProfiler unused;
    player_.pose(unused);  // what the fade starts from
  }
  const bool wasVisible = player_.action(settings_.to).fadeValue() > 0;
  fadeEverythingTo(settings_.to, how);
  noteStart(settings_.to, wasVisible);
}

void CrossFade::to(int source, const FadeChoice& how) {
  const bool wasVisible = player_.source(source).fadeValue() > 0;
  fadeEverythingTo(source, how);
  settings_.to = isBlendSpace(source) ? -1 : source;
  settings_.from = -1;
  if (!isBlendSpace(source)) noteStart(source, wasVisible);
}

void CrossFade::noteStart(int clip, bool wasVisible) {
  int from = player_.sourceOf(std::as_const(player_).transition().from());
  if (isBlendSpace(from)) from = -1;
  started_ = {.from = from,
              .to = clip,
              .fromTime = from >= 0 ? player_.action(from).time : 0,
              .toTime = player_.action(clip).time,
              .toWasVisible = wasVisible};
}

/// For the clips of a fade that have none, and of a blend space that it goes to.
void CrossFade::findMarkers(crossfade::Sync sync, int target) {
  const PlayedSpace* const space = player_.space(target);
  const bool ofSpace = space && space->settings.sync == crossfade::Sync::Markers;
  if ((sync != crossfade::Sync::Markers && !ofSpace) || !feetMarkers_) return;
  const auto comes = [&](int clip) {
    return clip == target || (space && std::ranges::find(space->settings.samples, clip, &BlendSampleSettings::clip) !=
                                           space->settings.samples.end());
  };
  for (int clip = 0; clip < player_.clipCount(); ++clip) {
    if ((!comes(clip) && !player_.plays(clip)) || player_.markers().has(clip)) continue;
    if (auto markers = feetMarkers_(clip)) player_.setFeetMarkers(clip, *std::move(markers));
  }
}

void CrossFade::fadeEverythingTo(int source, const FadeChoice& choice) {
  const FadeSettings how = settingsFor(choice);
  findMarkers(how.sync, source);
  const PlayedSpace* const space = player_.space(source);
  if (!space) player_.resume(source);
  crossfade::AnimationAction& target = player_.source(source);
  const bool wasVisible = target.fadeValue() > 0;
  FadeChoice whole = choice;
  overrideFields(whole, how);
  crossfade::TransitionSettings settings = transitionSettingsOf(whole);
  settings.shape = crossfade::alongCurve(choice.curve ? idOf(*choice.curve) : curve_);
  settings.mask = maskOf(how.maskJoint, how.maskFeather);
  if (space) settings.toPhase.reset();
  if (crossfade::start(player_.transition(), target, settings)) warpTransition();
  if (space && choice.toPhase && !wasVisible) space->player->setPhase(*choice.toPhase);
}

void CrossFade::shareCurves(const CrossFade& other) {
  const crossfade::CurveSet& curves = other.player_.transitions().mixer().curves;
  for (const crossfade::CurveId id : other.ownCurves_) (void)idOf(curves[id]);
}

crossfade::CurveId CrossFade::idOf(const crossfade::AnimationCurve& curve) {
  const crossfade::CurveSet& curves = player_.transitions().mixer().curves;
  const auto known =
      std::find_if(ownCurves_.begin(), ownCurves_.end(), [&](crossfade::CurveId id) { return curves[id] == curve; });
  return known != ownCurves_.end() ? *known : ownCurves_.emplace_back(player_.transitions().addCurve(curve));
}

const crossfade::JointMask* CrossFade::maskOf(int joint, int feather) {
  if (joint < 0) return nullptr;
  if (isNamedMask(joint)) return named_.weightsOf(joint);
  const auto found = std::find_if(masks_.begin(), masks_.end(),
                                  [&](const Mask& mask) { return mask.joint == joint && mask.feather == feather; });
  if (found != masks_.end()) return &found->weights;
  return maskOf(crossfade::JointMask::ofSubtree(model_.skeleton, joint, feather), joint, feather);
}

const crossfade::JointMask* CrossFade::maskOf(const crossfade::JointMask& weights) {
  for (const NamedMask& named : named_.all())
    if (std::ranges::equal(named.weights, weights.weights())) return named_.weightsOf(namedMask(named.name));
  return maskOf(weights, -1, 0);
}

/// Equal masks share one address: the blend groups actions by it.
const crossfade::JointMask* CrossFade::maskOf(const crossfade::JointMask& weights, int joint, int feather) {
  const auto known = std::find_if(masks_.begin(), masks_.end(), [&](const Mask& mask) {
    return (mask.joint == -1 || joint == -1) && std::ranges::equal(mask.weights.weights(), weights.weights());
  });
  if (known == masks_.end()) return &masks_.emplace_back(Mask{joint, feather, weights}).weights;
  if (joint != -1) {
    known->joint = joint;
    known->feather = feather;
  }
  return &known->weights;
}

std::optional<FadeMask> CrossFade::choiceOf(const crossfade::JointMask* mask) const {
  if (mask == nullptr) return std::nullopt;
  for (const Mask& each : masks_)
    if (&each.weights == mask && each.joint != -1) return FadeMask{each.joint, each.feather};
  const int named = named_.numberOf(mask);
  return named >= 0 ? std::optional(FadeMask{named}) : std::nullopt;
}

/// Not if a sync sets the tempo, or a blend space that of its own clips.
bool CrossFade::canWarp() const {
  const crossfade::Transition& transition = std::as_const(player_).transition();
  const auto isOfSpace = [](const crossfade::AnimationAction* action) { return action && action->blendSpace(); };
  return transition.options().sync == crossfade::Sync::None && !transition.fades().back().onlyEnds &&
         !isOfSpace(transition.from()) && !isOfSpace(transition.target());
}

/// Warps a new transition as the settings say.
void CrossFade::warpTransition() {
  const crossfade::Transition& transition = player_.transition();
  if (!canWarp()) return;
  crossfade::AnimationAction& target = *transition.target();
  const double seconds = transition.remaining();
  if (settings_.warp && transition.from())
    warpPair(player_.sourceOf(transition.from()), player_.sourceOf(&target), seconds);
  else if (target.isWarping())
    target.warpBetween(target.warpValue(), 1, seconds);  // left over from an earlier fade
}

/// Starts or ends the warp in the middle of a fade.
void CrossFade::changeWarp() {
  const crossfade::Transition& running = player_.transition();
  if (!running.from() || !canWarp()) return;
  const double remaining = running.remaining();
  if (settings_.warp) return warpPair(player_.sourceOf(running.from()), player_.sourceOf(running.target()), remaining);
  for (crossfade::AnimationAction* action : {running.from(), running.target()})
    action->warpBetween(action->warpValue(), 1, remaining);
}

/// Both clips share one cycle length, from the outgoing clip's to the incoming clip's. Starts at the current speeds, so
/// nothing jumps.
void CrossFade::warpPair(int from, int to, double seconds) {
  crossfade::AnimationAction& outgoing = player_.action(from);
  crossfade::AnimationAction& incoming = player_.action(to);
  const double out = outgoing.duration();
  const double in = incoming.duration();
  if (!(out > 0) || !(in > 0)) return;
  outgoing.warpBetween(outgoing.warpValue(), out / in, seconds);
  incoming.warpBetween(incoming.fadeValue() > 0 ? incoming.warpValue() : in / out, 1, seconds);
}

void CrossFade::fadeIn(int clip, double seconds) {
  crossfade::AnimationAction& action = player_.action(clip);
  if (player_.transition().isOutgoing(action)) player_.transition().forget(action);
  player_.resume(clip);
  if (action.fadeValue() == 0) action.playFadedOut();
  action.fadeTo(1, seconds);
}

/// Of a fade in any layer.
bool CrossFade::isTarget(const crossfade::AnimationAction& action) const {
  const auto fades = std::as_const(player_).transition().fades();
  return std::any_of(fades.begin(), fades.end(),
                     [&](const crossfade::LayerFade& fade) { return fade.target == &action; });
}

void CrossFade::fadeOut(int clip, double seconds) {
  crossfade::AnimationAction& action = player_.action(clip);
  if (isTarget(action)) player_.transitions().endTransition(seconds);
  if (action.fadeValue() > 0) action.fadeTo(0, seconds);
}

void CrossFade::hold(int clip) {
  crossfade::AnimationAction& action = player_.action(clip);
  if (isTarget(action)) player_.transitions().endTransition(player_.transition().remaining());
  if (action.fadeRamp() && action.fadeValue() > 0) action.fadeTo(action.fadeValue(), 0);
}

void CrossFade::classic(int from, int to, double seconds, bool warp) {
  player_.transitions().useThreeJsFades();
  for (const int clip : {from, to}) player_.action(clip).play().enabled = true;  // three.js would keep showing nothing
  player_.action(to).crossFadeFrom(player_.action(from), seconds, warp);
}

}  // namespace app
