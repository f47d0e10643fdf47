// Where tooltips appear: never over their own control, and over fewer others than right below or above it.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

using Controls = std::vector<LoggedWidget>;

auto coveredBy(const UiRect& hint, const Controls& controls) {
  return std::ranges::count_if(controls, [&](const LoggedWidget& each) { return overlap(each.rect, hint); });
}

TEST(HintPlaces, LeaveMoreControlsFreeThanBelowOrAbove) {
  for (const bool small : {false, true}) {
    Stage stage(handMadeModel(), small ? 640 : 1280, small ? 400 : 720);
    stage.frame();
    Controls controls;
    for (const LoggedWidget& widget : stage.interface->widgets().widgets())
      if (widget.isControl) controls.push_back(widget);
    std::ptrdiff_t hints = 0, covered = 0, plain = 0;
    for (const LoggedWidget& control : controls) {
      stage.pointAt(control.id());
      if (stage.hint().empty()) continue;
      ++hints;
      const UiRect& hint = stage.interface->widgets().hintRect();
      EXPECT_FALSE(overlap(control.rect, hint)) << control.id();
      const bool above = control.rect.centerY() > static_cast<float>(stage.height) / 2;
      UiRect usual = hint;
      usual.x = std::clamp(control.rect.x, 0.0f, static_cast<float>(stage.width) - hint.width);
      usual.y = above ? control.rect.y - 6 - hint.height : control.rect.bottom() + 6;
      covered += coveredBy(hint, controls);
      plain += coveredBy(usual, controls);
    }
    EXPECT_GT(hints, 20);
    EXPECT_LT(covered, plain) << (small ? "small" : "large") << " window, " << hints << " hints";
  }
}

TEST(HintPlaces, OfAComparisonLeaveTheFiguresOfTheOthersFree) {
  using crossfade::TransitionKind;
  Stage stage(handMadeModel());
  (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1}});
  (void)stage.session.apply(SetComparison{
      {{.kind = TransitionKind::Linear}, {.kind = TransitionKind::Inertial}, {.kind = TransitionKind::Frozen}}});
  const FadeComparison& comparison = stage.session.character().comparison();
  for (int i = 0; i < 20'000 && !(comparison.laneCount() == 3 && comparison.figures(2)); ++i) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (int i = 0; i < 5; ++i) stage.frame();
  for (int lane = 0; lane < 3; ++lane) {
    stage.pointAt("compare.use." + std::to_string(lane));
    ASSERT_FALSE(stage.hint().empty());
    for (int other = 0; other < 3; ++other) {
      if (other == lane) continue;
      EXPECT_FALSE(overlap(stage.interface->widgets().hintRect(), stage.rect("compare.label." + std::to_string(other))))
          << lane << " over " << other;
    }
  }
}

/// The scene beside the right column has room for its tooltips.
TEST(HintPlaces, OfTheRightColumnCoverNoControl) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::Queue, ColumnTab::Blend}) {
    Stage stage(handMadeModel());
    stage.interface->workspace().tab = tab;
    (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1}});
    stage.frame();
    stage.frame();
    Controls controls;
    for (const LoggedWidget& widget : stage.interface->widgets().widgets())
      if (widget.isControl) controls.push_back(widget);
    const UiRect column = stage.rect("panel.tabs");
    for (const LoggedWidget& control : controls) {
      if (control.rect.x < column.x || control.rect.y < column.y) continue;
      stage.pointAt(control.id());
      if (stage.hint().empty()) continue;
      EXPECT_EQ(coveredBy(stage.interface->widgets().hintRect(), controls), 0) << control.id() << ": " << stage.hint();
    }
  }
}

}  // namespace
}  // namespace app::test
