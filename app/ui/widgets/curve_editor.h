// A curve editor: keys and tangents are dragged, keys added and removed. A curve goes in, the edited one comes out.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

struct CurveLook {
  CurvePlane plane;
  ImU32 tint = colors().accent;
  bool faint = false;                                        // the curve has no effect now
  double marker = std::numeric_limits<double>::quiet_NaN();  // time of a dot on the curve
  const char* beginText = "";                                // below the plane's corners
  const char* endText = "";
  const crossfade::AnimationCurve* defaultCurve = nullptr;  // restored by "Reset" in the menu
  std::span<const crossfade::AnimationCurve> presets{};     // that the menu offers to compare with
  bool clamped = false;  // whatever uses the curve clamps its values to those of `plane`; shown shaded beyond
};

/// What an editor remembers between frames.
struct CurveEditorState {
  std::vector<int> selected;      // keys, ascending
  CurveHit held;                  // while the button is down
  ImVec2 offset;                  // from the pointer to what is held
  std::optional<CurvePlane> was;  // the plane when the button went down, which stays until it is up
  bool bands = false;             // a rubber band is open,
  ImVec2 bandFrom;                // from here
  std::vector<int> bandKeeps;     // beside these keys
  bool togglesKey = false;        // a release without a drag takes the held key out of the selection,
  bool narrows = false;           // or everything else
  bool opensNumbers = false;      // or opens the fields of its numbers
  double menuTime = 0;            // where the menu was opened
  bool menuByKeys = false;        // by the keyboard: it has the items of the keys and of the curve
  std::optional<crossfade::AnimationCurve> compared;  // drawn behind the curve
  std::string note;                                   // why nothing was pasted
};

/// The key that is selected alone; -1: none or several are.
inline int soleKey(const CurveEditorState& state) { return state.selected.size() == 1 ? state.selected.front() : -1; }

/// Drag a key or a tangent handle; Shift snaps, Alt breaks a tangent from the other one. A drag over empty space or
/// Shift+click selects several keys, which move together. Double-click adds a key, or opens a key's numbers; Delete
/// removes the selected ones; Ctrl+A, Ctrl+C and Ctrl+V act on the curve with the focus ring, else on the one under the
/// pointer; right-click opens a menu. Returns the edited curve in frames that changed it. The plane is logged as
/// "id.plane", so that tests find any time and value in it, and the largest difference to a compared curve as
/// "id.difference".
std::optional<crossfade::AnimationCurve> curveEditor(const char* id, const crossfade::AnimationCurve& curve,
                                                     CurveEditorState& state, ImVec2 size, const CurveLook& look);

/// A button with a thumbnail of a curve.
bool curveButton(const char* id, const crossfade::AnimationCurve& curve, ImVec2 size, bool on, const char* sentence);

// ---- The popups of a curve editor: the menu of its keys and of the curve, and the numbers of one key. Parts of
// curve_editor.cpp, drawn in its ImGui id.

void openCurveMenu(CurveEditorState& state, const CurveHit& over, double time);
/// The same with the keyboard, for what is selected. A key is added in the middle of the segment after the selected
/// key, else in the middle of the widest one, and without a segment in the middle of the plane.
void openCurveMenuByKeys(const crossfade::AnimationCurve& curve, CurveEditorState& state, const CurvePlane& shown);
void openCurveNumbers();

/// Draw the popup if it is open, for the plane that the editor shows. Return the edited curve when something changed
/// it.
std::optional<crossfade::AnimationCurve> drawCurveMenu(const crossfade::AnimationCurve& curve, CurveEditorState& state,
                                                       const CurveLook& look, const CurvePlane& shown);
std::optional<crossfade::AnimationCurve> drawCurveNumbers(const crossfade::AnimationCurve& curve,
                                                          CurveEditorState& state, const CurvePlane& shown);

void copyCurve(const crossfade::AnimationCurve& curve);
/// The curve on the clipboard. If there is none, `state.note` says why.
std::optional<crossfade::AnimationCurve> copiedCurve(CurveEditorState& state);

}  // namespace app
