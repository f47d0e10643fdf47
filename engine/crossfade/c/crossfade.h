// Characters for C, and for every language that can call C: open a pack, fade between its clips and blend spaces, read
// poses, matrices, events and root motion. examples/character.c is a whole program.
//
//   CrossfadePack* pack = crossfadeOpenPack(bytes, size, error, sizeof error);
//   CrossfadeCharacter* hero = crossfadeMakeCharacter(pack, true);
//   crossfadeFadeToClip(hero, crossfadeFindClip(pack, "walk"), NULL);
//   each frame: crossfadeAdvance(hero, seconds); crossfadeSkinMatrices(hero, 0, matrices, count);
//
// C99. No exceptions leave these functions. A handle that is NULL is allowed only where that is said; an index that
// does not exist is ignored: the result is then NULL, 0 or false. Any number of threads may read one pack; each
// character belongs to one thread at a time. Programs link with a C++ compiler, or with -lstdc++ -lm.
#ifndef CROSSFADE_C_CROSSFADE_H
#define CROSSFADE_C_CROSSFADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crossfade/base/export.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Packs: crossfade/asset/pack.h.

typedef struct CrossfadePack CrossfadePack;

/// Checks the whole block and reads it in place: it must begin at a multiple of 8 bytes, as malloc returns it, and
/// outlive the pack. NULL if that is no pack that can be played, or memory is short; then `error`, unless it is NULL,
/// gets a sentence that says why, cut off to `errorSize` bytes with its final 0.
CROSSFADE_API CrossfadePack* crossfadeOpenPack(const void* block, size_t size, char* error, size_t errorSize);
/// Destroy its characters first. NULL does nothing.
CROSSFADE_API void crossfadeClosePack(CrossfadePack* pack);

/// Joints are numbered parents first, clips and skins as in the pack.
CROSSFADE_API int32_t crossfadeJointCount(const CrossfadePack* pack);
CROSSFADE_API const char* crossfadeJointName(const CrossfadePack* pack, int32_t joint);
/// -1: it has none.
CROSSFADE_API int32_t crossfadeParentOf(const CrossfadePack* pack, int32_t joint);
/// Morph weights, then other values that clips animate.
CROSSFADE_API int32_t crossfadeValueCount(const CrossfadePack* pack);
CROSSFADE_API int32_t crossfadeSkinCount(const CrossfadePack* pack);
/// Matrices of the skin.
CROSSFADE_API int32_t crossfadeSkinJointCount(const CrossfadePack* pack, int32_t skin);
CROSSFADE_API int32_t crossfadeClipCount(const CrossfadePack* pack);
CROSSFADE_API const char* crossfadeClipName(const CrossfadePack* pack, int32_t clip);
CROSSFADE_API double crossfadeClipSeconds(const CrossfadePack* pack, int32_t clip);
/// The first one of that name (UTF-8); -1 if there is none.
CROSSFADE_API int32_t crossfadeFindJoint(const CrossfadePack* pack, const char* name);
CROSSFADE_API int32_t crossfadeFindClip(const CrossfadePack* pack, const char* name);
CROSSFADE_API int32_t crossfadeFindBlendSpace(const CrossfadePack* pack, const char* name);
CROSSFADE_API int32_t crossfadeFindMask(const CrossfadePack* pack, const char* name);

// ---- Characters: crossfade/transition/transition_player.h.

typedef struct CrossfadeCharacter CrossfadeCharacter;

/// In the rest pose. The pack must outlive it. With `rootMotion` the clips play in place, where the pack has them so,
/// and crossfadeRootMotion says how far they go. NULL: memory is short.
CROSSFADE_API CrossfadeCharacter* crossfadeMakeCharacter(const CrossfadePack* pack, bool rootMotion);
/// NULL does nothing.
CROSSFADE_API void crossfadeDestroyCharacter(CrossfadeCharacter* character);

/// How one clip takes over from another: crossfade/transition/transition_kind.h.
typedef enum CrossfadeKind {
  CrossfadeClassic,
  CrossfadeLinear,
  CrossfadeCurve,
  CrossfadeFrozen,
  CrossfadeInertial,
  CrossfadeDeadBlending
} CrossfadeKind;

