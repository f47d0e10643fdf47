// What the library does when it is called wrongly: CROSSFADE_ASSERT, which you can replace.
//
// The library's source files check what callers promise (sizes that fit, ids and indices that exist) in two steps: they
// assert it, and then behave as the function's documentation says, whether or not the assert returned: nothing happens,
// the smaller count is processed, or what does not fit is skipped. So asserts only tell you; they protect nothing. The
// few functions that read raw memory as fast as they can say "Unchecked" instead.
//
// By default an assert prints its sentence and aborts where NDEBUG is not defined, and costs nothing where it is.
// CMake's option CROSSFADE_LIVE_ASSERTS decides that for the library's own sources, whatever your flags are: OFF in
// packages.
//
// To replace it, define the macro in a header of your own and compile the library with that header included first:
// `-include game_assert.h`, or /FI with MSVC.
//
//   #define CROSSFADE_ASSERT(condition, sentence) ((condition) ? void() : logOnce(__FILE__, __LINE__, sentence))
//
// It gets a condition without side effects, which you may evaluate once or not at all, and a string literal: who was
// called, and what is wrong. It may return, throw if the library is compiled with exceptions, or end the program. It is
// evaluated when the function is called, before anything has changed, on the caller's thread; in frame functions, too.
// It is a macro and not a function pointer because asserts then cost nothing where they are off, and the library keeps
// its promise to have no globals. Only source files use it, never headers: your program's and the library's may differ.
#ifndef CROSSFADE_BASE_ASSERT_H
#define CROSSFADE_BASE_ASSERT_H

#include <string_view>

#include "crossfade/base/export.h"

namespace crossfade {

/// Prints "crossfade: ", the sentence and, with a `file`, where it is, to stderr, and aborts. In every build: for what
/// no caller can go on from, such as the value of a Result that holds an error.
[[noreturn]] CROSSFADE_API void abortWith(std::string_view sentence, const char* file = nullptr, int line = 0);

}  // namespace crossfade

#ifndef CROSSFADE_ASSERT
#ifdef NDEBUG
#define CROSSFADE_ASSERT(condition, sentence) static_cast<void>(sizeof(!(condition)))
#else
#define CROSSFADE_ASSERT(condition, sentence) \
  ((condition) ? static_cast<void>(0) : ::crossfade::abortWith(sentence, __FILE__, __LINE__))
#endif
#endif

#endif  // CROSSFADE_BASE_ASSERT_H
