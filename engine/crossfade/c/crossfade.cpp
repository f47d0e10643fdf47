#include "crossfade/c/crossfade.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/travel/root_motion_mixer.h"

/// What all characters of a pack share.
struct CrossfadePack {
  explicit CrossfadePack(crossfade::Pack opened)
      : content(std::move(opened)), inPlace(inPlaceClips(content)), events(eventsOf(content)) {
    for (std::size_t i = 0; i < content.clips.size(); ++i)
      if (const auto& track = content.clipFacts[i].root) roots.setTrack(content.clips.ids()[i], *track);
  }

  crossfade::Pack content;
  crossfade::ClipSet inPlace;
  crossfade::ClipEventSet events;
  crossfade::RootMotionMixer roots;
};

struct CrossfadeCharacter {
  CrossfadeCharacter(const CrossfadePack& shared, bool rootMotion)
      : pack(shared),
        travels(rootMotion),
        player(rootMotion ? shared.inPlace : shared.content.clips, shared.content.layout(), shared.content.rest),
        pose(shared.content.rest),
        models(pose.locals.size()) {
    player.setEvents(&shared.events);
    addCurves(shared.content, player);
    for (const crossfade::PackedBlendSpace& each : shared.content.blendSpaces)
      spaces.push_back(&player.addBlendSpace(each.space, each.sync));
    localToModel(shared.content.skeleton.parents(), pose.locals, models);
  }

  const CrossfadePack& pack;
  bool travels;
  crossfade::TransitionPlayer player;
  crossfade::Pose pose;
  std::vector<glm::mat4> models;
  std::vector<crossfade::BlendSpacePlayer*> spaces;
  crossfade::ClipOrSpace playing;  // the last target without a mask
  crossfade::RootDelta step;
};

namespace {

using crossfade::AnimationAction;
using crossfade::ClipId;
using crossfade::ClipOrSpace;
using crossfade::TransitionKind;
using crossfade::TransitionOptions;

static_assert(sizeof(crossfade::Transform) == 10 * sizeof(float) && sizeof(glm::mat4) == 16 * sizeof(float));

constexpr std::array kKinds{TransitionKind::Classic, TransitionKind::Linear,   TransitionKind::Curve,
                            TransitionKind::Frozen,  TransitionKind::Inertial, TransitionKind::DeadBlending};
constexpr std::array kSyncs{crossfade::Sync::None, crossfade::Sync::Phase, crossfade::Sync::Markers};
static_assert(kKinds[CrossfadeDeadBlending] == TransitionKind::DeadBlending &&
              kKinds[CrossfadeInertial] == TransitionKind::Inertial &&
              kKinds[CrossfadeCurve] == TransitionKind::Curve &&
              kSyncs[CrossfadeSyncMarkers] == crossfade::Sync::Markers &&
              kKinds.size() == std::size(crossfade::kTransitionKinds));

/// What `call` returns, or `otherwise` if memory is short. Without exceptions it ends the program then.
template <class Value, class Call>
Value withinMemory(Value otherwise, const Call& call) {
#ifdef __cpp_exceptions
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return otherwise;
  }
#else
  static_cast<void>(otherwise);
  return call();
#endif
}

template <class List>
auto* elementOf(List& list, std::int32_t index) {
  return index >= 0 && static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}
template <class List>
std::int32_t countOf(const List& list) {
  return static_cast<std::int32_t>(list.size());
}

const ClipId* clipOf(const CrossfadePack& pack, std::int32_t clip) {
  const auto ids = pack.content.clips.ids();
  return elementOf(ids, clip);
}
std::int32_t indexOf(const CrossfadePack& pack, ClipId clip) {
  const auto ids = pack.content.clips.ids();
  const auto found = std::find(ids.begin(), ids.end(), clip);
  return found == ids.end() ? -1 : static_cast<std::int32_t>(found - ids.begin());
}

template <class List>
std::int32_t findNamed(const List& list, const char* name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
  return found == list.end() ? -1 : static_cast<std::int32_t>(found - list.begin());
}

void putSentence(std::string_view sentence, char* into, std::size_t size) {
  if (into == nullptr || size == 0) return;
  const std::size_t length = std::min(sentence.size(), size - 1);
  std::memcpy(into, sentence.data(), length);
  into[length] = '\0';
}

