#include "app/ui/character/track_view.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/model/pose_value_names.h"
#include "app/model/root_clip.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/euler_angles.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

// In the order of TravelMode and RootMode.
constexpr std::array<const char*, 3> kTravelTexts = {"In file", "Treadmill", "Travel"};
constexpr std::array<const char*, 3> kTravelSentences = {
    "In file: the root moves as it does in the clips. W switches to Treadmill.",
    "Treadmill: the character stays in place, and the floor moves under it at its speed. W switches to Travel.",
    "Travel: the character walks away, the camera follows, and its path is drawn on the floor. W switches to In file."};
constexpr std::array<const char*, 5> kRootTexts = {"Auto", "Keep", "Hold", "Extract", "Feet"};
constexpr std::array<const char*, 5> kRootSentences = {
    "Auto, on the treadmill and in travel: Extract if this clip travels or turns, Feet if it walks in place.",
    "Keep: the root moves as in the file. The clip moves neither the character nor the floor.",
    "Hold: the root is held in place. The clip moves neither the character nor the floor.",
    "Extract: the root is held in place, and its motion moves the character or the floor.",
    "Feet: moves the character at the speed that its planted feet imply."};

/// "forward", "left", or in degrees.
Text directionText(double degrees) {
  constexpr std::array<const char*, 4> kWords = {"forward", "left", "backward", "right"};
  const double quarter = std::round(degrees / 90);
  if (std::abs(degrees - 90 * quarter) >= 10) return Text("at %.0f\u00b0", degrees);
  return Text("%s", nth(kWords, static_cast<int>(quarter) & 3));
}

Text motionText(const crossfade::RootMotion& motion) {
  const Text moves =
      motion.speed() > 0 ? Text(", %.2f m/s %s", motion.speed(), directionText(motion.direction()).text()) : Text();
  const Text turns = motion.turns() ? Text(", turns %.0f\u00b0", motion.turn) : Text();
  const std::string_view kind =
      motion.kind() == crossfade::RootMotionKind::Turning ? "on the spot" : nameOf(motion.kind());
  return Text("%.*s%s%s", static_cast<int>(kind.size()), kind.data(), moves.text(), turns.text());
}

}  // namespace

const char* sentenceOf(TravelMode mode) { return nth(kTravelSentences, mode); }

void drawTravelModes(const Session& session, float width, Commands& out) {
  const int pressed = segments("pose.travel", kTravelTexts, static_cast<int>(session.character().ground().travel()),
                               width, kTravelSentences);
  if (pressed >= 0) out.push_back(SetTravel{static_cast<TravelMode>(pressed)});
}

void drawRootOf(const Session& session, int clip, float width, Commands& out) {
  const ClipStudy* const study = session.character().ground().knownStudy();
  wantContacts(session, out);
  const GroundFacts* const facts = study ? study->find(clip) : nullptr;
  const RootSettings& root = nth(session.character().clipSettings(), clip).root;
  ImGui::Dummy({width, px(20)});
  logItem("clip.%d.motion", clip);
  hint("How the root moves in one loop, and its speed. For a clip in place: the speed its feet imply.");
  textIn(itemRect(), facts ? motionText(facts->root) : Text("measuring..."), facts ? colors().text : colors().textFaint,
         0, ui().fonts.small);
  const int pressed =
      segments(WidgetId("clip.%d.root", clip), kRootTexts, static_cast<int>(root.mode), width, kRootSentences);
  RootSettings next = root;
  if (pressed >= 0) next.mode = static_cast<RootMode>(pressed);
  const RootMode effective = facts ? chosenMode(root, facts->root) : root.mode;
  const bool takes = effective == RootMode::Hold || effective == RootMode::Extract;
  checkbox(WidgetId("clip.%d.root.turn", clip), "Turn", next.turn, "Takes the turn about the vertical, too.", takes);
  ImGui::SameLine(0, px(18));
  checkbox(WidgetId("clip.%d.root.height", clip), "Height", next.height,
           "Takes the height, too, as stairs need. Jumps then show only in travel.", takes);
  if (!(next == root)) out.push_back(SetRoot{clip, next});
}

