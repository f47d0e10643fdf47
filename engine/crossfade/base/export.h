// CROSSFADE_API marks what a shared build of the library exports: every public class and function that is defined in a
// source file. Templates and inline functions need no mark.
//
// CROSSFADE_SHARED comes with the package when the library is shared; CROSSFADE_BUILDS_LIBRARY is defined only while
// building it.
#ifndef CROSSFADE_BASE_EXPORT_H
#define CROSSFADE_BASE_EXPORT_H

#if !defined(CROSSFADE_SHARED)
#define CROSSFADE_API
#elif !defined(_WIN32)
#define CROSSFADE_API __attribute__((visibility("default")))
#elif defined(CROSSFADE_BUILDS_LIBRARY)
#define CROSSFADE_API __declspec(dllexport)
#else
#define CROSSFADE_API __declspec(dllimport)
#endif

#endif  // CROSSFADE_BASE_EXPORT_H
