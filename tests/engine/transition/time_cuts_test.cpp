// One motion, however time is cut: what a player shows at a time follows from the calls and that time alone, not from
// the frames that lead there. Random scripts with everything, cut in many ways, against 1,920 frames per second.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/math/rotation_vector.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "tests/support/sample_clips.h"

namespace crossfade::time_cuts {
namespace {

constexpr int kJoints = 3, kClips = 5;
constexpr double kPi = 3.14159265358979;
constexpr double kEnd = 4;  // seconds
constexpr double kReferenceRate = 1920;
const std::vector<MorphChannel> kMorphs{{.node = 0, .offset = 0, .count = 2}};

struct Dice {
  std::mt19937 random;

  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random()) / 4294967295.0; }
  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }
  bool flag() { return below(2) == 0; }
};

/// `keys` values over `seconds`; where the loop closes, the last one is the first.
KeyframeTrack anyTrack(Dice& dice, TrackTarget target, Interpolation interpolation, float seconds, int size, int keys,
                       bool closed) {
  const bool rotates = target.channel == Channel::Rotation, hermite = interpolation == Interpolation::Hermite;
  std::vector<float> times, values, first;
  for (int key = 0; key <= keys; ++key) {
    times.push_back(seconds * static_cast<float>(key) / static_cast<float>(keys));
    std::vector<float> value;
    if (rotates) {
      const glm::dvec3 axis =
          glm::normalize(glm::dvec3(dice.uniform(-1, 1), dice.uniform(-1, 1), dice.uniform(0.1, 1)));
      const glm::dquat q = fromRotationVector(axis * dice.uniform(-1, 1));
      for (const double component : {q.x, q.y, q.z, q.w}) value.push_back(static_cast<float>(component));
    } else {
      for (int i = 0; i < size; ++i) value.push_back(static_cast<float>(dice.uniform(-1, 1)));
    }
    if (key == 0) first = value;
    if (key == keys && closed) value = first;
    for (int part = 0; part < (hermite ? 3 : 1); ++part)
      for (const float component : value)
        values.push_back(part == 1 || !hermite ? component : static_cast<float>(dice.uniform(-0.5, 0.5)));
  }
  return test::track(target, interpolation, times, values);
}

std::vector<AnimationClip> anyClips(Dice& dice) {
  std::vector<AnimationClip> clips;
  for (int i = 0; i < kClips; ++i) {
    // Some ends fall on frames of many rates.
    const auto seconds = dice.flag() ? static_cast<float>(dice.uniform(0.4, 2)) : 0.25f * float(2 + dice.below(5));
    const bool closed = dice.below(4) > 0;
    const auto any = [&](TrackTarget target, Interpolation kind, int size) {
      return anyTrack(dice, target, kind, seconds, size, 3 + dice.below(4), closed);
    };
    std::vector<KeyframeTrack> tracks;
    tracks.push_back(any({0, Channel::Rotation}, Interpolation::Linear, 4));
    tracks.push_back(any({0, Channel::Translation}, Interpolation::Hermite, 3));
    tracks.push_back(any({0, Channel::Weights}, Interpolation::Smooth, 2));
    if (dice.below(4) > 0)
      tracks.push_back(any({1, Channel::Rotation}, dice.flag() ? Interpolation::Linear : Interpolation::Hermite, 4));
    if (dice.below(3) > 0) tracks.push_back(any({2, Channel::Translation}, Interpolation::Discrete, 3));
    clips.push_back(test::clip("", std::move(tracks), i == 4 ? BlendMode::Additive : BlendMode::Normal));
  }
  return clips;
}

struct Event {
  int slot = 0;
  MixerEvent event;
};

/// An event inside a clip.
struct Passed {
  int slot = 0;
  PassedEvent event;
};

/// Some at times where frames, loops and calls often end.
ClipEvents anyEvents(Dice& dice, double seconds) {
  std::vector<ClipEvent> events;
  const auto any = [&] {
    const int kind = dice.below(6);
    const double on = std::min(std::round(dice.uniform(0, seconds) * 60) / 60, seconds);
    return kind == 0 ? 0 : kind == 1 ? seconds : kind == 2 ? on : dice.uniform(0, seconds);
  };
  for (int i = dice.below(4); i >= 0; --i) events.push_back({.name = "moment", .time = any()});
  for (int i = dice.below(3); i >= 0; --i) {
    const double a = any(), b = any();
    if (std::abs(a - b) > 0.01) events.push_back({.name = "span", .time = std::min(a, b), .end = std::max(a, b)});
  }
  return *ClipEvents::make(std::move(events), seconds);
}