namespace {

using crossfade::KeyframeTrack;

constexpr std::array<const char*, 4> kValueTexts = {"Position", "Euler", "Quaternion", "Scale"};
constexpr std::array<const char*, 4> kHints = {
    "Meters, along x, y and z of the parent joint.", "Degrees about x, y and z, without jumps at half a turn.",
    "The rotation's quaternion, as the file has it.", "Factors along x, y and z."};
constexpr std::array<const char*, 4> kAxes = {"x", "y", "z", "w"};
constexpr std::array<ImU32, 4> kTints = {rgb(0xE0584F), rgb(0x55A63F), rgb(0x4A8BE8), rgb(0x9A8FA8)};
constexpr int kMaxDots = 160;  // more could not be told apart
constexpr float kHeight = 136;

double timeOf(std::size_t sample, double duration) {
  return duration * static_cast<double>(sample) / static_cast<double>(TrackLines::kSamples - 1);
}

struct Plot {
  UiRect area;
  const TrackLines& lines;
  float x(double time) const { return area.x + static_cast<float>(time / std::max(lines.duration, 1e-9)) * area.width; }
  float y(double value) const {
    return area.bottom() - static_cast<float>((value - lines.low) / (lines.high - lines.low)) * area.height;
  }
};

void drawScale(ImDrawList& list, const Plot& plot) {
  const TrackLines& lines = plot.lines;
  const double step = niceStep(lines.high - lines.low, 4);
  for (int i = 0; i < 6; ++i) {
    const double value = (std::ceil(lines.low / step) + i) * step;
    if (value > lines.high) break;
    const float y = std::round(plot.y(value));
    list.AddLine({plot.area.x, y}, {plot.area.right(), y}, faded(colors().line, 0.6f));
    textIn(list, {plot.area.x - px(40), y - px(8), px(36), px(16)},
           Text("%.4g", std::abs(value) < step * 1e-6 ? 0.0 : value), colors().textDim, 1, ui().fonts.small);
  }
}

void drawLines(ImDrawList& list, const Plot& plot) {
  std::array<ImVec2, TrackLines::kSamples> points;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(plot.lines.count); ++axis) {
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] = {plot.x(timeOf(i, plot.lines.duration)), plot.y(plot.lines.at[i][axis])};
    styledLine(list, points, kTints[axis], px(1.5f), static_cast<LineStyle>(axis), ui().scale);
  }
}

void drawKeys(ImDrawList& list, const Plot& plot, const KeyframeTrack& track, TrackValues values) {
  if (track.keyCount() > kMaxDots) return;
  crossfade::KeyCursor cursor;
  for (const float key : track.times()) {
    const double time = static_cast<double>(key);
    if (time < 0 || time > plot.lines.duration) continue;
    std::array<double, 4> at;
    const int count = valuesOn(plot.lines, track, values, time, cursor, at);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(count); ++axis)
      list.AddCircleFilled({plot.x(time), plot.y(at[axis])}, px(2.5f), kTints[axis]);
  }
}

/// The line at the clip's time, and its values above the plot.
void drawPlayhead(ImDrawList& list, const Plot& plot, const KeyframeTrack& track, TrackValues values, double time) {
  const float x = std::clamp(plot.x(time), plot.area.x, plot.area.right());
  list.AddLine({x, plot.area.y}, {x, plot.area.bottom()}, colors().text);
  crossfade::KeyCursor cursor;
  std::array<double, 4> at;
  const int count = valuesOn(plot.lines, track, values, time, cursor, at);
  const float each = std::floor(plot.area.width / static_cast<float>(count));
  for (int axis = 0; axis < count; ++axis) {
    const UiRect cell{plot.area.x + each * static_cast<float>(axis), plot.area.y - px(18), each, px(16)};
    const ImU32 tint = nth(kTints, axis);
    list.AddRectFilled({cell.x, cell.centerY() - px(1)}, {cell.x + px(8), cell.centerY() + px(1)}, tint);
    const double value = nth(at, axis);
    const Text text(values == TrackValues::Euler ? "%s %.1f\u00b0" : "%s %.3f", nth(kAxes, axis),
                    std::abs(value) < 5e-4 ? 0.0 : value);
    textIn(list, {cell.x + px(11), cell.y, cell.width - px(13), cell.height}, text, colors().text, 0, ui().fonts.small);
  }
}

