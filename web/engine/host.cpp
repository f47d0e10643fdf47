// What the engine asks of its host. These definitions replace those of base/number_text.cpp and base/assert.cpp, which
// would bring printf and files along, a tenth of the whole: JavaScript can print numbers and sentences, too.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"
#include "crossfade/base/result.h"

#define CROSSFADE_WEB_IMPORT(name) extern "C" __attribute__((import_module("crossfade"), import_name(#name)))

/// Writes a number as text, at most `capacity` bytes, and returns how many. `decimals`: at most so many, or -1 for the
/// shortest text that reads back as the same double, -2 as the same float.
CROSSFADE_WEB_IMPORT(number) int crossfadeHostNumber(double value, int decimals, char* text, int capacity);
/// Ends the call with an error.
CROSSFADE_WEB_IMPORT(stop) __attribute__((noreturn)) void crossfadeHostStop(const char* sentence, int length);

namespace crossfade {
namespace {

std::string numberText(double value, int decimals) {
  std::array<char, 448> text;
  const int length = crossfadeHostNumber(value, decimals, text.data(), static_cast<int>(text.size()));
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string formatNumber(double value) { return numberText(value, -1); }
std::string formatNumber(float value) { return numberText(static_cast<double>(value), -2); }
std::string formatNumber(double value, int decimals) { return numberText(value, decimals < 0 ? 0 : decimals); }

void abortWith(std::string_view sentence, const char*, int) {
  crossfadeHostStop(sentence.data(), static_cast<int>(sentence.size()));
}

namespace detail {

void abortWithoutValue(const Error& error) { abortWith(error.message); }
void abortWithoutError() { abortWith("a result was asked for its error and has none"); }

}  // namespace detail
}  // namespace crossfade

/// What the C++ runtime says before it aborts; its own version would bring printf along. The name is the runtime's.
extern "C" __attribute__((noreturn)) void abort_message(const char* format, ...) {
  crossfade::abortWith(format, nullptr, 0);
}