/// What is compared, at one time.
struct Moment {
  std::vector<double> times, weights;  // by clip
  std::vector<std::int64_t> loops;     // so far
  Pose pose;
  RootDelta at;
  double way = 0;  // how long the path to it is
};

struct Character {
  Character(Dice& dice, bool withSpace) : clips(anyClips(dice)) {
    for (const ClipId clip : clips.ids()) {
      actions.push_back(&player.clipAction(clip));
      actions.back()->weight = 1;
      const float speed = static_cast<float>(dice.uniform(0.5, 3)), turn = static_cast<float>(dice.uniform(-2, 2));
      const auto seconds = static_cast<float>(clips[clip].duration());
      root.setTrack(clip,
                    RootTrack(0, clips[clip].duration(),
                              test::track({0, Channel::Translation}, Interpolation::Linear, {0, seconds / 2, seconds},
                                          {0, 0, 0, 0, 0, speed, 0, 0, 1.5f * speed}),
                              test::track({0, Channel::Weights}, Interpolation::Linear, {0, seconds}, {0, turn})));
    }
    curve = player.addCurve(*AnimationCurve::linear(0, 0, 1, 1));
    mask = *JointMask::make({0, 1, 0.5f});
    otherMask = *JointMask::make({0.25f, 0, 1});
    if (withSpace) {
      const auto ids = clips.ids();
      const auto sync = static_cast<Sync>(dice.below(3));
      space = &player.addBlendSpace(
          *BlendSpace::make({{ids[0], {0, 0}}, {ids[1], {1, 0}}, {ids[2], {0.3, 1}}, {ids[3], {2, 1.5}, 1.2}}), sync);
      actions.insert(actions.end(), space->actions().begin(), space->actions().end());
    }
    actions[0]->play();
    player.advance(0, pose);
    loops.resize(actions.size());
  }

  /// Events for the clips.
  void setEvents(Dice dice) {
    for (const ClipId clip : clips.ids()) clipEvents.set(clip, anyEvents(dice, clips[clip].duration()));
    player.setEvents(&clipEvents, dice.flag() ? 0 : dice.uniform(0, 0.7));
  }

  void frame(double seconds) {
    for (const double end = player.mixer().time() + seconds;;) {
      const double now = player.mixer().time(), cellEnd = timeCellEnd(now);
      const bool isLast = cellEnd > end - kSameTime;
      const double piece = (isLast ? end : cellEnd) - now;
      if (isLast)
        player.advance(piece, pose);
      else
        player.skip(piece);
      for (const MixerEvent& event : player.mixer().events()) note(event);
      for (const PassedEvent& event : player.mixer().passedEvents()) passed.push_back({event.action->slot(), event});
      unreported += player.mixer().unreportedEvents();
      cell.add(player.mixer(), piece);
      const RootDelta step = root.step(cell.motions);
      at = settled * step;
      if (isTimeCellBegin(player.mixer().time())) {
        settled = at;
        way += glm::length(step.translation);
        cell.clear();
      }
      if (isLast) return;
    }
  }
  void note(const MixerEvent& event) {
    events.push_back({event.action->slot(), event});
    if (event.kind == MixerEvent::Kind::Loop) loops[static_cast<std::size_t>(event.action->slot())] += event.loopDelta;
  }
  Moment moment() const {
    Moment now{.times = {}, .weights = {}, .loops = loops, .pose = pose, .at = at, .way = way};
    for (const AnimationAction* action : actions) {
      now.times.push_back(action->time);
      now.weights.push_back(action->isScheduled() ? action->getEffectiveWeight() : 0);
    }
    return now;
  }

