#include "surface.h"

#include <cstdlib>
#include <utility>

namespace crossfade::web {
namespace {

std::string& lastError() {
  static std::string text;
  return text;
}

}  // namespace

void setError(std::string message) { lastError() = std::move(message); }

/// The sentence of the last error, ended by a zero. Valid until the next one.
CROSSFADE_WEB(crossfade_error) const char* crossfadeError() { return lastError().c_str(); }

/// Memory for what a call takes. 0 if there is none.
CROSSFADE_WEB(crossfade_allocate) void* crossfadeAllocate(int bytes) {
  return std::malloc(static_cast<std::size_t>(bytes));
}
CROSSFADE_WEB(crossfade_free) void crossfadeFree(void* memory) { std::free(memory); }

}  // namespace crossfade::web
