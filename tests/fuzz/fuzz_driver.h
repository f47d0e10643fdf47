// What a fuzzing driver defines: one parser of ours, and inputs for libFuzzer to start from.
#ifndef TESTS_FUZZ_FUZZ_DRIVER_H
#define TESTS_FUZZ_FUZZ_DRIVER_H

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace app::fuzz {

/// Valid inputs, made by our own writers.
std::vector<std::string> seeds();

/// Reads `input`. A finding is whatever does not end in a value or a sentence: a crash, a hang, an assert, a
/// sanitizer's report, more memory than libFuzzer's limit, or a broken promise.
void parse(std::string_view input);

/// For promises that are broken without a crash.
inline void promise(bool kept, const char* sentence) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", sentence);
  std::abort();
}

}  // namespace app::fuzz

#endif  // TESTS_FUZZ_FUZZ_DRIVER_H
