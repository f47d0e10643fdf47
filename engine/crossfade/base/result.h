// A value, or a sentence that says why there is none (C++20 has no std::expected).
#ifndef CROSSFADE_BASE_RESULT_H
#define CROSSFADE_BASE_RESULT_H

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "crossfade/base/assert.h"

namespace crossfade {

/// What is wrong with the input, in one sentence a user can act on: what, where, which value.
struct Error {
  std::string message;
};

namespace detail {
[[noreturn]] CROSSFADE_API void abortWithoutValue(const Error& error);
[[noreturn]] CROSSFADE_API void abortWithoutError();
}  // namespace detail

/// Either a T or an Error. Test it before use: asking for the one it does not hold prints a sentence, that of the error
/// if it holds one, and aborts, in every build.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return const_cast<T&>(value()); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(const_cast<T&>(value())); }
  T* operator->() { return &const_cast<T&>(value()); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    if (*this) detail::abortWithoutError();
    return *std::get_if<1>(&state_);
  }

 private:
  const T& value() const {
    if (!*this) detail::abortWithoutValue(error());
    return *std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  const Error& error() const {
    if (!error_) detail::abortWithoutError();
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace crossfade

#endif  // CROSSFADE_BASE_RESULT_H
