// Numbers as people type them, and the one that is being typed into a slider.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <imgui.h>

namespace app {

// ---- The number being typed into a slider, and where Tab goes from there. One per interface.

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

// ---- Numbers as people type them: "0,7", "1/3", "200 ms", "15 frames", "50 %".

/// What a frame counts as in a typed time: as much as one step of the transport.
inline constexpr double kTypedFramesPerSecond = 60;

/// The value of `text` in the field's `unit`: "s", "\u00b0", "\u00d7", "%" or any word; empty for plain numbers. A
/// comma is a decimal point, "a/b" a fraction. The number may be followed by the field's unit, or by one that converts
/// to it: ms, s, min and frames to each other (frames at kTypedFramesPerSecond), deg and rad, % and plain factors (also
/// "x" and
/// "\u00d7"). Nothing for anything else, for a division by zero, and for values that are not finite.
std::optional<double> parseNumber(std::string_view text, std::string_view unit);

/// The unit in a printf format of one number: "s" of "%.2f s", "joints" of "%.0f joints", "%" of "%.0f %%".
std::string_view unitOf(std::string_view format);

}  // namespace app
