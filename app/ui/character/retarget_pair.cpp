// The editor of one joint in the retarget panel: what moves it, how it is aligned, and an extra rotation.
#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>

#include "app/ui/character/joint_text.h"
#include "app/ui/character/retarget_panel.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/searched_menu.h"
#include "crossfade/math/euler_angles.h"

namespace app {
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
    const SliderLook look{.label = kAxes[static_cast<std::size_t>(axis)],
                          .min = -180,
                          .max = 180,
                          .format = "%.0f\u00b0",
                          .fill = pair.source < 0 ? colors().textFaint : colors().accent,
                          .step = 1,
                          .typedMin = -360,
                          .typedMax = 360};
    if (!slider(WidgetId("retarget.turn.%s", kAxes[static_cast<std::size_t>(axis)]), angle, look, each,
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
  SetRetarget command{.file = file, .settings = retargeting.settings()[static_cast<std::size_t>(file)]};
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

}  // namespace app