  ClipSet clips;
  Pose rest{.locals = std::vector<Transform>(kJoints), .morphWeights = {0, 0}};
  TransitionPlayer player{clips, ChannelLayout(kJoints, kMorphs), rest};
  std::vector<AnimationAction*> actions;
  BlendSpacePlayer* space = nullptr;
  RootMotionMixer root;
  CurveId curve;
  JointMask mask = *JointMask::make({1, 1, 1}), otherMask = mask;
  Pose pose = rest;
  RootCell cell;
  RootDelta settled, at;
  double way = 0;
  std::vector<Event> events;
  std::vector<std::int64_t> loops;
  ClipEventSet clipEvents;
  std::vector<Passed> passed;
  std::int64_t unreported = 0;
};

struct Call {
  double at = 0;
  std::string name;
  std::function<void(Character&)> act;
};

Call anyCall(Dice& dice, double at) {
  const auto clip = static_cast<std::size_t>(dice.below(kClips));
  const auto normal = static_cast<std::size_t>(dice.below(kClips - 1));
  const double seconds = dice.flag() ? dice.uniform(0.05, 0.9) : 0.1 * (1 + dice.below(6));
  const TransitionKind kind = kTransitionKinds[static_cast<std::size_t>(dice.below(6))];
  const auto sync = static_cast<Sync>(dice.below(3));
  const double value = dice.uniform(0, 1);
  const bool flag = dice.flag();
  const int shape = dice.below(3);
  const auto shapeOf = [shape](const Character& c) {
    return shape == 0 ? FadeShape{} : shape == 1 ? kSmoothFade : alongCurve(c.curve);
  };
  switch (dice.below(18)) {
    case 0:
      return {at, "halt", [=](Character& c) { c.actions[clip]->halt(seconds); }};
    case 1:
      return {at, "warp", [=](Character& c) { c.actions[clip]->warp(1, 3 * value - 1, seconds); }};
    case 2:
      return {at, "timeScale", [=](Character& c) { c.actions[clip]->timeScale = flag ? 2 * value : -1 - value; }};
    case 3:
      return {at, "once", [=](Character& c) {
                c.actions[clip]->setLoop(flag ? Loop::Once : Loop::PingPong, 1);
                c.actions[clip]->clampWhenFinished = value < 0.5;
              }};
    case 4:
      return {at, "repeat", [=](Character& c) { c.actions[clip]->setLoop(Loop::Repeat, flag ? 3 : 1e9); }};
    case 5:
      return {at, "backward", [=](Character& c) { c.player.setClipsRunBackwards(flag); }};
    case 6:
      return {at, "curve", [=](Character& c) {
                const double after = flag ? kStepTangent : 1;  // a jump at the end, or a kink in the middle
                c.player.setCurve(c.curve, *AnimationCurve::make({{0, 0, 2 * value, 2 * value},
                                                                  {0.2 + 0.6 * value, 0.5, 0, after},
                                                                  {1, 1, value, value}}));
              }};
    case 7:
      return {at, "setSeconds", [=](Character& c) { c.player.transition().setSeconds(seconds); }};
    case 8:
      return {at, "setKind", [=](Character& c) { c.player.transition().setKind(kind, shapeOf(c)); }};
    case 9:
      return {at, "setSync", [=](Character& c) { c.player.transition().setSync(sync); }};
    case 10:
      return {at, "redirect", [=](Character& c) { c.player.transition().redirectTo(*c.actions[normal]); }};
    case 11:
      return {at, "fadeTo", [=](Character& c) { c.actions[clip]->play().fadeTo(flag ? 1 : 0, seconds, kSmoothFade); }};
    case 12:
      return {at, "end", [=](Character& c) { c.player.endTransition(seconds); }};
    default:
      return {at, "to " + std::to_string(static_cast<int>(kind)), [=](Character& c) {
                c.player.transition().to(*c.actions[clip], {.seconds = seconds,
                                                            .kind = kind,
                                                            .shape = shapeOf(c),
                                                            .sync = sync,
                                                            .mask = value < 0.2   ? &c.mask
                                                                    : value < 0.4 ? &c.otherMask
                                                                                  : nullptr,
                                                            .endsMaskedLayers = value > 0.8});
              }};
  }
}

