// The popups and dialogs that hold the focus, one over another, and where it was before each. Plain data, without
// Dear ImGui.
#ifndef APP_UI_WIDGETS_FOCUS_SCOPE_H
#define APP_UI_WIDGETS_FOCUS_SCOPE_H

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

}  // namespace app

#endif  // APP_UI_WIDGETS_FOCUS_SCOPE_H
