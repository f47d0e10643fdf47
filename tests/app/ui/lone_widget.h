// A widget in a window of its own, for what no panel of the viewer shows.
#ifndef TESTS_APP_UI_LONE_WIDGET_H
#define TESTS_APP_UI_LONE_WIDGET_H

#include "app/ui/widgets/widgets.h"
#include "tests/app/ui/stage.h"

namespace app::test {

class LoneWidget {
 public:
  /// A frame with what `draw` draws and nothing else.
  template <class Draw>
  void frame(Draw draw) {
    stage.interface->beginFrame(stage.input, stage.width, stage.height, 1.0 / 60);
    beginPanel("panel.alone", {0, 0, 600, 400}, 0);
    draw();
    endPanel();
    ui().focus.endFrame();
    stage.interface->endFrame();
    beginNextFrame(stage.input);
  }
  template <class Draw>
  void press(Key key, Draw draw) {
    stage.input.keyPresses.push_back({key, false, {}});
    frame(draw);
  }

  Stage stage;
};

}  // namespace app::test

#endif  // TESTS_APP_UI_LONE_WIDGET_H
