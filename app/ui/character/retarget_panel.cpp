// The retarget panel: file and clip, the two skeletons, the list of joints and the editor of one.
#include "app/ui/character/retarget_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/session/character/retargeting.h"
#include "app/ui/character/character_text.h"
#include "app/ui/widgets/searched_menu.h"
#include "app/ui/widgets/widgets.h"
#include "app/view/bones.h"
#include "crossfade/math/euler_angles.h"

namespace app {
namespace {

constexpr float kFigureReach = 12;  // interface units around a joint in which the pointer is on it
constexpr float kFigureCaption = 20;
constexpr float kHighestPitch = 1.2f;
constexpr float kFilled = 0.9f;     // of the picture, by a figure that stands still
constexpr float kUpAndDown = 0.2f;  // of its height, without the camera following

/// One figure in its rectangle.
class FigureView {
 public:
  /// Looks from where `camera` looks; the figure stays in the middle wherever it walks. Up and down, it may move a
  /// little, as a body does that crouches; a root that stands elsewhere than the reference pose does not leave the
  /// picture.
  FigureView(const RetargetFigure& figure, const Camera& camera, const UiRect& rect) : figure_(figure), rect_(rect) {
    Bounds bounds = figure.bounds;
    const glm::vec3 away = middle() - bounds.center();
    const float slack = kUpAndDown * (bounds.max.y - bounds.min.y);
    const glm::vec3 moved(away.x, away.y - std::clamp(away.y, -slack, slack), away.z);
    bounds.min += moved;
    bounds.max += moved;
    const float aspect = rect.width / rect.height;
    const Camera own = cameraAtFigure(camera, bounds, aspect);
    toPicture_ = projectionMatrix(own, aspect) * viewMatrix(own);
  }

  /// Where a joint is; false: behind the eye.
  bool find(int joint, ImVec2& at) const {
    const auto seen = positionInPicture(toPicture_, glm::vec3(nth(figure_.models, joint)[3]));
    if (!seen) return false;
    at = {rect_.x + seen->x * rect_.width, rect_.y + seen->y * rect_.height};
    return std::isfinite(at.x) && std::isfinite(at.y);
  }

  /// The joint nearest to the pointer; -1: none is near.
  int jointAt(ImVec2 pointer) const {
    float nearest = px(kFigureReach);
    int found = -1;
    for (const Bone& bone : figure_.bones)
      for (const int joint : {bone.parent, bone.joint}) {
        ImVec2 at;
        if (!find(joint, at)) continue;
        const float separation = std::hypot(at.x - pointer.x, at.y - pointer.y);
        if (separation >= nearest) continue;
        nearest = separation;
        found = joint;
      }
    return found;
  }

  /// Joints for which `isUsed` says no are faint, and behind the others.
  template <class IsUsed>
  void draw(ImDrawList& list, IsUsed isUsed) const {
    for (const bool used : {false, true}) {
      const ImU32 ink = used ? colors().text : faded(colors().textFaint, 0.5f);
      for (const Bone& bone : figure_.bones) {
        ImVec2 from, to;
        if (isUsed(bone.joint) != used || !find(bone.parent, from) || !find(bone.joint, to)) continue;
        if (!used || hangsOn(bone.parent, isUsed)) list.AddLine(from, to, ink, px(used ? 2.0f : 1.0f));
        list.AddCircleFilled(to, px(used ? 2.5f : 1.5f), ink);
      }
    }
  }
  void mark(ImDrawList& list, int joint, ImU32 tint) const {
    ImVec2 at;
    if (joint < 0 || !find(joint, at)) return;
    list.AddCircleFilled(at, px(4), tint);
    list.AddCircle(at, px(7), tint, 0, px(1.5f));
  }

 private:
  /// Whether the joint or one above it is used. If none is, it stays behind: a line to it would stick out.
  template <class IsUsed>
  bool hangsOn(int joint, IsUsed isUsed) const {
    while (joint >= 0 && !isUsed(joint)) joint = nth(figure_.skeleton->parents(), joint);
    return joint >= 0;
  }
  /// Of all joints: it moves with the body and not with its arms.
  glm::vec3 middle() const {
    glm::vec3 sum(0.0f);
    for (const Bone& bone : figure_.bones) sum += glm::vec3(nth(figure_.models, bone.joint)[3]);
    return figure_.bones.empty() ? sum : sum / static_cast<float>(figure_.bones.size());
  }

