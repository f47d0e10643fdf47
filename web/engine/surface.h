// What the functions that TypeScript calls have in common. They are flat: numbers, and addresses of memory that the
// caller filled. Objects are addresses too; src/ owns them and never uses one after its destroy. A function that can
// fail returns 0 or -1 and leaves a sentence in crossfade_error().
#ifndef CROSSFADE_WEB_SURFACE_H
#define CROSSFADE_WEB_SURFACE_H

#include <string>
#include <string_view>

#include "crossfade/base/result.h"

/// Before the definition of a function that WebAssembly exports under `name`.
#define CROSSFADE_WEB(name) extern "C" __attribute__((used, visibility("default"), export_name(#name)))

namespace crossfade::web {

/// What crossfade_error() says from now on.
void setError(std::string message);
inline void setError(const Error& error) { setError(error.message); }

/// UTF-8 that the caller wrote: `length` bytes at `text`.
inline std::string textAt(const char* text, int length) { return {text, static_cast<std::size_t>(length)}; }

}  // namespace crossfade::web

#endif  // CROSSFADE_WEB_SURFACE_H
