// The popups and dialogs that hold the focus, one over another, and where it was before each. Plain data, without
// Dear ImGui.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "app/ui/widgets/focus_order.h"

namespace app {

class FocusScope {
 public:
  static constexpr std::size_t kMaxDepth = 8;  // deeper ones do not hold the focus

  /// What follows from the popups and dialogs that opened and closed.
  struct Change {
    FocusId enters = 0;     // the focus goes to the first stop of this panel
    FocusId returnsTo = 0;  // or back to this stop
  };
  /// At the end of a frame. `open`: the panels of all popups and dialogs, the innermost last. `focus`: what has it now.
  Change follow(std::span<const FocusId> open, FocusId focus);
  /// The panel that holds the focus; 0: none does.
  FocusId inside() const { return depth_ == 0 ? 0 : levels_[depth_ - 1].panel; }

 private:
  struct Level {
    FocusId panel = 0;
    FocusId before = 0;  // what had the focus when it opened
  };
  std::array<Level, kMaxDepth> levels_{};
  std::size_t depth_ = 0;
};

inline FocusScope::Change FocusScope::follow(std::span<const FocusId> open, FocusId focus) {
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
