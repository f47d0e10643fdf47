// A character in C: walks and runs by a blend space, jumps, makes its steps heard and goes where its clips take it.
// Plays the pack named on the command line, if its clips have these names, or else the one of walking_hero.h.
//
// Prints:
//   1 s: 2 steps, at z = 1.20
//   2 s: 4 steps, at z = 2.40
//   jump ends at 2.80 s
//   3 s: 5 steps, at z = 2.57
//   4 s: 8 steps, at z = 5.25
//   the head is 1.55 above the floor
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crossfade/c/crossfade.h"
#include "hero_pack/hero_pack.h"

static void* readFile(const char* path, size_t* size) {
  FILE* const file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void* const bytes = malloc(*size);
  if (bytes != NULL) *size = fread(bytes, 1, *size, file);
  fclose(file);
  return bytes;
}

static int countSteps(const CrossfadeCharacter* hero, double time) {
  CrossfadeEvent events[16];
  const size_t count = crossfadeEvents(hero, events, 16);
  int steps = 0;
  for (size_t i = 0; i < count && i < 16; ++i) {
    if (events[i].kind == CrossfadeEventFinished) printf("%s ends at %.2f s\n", events[i].name, time - events[i].ago);
    if (strstr(events[i].name, " down") != NULL && events[i].weight > 0.3) ++steps;  // play a sound
  }
  return steps;
}

int main(int argc, char** argv) {
  size_t size = 0;
  const void* const bytes = argc > 1 ? readFile(argv[1], &size) : heroPack(&size);
  char error[200];
  CrossfadePack* const pack = crossfadeOpenPack(bytes, size, error, sizeof error);
  if (pack == NULL) return printf("%s\n", error), 1;

  const int32_t gaits = crossfadeFindBlendSpace(pack, "gaits"), jump = crossfadeFindClip(pack, "jump");
  const int32_t skinJoints = crossfadeSkinJointCount(pack, 0), head = crossfadeFindJoint(pack, "Head");
  float* const matrices = malloc((size_t)skinJoints * 16 * sizeof(float));
  CrossfadeCharacter* const hero = crossfadeMakeCharacter(pack, true);
  if (hero == NULL || matrices == NULL) return printf("memory is short\n"), 1;

  crossfadeSetLoops(hero, jump, 1);
  crossfadeMoveBlendSpace(hero, gaits, 1.2, 0, 0);  // walks
  crossfadeFadeToBlendSpace(hero, gaits, NULL);
  int steps = 0;
  double z = 0;  // it goes straight on; crossfadeRootMotion says how to add up turns
  for (int frame = 1; frame <= 240; ++frame) {
    const CrossfadeFade back = {.seconds = 0.2, .kind = CrossfadeInertial, .mask = -1};
    if (frame == 121) crossfadeFadeToClip(hero, jump, NULL);  // as the pack's transitions say
    if (frame == 169) crossfadeFadeToBlendSpace(hero, gaits, &back);
    if (frame == 181) crossfadeMoveBlendSpace(hero, gaits, 3, 0, 0.3);  // runs

    crossfadeAdvance(hero, 1.0 / 60);

    steps += countSteps(hero, frame / 60.0);
    z += crossfadeRootMotion(hero).z;
    crossfadeModelMatrices(hero);
    crossfadeSkinMatrices(hero, 0, matrices, skinJoints);  // what the GPU gets
    if (frame % 60 == 0) printf("%d s: %d steps, at z = %.2f\n", frame / 60, steps, z);
  }
  printf("the head is %.2f above the floor\n", (double)crossfadeModelMatrices(hero)[head * 16 + 13]);

  crossfadeDestroyCharacter(hero);
  crossfadeClosePack(pack);
  free(matrices);
  return 0;
}
