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

}  // namespace app
