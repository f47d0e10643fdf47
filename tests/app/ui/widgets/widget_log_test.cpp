#include "app/ui/widgets/ui_context.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

TEST(WidgetLog, FindsById) {
  WidgetLog log;
  log.add("transport.pause", {1, 2, 30, 40.5f});
  ASSERT_NE(log.find("transport.pause"), nullptr);
  EXPECT_EQ(*log.find("transport.pause"), (UiRect{1, 2, 30, 40.5f}));
  EXPECT_EQ(log.find("transport"), nullptr);
}

TEST(WidgetLog, CutsAnIdThatIsTooLong) {
  WidgetLog log;
  log.add(std::string(100, 'a'), {});
  EXPECT_EQ(log.widgets()[0].id(), std::string(47, 'a'));
}

TEST(WidgetLog, OfTheWholeInterfaceNamesEveryWidgetOnce) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Profiler, ColumnTab::Pose, ColumnTab::Model})
    for (const bool help : {false, true}) {
      Stage stage(handMadeModel({"Idle", "", "Run", "Jump", "Idle"}));
      stage.interface->workspace() = {.tab = tab, .helpOpen = help};
      (void)stage.session.apply(ShowMessage{"accessor 3 is too short", true});
      stage.frame();
      std::set<std::string, std::less<>> seen;
      for (const LoggedWidget& widget : stage.interface->widgets().widgets())
        EXPECT_TRUE(seen.emplace(widget.id()).second) << widget.id() << " is there twice";
      EXPECT_GT(seen.size(), 25u);
    }
}

}  // namespace
}  // namespace app::test