/// "Walking_A: LINEAR, 33 keys, 1.07 s", or why there is no curve.
void drawLegend(const UiRect& row, std::string_view clip, const KeyframeTrack* track, double duration) {
  const std::string_view how = track ? nameOf(track->interpolation()) : "";
  const Text text =
      track ? Text("%.*s, %d keys, %.2f s", static_cast<int>(how.size()), how.data(), track->keyCount(), duration)
            : Text("not animated");
  ImFont* const font = ui().fonts.small;
  const float width = sizeOf(*font, text).x + px(4);
  nameIn({row.x, row.y, std::max(row.width - width - px(6), 0.0f), row.height}, clip, colors().textDim, 0, font);
  textIn(row, text, colors().textDim, 1, font);
}

}  // namespace

const KeyframeTrack* trackOf(const crossfade::AnimationClip& clip, int joint, crossfade::Channel channel) {
  const crossfade::TrackTarget wanted{.node = joint, .channel = channel};
  for (const KeyframeTrack& track : clip.tracks())
    if (track.target() == wanted) return &track;
  return nullptr;
}

int valuesAt(const KeyframeTrack& track, TrackValues values, double time, crossfade::KeyCursor& cursor,
             std::span<double, 4> out) {
  const int count = std::min(track.valueSize(), 4);
  crossfade::evaluate(track, time, cursor, out.first(static_cast<std::size_t>(count)));
  if (values != TrackValues::Euler) return count;
  const glm::dquat rotation = crossfade::makeDoubleQuat(out[0], out[1], out[2], out[3]);
  const glm::dvec3 angles = glm::degrees(glm::eulerAngles(glm::normalize(rotation)));
  out[0] = angles.x;
  out[1] = angles.y;
  out[2] = angles.z;
  return 3;
}

double unwrapped(double degrees, double before) { return degrees + 360 * std::round((before - degrees) / 360); }

std::size_t TrackLines::sampleAt(double time) const {
  const double fraction = duration > 0 ? std::clamp(time / duration, 0.0, 1.0) : 0;
  return static_cast<std::size_t>(std::lround(fraction * static_cast<double>(kSamples - 1)));
}

TrackLines linesOf(const KeyframeTrack& track, TrackValues values, double duration) {
  TrackLines lines{.duration = duration};
  lines.low = std::numeric_limits<double>::infinity();
  lines.high = -lines.low;
  crossfade::KeyCursor cursor;
  for (std::size_t i = 0; i < TrackLines::kSamples; ++i) {
    lines.count = valuesAt(track, values, timeOf(i, duration), cursor, lines.at[i]);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(lines.count); ++axis) {
      double& value = lines.at[i][axis];
      if (values == TrackValues::Euler && i > 0) value = unwrapped(value, lines.at[i - 1][axis]);
      lines.low = std::min(lines.low, value);
      lines.high = std::max(lines.high, value);
    }
  }
  const double margin = std::max({0.08 * (lines.high - lines.low), 0.01 * std::abs(lines.high), 1e-3});
  lines.low -= margin;
  lines.high += margin;
  return lines;
}

int valuesOn(const TrackLines& lines, const KeyframeTrack& track, TrackValues values, double time,
             crossfade::KeyCursor& cursor, std::span<double, 4> out) {
  const int count = valuesAt(track, values, time, cursor, out);
  if (values != TrackValues::Euler) return count;
  const auto& near = lines.at[lines.sampleAt(time)];
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(count); ++axis)
    out[axis] = unwrapped(out[axis], near[axis]);
  return count;
}

