// Joins variants, asks what one holds, and carries it out.
#pragma once

#include <type_traits>
#include <variant>

#include "crossfade/base/result.h"

namespace app {

template <class... Variants>
struct JoinVariants;
template <class... All>
struct JoinVariants<std::variant<All...>> {
  using type = std::variant<All...>;
};
template <class... First, class... Second, class... Rest>
struct JoinVariants<std::variant<First...>, std::variant<Second...>, Rest...>
    : JoinVariants<std::variant<First..., Second...>, Rest...> {};

/// The alternatives of all `Variants`, in order.
template <class... Variants>
using JoinedVariant = typename JoinVariants<Variants...>::type;

template <class T, class Variant>
inline constexpr bool kIsAlternativeOf = false;
template <class T, class... Types>
inline constexpr bool kIsAlternativeOf<T, std::variant<Types...>> = (std::is_same_v<T, Types> || ...);

/// The first of `Variants` that has the alternative T.
template <class T, class First, class... Rest>
struct FindVariantOf {
  using type = typename FindVariantOf<T, Rest...>::type;
};
template <class T, class First, class... Rest>
requires kIsAlternativeOf<T, First>
struct FindVariantOf<T, First, Rest...> {
  using type = First;
};
template <class T, class... Variants>
using VariantOf = typename FindVariantOf<T, Variants...>::type;

template <class... Types, class Variant>
constexpr bool holdsAnyOf(const Variant& variant) {
  return (std::holds_alternative<Types>(variant) || ...);
}

/// What `applier` says about the command; that nothing is wrong, if it says nothing.
template <class Applier, class Command>
crossfade::Result<void> carriedOut(Applier applier, const Command& command) {
  if constexpr (std::is_void_v<decltype(applier(command))>) {
    applier(command);
    return {};
  } else {
    return applier(command);
  }
}
template <class Applier, class... Commands>
crossfade::Result<void> carriedOut(Applier applier, const std::variant<Commands...>& command) {
  return std::visit([&](const auto& c) { return carriedOut(applier, c); }, command);
}

}  // namespace app
