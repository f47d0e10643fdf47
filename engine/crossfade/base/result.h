// A value, or a sentence that says why there is none (C++20 has no std::expected).
#ifndef CROSSFADE_BASE_RESULT_H
#define CROSSFADE_BASE_RESULT_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace crossfade {

/// What is wrong with the input, in one sentence a user can act on: what, where, which value.
struct Error {
  std::string message;
};

/// Either a T or an Error. Test it before use; accessing the one it does not hold is a programming error (assert).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  const T& operator*() const& {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && {
    assert(*this);
    return std::move(*std::get_if<0>(&state_));
  }
  T* operator->() {
    assert(*this);
    return std::get_if<0>(&state_);
  }
  const T* operator->() const {
    assert(*this);
    return std::get_if<0>(&state_);
  }
  const Error& error() const {
    assert(!*this);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  const Error& error() const {
    assert(error_);
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace crossfade

#endif  // CROSSFADE_BASE_RESULT_H