void drawTrackView(const Session& session, TrackView& view, float width) {
  const int joint = session.selectedJoint(), clip = session.dominantClip();
  if (joint < 0) return;
  caption("Track");
  const int pressed = segments("track.values", kValueTexts, static_cast<int>(view.values), width, kHints);
  if (pressed >= 0) view.values = static_cast<TrackValues>(pressed);
  ImGui::Dummy({width, px(kHeight)});
  const UiRect rect = itemRect();
  logItem("track.plot");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(rect, colors().well, px(6));
  if (clip < 0) return textIn(rect, "No clip plays.", colors().textDim, 0.5f);
  const crossfade::AnimationClip& played = nth(session.model().clips, clip);
  const KeyframeTrack* const track = trackOf(played, joint, channelOf(view.values));
  std::array<char, 24> scratch;
  drawLegend({rect.x + px(8), rect.bottom() - px(20), rect.width - px(16), px(16)},
             ClipNames(session.model()).shown(clip, scratch), track, played.duration());
  if (!track) return textIn(rect, "This clip leaves it as it is.", colors().textDim, 0.5f);
  const TrackLines lines = linesOf(*track, view.values, played.duration());
  const Plot plot{.area = {rect.x + px(44), rect.y + px(24), rect.width - px(52), rect.height - px(48)},
                  .lines = lines};
  drawScale(list, plot);
  drawLines(list, plot);
  drawKeys(list, plot, *track, view.values);
  drawPlayhead(list, plot, *track, view.values, session.action(clip).time);
}

// ---- How the skeleton is shown, its joints with their transforms, and the morph weights.

namespace {

constexpr float kJointListHeight = 224;

void drawBoneStyle(const Session& session, Commands& out) {
  constexpr std::array<const char*, 3> kTexts = {"No bones", "Solid", "Lines"};
  const ViewOptions& view = session.view();
  const int chosen = !view.skeleton ? 0 : view.bones == BoneStyle::Solid ? 1 : 2;
  const int pressed = segments("pose.bones", kTexts, chosen, fullWidth(),
                               "How bones are drawn over the model (B). Click a joint in the view to select it.");
  if (pressed < 0) return;
  ViewOptions next = view;
  next.skeleton = pressed > 0;
  if (pressed > 0) next.bones = pressed == 1 ? BoneStyle::Solid : BoneStyle::Lines;
  out.push_back(SetViewOptions{next});
}

void drawOverlays(const Session& session, Commands& out) {
  ViewOptions view = session.view();
  const float gap = px(8), half = std::floor((fullWidth() - gap) / 2);
  bool changed = settingSlider("pose.ghosts", view.ghosts, &ViewOptions::ghosts,
                               {.label = "ghosts", .max = kMaxGhosts, .format = "%.0f", .fill = colors().accent}, half,
                               "Onion skin (O): this many past poses in blue and future poses in orange.");
  ImGui::SameLine(0, gap);
  const SliderLook every{.label = "every",
                         .min = static_cast<double>(kMinGhostSeconds),
                         .max = static_cast<double>(kMaxGhostSeconds),
                         .origin = static_cast<double>(kMinGhostSeconds),
                         .format = "%.2f s"};
  changed |= settingSlider("pose.ghostSeconds", view.ghostSeconds, &ViewOptions::ghostSeconds, every, half,
                           "Animation time between two ghosts.");
  changed |= checkbox("pose.names", "Joint names", view.jointNames,
                      "Label all joints in the view (J). The selected joint always has a label.");
  if (changed) out.push_back(SetViewOptions{view});
}

/// A table row: a label and values in columns.
void drawValues(const char* label, std::initializer_list<double> values, const char* format, const char* sentence) {
  const float width = fullWidth(), labelWidth = px(62),
              each = std::floor((width - labelWidth) / static_cast<float>(std::max<std::size_t>(values.size(), 3)));
  ImGui::Dummy({width, px(20)});
  const UiRect row = itemRect();
  hint(sentence);
  textIn({row.x, row.y, labelWidth, row.height}, label, colors().textDim, 0, ui().fonts.small);
  float x = row.right() - each * static_cast<float>(values.size());
  for (const double value : values) {
    const Text text(format, std::abs(value) < 5e-4 ? 0.0 : value);
    textIn({x, row.y, each, row.height}, text, colors().text, 1, ui().fonts.small);
    x += each;
  }
}

void drawTransform(const crossfade::Transform& t) {
  const glm::vec3 angles = crossfade::toDegrees(t.rotation);
  const auto number = [](float value) { return static_cast<double>(value); };
  drawValues("position", {number(t.translation.x), number(t.translation.y), number(t.translation.z)}, "%.3f",
             "x, y, z in meters.");
  drawValues("rotation", {number(angles.x), number(angles.y), number(angles.z)}, "%.1f\u00b0",
             Text("Euler angles about x, y, z in degrees. Quaternion x, y, z, w: %.4f, %.4f, %.4f, %.4f.",
                  number(t.rotation.x), number(t.rotation.y), number(t.rotation.z), number(t.rotation.w)));
  drawValues("scale", {number(t.scale.x), number(t.scale.y), number(t.scale.z)}, "%.3f",
             "Scale factors along x, y, z.");
}

void drawSelected(const Session& session) {
  const int joint = session.selectedJoint();
  if (joint < 0) return;
  std::array<char, 24> scratch;
  ImGui::Dummy({0, px(2)});
  ImGui::PushFont(ui().fonts.strong);
  ImGui::TextUnformatted(jointLabel(session.model(), joint, scratch));
  ImGui::PopFont();
  logItem("joint.selected");
  caption("Local");
  drawTransform(nth(session.pose().locals, joint));
  caption("Model space");
  crossfade::Transform world = crossfade::fromMatrix(nth(session.posed().worlds, joint));
  world.translation = glm::vec3(glm::dvec3(world.translation) + session.posed().origin);
  drawTransform(world);
}

void drawMorph(const Session& session, int index, const char* name, Commands& out) {
  const std::optional<float> held = session.heldMorph(index);
  double weight = static_cast<double>(nth(session.pose().morphWeights, index));
  const float gap = px(6), follow = px(64);
  const SliderLook look{
      .label = name, .fill = held ? colors().accent : colors().textFaint, .typedMin = -100, .typedMax = 100};
  if (slider(WidgetId("morph.%d", index), weight, look, fullWidth() - follow - gap,
             "Drag to hold this weight, whatever plays. Gray: the animation controls it."))
    out.push_back(HoldMorph{index, weight});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("morph.%d.follow", index), "Follow", {follow, 0}, "Let the animation control it again.",
             {.on = !held, .enabled = held.has_value()}))
    out.push_back(HoldMorph{index, std::nullopt});
}

