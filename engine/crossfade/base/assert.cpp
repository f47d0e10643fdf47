#include "crossfade/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace crossfade {

void abortWith(std::string_view sentence, const char* file, int line) {
  if (file) std::fprintf(stderr, "%s:%d: ", file, line);
  std::fprintf(stderr, "crossfade: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
  std::abort();
}

}  // namespace crossfade
