// The settings of one layer.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/character/playback_limits.h"
#include "app/ui/character/clip_chooser.h"
#include "app/ui/character/joint_chooser.h"
#include "app/ui/character/layers_panel.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<const char*, 2> kModeTexts = {"Override", "Additive"};
constexpr std::array<const char*, 2> kModeSentences = {
    "Override: covers what lies below, as far as weight and mask say.",
    "Additive: adds how this clip differs from a reference pose."};

bool drawClipAndOrder(const Session& session, LayersPanelState& state, int index, LayerSettings& layer, float width,
                      Commands& out) {
  const float gap = px(6);
  const int count = static_cast<int>(session.character().layers().layers.size());
  int clip = layer.clip;
  const bool changed = chooseClip(WidgetId("layer.%d.clip", index), session, clip, "Remove",
                                  width - 2 * (rowHeight() + gap), "The clip of this layer.");
  if (changed && clip < 0) {
    out.push_back(RemoveLayer{index});
    state.open = -1;
  }
  const auto move = [&](const char* format, Icon arrow, int to, const char* sentence) {
    ImGui::SameLine(0, gap);
    if (!iconButton(WidgetId(format, index), arrow, sentence, {.enabled = to >= 0 && to < count})) return;
    out.push_back(MoveLayer{index, to});
    state.open = to;
    ui().focus.follow(WidgetId(format, to));
  };
  move("layer.%d.up", Icon::Up, index + 1, "Move it above the next layer.");
  move("layer.%d.down", Icon::Down, index - 1, "Move it below the previous layer.");
  if (!changed || clip < 0) return false;
  layer.clip = clip;
  return true;
}

/// Opens the mask for painting; a joint's becomes one with a name first.
void paintMask(const Session& session, LayersPanelState& state, int index, const LayerSettings& layer, Commands& out) {
  if (isNamedMask(layer.mask)) {
    state.brush.mask = layer.mask;
    return;
  }
  const auto joints = static_cast<std::size_t>(session.model().skeleton.jointCount());
  std::vector<float> weights(joints, 1.0f);
  if (layer.mask >= 0) {
    const auto mask = crossfade::JointMask::ofSubtree(session.model().skeleton, layer.mask, layer.feather);
    weights.assign(mask.weights().begin(), mask.weights().end());
  }
  newMask(session, state, std::move(weights), out);
  LayerSettings masked = layer;
  masked.mask = state.brush.mask;
  out.push_back(SetLayer{index, masked});
}

bool drawModeAndMask(const Session& session, LayersPanelState& state, int index, LayerSettings& layer, float width,
                     Commands& out) {
  const float gap = px(6), paint = px(64);
  bool changed = false;
  const int pressed =
      segments(WidgetId("layer.%d.mode", index), kModeTexts, static_cast<int>(layer.mode), width, kModeSentences);
  if (pressed >= 0 && pressed != static_cast<int>(layer.mode)) {
    layer.mode = static_cast<LayerMode>(pressed);
    changed = true;
  }
  FadeMask mask{layer.mask, layer.feather};
  if (chooseMask(WidgetId("layer.%d.mask", index), session, mask, state.maskSearch, width - paint - gap,
                 "The joints that this layer moves.")) {
    layer.mask = mask.joint;
    layer.feather = mask.feather;
    changed = true;
  }
  ImGui::SameLine(0, gap);
  if (button(WidgetId("layer.%d.paint", index), "Paint", {paint, 0},
             "Paint the mask on the joint tree and on the figure."))
    paintMask(session, state, index, layer, out);
  return changed;
}

bool drawAmounts(int index, LayerSettings& layer, float width) {
  const float gap = px(6), half = std::floor((width - gap) / 2);
  const bool adds = layer.mode == LayerMode::Additive;
  bool changed =
      slider(WidgetId("layer.%d.weight", index), layer.weight,
             {.label = "weight",
              .max = adds ? 2.0 : 1.0,
              .defaultValue = 1,
              .fill = clipColor(layer.clip),
              .typedMin = 0,
              .typedMax = adds ? kWeight.max : 1.0},
             width, adds ? "How much of the difference is added." : "How much of what lies below it covers.");
  changed |= slider(WidgetId("layer.%d.speed", index), layer.speed, speedLook("speed", kTimeScale.max), half,
                    "How fast it plays, loop after loop. 0 holds the pose at its phase.");
  ImGui::SameLine(0, gap);
  double percent = layer.phase * 100;
  if (slider(WidgetId("layer.%d.phase", index), percent, {.label = "phase", .max = 100, .format = "%.0f %%", .step = 1},
             width - half - gap, "How far into its loop it starts; at speed 0 the pose that it holds.")) {
    layer.phase = percent / 100;
    changed = true;
  }
  return changed;
}

/// What an additive clip is compared with.
bool drawReference(const Session& session, int index, LayerSettings& layer, float width) {
  const float gap = px(6), time = std::floor((width - gap) * 0.44f);
  bool changed = chooseClip(WidgetId("layer.%d.reference", index), session, layer.referenceClip, "minus its own pose",
                            width - time - gap,
                            "The clip that holds the reference pose. The layer adds the difference from that pose.");
  const int clip = layer.referenceClip < 0 ? layer.clip : layer.referenceClip;
  const double duration = session.model().clips[static_cast<std::size_t>(clip)].duration();
  ImGui::SameLine(0, gap);
  changed |= slider(WidgetId("layer.%d.referenceTime", index), layer.referenceTime,
                    {.label = "at", .max = std::max(duration, 0.01), .format = "%.2f s", .typedMax = kClipSeconds.max},
                    time, "Where in that clip the reference pose is.");
  return changed;
}

}  // namespace

void drawLayerDetails(const Session& session, LayersPanelState& state, int index, Commands& out) {
  LayerSettings layer = session.character().layers().layers[static_cast<std::size_t>(index)];
  const float width = ImGui::CalcItemWidth();
  bool changed = drawClipAndOrder(session, state, index, layer, width, out);
  changed |= drawModeAndMask(session, state, index, layer, width, out);
  changed |= drawAmounts(index, layer, width);
  if (layer.mode == LayerMode::Additive) changed |= drawReference(session, index, layer, width);
  if (changed) out.push_back(SetLayer{index, layer});
}

}  // namespace app
