// The two skeletons of the retarget panel, as lines.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "app/ui/character/joint_text.h"
#include "app/ui/character/retarget_panel.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widgets.h"
#include "app/view/bones.h"

namespace app {
namespace {

constexpr float kFigureReach = 12;  // interface units around a joint in which the pointer is on it
constexpr float kFigureCaption = 20;
constexpr float kHighestPitch = 1.2f;
constexpr float kCloser = 0.74f;  // than the sphere around the figure asks for

/// One figure in its rectangle.
class FigureView {
 public:
  /// Looks from where `camera` looks; the figure stays in the middle wherever it walks.
  FigureView(const RetargetFigure& figure, const Camera& camera, const UiRect& rect) : figure_(figure), rect_(rect) {
    Bounds bounds = figure.bounds;
    const glm::vec3 away = middle() - bounds.center();
    bounds.min += glm::vec3(away.x, 0, away.z);
    bounds.max += glm::vec3(away.x, 0, away.z);
    Camera own = camera;
    own.pitch = std::clamp(own.pitch, -kHighestPitch, kHighestPitch);
    own.sceneRadius = std::max(bounds.radius(), 1e-6f);
    const float aspect = rect.width / rect.height;
    own = dolly(frame(own, bounds, aspect), kCloser);
    toPicture_ = projectionMatrix(own, aspect) * viewMatrix(own);
  }

  /// Where a joint is; false: behind the eye.
  bool find(int joint, ImVec2& at) const {
    const auto seen = positionInPicture(toPicture_, glm::vec3(figure_.models[static_cast<std::size_t>(joint)][3]));
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
        list.AddLine(from, to, ink, px(used ? 2.0f : 1.0f));
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
  /// Of all joints, horizontally: it moves with the body and not with its arms.
  glm::vec3 middle() const {
    glm::vec3 sum(0.0f);
    for (const Bone& bone : figure_.bones) sum += glm::vec3(figure_.models[static_cast<std::size_t>(bone.joint)][3]);
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

int drawRetargetFigures(const Session& session, const RetargetPanelState& state, const UiRect& area, Commands& out) {
  const Retargeting& retargeting = session.character().retargeting();
  const crossfade::JointMap& map = retargeting.retargeter()->map();
  const ClipFile& file = session.model().clipFiles[static_cast<std::size_t>(retargeting.shownFile())];
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
    ImGui::SetCursorScreenPos({well.x, well.y});
    const bool pressed = hitArea(id, {well.width, well.height});
    logItem("%s", id);
    hint(isTarget ? "The model, moved by the skeleton beside it. Click a joint to see what moves it."
                  : "The skeleton of the file. Click a joint to see what it moves.");
    const bool hovered = ImGui::IsItemHovered();
    list.AddRectFilled({well.x, well.y}, {well.right(), well.bottom()}, colors().well, px(6));
    list.PushClipRect({well.x, well.y}, {well.right(), well.bottom()}, true);
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

}  // namespace app
