// Compiled as C99, by a C compiler.
#include "tests/engine/c/played_from_c.h"

#include <string.h>

#include "crossfade/c/crossfade.h"

#if defined(__cplusplus) || __STDC_VERSION__ != 199901L
#error "this is C99"
#endif

static void note(const CrossfadeCharacter* character, PlayedInC* played) {
  CrossfadeEvent events[8];
  const size_t count = crossfadeEvents(character, events, 8);
  for (size_t i = 0; i < count && i < 8; ++i) {
    if (events[i].kind == CrossfadeEventFinished) ++played->finished, played->finishedAgo = events[i].ago;
    if (events[i].kind == CrossfadeEventMoment && strstr(events[i].name, " down") != NULL) ++played->steps;
  }
}

const char* playInC(const void* block, size_t size, int frames, PlayedInC* played) {
  static char error[100];
  memset(played, 0, sizeof *played);
  CrossfadePack* const pack = crossfadeOpenPack(block, size, error, sizeof error);
  if (pack == NULL) return error;
  CrossfadeCharacter* const character = crossfadeMakeCharacter(pack, true);
  const int32_t gaits = crossfadeFindBlendSpace(pack, "gaits"), jump = crossfadeFindClip(pack, "jump");
  crossfadeSetLoops(character, jump, 1);
  crossfadeMoveBlendSpace(character, gaits, 1.2, 0, 0);
  crossfadeFadeToBlendSpace(character, gaits, NULL);
  for (int frame = 0; frame < frames; ++frame) {
    const CrossfadeFade back = {.seconds = 0.25, .kind = CrossfadeLinear, .sync = CrossfadeSyncNone, .mask = -1};
    if (frame == 60) crossfadeFadeToClip(character, jump, NULL);
    if (frame == 120) crossfadeFadeToBlendSpace(character, gaits, &back);
    crossfadeAdvance(character, 1.0 / 60);
    note(character, played);
  }
  const CrossfadeStep step = crossfadeRootMotion(character);
  played->x = step.x, played->y = step.y, played->z = step.z, played->turn = step.turn;
  memcpy(played->locals, crossfadeLocals(character), (size_t)crossfadeJointCount(pack) * 10 * sizeof(float));
  crossfadeModelMatrices(character);
  played->skinJoints = crossfadeSkinMatrices(character, 0, played->skin, 64);
  crossfadeDestroyCharacter(character);
  crossfadeClosePack(pack);
  return "";
}

int countWrongAnswersInC(const void* block, size_t size) {
  int wrong = 0;
  CrossfadePack* const pack = crossfadeOpenPack(block, size, NULL, 0);
  CrossfadeCharacter* const character = crossfadeMakeCharacter(pack, false);
  const int32_t most = 0x7fffffff, least = -most - 1;
  for (int i = 0; i < 3; ++i) {
    const int32_t none = i == 0 ? -1 : i == 1 ? most : least;
    wrong += crossfadeJointName(pack, none) != NULL;
    wrong += crossfadeParentOf(pack, none) != -1;
    wrong += crossfadeSkinJointCount(pack, none) != 0;
    wrong += crossfadeClipName(pack, none) != NULL;
    wrong += crossfadeClipSeconds(pack, none) != 0;
    wrong += crossfadeFadeToClip(character, none, NULL);
    wrong += crossfadeFadeToBlendSpace(character, none, NULL);
    wrong += crossfadeSetLoops(character, none, 1);
    crossfadeMoveBlendSpace(character, none, 1, 1, 1);
    wrong += crossfadeSkinMatrices(character, none, NULL, 1) != 0;
    const CrossfadeFade fades[] = {{0.2, none, 0, -1}, {0.2, 0, none, -1}, {0.2, 0, 0, i == 0 ? 9 : none}};
    for (int k = 0; k < 3; ++k) {
      wrong += crossfadeFadeToClip(character, 0, &fades[k]);
      wrong += crossfadeFadeToBlendSpace(character, 0, &fades[k]);
    }
    crossfadeAdvance(character, 0.1);
  }
  wrong += crossfadeSetLoops(character, 0, -1);
  wrong += crossfadeFindClip(pack, "no such clip") != -1;
  wrong += crossfadeFindJoint(pack, "") != -1;
  wrong += crossfadeFindMask(pack, "no such mask") != -1;
  wrong += crossfadeFindBlendSpace(pack, "no such space") != -1;
  wrong += crossfadeSkinMatrices(character, 0, NULL, 0) != 0;
  wrong += crossfadeSkinMatrices(character, 0, NULL, -1) != 0;
  wrong += crossfadeRootMotion(character).z != 0;
  wrong += crossfadeEvents(character, NULL, 0) != 0;
  wrong += !crossfadeFadeToClip(character, 0, NULL);
  crossfadeDestroyCharacter(character);
  crossfadeDestroyCharacter(NULL);
  crossfadeClosePack(pack);
  crossfadeClosePack(NULL);
  return wrong;
}