Call anySpaceCall(Dice& dice, double at) {
  const glm::dvec2 point{dice.uniform(-0.5, 2.5), dice.uniform(-0.5, 2)};
  const double seconds = dice.flag() ? dice.uniform(0.05, 0.9) : 0;
  const TransitionKind kind = kTransitionKinds[static_cast<std::size_t>(dice.below(6))];
  const auto sync = static_cast<Sync>(dice.below(3));
  const double value = dice.uniform(0, 2);
  switch (dice.below(5)) {
    case 0:
    case 1:
      return {at, "to space", [=](Character& c) {
                c.player.transition().to(*c.space, {.seconds = seconds, .kind = kind, .sync = sync});
              }};
    case 2:
      return {at, "space speed", [=](Character& c) { c.space->setTimeScale(value); }};
    default:
      return {at, "move", [=](Character& c) {
                c.space->moveTo(point, seconds);
                c.player.carryOver(0.1);
              }};
  }
}

struct Script {
  std::vector<Call> calls;     // by time
  std::vector<double> checks;  // by time

  Script(Dice& dice, bool withSpace) {
    for (double at = dice.uniform(0.1, 0.5); at < kEnd; at += dice.uniform(0.02, 0.7)) {
      const double time = dice.flag() ? std::round(at * 60) / 60 : at;
      calls.push_back(withSpace && dice.flag() ? anySpaceCall(dice, time) : anyCall(dice, time));
    }
    for (double at = dice.uniform(0, 0.6); at < kEnd; at += dice.uniform(0.05, 1))
      checks.push_back(dice.flag() ? std::round(at * 60) / 60 : at);
    checks.push_back(kEnd);
  }
};

/// The end of the frame that begins at a time.
using Cut = std::function<double(double)>;

Cut everyFrame(double rate) {
  return [rate](double at) { return (std::floor(at * rate + 1e-6) + 1) / rate; };
}

std::vector<Moment> played(std::uint32_t seed, const Script& script, const Cut& cut, std::vector<Event>& events,
                           std::vector<Passed>& passed, bool withSpace) {
  Dice dice{std::mt19937(seed)};
  Character character(dice, withSpace);
  character.setEvents({std::mt19937(seed + 3000)});
  std::vector<Moment> moments;
  double now = 0;
  const auto runTo = [&](double time) {
    while (time - now > kSameTime) {
      const double next = cut(now);
      const double end = time - next > kSameTime ? next : time;
      character.frame(end - now);
      now = end;
    }
  };
  auto call = script.calls.begin();
  for (const double check : script.checks) {
    for (; call != script.calls.end() && call->at <= check; ++call) {
      runTo(call->at);
      call->act(character);
    }
    runTo(check);
    if (call != script.calls.begin() && std::prev(call)->at == check) character.frame(0);
    moments.push_back(character.moment());
  }
  events = character.events;
  passed = character.passed;
  EXPECT_EQ(character.unreported, 0);
  return moments;
}

double angleBetween(const glm::quat& a, const glm::quat& b) {
  return glm::length(rotationVector(glm::dquat(a) * glm::conjugate(glm::dquat(b))));
}

/// The largest differences, of everything that is compared.
struct Differences {
  double time = 0, weight = 0, angle = 0, distance = 0, morph = 0, root = 0, heading = 0, event = 0;
  std::int64_t loops = 0;

  void add(const Moment& a, const Moment& b, const std::vector<double>& durations) {
    for (std::size_t i = 0; i < a.times.size(); ++i) {
      time = std::max(time, std::abs(std::remainder(a.times[i] - b.times[i], durations[i])));
      weight = std::max(weight, std::abs(a.weights[i] - b.weights[i]));
      loops = std::max(loops, std::abs(a.loops[i] - b.loops[i]));
    }
    for (std::size_t i = 0; i < a.pose.locals.size(); ++i) {
      angle = std::max(angle, angleBetween(a.pose.locals[i].rotation, b.pose.locals[i].rotation));
      distance = std::max(distance, double(glm::distance(a.pose.locals[i].translation, b.pose.locals[i].translation)));
    }
    for (std::size_t i = 0; i < a.pose.morphWeights.size(); ++i)
      morph = std::max(morph, std::abs(double(a.pose.morphWeights[i]) - double(b.pose.morphWeights[i])));
    root = std::max(root, glm::distance(a.at.translation, b.at.translation) / std::max(1.0, b.way));
    heading = std::max(heading, std::abs(std::remainder(a.at.turn - b.at.turn, 2 * kPi)));
  }
  bool withinBounds() const {
    return time < 1e-9 && weight < 1e-9 && angle < 0.002 && distance < 1e-4 && morph < 1e-4 && root < 1e-4 &&
           heading < 1e-4 && loops == 0 && event < 1e-6;
  }
};

