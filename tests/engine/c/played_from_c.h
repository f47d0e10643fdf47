/* What the tests let a source in C do with crossfade/c/crossfade.h. */
#ifndef TESTS_ENGINE_C_PLAYED_FROM_C_H
#define TESTS_ENGINE_C_PLAYED_FROM_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a character did: frames of 1/60 s, of a pack with the clips "walk" and "jump" and the blend space "gaits". */
typedef struct PlayedInC {
  float locals[64 * 10];
  float skin[64 * 16];
  int32_t skinJoints;
  int32_t steps, finished;
  double finishedAgo;
  double x, y, z, turn; /* of the last frame */
} PlayedInC;

/* Walks by the space for 60 frames, jumps once, and goes back to the space in frame 120. The sentence of an error. */
const char* playInC(const void* block, size_t size, int frames, PlayedInC* played);
/* Calls every function with what does not exist; the number of answers that are not as the header says. */
int countWrongAnswersInC(const void* block, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* TESTS_ENGINE_C_PLAYED_FROM_C_H */
