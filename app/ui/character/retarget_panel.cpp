// The retarget panel: file and clip, the two skeletons, and the list of joints.
#include "app/ui/character/retarget_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/character/clip_names.h"
#include "app/ui/character/joint_text.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::JointPair;

constexpr float kPanelGap = 6, kPairRow = 22;
constexpr float kSureMatch = 0.85f, kUnsureMatch = 0.6f;  // confidences
constexpr float kFiguresShare = 0.5f, kFiguresLowest = 84, kListLowest = 88;
constexpr float kRoomForOneHead = 500;
constexpr float kButtonWidth = 56, kReachWidth = 100;

ImU32 confidenceColor(float confidence) {
  return confidence >= kSureMatch ? colors().good : confidence >= kUnsureMatch ? colors().warning : colors().error;
}

void twoNames(std::string_view one, const char* between, std::string_view other, std::span<char> out) {
  std::array<char, 96> first, second;
  (void)shortened(one, first.size() - 1, first);
  (void)shortened(other, second.size() - 1, second);
  std::snprintf(out.data(), out.size(), "%s%s%s", first.data(), between, second.data());
}

/// Joints between which bones are drawn, and all that are moved.
void collectRows(const Session& session, RetargetPanelState& state) {
  const Retargeting& retargeting = session.character().retargeting();
  state.isListed.assign(static_cast<std::size_t>(session.model().skeleton.jointCount()), 0);
  for (const Bone& bone : retargeting.target().bones)
    for (const int joint : {bone.parent, bone.joint}) state.isListed[static_cast<std::size_t>(joint)] = 1;
  for (const JointPair& pair : retargeting.retargeter()->map().pairs)
    state.isListed[static_cast<std::size_t>(pair.target)] = 1;
  std::array<char, 24> scratch;
  state.rows.clear();
  rankMatches(
      state.search, session.model().skeleton.jointCount(),
      [&](int joint) { return std::string_view(jointLabel(session.model(), joint, scratch)); }, state.rows);
  std::erase_if(state.rows, [&](int joint) { return state.isListed[static_cast<std::size_t>(joint)] == 0; });
  state.search.matches = static_cast<int>(state.rows.size());
}

void choose(const Session& session, int file, int clip, Commands& out) {
  out.push_back(ShowRetarget{file, clip});
  out.push_back(FadeTo{.clip = static_cast<int>(firstClipOf(session.model(), file)) + clip});
}

/// The clips of all files, one file after the other.
void drawClipChooser(const Session& session, float width, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const Model& model = session.model();
  const ClipFile& shown = model.clipFiles[static_cast<std::size_t>(retargeting.shownFile())];
  const std::string& current = shown.clips[static_cast<std::size_t>(retargeting.shownClip())].name();
  std::array<char, 200> text;
  twoNames(shown.name, ": ", current, text);
  if (!beginDropDown("retarget.clip", text.data(), colors().text, width,
                     "The file, and which of its clips plays in both pictures and on the character."))
    return;
  for (std::size_t file = 0; file < model.clipFiles.size(); ++file) {
    caption(model.clipFiles[file].name.c_str());
    const std::size_t first = firstClipOf(model, static_cast<int>(file));
    for (std::size_t clip = 0; clip < model.clipFiles[file].clips.size(); ++clip) {
      const bool isShown =
          static_cast<int>(file) == retargeting.shownFile() && static_cast<int>(clip) == retargeting.shownClip();
      ImGui::PushID(static_cast<int>(first + clip));
      const bool pressed = ImGui::Selectable("##clip", isShown, 0, {std::max(width, px(200)), px(kPairRow)});
      ImGui::PopID();
      logItem("retarget.clip.%d", static_cast<int>(first + clip));
      const UiRect line = itemRect();
      nameIn({line.x + px(8), line.y, line.width - px(12), line.height}, model.clips[first + clip].name().c_str(),
             colors().text);
      if (pressed) choose(session, static_cast<int>(file), static_cast<int>(clip), out);
    }
  }
  endCombo();
}