std::ostream& operator<<(std::ostream& out, const Differences& d) {
  return out << "clip time " << d.time << ", weight " << d.weight << ", angle " << d.angle << ", distance "
             << d.distance << ", morph " << d.morph << ", root " << d.root << ", heading " << d.heading << ", loops "
             << d.loops << ", events " << d.event;
}

/// How far apart the same events are; infinity if they are others. Loops that one frame counts together are one event.
double differenceOf(std::vector<Event> a, std::vector<Event> b) {
  const auto ends = [](std::vector<Event>& events) {
    std::erase_if(events, [](const Event& each) { return each.event.kind != MixerEvent::Kind::Finished; });
    std::sort(events.begin(), events.end(), [](const Event& x, const Event& y) {
      return std::pair(x.slot, x.event.time) < std::pair(y.slot, y.event.time);
    });
  };
  ends(a);
  ends(b);
  if (a.size() != b.size()) return INFINITY;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].slot != b[i].slot) return INFINITY;
    most = std::max(most, std::abs(a[i].event.time - b[i].event.time));
  }
  return most;
}

/// How far apart the same events inside clips are; infinity if they are others.
double differenceOf(std::vector<Passed> a, std::vector<Passed> b) {
  const auto key = [](const Passed& each) {
    return std::tuple(each.slot, each.event.index, each.event.pass, each.event.direction);
  };
  const auto byEvent = [&](const Passed& x, const Passed& y) { return key(x) < key(y); };
  std::stable_sort(a.begin(), a.end(), byEvent);
  std::stable_sort(b.begin(), b.end(), byEvent);
  if (a.size() != b.size()) return INFINITY;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (key(a[i]) != key(b[i]) || a[i].event.isCut != b[i].event.isCut) return INFINITY;
    most = std::max({most, std::abs(a[i].event.time - b[i].event.time)});
  }
  return most;
}

void expectSameMotion(std::uint32_t seeds, bool withSpace) {
  Differences all;
  std::size_t passedEvents = 0;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    Dice dice{std::mt19937(seed + 1000)};
    const Script script(dice, withSpace);
    std::vector<double> durations;
    {
      Dice same{std::mt19937(seed)};
      const Character character(same, withSpace);
      for (const AnimationAction* action : character.actions) durations.push_back(action->duration());
    }
    std::vector<Event> expectedEvents, events;
    std::vector<Passed> expectedPassed, passed;
    const std::vector<Moment> expected =
        played(seed, script, everyFrame(kReferenceRate), expectedEvents, expectedPassed, withSpace);
    passedEvents += expectedPassed.size();
    std::vector<std::pair<std::string, Cut>> cuts;
    for (const double rate : {10.0, 24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 60.0, 120.0, 240.0})
      cuts.emplace_back(std::to_string(rate) + " frames per second", everyFrame(rate));
    cuts.emplace_back("frames of 1/60 s, added up", [](double at) { return at + 1.0 / 60; });
    Dice random{std::mt19937(seed + 2000)};
    cuts.emplace_back("random frames", [&](double at) { return at + random.uniform(1e-4, 0.2); });
    cuts.emplace_back("one jump", [](double) { return kEnd; });
    for (const auto& [name, cut] : cuts) {
      const std::vector<Moment> moments = played(seed, script, cut, events, passed, withSpace);
      Differences found{.event = std::max(differenceOf(events, expectedEvents), differenceOf(passed, expectedPassed))};
      for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool fine = found.withinBounds();
        found.add(moments[i], expected[i], durations);
        if (found.withinBounds() || !fine) continue;
        std::string calls;
        for (const Call& call : script.calls)
          if (call.at <= script.checks[i]) calls += " " + std::to_string(call.at) + " " + call.name + ",";
        ADD_FAILURE() << "seed " << seed << ", " << name << ", at " << script.checks[i] << " s: " << found << calls;
      }
      EXPECT_LT(found.event, 1e-6) << "seed " << seed << ", " << name;
      all.add(moments.back(), expected.back(), durations);
      all.time = std::max(all.time, found.time), all.weight = std::max(all.weight, found.weight);
      all.angle = std::max(all.angle, found.angle), all.distance = std::max(all.distance, found.distance);
      all.morph = std::max(all.morph, found.morph), all.root = std::max(all.root, found.root);
      all.heading = std::max(all.heading, found.heading), all.event = std::max(all.event, found.event);
    }
  }
  std::cout << "largest differences: " << all << ", of " << passedEvents << " events inside clips\n";
  EXPECT_GT(passedEvents, 20 * seeds);
}

