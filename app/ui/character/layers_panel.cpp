// The layers, the settings of one, and the editor of masks.
#include "app/ui/character/layers_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/session/character/settings/clip_settings.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"

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
  const double duration = nth(session.model().clips, clip).duration();
  ImGui::SameLine(0, gap);
  changed |= slider(WidgetId("layer.%d.referenceTime", index), layer.referenceTime,
                    {.label = "at", .max = std::max(duration, 0.01), .format = "%.2f s", .typedMax = kClipSeconds.max},
                    time, "Where in that clip the reference pose is.");
  return changed;
}

}  // namespace

void drawLayerDetails(const Session& session, LayersPanelState& state, int index, Commands& out) {
  LayerSettings layer = nth(session.character().layers().layers, index);
  const float width = ImGui::CalcItemWidth();
  bool changed = drawClipAndOrder(session, state, index, layer, width, out);
  changed |= drawModeAndMask(session, state, index, layer, width, out);
  changed |= drawAmounts(index, layer, width);
  if (layer.mode == LayerMode::Additive) changed |= drawReference(session, index, layer, width);
  if (changed) out.push_back(SetLayer{index, layer});
}

namespace {

constexpr float kLayerRow = 46, kLayerTag = 18, kToggle = 24, kNumber = 48;
constexpr double kRemoveSeconds = 0.2;

const LayerStack& stackOf(const Session& session) { return session.character().layers(); }
bool hasRoom(const Session& session) { return stackOf(session).layers.size() < kMaxLayers; }

/// What a row says, the same for the base, a clip with a mask, and a layer.
struct RowText {
  int clip = -1;
  std::string_view name;
  const char* caption = "";
  double weight = 0;
  bool heard = true;
};

/// Two lines: name; what it is and on which joints. Returns where buttons end the first line.
void drawRowText(const UiRect& rect, const RowText& text, float buttons) {
  const float half = std::floor(rect.height / 2), left = rect.x + px(46);
  const ImU32 ink = text.heard ? colors().text : colors().textDim;
  if (text.clip >= 0)
    clipTag(*ImGui::GetWindowDrawList(), {rect.x + px(22), rect.y + px(5)}, px(kLayerTag), text.clip,
            text.heard ? 1 : 0.5f);
  nameIn({left, rect.y + px(1), rect.right() - buttons - left - px(4), half}, text.name, ink);
  textIn({left, rect.y + half - px(2), rect.right() - px(kNumber) - left - px(8), half}, text.caption, colors().textDim,
         0, ui().fonts.small);
  textIn({rect.right() - px(kNumber), rect.y + half - px(2), px(kNumber) - px(6), half},
         Text("%.0f %%", text.weight * 100), ink, 1, ui().fonts.small);
}

/// `joined`: to a card below.
void drawGround(const UiRect& rect, ImU32 color, bool joined = false) {
  fillRect(rect, color, px(6), joined ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersAll);
}

/// A letter that is on or off, in the upper right of a row; `index` counts from the right.
bool drawToggle(const char* id, const char* letter, bool on, int index, const UiRect& rect, const char* sentence) {
  const float size = px(kToggle);
  ImGui::SetCursorScreenPos({rect.right() - static_cast<float>(index + 1) * (size + px(2)), rect.y + px(2)});
  return button(id, letter, {size, size - px(2)}, sentence, {.on = on, .quiet = !on});
}

FadeMask maskOf(const LayerSettings& layer) { return {layer.mask, layer.feather}; }

void drawLayerRow(const Session& session, const ClipNames& names, LayersPanelState& state, int index, Commands& out) {
  const LayerSettings& layer = nth(stackOf(session).layers, index);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float buttons = 3 * px(kToggle + 2);
  const UiRect rect{start.x, start.y, fullWidth(), px(kLayerRow)};
  const bool pressed = hitArea(WidgetId("layer.%d.row", index), {rect.width - buttons, rect.height});
  const bool hovered = ImGui::IsItemHovered(), open = state.open == index;
  state.take(index, pressed);
  hint("Click to change it, drag to move it. An upper layer lies on those below it.");
  if (state.dragged == index)
    drawGround(rect, colors().controlHovered, open);
  else if (open || hovered)
    drawGround(rect, open ? colors().card : colors().row, open);
  textIn({rect.x + px(4), rect.y, px(14), px(28)}, icon(open ? Icon::Fold : Icon::Expand), colors().textFaint, 0.5f);
  std::array<char, 24> unnamed;
  const Text caption("%s \u00b7 %s", layer.mode == LayerMode::Additive ? "adds" : "over",
                     maskSentence(session, maskOf(layer)).text());
  drawRowText(rect,
              {.clip = layer.clip,
               .name = names.shown(layer.clip, unnamed),
               .caption = caption,
               .weight = layer.weight,
               .heard = isHeard(stackOf(session), index)},
              buttons);
  LayerSettings next = layer;
  if (drawToggle(WidgetId("layer.%d.solo", index), "S", layer.solo, 2, rect,
                 "Solo: play only this layer and any others set to solo."))
    next.solo = !next.solo;
  if (drawToggle(WidgetId("layer.%d.mute", index), "M", layer.muted, 1, rect, "Mute: this layer has no effect."))
    next.muted = !next.muted;
  if (!(next == layer)) out.push_back(SetLayer{index, next});
  if (drawToggle(WidgetId("layer.%d.remove", index), icon(Icon::Close), false, 0, rect, "Remove this layer.")) {
    out.push_back(RemoveLayer{index});
    state.forget(index);
  }
  ImGui::SetCursorScreenPos({start.x, rect.bottom()});
}

/// A clip that was faded in on a mask. It is no layer: the next fade of the whole body ends it.
void drawMaskedClip(const Session& session, const ClipNames& names, int clip, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const auto mask = session.character().fade().choiceOf(action.mask);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float keep = px(56), buttons = keep + px(kToggle + 6);
  const UiRect rect{start.x, start.y, fullWidth(), px(kLayerRow)};
  ImGui::Dummy({rect.width - buttons, rect.height});
  logItem("layers.masked.%d", clip);
  std::array<char, 24> unnamed;
  const Text caption("masked fade \u00b7 %s", (mask ? maskSentence(session, *mask) : Text("removed mask")).text());
  drawRowText(
      rect,
      {.clip = clip, .name = names.shown(clip, unnamed), .caption = caption, .weight = action.getEffectiveWeight()},
      buttons);
  ImGui::SetCursorScreenPos({rect.right() - buttons, rect.y + px(2)});
  if (mask && button(WidgetId("layers.masked.%d.keep", clip), "Keep", {keep, px(kToggle - 2)},
                     "Make it a layer: it stays when other clips fade in.", {.enabled = hasRoom(session)})) {
    const double duration = action.duration(), speed = action.timeScale;
    const double loops = duration > 0 ? (action.time - session.character().player().layerTime() * speed) / duration : 0;
    out.push_back(AddLayer{{.clip = clip,
                            .mask = mask->joint,
                            .feather = mask->feather,
                            .weight = std::min(action.weight, 1.0),
                            .speed = std::clamp(speed, kTimeScale.min, kTimeScale.max),
                            .phase = loops - std::floor(loops)}});
    out.push_back(StopClip{clip});
  }
  if (drawToggle(WidgetId("layers.masked.%d.remove", clip), icon(Icon::Close), false, 0, rect, "Fade it out."))
    out.push_back(FadeOut{clip, kRemoveSeconds});
  ImGui::SetCursorScreenPos({start.x, rect.bottom()});
}

/// What plays on the whole body, on which the layers lie.
void drawBase(const Session& session, const ClipNames& names, Commands& out) {
  const LayerStack& stack = stackOf(session);
  int strongest = -1, others = 0;
  double sum = 0, largest = 0;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const crossfade::AnimationAction& action = session.action(clip);
    const double weight = action.isScheduled() ? action.getEffectiveWeight() : 0;
    if (action.mask != nullptr || !(weight > 0)) continue;
    ++others;
    sum += weight;
    if (weight > largest) {
      largest = weight;
      strongest = clip;
    }
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const UiRect rect{start.x, start.y, fullWidth(), px(kLayerRow)};
  const float buttons = 2 * px(kToggle + 2);
  ImGui::Dummy({rect.width - buttons, rect.height});
  logItem("layers.base");
  std::array<char, 24> unnamed;
  const std::string_view name = strongest < 0 ? "Rest pose" : names.shown(strongest, unnamed);
  const Text caption =
      others > 1 ? Text("base \u00b7 Whole body \u00b7 and %d more", others - 1) : Text("base \u00b7 Whole body");
  drawRowText(rect,
              {.clip = strongest, .name = name, .caption = caption, .weight = sum, .heard = isHeard(stack, kBaseLayer)},
              buttons);
  bool muted = stack.baseMuted, solo = stack.baseSolo;
  if (drawToggle("layers.base.solo", "S", solo, 1, rect, "Solo: play only the base and layers set to solo."))
    solo = !solo;
  if (drawToggle("layers.base.mute", "M", muted, 0, rect, "Mute: layers lie on the rest pose.")) muted = !muted;
  if (muted != stack.baseMuted || solo != stack.baseSolo) out.push_back(SetBaseLayer{muted, solo});
  ImGui::SetCursorScreenPos({start.x, rect.bottom()});
}

/// The mask that a new layer begins with: as the next fade, or from the selected joint down.
FadeMask usualMask(const Session& session) {
  const FadeSettings& fade = session.fadeSettings();
  if (fade.maskJoint != -1) return fade.mask();
  return {session.selectedJoint()};
}

void drawAdd(const Session& session, LayersPanelState& state, Commands& out) {
  const float width = fullWidth();
  if (!hasRoom(session)) {
    (void)button("layers.add", "Add a layer...", {width, 0},
                 Text("There are %d layers, and no room for another.", static_cast<int>(kMaxLayers)),
                 {.enabled = false});
    return;
  }
  const int clip = takeClip("layers.add", session, "Add a layer...", width,
                            "Play a clip on top of the others, on the joints of its mask.");
  if (clip < 0) return;
  const FadeMask mask = usualMask(session);
  out.push_back(AddLayer{{.clip = clip, .mask = mask.joint, .feather = mask.feather}});
  state.open = static_cast<int>(stackOf(session).layers.size());
}

void drawMasks(const Session& session, LayersPanelState& state, Commands& out) {
  const float width = fullWidth(), add = px(88);
  label({width - add - px(6), rowHeight()}, "Masks", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  if (button("masks.new", "New mask", {add, 0},
             "A mask to paint; it begins with the selected joint and all below, or empty.")) {
    const int joint = session.selectedJoint();
    std::vector<float> weights(static_cast<std::size_t>(session.model().skeleton.jointCount()));
    if (joint >= 0) {
      const auto mask = crossfade::JointMask::ofSubtree(session.model().skeleton, joint);
      weights.assign(mask.weights().begin(), mask.weights().end());
    }
    newMask(session, state, std::move(weights), out);
  }
  const FocusGroup group("masks", GroupLayout::Column);
  int row = 0;
  for (const NamedMask& mask : session.character().masks().all()) {
    if (hitArea(WidgetId("masks.%d", row++), {width, rowHeight()})) state.brush.mask = namedMask(mask.name);
    const UiRect rect = itemRect();
    hint("Click to paint this mask.");
    if (ImGui::IsItemHovered()) drawGround(rect, colors().row);
    textIn({rect.x + px(4), rect.y, px(16), rect.height}, icon(Icon::Brush), colors().accent, 0.5f, ui().fonts.small);
    nameIn({rect.x + px(26), rect.y, rect.width - px(120), rect.height}, mask.name.c_str(), colors().text);
    const auto joints = std::count_if(mask.weights.begin(), mask.weights.end(), [](float w) { return w > 0; });
    textIn({rect.x, rect.y, rect.width - px(6), rect.height},
           Text(joints == 1 ? "%d joint" : "%d joints", static_cast<int>(joints)), colors().textFaint, 1,
           ui().fonts.small);
  }
}

void drawList(const Session& session, LayersPanelState& state, Commands& out) {
  const ClipNames names(session.model());
  const int count = static_cast<int>(stackOf(session).layers.size());
  if (state.open >= count) state.open = -1;
  ImGui::BeginChild("layers", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(4)});
  drawAdd(session, state, out);
  if (count == 0)
    sentence("Clips that stay on top of whatever fades below: a wave over a walk, breathing added to all.");
  std::array<float, kMaxLayers> middles{};
  std::optional<FocusGroup> group(std::in_place, "rows", GroupLayout::Column, true);
  for (int i = count - 1; i >= 0; --i) {
    nth(middles, i) = ImGui::GetCursorScreenPos().y + px(kLayerRow) / 2;
    const bool open = state.open == i;
    focusMember();
    drawLayerRow(session, names, state, i, out);
    if (open) (void)drawOnCard(8, [&] { drawLayerDetails(session, state, i, out); });
  }
  // Rows are drawn from the top layer down.
  const int dragged = state.dragged, to = state.follow(std::span(middles).first(static_cast<std::size_t>(count)));
  if (to >= 0) out.push_back(MoveLayer{dragged, to});
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (session.action(clip).isScheduled() && session.action(clip).mask && session.action(clip).fadeValue() > 0) {
      focusMember();
      drawMaskedClip(session, names, clip, out);
    }
  focusMember();
  drawBase(session, names, out);
  group.reset();
  ImGui::Dummy({1, px(2)});
  drawMasks(session, state, out);
  ImGui::PopStyleVar();
  endScrollingPart();
}

}  // namespace

