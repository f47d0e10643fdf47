// The transition set in the real window.
#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class TransitionWindow : public ViewerWindow {
 protected:
  TransitionWindow() : ViewerWindow(1280, 720) {}
  void SetUp() override {
    ViewerWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    xdotool("mousemove 60 300");
    xdotool("key x");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("transitions.cells"); }));
  }
  static constexpr double kCellWidth = 32, kCellHeight = 18;  // as it opens

  /// By position on display: its middle, or at fractions of it.
  std::string cell(int row, int column, double across = 0.5, double down = 0.5) {
    const Json& cells = now_["widgets"].at("transitions.cells");
    return std::to_string(std::lround(cells[0].get<double>() + (column + across) * kCellWidth)) + " " +
           std::to_string(std::lround(cells[1].get<double>() + (row + down) * kCellHeight));
  }
  /// In the triangle of a cell that has settings of its own.
  std::string mark(int row, int column) { return cell(row, column, 1 - 3 / kCellWidth, 2 / kCellHeight); }
  void typeInto(const std::string& widget, const std::string& text) {
    click(widget);
    xdotool("type --delay 1 " + text);
    xdotool("key Return");
  }
  static Json cellOf(int from, int to, double seconds, const char* kind = nullptr) {
    Json cell = {{"from", from}, {"to", to}, {"seconds", seconds}};
    if (kind) cell["kind"] = kind;
    return cell;
  }
  bool hasCells(const Json& cells) {
    return waitUntil([&](const Json& s) { return s["transitions"] == cells; });
  }
  bool loops(const std::string& from, const std::string& to) {
    return waitUntil([&](const Json& s) {
      return s["pair"]["plays"].get<bool>() && s["pair"]["loops"].get<bool>() && s["fade"]["from"] == from &&
             s["fade"]["to"] == to;
    });
  }
};

TEST_F(TransitionWindow, SearchesAndLoopsThePairOfACell) {
  click("transitions.to");
  xdotool("type --delay 1 run");
  xdotool("mousemove 60 300");
  xdotool("mousemove " + cell(1, 0));
  xdotool("click 1");
  ASSERT_TRUE(loops("Walk", "Run")) << now_["fade"];
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["passes"] >= 2; })) << "it plays once";
  typeInto("transitions.seconds", "0.8");
  EXPECT_TRUE(hasCells(Json::array({cellOf(1, 2, 0.8)}))) << now_["transitions"];
  click("transitions.kind.3");
  EXPECT_TRUE(hasCells(Json::array({cellOf(1, 2, 0.8, "linear")}))) << now_["transitions"];
  xdotool("key ctrl+z");
  EXPECT_TRUE(hasCells(Json::array({cellOf(1, 2, 0.8)})));
  xdotool("mousemove 60 300");
  xdotool("key x");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["widgets"].contains("transitions.cells"); }));
}

TEST_F(TransitionWindow, SetsAndMarksAllCellsOfADrag) {
  drag(cell(0, 1), cell(1, 2));
  const std::string bare = colorAt(mark(0, 1));
  typeInto("transitions.seconds", "0.3");
  EXPECT_TRUE(hasCells(Json::array({cellOf(0, 1, 0.3), cellOf(0, 2, 0.3), cellOf(1, 1, 0.3), cellOf(1, 2, 0.3)})))
      << now_["transitions"];
  EXPECT_FALSE(now_["pair"]["plays"].get<bool>()) << "several cells are no pair";
  const std::string marked = colorAt(mark(0, 1));
  EXPECT_NE(marked, bare) << "the picture does not show that the cell is set";
  EXPECT_EQ(colorAt(mark(1, 2)), marked);
  EXPECT_NE(colorAt(mark(2, 2)), marked);
  click("transitions.inherit");
  EXPECT_TRUE(hasCells(Json::array()));
  EXPECT_NE(colorAt(mark(0, 1)), marked);
}

}  // namespace
}  // namespace test
