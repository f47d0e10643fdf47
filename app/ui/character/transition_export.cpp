// The menu of the transition set that copies and saves it as code.
#include <cstdio>

#include "app/ui/character/transition_panel.h"
#include "app/ui/widgets/focus_group.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMenuWidth = 226, kTargetRow = 24;

void drawTargets(SettingsTarget& chosen) {
  const FocusGroup group("targets", GroupLayout::Column);
  for (std::size_t i = 0; i < kSettingsFormats.size(); ++i) {
    const auto target = static_cast<SettingsTarget>(i);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable("##target", target == chosen, ImGuiSelectableFlags_DontClosePopups,
                          {px(kMenuWidth), px(kTargetRow)}))
      chosen = target;
    ImGui::PopID();
    ui().focus.nextIsChosen(target == chosen);
    logItem("transitions.target.%d", static_cast<int>(i));
    const UiRect row = itemRect();
    textIn({row.x + px(6), row.y, row.width - px(12), row.height}, kSettingsFormats[i].name.data(),
           target == chosen ? colors().accent : colors().text);
  }
}

}  // namespace

void drawTransitionExport(const Session& session, TransitionPanelState& state, Commands& out) {
  if (iconButton("transitions.export", Icon::Save, "Copy or save as code for an engine, or as JSON.", {.quiet = true}))
    ImGui::OpenPopup("export");
  const UiRect opener = itemRect();
  ImGui::SetNextWindowPos({opener.right(), opener.bottom() + px(4)}, ImGuiCond_Appearing, {1, 0});
  if (!ImGui::BeginPopup("export")) return;
  closeOnEscape();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  drawTargets(state.target);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  const ImVec2 size{px(kMenuWidth), 0};
  const bool hasPair = session.fadeSettings().to >= 0;
  bool done = false;
  if (button("transitions.copyPair", "Copy the fade", size, "The fade from From to To, as it plays (Ctrl+Shift+C).",
             {.accent = true, .enabled = hasPair})) {
    out.push_back(CopyAsCode{.target = state.target});
    done = true;
  }
  if (button("transitions.copySet", "Copy the set", size, "All of the transition set.")) {
    out.push_back(CopyAsCode{.target = state.target, .wholeSet = true});
    done = true;
  }
  if (button("transitions.saveSet", "Save the set", size, "All of the transition set, as a new file in out/.")) {
    out.push_back(SaveAsCode{.target = state.target});
    done = true;
  }
  if (done) ImGui::CloseCurrentPopup();
  endPopup();
}

}  // namespace app