void drawLayersPanel(const Session& session, LayersPanelState& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  if (isPainting(state.brush, session))
    drawMaskEditor(session, state, out);
  else
    drawList(session, state, out);
  ImGui::PopStyleVar();
}

bool isPainting(const MaskBrush& brush, const Session& session) {
  return session.character().masks().find(brush.mask) != nullptr;
}

void beginStroke(MaskBrush& brush, bool inTree) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool clears = io.KeyAlt || io.MouseDown[ImGuiMouseButton_Right];
  brush.isDown = true;
  brush.inTree = inTree;
  brush.value = clears ? 0.0f : static_cast<float>(brush.strength);
  brush.lastY = io.MousePos.y;
}

void paintJoint(MaskBrush& brush, const Session& session, int joint) {
  const std::vector<JointRow>& rows = session.jointRows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [joint](const JointRow& row) { return row.joint == joint; });
  if (found == rows.end()) return;
  const auto end = ImGui::GetIO().KeyShift ? rows.begin() + found->end : found + 1;
  for (auto row = found; row != end; ++row) nth(brush.weights, row->joint) = brush.value;
}

bool passedOver(const MaskBrush& brush, const UiRect& row) {
  const float y = ImGui::GetIO().MousePos.y;
  return std::min(brush.lastY, y) < row.bottom() && std::max(brush.lastY, y) >= row.y;
}