TEST(TimeCuts, DoNotChangeTheMotionOfAPlayer) { expectSameMotion(150, false); }

TEST(TimeCuts, DoNotChangeTheMotionOfABlendSpace) { expectSameMotion(150, true); }

/// A joint that swings about x, with 80 keys.
AnimationClip swing(float seconds, float amplitude, float phase) {
  std::vector<float> times, values;
  for (int i = 0; i <= 80; ++i) {
    times.push_back(seconds * static_cast<float>(i) / 80);
    const float half = amplitude * std::sin(static_cast<float>(kPi) * static_cast<float>(i) / 40 + phase) / 2;
    for (const float component : {std::sin(half), 0.0f, 0.0f, std::cos(half)}) values.push_back(component);
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, values)});
}

/// Walk, run and idle, of one joint.
struct Swinging {
  Swinging() {
    for (const ClipId clip : clips.ids()) actions.push_back(&player.clipAction(clip));
    actions[0]->play();
  }
  void frames(int count, double seconds) {
    for (int i = 0; i < count; ++i) player.advance(seconds, pose);
  }
  void to(std::size_t clip, double seconds, TransitionKind kind, Sync sync) {
    player.transition().to(*actions[clip], {.seconds = seconds, .kind = kind, .sync = sync});
  }

  ClipSet clips{std::vector<AnimationClip>{swing(1.0667f, 0.6f, 0), swing(0.7f, 1.2f, 0.5f), swing(4, 0.1f, 0)}};
  Pose pose{.locals = std::vector<Transform>(1), .morphWeights = {}};
  TransitionPlayer player{clips, ChannelLayout(1, {}), pose};
  std::vector<AnimationAction*> actions;
};

TEST(TimeCuts, OnFramesOfASyncedFadeAreNoSpecialMomentsToInterruptIt) {
  const double expected = 0.630;  // radians
  for (const int length : {1, 2, 3, 4, 6})
    for (const double longer : {0.0, 1e-9}) {
      Swinging character;
      const double frame = length / 60.0 + longer;
      character.frames(60 / length, frame);
      character.to(1, 0.6, TransitionKind::Inertial, Sync::Phase);
      character.frames(12 / length, frame);
      character.to(2, 0.4, TransitionKind::Inertial, Sync::Phase);
      character.frames(12 / length, frame);
      const glm::dquat shown(character.pose.locals[0].rotation);
      EXPECT_NEAR(2 * std::atan2(shown.x, shown.w), expected, 0.002) << length << "/60 s + " << longer;
    }
}

TEST(TimeCuts, OnFramesOfASyncedFadeDoNotFreezeItsClips) {
  for (const double rate : {24.0, 30.0, 50.0, 60.0, 120.0}) {
    Swinging character;
    character.frames(static_cast<int>(rate / 2), 1 / rate);
    character.to(1, 0.5, TransitionKind::Linear, Sync::Phase);
    for (double now = 0; now < 0.05 - 1e-12; now += 1 / rate) character.frames(1, std::min(1 / rate, 0.05 - now));
    const double walk = character.actions[0]->getEffectiveTimeScale(),
                 run = character.actions[1]->getEffectiveTimeScale();
    EXPECT_NEAR(walk, 1.0667 / (0.9 * 1.0667 + 0.1 * 0.7), 0.01) << rate;
    EXPECT_NEAR(run, 0.7 / (0.9 * 1.0667 + 0.1 * 0.7), 0.01) << rate;
    character.to(2, 0.5, TransitionKind::Linear, Sync::None);
    character.frames(1, 1 / rate);
    EXPECT_NEAR(character.actions[0]->getEffectiveTimeScale(), walk, 0.05) << rate;
    EXPECT_NEAR(character.actions[1]->getEffectiveTimeScale(), run, 0.05) << rate;
  }
}

