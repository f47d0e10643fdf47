// What the tooltip of a slider says about how to use it; slider.cpp does it.
#ifndef APP_UI_WIDGETS_SLIDER_GESTURES_H
#define APP_UI_WIDGETS_SLIDER_GESTURES_H

namespace app {

struct SliderGestures {
  const char* use = "";
  const char* reset = "";  // to be appended; empty: it does not reset
};

/// With the focus ring (`byKeys`) or the pointer.
constexpr SliderGestures sliderGestures(bool byKeys, bool resets) {
  if (byKeys)
    return {"Arrows change it, with Shift by ten steps; type a digit to enter a value.",
            resets ? " Delete resets." : ""};
  return {"Drag, or click and type. Tab: next number.", resets ? " Double-click resets." : ""};
}

}  // namespace app

#endif  // APP_UI_WIDGETS_SLIDER_GESTURES_H