void beginPainting(MaskBrush& brush, const Session& session) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[ImGuiMouseButton_Left] && !io.MouseDown[ImGuiMouseButton_Right]) brush.isDown = false;
  readMask(session, brush.mask, brush.weights);
}

void endPainting(MaskBrush& brush, const Session& session, Commands& out) {
  brush.lastY = ImGui::GetIO().MousePos.y;
  const NamedMask* const mask = session.character().masks().find(brush.mask);
  if (mask != nullptr && mask->weights != brush.weights) out.push_back(SetMask{mask->name, brush.weights});
}

bool paintInPicture(const Session& session, const UiRect& view, MaskBrush& brush, std::vector<UiRect>& namePlates,
                    Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  beginPainting(brush, session);
  const int joint = brush.isDown && brush.inTree ? -1 : jointUnderPointer(session, view, true);
  const bool pressed = io.MouseClicked[ImGuiMouseButton_Left] || io.MouseClicked[ImGuiMouseButton_Right];
  if (joint >= 0 && pressed) beginStroke(brush, false);
  const bool held = brush.isDown && !brush.inTree;
  if (joint >= 0 && held) paintJoint(brush, session, joint);
  drawMaskMarks(session, view, brush.weights, joint, namePlates);
  endPainting(brush, session, out);
  return held;
}