/// A joint that turns about x from one angle to another.
AnimationClip turn(double from, double to, float seconds) {
  std::vector<float> times, values;
  for (int i = 0; i <= 40; ++i) {
    times.push_back(seconds * static_cast<float>(i) / 40);
    const double half = (from + (to - from) * i / 40) / 2;
    for (const double component : {std::sin(half), 0.0, 0.0, std::cos(half)})
      values.push_back(static_cast<float>(component));
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, values)});
}

/// Plays all clips at once for `seconds`, in frames that show a pose, each cut into pieces that do not. The last clip
/// has the share `last`. Returns the pose's angle from the first one's.
double angleAfter(std::vector<AnimationClip> made, double last, double seconds, double frame, int pieces) {
  const ClipSet clips(std::move(made));
  const Pose rest{.locals = std::vector<Transform>(1), .morphWeights = {}};
  Pose pose = rest;
  TransitionPlayer player(clips, ChannelLayout(1, {}), rest);
  for (const ClipId clip : clips.ids()) {
    player.clipAction(clip).play();
    player.clipAction(clip).weight = clip == clips.ids().back() ? last : 1 - last;
  }
  player.advance(0, pose);
  for (double now = 0; seconds - now > kSameTime; now += frame) {
    const double length = std::min(frame, seconds - now);
    for (int i = 1; i < pieces; ++i) player.skip(length / pieces);
    player.advance(length / pieces, pose);
  }
  return angleBetween(pose.locals[0].rotation, rest.locals[0].rotation);
}

TEST(TimeCuts, WithoutAPoseDoNotMissAHalfTurn) {
  const auto angle = [](double frame, int pieces) {
    return angleAfter({turn(0, 0, 1), turn(0, 5, 1)}, 0.4, 0.9, frame, pieces);
  };
  const double expected = angle(1.0 / 240, 1);
  EXPECT_NEAR(angle(0.9, 216), expected, 0.002) << "one long frame in pieces of 1/240 s, as in travel";
  EXPECT_NEAR(angle(0.45, 30), expected, 0.002);
  EXPECT_NEAR(angle(0.9, 1), expected, 0.002);
}

/// The loop jumps by half a turn, or by nearly that: which way around it is blended from then on must not depend on
/// the last frame before the jump and the first one after it.
TEST(TimeCuts, AtALoopThatEndsHalfATurnFromItsStartDecideNothing) {
  for (const double jump : {-0.3, -0.1, 0.0, 0.1, 0.3})
    for (const double still : {-1.0, 0.4, 2.0}) {
      const auto angle = [&](double frame) {
        return angleAfter({turn(0, kPi + jump, 0.5f), turn(still, still, 1)}, 0.45, 0.7, frame, 1);
      };
      const double expected = angle(1.0 / 1920);
      for (const double rate : {240.0, 60.0, 50.0, 30.0, 29.97, 24.0, 10.0, 1.0})
        EXPECT_NEAR(angle(1 / rate), expected, 0.002) << jump << ", " << still << ", " << rate << " per second";
    }
}

/// A clip is faded in by hand, or gets a weight, just before it is half a turn away from the one that plays.
TEST(TimeCuts, AfterAFadeByHandDecideNothing) {
  for (const bool fades : {false, true}) {
    const auto angle = [fades](double frame) {
      const ClipSet clips(std::vector{turn(0, 0, 1), turn(0, 5, 1)});
      const Pose rest{.locals = std::vector<Transform>(1), .morphWeights = {}};
      Pose pose = rest;
      TransitionPlayer player(clips, ChannelLayout(1, {}), rest);
      AnimationAction &still = player.clipAction(clips.ids()[0]).play(), &turning = player.clipAction(clips.ids()[1]);
      const auto runTo = [&](double end) {
        while (end - player.mixer().time() > kSameTime)
          player.advance(std::min(frame, end - player.mixer().time()), pose);
      };
      turning.weight = 0;
      turning.play();
      runTo((kPi - 0.05) / 5);
      turning.weight = 1;
      if (fades) {
        turning.fadeIn(0.3);
        still.fadeOut(0.3);
      } else {
        still.weight = turning.weight = 0.5;
      }
      runTo(0.8);
      return angleBetween(pose.locals[0].rotation, rest.locals[0].rotation);
    };
    const double expected = angle(1.0 / 1920);
    for (const double rate : {240.0, 60.0, 50.0, 30.0, 29.97, 24.0, 10.0, 1.0})
      EXPECT_NEAR(angle(1 / rate), expected, 0.002) << fades << ", " << rate << " per second";
  }
}

