// Where tooltips appear: never over their own control, and over others only where there is no other place.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

struct Covered {
  int hints = 0;     // tooltips seen
  int own = 0;       // those over their own control
  int covering = 0;  // those over others
};

Covered hintsOf(Stage& stage) {
  Covered result;
  stage.frame();
  std::vector<LoggedWidget> controls;
  for (const LoggedWidget& widget : stage.interface->widgets().widgets())
    if (widget.isControl) controls.push_back(widget);
  for (const LoggedWidget& control : controls) {
    stage.pointAt(control.id());
    if (stage.hint().empty()) continue;
    ++result.hints;
    const UiRect& hint = stage.interface->widgets().hintRect();
    if (overlap(control.rect, hint)) ++result.own;
    for (const LoggedWidget& other : controls)
      if (overlap(other.rect, hint)) {
        ++result.covering;
        break;
      }
  }
  return result;
}

TEST(HintPlaces, LeaveControlsFree) {
  Stage stage(handMadeModel(), 1280, 720);
  const Covered wide = hintsOf(stage);
  EXPECT_GT(wide.hints, 30);
  EXPECT_EQ(wide.own, 0);
  EXPECT_LT(wide.covering, 0.1 * wide.hints);
  Stage small(handMadeModel(), 640, 400);
  const Covered narrow = hintsOf(small);
  EXPECT_GT(narrow.hints, 20);
  EXPECT_EQ(narrow.own, 0);
  EXPECT_LT(narrow.covering, 0.4 * narrow.hints);
}

}  // namespace
}  // namespace app::test