  const RetargetFigure& figure_;
  UiRect rect_;
  glm::mat4 toPicture_{1.0f};
};

/// Whether the joint moves something in the model.
bool isUsed(const crossfade::JointMap& map, int source) {
  return std::any_of(map.pairs.begin(), map.pairs.end(), [source](const crossfade::JointPair& pair) {
    return pair.source == source || pair.upperSource == source;
  });
}

void drawCaption(const UiRect& well, const std::string& name, const char* joint) {
  const UiRect line{well.x + px(8), well.bottom() - px(kFigureCaption) - px(2), well.width - px(16),
                    px(kFigureCaption)};
  nameIn(line, joint ? joint : name.c_str(), joint ? colors().accentHovered : colors().textDim, 0.5f, ui().fonts.small);
}

}  // namespace

Camera cameraAtFigure(Camera camera, const Bounds& bounds, float aspect) {
  camera.pitch = std::clamp(camera.pitch, -kHighestPitch, kHighestPitch);
  return dolly(frame(camera, bounds, aspect), 1 / kFilled);
}

int drawRetargetFigures(const Session& session, const RetargetPanelState& state, const UiRect& area, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const crossfade::JointMap& map = retargeting.retargeter()->map();
  const ClipFile& file = nth(session.model().clipFiles, retargeting.shownFile());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = px(8), width = std::floor((area.width - gap) / 2);
  const std::array wells{UiRect{area.x, area.y, width, area.height},
                         UiRect{area.right() - width, area.y, width, area.height}};
  const int marked = state.hovered >= 0 ? state.hovered : session.selectedJoint();
  const crossfade::JointPair* const pair = marked >= 0 ? map.find(marked) : nullptr;
  int under = -1;
  for (const bool isTarget : {false, true}) {
    const RetargetFigure& figure = isTarget ? retargeting.target() : retargeting.source();
    const UiRect& well = wells[isTarget ? 1 : 0];
    const char* const id = isTarget ? "retarget.target" : "retarget.source";
    const bool pressed = hitAreaIn(id, well);
    hint(isTarget ? "The model, moved by the skeleton beside it. Click a joint to see what moves it."
                  : "The skeleton of the file. Click a joint to see what it moves.");
    const bool hovered = ImGui::IsItemHovered();
    fillRect(well, colors().well, px(6));
    list.PushClipRect(well.min(), well.max(), true);
    const FigureView view(figure, session.camera(),
                          {well.x + px(4), well.y + px(4), well.width - px(8), well.height - px(8 + kFigureCaption)});
    view.draw(list, [&](int joint) { return isTarget ? map.find(joint) != nullptr : isUsed(map, joint); });
    const int joint = hovered ? view.jointAt(ImGui::GetMousePos()) : -1;
    const int shown = isTarget ? marked : pair ? pair->source : -1;
    view.mark(list, shown, colors().accent);
    if (!isTarget && pair) view.mark(list, pair->upperSource, faded(colors().accent, 0.6f));
    if (joint >= 0 && joint != shown) view.mark(list, joint, colors().textDim);
    list.PopClipRect();
    const int named = joint >= 0 ? joint : shown;
    drawCaption(well, isTarget ? session.model().name : file.name,
                named >= 0 ? figure.skeleton->name(named).c_str() : nullptr);
    int target = joint;
    if (!isTarget && joint >= 0) {
      const auto moved = std::find_if(map.pairs.begin(), map.pairs.end(),
                                      [joint](const crossfade::JointPair& each) { return each.source == joint; });
      target = moved == map.pairs.end() ? -1 : moved->target;
    }
    if (joint >= 0) under = target;
    if (pressed && joint >= 0 && target >= 0) out.push_back(SelectJoint{target});
  }
  return under;
}

// ---- The editor of one joint in the retarget panel: what moves it, how it is aligned, and an extra rotation.

namespace {

using crossfade::JointPair;
using crossfade::PoseAlignment;

constexpr float kPairGap = 6;
constexpr std::array<const char*, 4> kAlignmentTexts{"Keep", "Follow", "Bone", "Level"};
constexpr std::array<const char*, 4> kAlignmentHints{
    "Keep: the joint starts from its own reference pose. For the trunk, head and shoulders.",
    "Follow: the joint is first turned along with its parent. For hands and toes.",
    "Bone: the bone is first turned to point the same way as the source's. For arms, legs and fingers.",
    "Level: the joint stays level and is first turned to face the same way as the source. For feet."};

const char* nameOfSource(const crossfade::Skeleton& skeleton, int joint) {
  return joint < 0 ? "Not moved" : skeleton.name(joint).c_str();
}

void drawSourceChooser(const Retargeting& retargeting, const JointPair& pair, float width, Commands& out) {
  const crossfade::Skeleton& skeleton = *retargeting.source().skeleton;
  if (!beginDropDown("retarget.from", nameOfSource(skeleton, pair.source),
                     pair.source < 0 ? colors().textDim : colors().text, width,
                     "The joint of the file that moves it. Without one it keeps its rest pose and goes along with its "
                     "parent."))
    return;
  if (const auto source =
          searchedNames({"retarget.from", "Search joints", "No joint matches."}, pair.source, skeleton.jointCount(),
                        [&](int joint) { return nameOfSource(skeleton, joint); }))
    out.push_back(withPair(retargeting, {.target = pair.target,
                                         .source = *source,
                                         .alignment = pair.alignment,
                                         .adjustment = pair.adjustment,
                                         .carrier = pair.carrier}));
  endCombo();
}

void drawAlignment(const Retargeting& retargeting, const JointPair& pair, float width, Commands& out) {
  const int pressed = segments("retarget.align", kAlignmentTexts,
                               pair.source < 0 ? -1 : static_cast<int>(pair.alignment), width, kAlignmentHints);
  if (pressed < 0 || pair.source < 0) return;
  JointPair changed = pair;
  changed.alignment = static_cast<PoseAlignment>(pressed);
  out.push_back(withPair(retargeting, changed));
}

/// The typed angles, as long as they mean what the map says.
glm::vec3 degreesOf(const JointPair& pair, RetargetPanelState& state) {
  const bool isSame = state.degreesOf == pair.target &&
                      std::abs(glm::dot(crossfade::fromDegrees(state.degrees), pair.adjustment)) > 1 - 1e-6f;
  if (!isSame) state.degrees = glm::round(crossfade::toDegrees(pair.adjustment) * 100.0f) / 100.0f + 0.0f;  // no -0
  state.degreesOf = pair.target;
  return state.degrees;
}

void drawRotation(const Retargeting& retargeting, RetargetPanelState& state, const JointPair& pair, const UiRect& row,
                  Commands& out) {
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  const float gap = px(kPairGap), each = std::floor((row.width - 2 * gap) / 3);
  glm::vec3 degrees = degreesOf(pair, state);
  for (int axis = 0; axis < 3; ++axis) {
    ImGui::SetCursorScreenPos({row.x + static_cast<float>(axis) * (each + gap), row.y});
    double angle = static_cast<double>(degrees[axis]);
    const SliderLook look{.label = nth(kAxes, axis),
                          .min = -180,
                          .max = 180,
                          .format = "%.0f\u00b0",
                          .fill = pair.source < 0 ? colors().textFaint : colors().accent,
                          .step = 1,
                          .typedMin = -360,
                          .typedMax = 360};
    if (!slider(WidgetId("retarget.turn.%s", nth(kAxes, axis)), angle, look, each,
                "Turns the joint about this axis of the model, beyond how it is aligned.") ||
        pair.source < 0)
      continue;
    degrees[axis] = static_cast<float>(angle);
    state.degrees = degrees;
    JointPair changed = pair;
    changed.adjustment = crossfade::fromDegrees(degrees);
    out.push_back(withPair(retargeting, changed));
  }
}

}  // namespace

SetRetarget withPair(const Retargeting& retargeting, const JointPair& pair) {
  const int file = retargeting.shownFile();
  SetRetarget command{.file = file, .settings = nth(retargeting.settings(), file)};
  crossfade::JointMap map = retargeting.retargeter()->map();
  std::erase_if(map.pairs, [&](const JointPair& each) { return each.target == pair.target; });
  if (pair.source >= 0) {
    const auto after = std::find_if(map.pairs.begin(), map.pairs.end(),
                                    [&](const JointPair& each) { return each.target > pair.target; });
    map.pairs.insert(after, pair);
  } else {
    for (JointPair& each : map.pairs)
      if (each.carrier == pair.target) each.carrier = crossfade::kNoJoint;
  }
  command.settings.map = std::move(map);
  return command;
}

void drawRetargetPair(const Session& session, RetargetPanelState& state, const UiRect& area, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const int joint = session.selectedJoint();
  const crossfade::JointPair* const known = retargeting.retargeter()->map().find(joint);
  const JointPair pair = known ? *known : JointPair{.target = joint};
  std::array<char, 24> scratch;
  const float gap = px(kPairGap), name = std::floor((area.width - gap) * 0.42f);
  nameIn({area.x, area.y, name, rowHeight()}, jointLabel(session.model(), joint, scratch), colors().text, 0,
         ui().fonts.strong);
  ImGui::SetCursorScreenPos({area.x + name + gap, area.y});
  drawSourceChooser(retargeting, pair, area.width - name - gap, out);
  ImGui::SetCursorScreenPos({area.x, area.y + rowHeight() + gap});
  drawAlignment(retargeting, pair, area.width, out);
  drawRotation(retargeting, state, pair, {area.x, area.y + 2 * (rowHeight() + gap), area.width, rowHeight()}, out);
}

// ---- The retarget panel: file and clip, the two skeletons, and the list of joints.

namespace {

constexpr float kPanelGap = 6, kPairRow = 22;
constexpr float kSureMatch = 0.85f, kUnsureMatch = 0.6f;  // confidences
constexpr float kFiguresShare = 0.5f, kFiguresLowest = 84, kListLowest = 88;
constexpr float kRoomForOneHead = 500;
constexpr float kButtonWidth = 56, kReachWidth = 100;

ImU32 confidenceColor(float confidence) {
  return confidence >= kSureMatch ? colors().good : confidence >= kUnsureMatch ? colors().warning : colors().error;
}

Text twoNames(std::string_view one, const char* between, std::string_view other) {
  std::array<char, 96> first, second;
  return Text("%s%s%s", shortened(one, first.size() - 1, first).data(), between,
              shortened(other, second.size() - 1, second).data());
}

/// Joints between which bones are drawn, and all that are moved.
void collectRows(const Session& session, RetargetPanelState& state) {
  const Retargeting& retargeting = session.character().retargeting();
  state.isListed.assign(static_cast<std::size_t>(session.model().skeleton.jointCount()), 0);
  for (const Bone& bone : retargeting.target().bones)
    for (const int joint : {bone.parent, bone.joint}) nth(state.isListed, joint) = 1;
  for (const JointPair& pair : retargeting.retargeter()->map().pairs) nth(state.isListed, pair.target) = 1;
  std::array<char, 24> scratch;
  state.rows.clear();
  rankMatches(
      state.search, session.model().skeleton.jointCount(),
      [&](int joint) { return std::string_view(jointLabel(session.model(), joint, scratch)); }, state.rows);
  std::erase_if(state.rows, [&](int joint) { return nth(state.isListed, joint) == 0; });
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
  const ClipFile& shown = nth(model.clipFiles, retargeting.shownFile());
  const std::string& current = nth(shown.clips, retargeting.shownClip()).name();
  if (!beginDropDown("retarget.clip", twoNames(shown.name, ": ", current), colors().text, width,
                     "The file, and which of its clips plays in both pictures and on the character."))
    return;
  for (std::size_t file = 0; file < model.clipFiles.size(); ++file) {
    caption(model.clipFiles[file].name.c_str());
    const std::size_t first = firstClipOf(model, static_cast<int>(file));
    for (std::size_t clip = 0; clip < model.clipFiles[file].clips.size(); ++clip) {
      const bool isShown =
          static_cast<int>(file) == retargeting.shownFile() && static_cast<int>(clip) == retargeting.shownClip();
      const WidgetId id("retarget.clip.%d", static_cast<int>(first + clip));
      const bool pressed = menuArea(id, {std::max(width, px(200)), px(kPairRow)}, isShown);
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
  const RetargetSettings& settings = nth(retargeting.settings(), file);
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
  fillRect(bar, colors().control, px(3));
  list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * std::clamp(pair.confidence, 0.1f, 1.0f), bar.bottom()},
                     confidenceColor(pair.confidence), px(3));
}

/// True while the pointer is on it.
bool drawRow(const Session& session, int index, int joint, bool isMarked, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const JointPair* const pair = retargeting.retargeter()->map().find(joint);
  const crossfade::Skeleton& source = *retargeting.source().skeleton;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const UiRect row{at.x, at.y, fullWidth(), px(kPairRow)};
  const bool isSelected = session.selectedJoint() == joint;
  focusMember(index);
  ui().focus.nextIsChosen(isSelected);
  if (hitArea(WidgetId("retarget.joint.%d", joint), {row.width, row.height}))
    out.push_back(SelectJoint{isSelected ? -1 : joint});
  const bool isHovered = ImGui::IsItemHovered();
  if (pair && hintIsDue()) {
    hint(Text("Confidence %.0f %%. Aligned: %s.", 100 * static_cast<double>(pair->confidence),
              nameOf(pair->alignment).data()));
  }
  if (isSelected || isHovered || isMarked)
    fillRect(row, isSelected ? faded(colors().accent, 0.28f) : colors().card, px(4));
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
    nameIn(from, twoNames(source.name(pair->source), " + ", source.name(pair->upperSource)).text(), colors().textDim);
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
    const int joint = nth(state.rows, i);
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
    const int count = static_cast<int>(nth(model.clipFiles, i).clips.size());
    if (playing >= first && playing < first + count) file = i, clip = playing - first;
  }
  out.push_back(ShowRetarget{file, clip});
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
    ImGui::SetCursorScreenPos(inner.min());
    sentence(
        "Add the clips of another file with Ctrl+Shift+O, or drop a motion file on the window. This panel then shows "
        "which of its joints moves which of the model's, and lets you change that.");
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