// ---- The editor of a mask with a name.

namespace {

/// Gives the mask another name.
void drawNameField(const Session& session, LayersPanelState& state, const std::string& name, float width,
                   Commands& out) {
  bool escaped = false;
  if (!nameField("mask.name", state.typedName, width, std::exchange(state.takesFocus, false), escaped)) return;
  state.naming = false;
  const std::string typed = state.typedName.data();
  if (escaped || typed.empty() || typed == name) return;
  out.push_back(RenameMask{name, typed});
  const int renamed = namedMask(typed);
  if (session.character().masks().find(renamed) == nullptr) state.brush.mask = renamed;  // otherwise it is refused
}

void drawHead(const Session& session, LayersPanelState& state, const NamedMask& mask, Commands& out) {
  const float gap = px(6), width = fullWidth(), remove = rowHeight(), done = px(56);
  const float name = width - done - remove - 2 * gap;
  if (state.naming) {
    drawNameField(session, state, mask.name, name, out);
  } else {
    if (hitArea("mask.name", {name, rowHeight()})) {
      std::snprintf(state.typedName.data(), state.typedName.size(), "%s", mask.name.c_str());
      state.naming = state.takesFocus = true;
    }
    const UiRect rect = itemRect();
    hint("The name of this mask. Click to change it.");
    textIn({rect.x, rect.y, px(20), rect.height}, icon(Icon::Brush), colors().accent, 0.5f);
    nameIn({rect.x + px(26), rect.y, rect.width - px(26), rect.height}, mask.name.c_str(),
           ImGui::IsItemHovered() ? colors().accentHovered : colors().text, 0, ui().fonts.strong);
  }
  ImGui::SameLine(0, gap);
  if (button("mask.done", "Done", {done, 0}, "Back to the layers.", {.accent = true})) state.brush.mask = -1;
  ImGui::SameLine(0, gap);
  if (iconButton("mask.remove", Icon::Close, "Remove this mask. A mask in use cannot be removed.", {.quiet = true}))
    out.push_back(RemoveMask{mask.name});
}

void drawBrush(LayersPanelState& state, const NamedMask& mask, Commands& out) {
  const float gap = px(6), width = fullWidth(), each = px(56);
  const SliderLook look{
      .label = "brush", .defaultValue = 1, .fill = maskColor(static_cast<float>(state.brush.strength)), .step = 0.05};
  (void)slider("mask.strength", state.brush.strength, look, width - 3 * (each + gap),
               "The weight that painting sets. At 0.5 the layer and what lies below move a joint by half each.");
  const auto change = [&](const char* id, const char* text, const char* sentence, auto weightOf) {
    ImGui::SameLine(0, gap);
    if (!button(id, text, {each, 0}, sentence)) return;
    SetMask command{mask.name, mask.weights};
    for (float& weight : command.weights) weight = weightOf(weight);
    out.push_back(std::move(command));
  };
  change("mask.fill", "Fill", "Set every joint to the weight of the brush.",
         [&](float) { return static_cast<float>(state.brush.strength); });
  change("mask.clear", "Clear", "Set every joint to 0.", [](float) { return 0.0f; });
  change("mask.invert", "Invert", "Turn 1 into 0 and 0 into 1: the rest of the body.",
         [](float weight) { return 1 - weight; });
}

}  // namespace