/// Nothing: a kind, a sync or a mask that does not exist.
std::optional<TransitionOptions> optionsOf(const CrossfadePack& pack, const CrossfadeFade& fade) {
  const auto* const kind = elementOf(kKinds, fade.kind);
  const auto* const sync = elementOf(kSyncs, fade.sync);
  const auto* const mask = elementOf(pack.content.masks, fade.mask);
  if (kind == nullptr || sync == nullptr || (fade.mask != -1 && mask == nullptr)) return {};
  return TransitionOptions{
      .seconds = fade.seconds, .kind = *kind, .sync = *sync, .mask = mask ? &mask->weights : nullptr};
}

/// `to`: what the target is to the pack's transitions.
bool fadeTo(CrossfadeCharacter& character, AnimationAction& target, ClipOrSpace to, const CrossfadeFade* fade) {
  crossfade::Transition& transition = character.player.transition();
  const ClipOrSpace from = std::exchange(character.playing, fade && fade->mask >= 0 ? character.playing : to);
  if (fade == nullptr && from) return start(transition, target, character.pack.content.transitions.resolve(from, to));
  if (fade == nullptr) return transition.to(target, {.seconds = 0});
  const auto options = optionsOf(character.pack, *fade);
  if (!options) character.playing = from;
  return options && transition.to(target, *options);
}

CrossfadeEvent eventOf(const CrossfadePack& pack, double now, const crossfade::PassedEvent& passed) {
  constexpr std::array kPasses{CrossfadeEventMoment, CrossfadeEventBegin, CrossfadeEventEnd};
  return {.name = passed.event->name.c_str(),
          .ago = now - passed.time,
          .weight = passed.weight,
          .value = passed.event->value.value_or(0),
          .clip = indexOf(pack, passed.clip),
          .kind = kPasses[static_cast<std::size_t>(passed.pass)]};
}

}  // namespace