/// How clips stay in step while they fade: crossfade/transition/cycle_sync.h.
typedef enum CrossfadeSync { CrossfadeSyncNone, CrossfadeSyncPhase, CrossfadeSyncMarkers } CrossfadeSync;

typedef struct CrossfadeFade {
  double seconds;  // below 0 or not finite counts as 0: a cut
  int32_t kind;    // a CrossfadeKind
  int32_t sync;    // a CrossfadeSync
  int32_t mask;    // where the target takes over: an index, or -1 for the whole body
} CrossfadeFade;

/// Fades to a clip from what is on screen, at any moment. `fade` NULL: as the pack's transitions say for the clip or
/// blend space that was faded to last without a mask; the first time at once. The first call for a clip allocates.
/// False: there is no such clip, kind, sync or mask, or memory is short.
CROSSFADE_API bool crossfadeFadeToClip(CrossfadeCharacter* character, int32_t clip, const CrossfadeFade* fade);
/// The same with a blend space of the pack.
CROSSFADE_API bool crossfadeFadeToBlendSpace(CrossfadeCharacter* character, int32_t space, const CrossfadeFade* fade);
/// Moves the point of a blend space in a straight line within `seconds`, whether or not it plays: crossfade/transition/
/// blend_space_player.h. Call it each frame with a stick's value and, say, 0.1 s.
CROSSFADE_API void crossfadeMoveBlendSpace(CrossfadeCharacter* character, int32_t space, double x, double y,
                                           double seconds);
/// How often a clip plays before it holds its last pose; 0: without end, as clips do by default. Set it before you fade
/// to the clip. Allocates if that is the first call for the clip. False: as crossfadeFadeToClip.
CROSSFADE_API bool crossfadeSetLoops(CrossfadeCharacter* character, int32_t clip, int32_t loops);

/// One frame: advances what plays, and makes the pose. Not finite counts as 0. No allocation.
CROSSFADE_API void crossfadeAdvance(CrossfadeCharacter* character, double seconds);

// What the last frame made; pointers are valid until the next one. Before the first one: the rest pose.

/// 10 floats for each joint, relative to its parent: translation x y z, rotation x y z w, scale x y z. You may change
/// them (inverse kinematics, physics) before you ask for matrices.
CROSSFADE_API float* crossfadeLocals(CrossfadeCharacter* character);
/// As many as crossfadeValueCount.
CROSSFADE_API const float* crossfadeValues(const CrossfadeCharacter* character);
/// 16 floats for each joint, by columns: from the joint to model space. Computed from crossfadeLocals by each call.
CROSSFADE_API const float* crossfadeModelMatrices(CrossfadeCharacter* character);
/// Writes the first `count` matrices of a skin (model matrix * inverse bind, 16 floats each, by columns) and returns
/// how many there were. Call crossfadeModelMatrices first: it uses those.
CROSSFADE_API int32_t crossfadeSkinMatrices(const CrossfadeCharacter* character, int32_t skin, float* matrices,
                                            int32_t count);

typedef enum CrossfadeEventKind {
  CrossfadeEventMoment,
  CrossfadeEventBegin,  // of a span
  CrossfadeEventEnd,
  CrossfadeEventFinished  // the clip has played its loops
} CrossfadeEventKind;

typedef struct CrossfadeEvent {
  const char* name;  // lives as long as the pack; of Finished the clip's name
  double ago;        // seconds between it and the end of the frame
  double weight;     // how much of the clip showed then, 0 to 1
  double value;      // the event's own; 0 without one
  int32_t clip;
  int32_t kind;  // a CrossfadeEventKind
} CrossfadeEvent;

/// What clips passed in the last frame: every event exactly once on each way (AnimationMixer::passedEvents), by time,
/// then the clips that finished. Writes as many as fit, and returns how many there are.
CROSSFADE_API size_t crossfadeEvents(const CrossfadeCharacter* character, CrossfadeEvent* events, size_t capacity);

/// A step: first the translation, relative to where the character faces before it, then the turn about +Y, in radians,
/// counterclockwise seen from above.
typedef struct CrossfadeStep {
  double x, y, z;
  double turn;
} CrossfadeStep;

/// How far the character went in the last frame. 0 without root motion.
CROSSFADE_API CrossfadeStep crossfadeRootMotion(const CrossfadeCharacter* character);

#ifdef __cplusplus
}
#endif

#endif  // CROSSFADE_C_CROSSFADE_H