void newMask(const Session& session, LayersPanelState& state, std::vector<float> weights, Commands& out) {
  std::string name;
  for (int number = 1; name.empty() || session.character().masks().find(namedMask(name)) != nullptr; ++number)
    name = "Mask " + std::to_string(number);
  state.brush.mask = namedMask(name);
  out.push_back(SetMask{std::move(name), std::move(weights)});
}

void drawMaskEditor(const Session& session, LayersPanelState& state, Commands& out) {
  const NamedMask* const mask = session.character().masks().find(state.brush.mask);
  if (mask == nullptr) return;
  drawHead(session, state, *mask, out);
  drawBrush(state, *mask, out);
  const float line = ImGui::GetTextLineHeight() + px(2);
  label({fullWidth(), line}, "Drag over joints here or on the figure; Alt or the right button clears.",
        colors().textDim, 0, ui().fonts.small);
  hint(
      "The left button sets the weight of the brush. Alt or the right button clears. Shift includes all joints below.");
  beginPainting(state.brush, session);
  const float below = ImGui::GetContentRegionAvail().y - rowHeight() - ImGui::GetStyle().ItemSpacing.y;
  drawJointList(session, state.joints, std::max(below, px(66)), out, &state.brush);
  endPainting(state.brush, session, out);
}

}  // namespace app
