// Splits a BVH file into words and tracks line numbers.
#ifndef APP_IMPORT_BVH_BVH_WORDS_H
#define APP_IMPORT_BVH_BVH_WORDS_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {

/// Words are separated by white space; braces and colons are words of their own.
class BvhWords {
 public:
  explicit BvhWords(std::string_view text) : text_(text) {}

  /// Empty at the end of the file. line() counts from 1 and is that of the last word taken.
  std::string_view next();
  std::string_view peek() const;
  /// Takes the next word if it is this one, in any case; `word` is in lower case.
  bool take(std::string_view word);
  /// Takes it, or throws ImportError.
  void expect(std::string_view word);
  /// Takes a number, or throws ImportError.
  double number();

  std::size_t line() const { return line_; }
  std::size_t position() const { return position_; }

  template <class... Parts>
  [[noreturn]] void failIn(std::size_t line, const Parts&... parts) const {
    refuse("the BVH data is damaged in line ", line, " (", parts..., "); export it again, or as glTF");
  }
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    failIn(line_, parts...);
  }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

/// Ignores the locale; a sign is allowed. Empty if it is not a number, not finite or too large.
std::optional<double> bvhNumber(std::string_view word);
std::string lowerCaseOf(std::string_view word);

}  // namespace app

#endif  // APP_IMPORT_BVH_BVH_WORDS_H
