#include "crossfade/base/assert.h"

#include <cstdio>
#include <cstdlib>

#include "crossfade/base/result.h"

namespace crossfade {

void abortWith(std::string_view sentence, const char* file, int line) {
  if (file) std::fprintf(stderr, "%s:%d: ", file, line);
  std::fprintf(stderr, "crossfade: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
  std::abort();
}

namespace detail {

void abortWithoutValue(const Error& error) {
  abortWith("this Result has no value, test it first. Its error: " + error.message);
}

void abortWithoutError() { abortWith("this Result has no error, test it first: it holds a value"); }

}  // namespace detail
}  // namespace crossfade