/// The speed of a clip changes its sign in the middle of a frame: that is no end of a loop, where offsets would end.
TEST(TimeCuts, AroundATurningPointOfAClipEndNoOffset) {
  const auto angle = [](double frame, double seconds) {
    ClipSet clips(std::vector{turn(0, 1, 1)});
    Pose pose{.locals = std::vector<Transform>(1), .morphWeights = {}};
    TransitionPlayer player(clips, ChannelLayout(1, {}), pose);
    AnimationAction& action = player.clipAction(clips.ids()[0]).play();
    action.time = 0.6;
    player.advance(0, pose);
    action.time = 0.3;
    action.warp(1, -1, seconds);
    player.carryOver(1);
    while (0.5 - player.mixer().time() > kSameTime) player.advance(std::min(frame, 0.5 - player.mixer().time()), pose);
    return angleBetween(pose.locals[0].rotation, glm::quat(1, 0, 0, 0));
  };
  for (const double seconds : {0.4, 0.41, 0.437, 0.45}) {
    const double expected = angle(0.5, seconds);
    for (const double rate : {1920.0, 240.0, 60.0, 50.0, 30.0, 24.0, 10.0})
      EXPECT_NEAR(angle(1 / rate, seconds), expected, 0.002) << seconds << ", " << rate << " per second";
  }
}

TEST(TimeCuts, OfAHaltGiveTheIntegralOfItsSpeed) {
  for (const double rate : {10.0, 24.0, 60.0, 240.0}) {
    Swinging character;
    character.frames(static_cast<int>(rate / 2), 1 / rate);
    const double before = character.actions[0]->time;
    character.actions[0]->halt(0.7);
    for (double now = 0; now < 1; now += 1 / rate) character.frames(1, 1 / rate);
    EXPECT_NEAR(character.actions[0]->time - before, 0.35, 1e-9) << rate;
    EXPECT_TRUE(character.actions[0]->paused) << rate;
  }
}

/// Travel along a fade whose weight is 0.2 until 0.37 of its time and 0.9 from there on.
TEST(TimeCuts, OfAFadeWithAStepGiveTheIntegralOfItsWeight) {
  const double step = 0.37, seconds = 0.7;
  for (const double rate : {7.0, 24.0, 60.0, 240.0, 1000.0}) {
    Swinging character;
    const CurveId curve = character.player.addCurve(
        *AnimationCurve::make({{0, 0.2, 0, kStepTangent}, {step, 0.9, 0, kStepTangent}, {1, 1, 0, 0}}));
    character.actions[1]->play().fadeTo(0, 0).fadeTo(1, seconds, alongCurve(curve));
    double integral = 0;
    for (double now = 0; seconds - now > kSameTime; now += 1 / rate) {
      character.frames(1, std::min(1 / rate, seconds - now));
      integral +=
          character.player.mixer().motions()[static_cast<std::size_t>(character.actions[1]->slot())].weightSeconds;
    }
    EXPECT_NEAR(integral, seconds * (0.2 * step + 0.9 * (1 - step)), 1e-9) << rate;
  }
}

TEST(TimeCuts, LeaveThreeJsItsNumbers) {
  const ClipSet clips{std::vector<AnimationClip>{swing(4, 1, 0)}};
  AnimationMixer mixer(clips);
  AnimationAction& action = mixer.clipAction(clips.ids()[0]).play();
  mixer.update(0.5);
  action.halt(0.5);
  mixer.update(0.25);
  EXPECT_NEAR(action.time, 0.5 + 0.25 * 0.5, 1e-12) << "three.js: the speed at the end of the update";
}

}  // namespace
}  // namespace crossfade::time_cuts
