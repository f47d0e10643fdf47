/* The pack of walking_hero.h for programs in C: in a game you would read or map a file instead. */
#ifndef EXAMPLES_HERO_PACK_HERO_PACK_H
#define EXAMPLES_HERO_PACK_HERO_PACK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lives until the program ends. */
const void* heroPack(size_t* size);

#ifdef __cplusplus
}
#endif

#endif /* EXAMPLES_HERO_PACK_HERO_PACK_H */
