// Joins several variants into one.
#pragma once

#include <variant>

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

}  // namespace app