/// Returns the height that it took.
float drawHead(const Session& session, const UiRect& area, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const int file = retargeting.shownFile();
  const RetargetSettings& settings = retargeting.settings()[static_cast<std::size_t>(file)];
  const float gap = px(kPanelGap), buttons = px(4 * kButtonWidth + kReachWidth) + 4 * px(4);
  const bool inOneLine = area.width >= px(kRoomForOneHead);
  ImGui::SetCursorScreenPos({area.x, area.y});
  drawClipChooser(session, inOneLine ? area.width - buttons - gap : area.width, out);
  const float top = inOneLine ? area.y : area.y + rowHeight() + gap;
  const float reach = inOneLine ? px(kReachWidth) : std::floor(area.width * 0.3f);
  const float each = inOneLine ? px(kButtonWidth) : std::floor((area.width - reach - 4 * px(4)) / 4);
  ImGui::SetCursorScreenPos({inOneLine ? area.right() - buttons : area.x, top});
  if (button("retarget.guess", "Guess", {each, 0},
             "Match all joints again, by their names or else by the body's shape.",
             {.enabled = settings.map.has_value()}))
    out.push_back(SetRetarget{file, {.map = {}, .mirrored = settings.mirrored, .reach = settings.reach}});
  ImGui::SameLine(0, px(4));
  if (button("retarget.mirror", "Mirror", {each, 0}, "Swap left and right. Matches all joints again.",
             {.on = settings.mirrored}))
    out.push_back(SetRetarget{file, {.map = {}, .mirrored = !settings.mirrored, .reach = settings.reach}});
  ImGui::SameLine(0, px(4));
  if (button("retarget.load", "Load", {each, 0},
             "Load a joint map (JSON, as --map-out writes it). You can also drop it on the window."))
    out.push_back(ShowFileDialog{BrowsePurpose::Open});
  ImGui::SameLine(0, px(4));
  if (button("retarget.save", "Save", {each, 0}, "Write the joints as JSON, for the command line and other projects."))
    out.push_back(SaveJointMap{});
  ImGui::SameLine(0, px(4));
  double percent = settings.reach * 100;
  if (slider(
          "retarget.reach", percent,
          {.label = "Reach", .min = 0, .max = 100, .format = "%.0f %%", .fill = colors().accent, .step = 5}, reach,
          "How far hands go to where the source's are, around the shoulders and to the scale of the arms. With 100 %, "
          "hands that meet there meet here; with 0, arms point as they do there.")) {
    SetRetarget command{file, settings};
    command.settings.reach = percent / 100;
    out.push_back(std::move(command));
  }
  return top + rowHeight() - area.y;
}

void drawBar(const JointPair& pair, const UiRect& row) {
  const float width = px(34);
  const UiRect bar{row.right() - width - px(6), row.centerY() - px(3), width, px(6)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, colors().control, px(3));
  list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * std::clamp(pair.confidence, 0.1f, 1.0f), bar.bottom()},
                     confidenceColor(pair.confidence), px(3));
}

/// True while the pointer is on it.
bool drawRow(const Session& session, int index, int joint, bool isMarked, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const JointPair* const pair = retargeting.retargeter()->map().find(joint);
  const crossfade::Skeleton& source = *retargeting.source().skeleton;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const UiRect row{at.x, at.y, ImGui::GetContentRegionAvail().x, px(kPairRow)};
  const bool isSelected = session.selectedJoint() == joint;
  focusMember(index);
  if (hitArea(WidgetId("retarget.joint.%d", joint), {row.width, row.height}))
    out.push_back(SelectJoint{isSelected ? -1 : joint});
  ui().focus.nextIsChosen(isSelected);
  logItem("retarget.joint.%d", joint);
  const bool isHovered = ImGui::IsItemHovered();
  if (pair && hintIsDue()) {
    char text[64];
    std::snprintf(text, sizeof text, "Confidence %.0f %%. Aligned: %s.", 100 * static_cast<double>(pair->confidence),
                  nameOf(pair->alignment).data());
    hint(text);
  }
  if (isSelected || isHovered || isMarked)
    ImGui::GetWindowDrawList()->AddRectFilled({row.x, row.y}, {row.right(), row.bottom()},
                                              isSelected ? faded(colors().accent, 0.28f) : colors().card, px(4));
  const float left = row.x + px(6), middle = std::floor(row.x + row.width * 0.47f), end = row.right() - px(48);
  std::array<char, 24> scratch;
  nameIn({left, row.y, middle - left - px(6), row.height}, jointLabel(session.model(), joint, scratch),
         isSelected ? colors().accentHovered
         : pair     ? colors().text
                    : colors().textFaint);
  const UiRect from{middle, row.y, end - middle, row.height};
  if (!pair) {
    textIn(from, "not moved", colors().textFaint);
  } else if (pair->upperSource < 0) {
    nameIn(from, source.name(pair->source).c_str(), colors().textDim);
  } else {
    std::array<char, 200> both;
    twoNames(source.name(pair->source), " + ", source.name(pair->upperSource), both);
    nameIn(from, both.data(), colors().textDim);
  }
  if (pair) drawBar(*pair, row);
  return isHovered;
}

