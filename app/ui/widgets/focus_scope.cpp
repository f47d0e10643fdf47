#include "app/ui/widgets/focus_scope.h"

#include <algorithm>

namespace app {

FocusScope::Change FocusScope::follow(std::span<const FocusId> open, FocusId focus) {
  const std::size_t wanted = std::min(open.size(), kMaxDepth);
  std::size_t same = 0;
  while (same < std::min(depth_, wanted) && levels_[same].panel == open[same]) ++same;
  const bool closes = same < depth_, opens = same < wanted;
  if (!closes && !opens) return {};
  const FocusId returnsTo = closes ? levels_[same].before : focus;
  for (std::size_t i = same; i < wanted; ++i) levels_[i] = {open[i], i == same ? returnsTo : 0};
  depth_ = wanted;
  return opens || returnsTo == 0 ? Change{.enters = inside()} : Change{.returnsTo = returnsTo};
}

}  // namespace app