extern "C" {

CrossfadePack* crossfadeOpenPack(const void* block, size_t size, char* error, size_t errorSize) {
  putSentence("memory is short", error, errorSize);
  return withinMemory<CrossfadePack*>(nullptr, [&]() -> CrossfadePack* {
    auto opened = crossfade::openPack({static_cast<const std::byte*>(block), size});
    if (!opened) return putSentence(opened.error().message, error, errorSize), nullptr;
    auto made = std::make_unique<CrossfadePack>(*std::move(opened));
    putSentence("", error, errorSize);
    return made.release();
  });
}
void crossfadeClosePack(CrossfadePack* pack) { delete pack; }

int32_t crossfadeJointCount(const CrossfadePack* pack) { return pack->content.skeleton.jointCount(); }
const char* crossfadeJointName(const CrossfadePack* pack, int32_t joint) {
  return joint >= 0 && joint < crossfadeJointCount(pack) ? pack->content.skeleton.name(joint).c_str() : nullptr;
}
int32_t crossfadeParentOf(const CrossfadePack* pack, int32_t joint) {
  const auto parents = pack->content.skeleton.parents();
  const int* const parent = elementOf(parents, joint);
  return parent ? *parent : -1;
}
int32_t crossfadeValueCount(const CrossfadePack* pack) { return countOf(pack->content.rest.morphWeights); }
int32_t crossfadeSkinCount(const CrossfadePack* pack) { return countOf(pack->content.skins); }
int32_t crossfadeSkinJointCount(const CrossfadePack* pack, int32_t skin) {
  const auto* const found = elementOf(pack->content.skins, skin);
  return found ? countOf(found->joints) : 0;
}
int32_t crossfadeClipCount(const CrossfadePack* pack) { return static_cast<int32_t>(pack->content.clips.size()); }
const char* crossfadeClipName(const CrossfadePack* pack, int32_t clip) {
  const ClipId* const id = clipOf(*pack, clip);
  return id ? pack->content.clips[*id].name().c_str() : nullptr;
}
double crossfadeClipSeconds(const CrossfadePack* pack, int32_t clip) {
  const ClipId* const id = clipOf(*pack, clip);
  return id ? pack->content.clips[*id].duration() : 0;
}
int32_t crossfadeFindJoint(const CrossfadePack* pack, const char* name) { return pack->content.findJoint(name); }
int32_t crossfadeFindClip(const CrossfadePack* pack, const char* name) {
  return indexOf(*pack, pack->content.findClip(name));
}
int32_t crossfadeFindBlendSpace(const CrossfadePack* pack, const char* name) {
  return findNamed(pack->content.blendSpaces, name);
}
int32_t crossfadeFindMask(const CrossfadePack* pack, const char* name) { return findNamed(pack->content.masks, name); }

CrossfadeCharacter* crossfadeMakeCharacter(const CrossfadePack* pack, bool rootMotion) {
  return withinMemory<CrossfadeCharacter*>(
      nullptr, [&] { return std::make_unique<CrossfadeCharacter>(*pack, rootMotion).release(); });
}
void crossfadeDestroyCharacter(CrossfadeCharacter* character) { delete character; }

bool crossfadeFadeToClip(CrossfadeCharacter* character, int32_t clip, const CrossfadeFade* fade) {
  const ClipId* const id = clipOf(character->pack, clip);
  return id && withinMemory(false, [&] { return fadeTo(*character, character->player.clipAction(*id), *id, fade); });
}
bool crossfadeFadeToBlendSpace(CrossfadeCharacter* character, int32_t space, const CrossfadeFade* fade) {
  auto* const found = elementOf(character->spaces, space);
  return found &&
         withinMemory(false, [&] { return fadeTo(*character, (*found)->lead(), ClipOrSpace::ofSpace(space), fade); });
}
void crossfadeMoveBlendSpace(CrossfadeCharacter* character, int32_t space, double x, double y, double seconds) {
  if (auto* const found = elementOf(character->spaces, space)) (*found)->moveTo({x, y}, seconds);
}
bool crossfadeSetLoops(CrossfadeCharacter* character, int32_t clip, int32_t loops) {
  const ClipId* const id = clipOf(character->pack, clip);
  return id && loops >= 0 && withinMemory(false, [&] {
           AnimationAction& action = character->player.clipAction(*id);
           action.setLoop(crossfade::Loop::Repeat, loops == 0 ? std::numeric_limits<double>::infinity() : loops);
           action.clampWhenFinished = loops > 0;
           return true;
         });
}

void crossfadeAdvance(CrossfadeCharacter* character, double seconds) {
  character->player.advance(seconds, character->pose);
  if (character->travels) character->step = character->pack.roots.step(character->player.mixer());
}

float* crossfadeLocals(CrossfadeCharacter* character) {
  return character->pose.locals.empty() ? nullptr : &character->pose.locals[0].translation.x;
}
const float* crossfadeValues(const CrossfadeCharacter* character) { return character->pose.morphWeights.data(); }
const float* crossfadeModelMatrices(CrossfadeCharacter* character) {
  localToModel(character->pack.content.skeleton.parents(), character->pose.locals, character->models);
  return character->models.empty() ? nullptr : &character->models[0][0][0];
}
int32_t crossfadeSkinMatrices(const CrossfadeCharacter* character, int32_t skin, float* matrices, int32_t count) {
  const auto* const found = elementOf(character->pack.content.skins, skin);
  if (found == nullptr || count <= 0) return 0;
  const std::size_t written = std::min(found->joints.size(), static_cast<std::size_t>(count));
  std::array<glm::mat4, 16> some;  // the caller's memory holds floats, not matrices
  for (std::size_t first = 0; first < written; first += some.size()) {
    const std::size_t size = std::min(written - first, some.size());
    crossfade::skinningPalette(character->models, std::span(found->joints).subspan(first, size),
                               std::span(found->inverseBinds).subspan(first, size), std::span(some).first(size));
    std::memcpy(matrices + first * 16, some.data(), size * sizeof some[0]);
  }
  return static_cast<int32_t>(written);
}

size_t crossfadeEvents(const CrossfadeCharacter* character, CrossfadeEvent* events, size_t capacity) {
  const crossfade::AnimationMixer& mixer = character->player.mixer();
  size_t count = 0;
  const auto add = [&](const CrossfadeEvent& event) {
    if (count < capacity) events[count] = event;
    ++count;
  };
  for (const crossfade::PassedEvent& passed : mixer.passedEvents()) add(eventOf(character->pack, mixer.time(), passed));
  for (const crossfade::MixerEvent& event : mixer.events())
    if (event.kind == crossfade::MixerEvent::Kind::Finished) {
      const std::int32_t clip = indexOf(character->pack, event.action->clipId());
      add({.name = crossfadeClipName(&character->pack, clip),
           .ago = mixer.time() - event.time,
           .weight = event.action->getEffectiveWeight(),
           .value = 0,
           .clip = clip,
           .kind = CrossfadeEventFinished});
    }
  return count;
}

CrossfadeStep crossfadeRootMotion(const CrossfadeCharacter* character) {
  const auto& [translation, turn] = character->step;
  return {.x = translation.x, .y = translation.y, .z = translation.z, .turn = turn};
}

}  // extern "C"