void drawList(const Session& session, RetargetPanelState& state, const UiRect& area, int marked, Commands& out) {
  const float search = rowHeight() + px(4);
  const bool hasSearch = area.height >= search + 3 * px(kPairRow) || state.search.active;  // rows come first
  ImGui::SetCursorScreenPos({area.x, area.y});
  if (hasSearch)
    (void)searchField("retarget.search", "Search the model's joints", state.search, area.width);
  else
    state.search.clear();
  collectRows(session, state);
  const float top = area.y + (hasSearch ? search : 0);
  ImGui::SetCursorScreenPos({area.x, top});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("pairs", {area.width, area.bottom() - top}, false, ImGuiWindowFlags_NoNav);
  ui().log.add("retarget.list", {area.x, top, area.width, area.bottom() - top});
  const FocusGroup group("joints", GroupLayout::Column, true);
  int hovered = -1;
  const int selected = session.selectedJoint();
  for (int i = 0; i < state.search.matches; ++i) {
    const int joint = state.rows[static_cast<std::size_t>(i)];
    if (drawRow(session, i, joint, joint == marked, out)) hovered = joint;
    if (joint == selected && state.seenSelected != selected && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  }
  state.seenSelected = selected;
  endChild();
  ImGui::PopStyleVar();
  state.hovered = hovered >= 0 ? hovered : marked;
}

/// Chooses what is shown: at first a clip of another file that plays, and each file that is added.
void updateShown(const Session& session, RetargetPanelState& state, Commands& out) {
  const Model& model = session.model();
  const int files = static_cast<int>(model.clipFiles.size());
  const bool isNew = files > state.seenFiles && state.seenFiles > 0;
  state.seenFiles = files;
  if (files == 0 || (session.character().retargeting().shownFile() >= 0 && !isNew)) return;
  int file = isNew ? files - 1 : 0, clip = 0;
  const int playing = session.dominantClip();
  for (int i = 0; i < files && !isNew; ++i) {
    const int first = static_cast<int>(firstClipOf(model, i));
    const int count = static_cast<int>(model.clipFiles[static_cast<std::size_t>(i)].clips.size());
    if (playing >= first && playing < first + count) file = i, clip = playing - first;
  }
  out.push_back(ShowRetarget{file, clip});
}

void drawInvitation(const UiRect& area) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::PushTextWrapPos(0);
  ImGui::PushStyleColor(ImGuiCol_Text, colors().textDim);
  ImGui::TextWrapped(
      "Add the clips of another file with Ctrl+Shift+O, or drop a motion file on the window. This panel then shows "
      "which of its joints moves which of the model's, and lets you change that.");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

void drawRetargetPanel(const Session& session, RetargetPanelState& state, const UiRect& area, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  if (area.empty()) {
    if (retargeting.shownFile() >= 0) out.push_back(ShowRetarget{});
    state.seenFiles = 0;
    return;
  }
  beginPanel("panel.retarget", area, colors().panel, {px(10), px(8)});
  updateShown(session, state, out);
  const UiRect inner{area.x + px(10), area.y + px(8), area.width - px(20), area.height - px(16)};
  if (retargeting.retargeter() == nullptr) {
    drawInvitation(inner);
    return endPanel();
  }
  const float gap = px(kPanelGap);
  float y = inner.y + drawHead(session, inner, out) + gap;
  const bool hasPair = session.selectedJoint() >= 0;
  const float pair = hasPair ? 3 * rowHeight() + 3 * gap : 0;
  const float room = inner.bottom() - y - pair - gap - rowHeight();
  const float figures = std::max(std::min(std::floor(room * (hasPair ? kFiguresShare : 0.55f)), room - px(kListLowest)),
                                 px(kFiguresLowest));
  int under = -1;
  if (room + rowHeight() - figures >= 2 * px(kPairRow)) {  // else the list has the room
    under = drawRetargetFigures(session, state, {inner.x, y, inner.width, figures}, out);
    y += figures + gap;
  }
  drawList(session, state, {inner.x, y, inner.width, std::max(inner.bottom() - pair - y, rowHeight())}, under, out);
  if (hasPair) drawRetargetPair(session, state, {inner.x, inner.bottom() - pair + gap, inner.width, pair - gap}, out);
  endPanel();
}

}  // namespace app