void drawExpressions(const Session& session, Commands& out) {
  const auto& all = session.model().expressions;
  if (all.empty()) return;
  ImGui::Dummy({0, px(4)});
  caption("Expressions");
  const float gap = px(6), follow = px(64);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int index = static_cast<int>(i);
    const bool held = session.heldMorph(all[i].binds.front().morph).has_value();
    double value = strengthOf(all[i], session.pose().morphWeights);
    const SliderLook look{.label = all[i].name.c_str(), .fill = held ? colors().accent : colors().textFaint};
    if (slider(WidgetId("expression.%d", index), value, look, fullWidth() - follow - gap,
               "Drag to hold this expression at a fixed strength: its morph targets, colors and texture coordinates. "
               "Clips no longer change them."))
      out.push_back(HoldExpression{index, value});
    ImGui::SameLine(0, gap);
    if (button(WidgetId("expression.%d.follow", index), "Follow", {follow, 0}, "Let the animation control it again.",
               {.on = !held, .enabled = held}))
      out.push_back(HoldExpression{index, std::nullopt});
  }
}

void drawMorphs(const Session& session, Commands& out) {
  const Model& model = session.model();
  int meshes = 0;
  for (const MeshInstance& instance : model.instances) meshes += instance.morphCount > 0 ? 1 : 0;
  if (meshes == 0) return;
  ImGui::Dummy({0, px(4)});
  caption("Morph targets");
  for (const MeshInstance& instance : model.instances) {
    const Mesh& mesh = nth(model.meshes, instance.mesh);
    if (meshes > 1 && instance.morphCount > 0)
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colors().textDim), "%s", mesh.name.c_str());
    for (int i = 0; i < instance.morphCount; ++i)
      drawMorph(session, instance.morphOffset + i, nth(mesh.morphTargetNames, i).c_str(), out);
  }
}

}  // namespace

void drawPosePanel(const Session& session, CharacterPanels& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(5)});
  drawTravelModes(session, fullWidth(), out);
  drawBoneStyle(session, out);
  drawOverlays(session, out);
  drawJointList(session, state.joints, px(kJointListHeight), out);
  drawSelected(session);
  drawTrackView(session, state.track, fullWidth());
  drawExpressions(session, out);
  drawMorphs(session, out);
  ImGui::PopStyleVar();
}

}  // namespace app
