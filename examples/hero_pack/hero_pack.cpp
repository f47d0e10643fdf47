#include "hero_pack.h"

#include "../walking_hero.h"

const void* heroPack(size_t* size) {
  static const std::vector<std::byte> pack = hero::makePack();
  *size = pack.size();
  return pack.data();
}
