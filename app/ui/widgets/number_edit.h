// The number being typed into a slider, and where Tab goes from there. One per interface.
#ifndef APP_UI_WIDGETS_NUMBER_EDIT_H
#define APP_UI_WIDGETS_NUMBER_EDIT_H

#include <array>

#include <imgui.h>

namespace app {

struct NumberEdit {
  using Text = std::array<char, 48>;

  ImGuiID field = 0;         // the slider that is a text field; 0: none
  Text text{};               // as typed so far
  Text opened{};             // what the field opened with: accepted unchanged, the value keeps its digits
  int drawnIn = 0;           // the last frame in which it was a text field
  bool byLastClick = false;  // the last click opened it, so another one makes a double click
  ImGuiID wanted = 0;        // opens when it is drawn in frame `wantedIn`
  bool wantsNext = false;    // the next slider drawn opens, up to frame `wantedIn`
  int wantedIn = 0;
  ImGuiID lastDrawn = 0;  // the slider drawn before this one
  ImGuiID before = 0;     // the one drawn before `field`
};

}  // namespace app

#endif  // APP_UI_WIDGETS_NUMBER_EDIT_H
