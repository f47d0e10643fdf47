// What lies over the scene: messages, what is out of view, and help: all keys and mouse gestures, from the tables that
// handle them.
#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/ui/bindings.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"
#include "app/view/bones.h"

namespace app {
namespace {

constexpr float kKeyWidth = 84;
constexpr float kGestureWidth = 150;
constexpr float kHead = 50, kFoot = 14, kKeyRow = 24, kRowGap = 1;
constexpr float kMinRow = 18;       // in a low window; below that the rows scroll
constexpr float kTwoColumns = 680;  // width of the sheet

bool isListed(const KeyBinding& binding, SceneKind scene) { return binding.keys[0] != 0 && worksIn(binding, scene); }

std::size_t keyCountOf(SceneKind scene) {
  return static_cast<std::size_t>(
      std::count_if(keyBindings().begin(), keyBindings().end(),
                    [scene](const KeyBinding& binding) { return isListed(binding, scene); }));
}

/// The rows of the longer column. The right one has the mouse, an empty row, and the keys that the left one lacks.
std::size_t rowsOf(SceneKind scene, bool twoColumns) {
  const std::size_t mouse = mouseBindings(scene).size() + 1;
  return twoColumns ? std::max((keyCountOf(scene) + mouse + 1) / 2, mouse) : keyCountOf(scene) + mouse;
}

/// A key cap and what the key does.
void drawRow(const char* keys, const char* description, float keyWidth, ImVec2 size) {
  ImGui::Dummy(size);
  const UiRect row = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, keys).x + px(14);
  const UiRect cap{row.x, row.centerY() - px(9), std::max(width, px(24)), px(18)};
  fillRect(cap, colors().control, px(4));
  list.AddRect(cap.min(), cap.max(), colors().controlActive, px(4));
  textIn(cap, keys, colors().text, 0.5f, font);
  textIn({row.x + px(keyWidth), row.y, row.width - px(keyWidth), row.height}, description, colors().textDim);
  logItem("help.%s", keys);
}

/// All keys and gestures, in two columns or below each other.
void drawRows(SceneKind scene, bool twoColumns, float height) {
  const float all = fullWidth();
  const ImVec2 row{twoColumns ? std::floor((all - px(20)) / 2) : all, height};
  const std::size_t inLeft = twoColumns ? rowsOf(scene, true) : keyCountOf(scene);
  std::size_t listed = 0;
  ImGui::BeginGroup();
  for (const KeyBinding& binding : keyBindings())
    if (isListed(binding, scene) && listed++ < inLeft)
      drawRow(binding.keys, binding.what, twoColumns ? kKeyWidth : kGestureWidth, row);
  if (!twoColumns) ImGui::Dummy(row);
  if (twoColumns) {
    ImGui::EndGroup();
    ImGui::SameLine(0, px(20));
    ImGui::BeginGroup();
  }
  for (const MouseBinding& binding : mouseBindings(scene)) drawRow(binding.gesture, binding.what, kGestureWidth, row);
  if (keyCountOf(scene) > inLeft) ImGui::Dummy(row);
  listed = 0;
  for (const KeyBinding& binding : keyBindings())
    if (isListed(binding, scene) && listed++ >= inLeft) drawRow(binding.keys, binding.what, kGestureWidth, row);
  ImGui::EndGroup();
}

}  // namespace

bool drawHelpOverlay(SceneKind scene) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(px(720), screen.x - px(24));
  const bool twoColumns = width >= px(kTwoColumns);
  const float rows = static_cast<float>(rowsOf(scene, twoColumns)), frame = px(kHead + kFoot);
  const float fitting = std::floor((screen.y - px(24) - frame) / rows) - px(kRowGap);
  const float row = std::clamp(fitting, px(kMinRow), px(kKeyRow));
  const float height = std::min(frame + rows * (row + px(kRowGap)), screen.y - px(24));
  const UiRect sheet{std::floor((screen.x - width) / 2), std::floor((screen.y - height) / 2), width, height};
  beginOverlay("help", {0, 0, screen.x, screen.y}, rgb(0x000000, 130), {0, 0});
  ui().log.add("help", sheet);
  ui().focus.trapFocus();
  const bool clicked = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && ImGui::IsMouseClicked(0);
  const bool outside = clicked && !ImGui::IsMouseHoveringRect(sheet.min(), sheet.max(), false);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(sheet, colors().overlay, px(10));
  list.AddRect(sheet.min(), sheet.max(), colors().line, px(10));

  textIn({sheet.x + px(20), sheet.y + px(14), px(300), px(24)}, "Keyboard and mouse", colors().text, 0,
         ui().fonts.strong);
  ImGui::SetCursorScreenPos({sheet.right() - px(14) - rowHeight(), sheet.y + px(12)});
  const bool closed = iconButton("help.close", Icon::Close, "Close (H or Esc).", {.quiet = true});
  const ImVec2 top{sheet.x + px(20), sheet.y + px(kHead)};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(kRowGap)});
  ImGui::SetCursorScreenPos(top);
  ImGui::BeginChild("rows", {sheet.width - px(40), sheet.bottom() - px(8) - top.y}, false, ImGuiWindowFlags_NoNav);
  drawRows(scene, twoColumns, row);
  endChild();
  ImGui::PopStyleVar();
  endPanel();
  return !closed && !outside;
}

// ---- Messages over the scene: what is being opened or run, and what the session says.

namespace {

constexpr double kShowAfterSeconds = 0.2;  // faster loads show no bar

struct Shown {
  const char* id;  // of the toast; its button is id.cancel
  const char* name;
  const char* detail;
  double fraction = 0;
  const char* button;
  const char* sentence;
};

/// True when the button is pressed.
bool drawProgressToast(const Shown& shown, const UiRect& scene, float top) {
  const float width = std::min(px(380), scene.width - px(32));
  const float height = px(56);
  if (width < px(120) || scene.height < top + height + px(8)) return false;
  const UiRect rect{std::floor(scene.x + (scene.width - width) / 2), scene.y + top, width, height};

  beginCard(shown.id, rect, colors().overlay, {px(16), px(10)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float buttonWidth = px(86), room = width - px(16 + 12 + 14) - buttonWidth;
  const UiRect line{rect.x + px(16), rect.y + px(8), room, px(24)};
  ImFont* const small = ui().fonts.small;
  const float detailWidth = sizeOf(*small, shown.detail).x;
  textIn({line.x, line.y, std::max(line.width - detailWidth - px(10), 0.0f), line.height}, shown.name, colors().text);
  textIn(line, shown.detail, colors().textDim, 1, small);
  const UiRect bar{line.x, rect.bottom() - px(18), room, px(4)};
  const float fraction = static_cast<float>(std::clamp(shown.fraction, 0.0, 1.0));
  fillRect(bar, colors().control, px(2));
  if (bar.width * fraction >= px(4))
    list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, colors().accent, px(2));
  const WidgetId barId("%s.bar", shown.id);
  ui().log.add(static_cast<const char*>(barId), bar);
  ImGui::SetCursorScreenPos({rect.right() - px(12) - buttonWidth, rect.centerY() - rowHeight() / 2});
  const bool pressed = button(WidgetId("%s.cancel", shown.id), shown.button, {buttonWidth, 0}, shown.sentence);
  endPanel();
  return pressed;
}

}  // namespace

void drawLoadingToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  const LoadingProgress& loading = session.loading();
  if (!loading.running || secondsShown < kShowAfterSeconds) return;
  if (drawProgressToast({.id = "loading",
                         .name = loading.file.c_str(),
                         .detail = loading.stage.c_str(),
                         .fraction = loading.fraction,
                         .button = "Cancel  Esc",
                         .sentence = "Cancel loading. The current model stays."},
                        scene, px(16)))
    out.push_back(CancelLoading{});
}

void drawScriptToast(const Session& session, const UiRect& scene, Commands& out) {
  const ScriptProgress& script = session.script();
  if (!script.running) return;
  const Text detail("%.1f of %.1f s", script.time, script.seconds);
  if (drawProgressToast({.id = "script",
                         .name = script.file.c_str(),
                         .detail = detail,
                         .fraction = script.seconds > 0 ? script.time / script.seconds : 1,
                         .button = "Stop  Esc",
                         .sentence = "Stop the script. Clips keep playing."},
                        scene, session.loading().running ? px(80) : px(16)))
    out.push_back(StopScript{});
}

// ---- The session's message. Errors stay until dismissed, other messages disappear after a while.

namespace {

constexpr double kNoticeSeconds = 4;
constexpr double kOfferSeconds = 15;  // with a button

}  // namespace

void drawMessageToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  if (!session.message()) return;
  const Message& message = *session.message();
  if (!message.isError && secondsShown > (message.offersDiscard ? kOfferSeconds : kNoticeSeconds)) {
    out.push_back(DismissMessage{});
    return;
  }
  const float width = std::min(px(380), scene.width - px(32));
  const float offer = message.offersDiscard ? px(84) : 0;
  const float wrap = width - px(16 + 26 + 44) - offer;
  const std::string& lines = wrapped(message.text, wrap, *ui().fonts.body);
  const ImVec2 text = ImGui::CalcTextSize(lines.c_str());
  const float height = std::min(std::max(text.y + px(24), px(48)), scene.height - px(24));
  const bool beside = width < scene.width / 2;  // of the character, which stands in the middle
  const UiRect rect{std::floor(beside ? scene.right() - px(16) - width : scene.x + (scene.width - width) / 2),
                    std::floor(beside ? scene.y + px(16) : scene.bottom() - px(16) - height), width, height};
  const ImU32 tint = message.isError ? colors().error : colors().good;

  beginCard("toast", rect, colors().overlay, {px(16), px(12)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRectFilled({rect.x, rect.y}, {rect.x + px(4), rect.bottom()}, tint, px(4), ImDrawFlags_RoundCornersLeft);
  list.PopClipRect();
  textIn({rect.x + px(14), rect.y, px(22), rect.height}, icon(message.isError ? Icon::Error : Icon::Info), tint, 0.5f);
  const float textHeight = std::min(text.y, rect.height - px(16));
  ImGui::SetCursorScreenPos({rect.x + px(44), rect.centerY() - textHeight / 2});
  ImGui::BeginChild("text", {wrap + px(4), textHeight}, false, ImGuiWindowFlags_NoNav);
  ImGui::TextUnformatted(lines.c_str());
  endChild();
  const float dismiss = rect.right() - px(8) - rowHeight();
  if (message.offersDiscard) {
    ImGui::SetCursorScreenPos({dismiss - offer, rect.centerY() - rowHeight() / 2});
    if (button("toast.discard", "Discard", {offer - px(8), 0}, "Show the file as it is, and forget these changes."))
      out.push_back(DiscardKept{});
  }
  ImGui::SetCursorScreenPos({dismiss, rect.centerY() - rowHeight() / 2});
  if (iconButton("toast.dismiss", Icon::Close, "Dismiss (Esc).", {.quiet = true})) out.push_back(DismissMessage{});
  endPanel();
}

// ---- A figure that leaves the picture: the camera moves back until all of it is seen, or a message says which keys
// help.

void tellWhenOutOfView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out) {
  constexpr double kPatience = 0.4;  // seconds
  const CharacterScene& character = session.character();
  const bool mayWalk = session.scene() == SceneKind::Character && character.ground().travel() == TravelMode::InFile &&
                       !session.paused() && !character.isComparing() && !scene.empty();
  const int joints = session.model().skeleton.jointCount();
  if (!mayWalk || joints == 0 || state.toldOf == &character) {
    state.seconds = 0;
    return;
  }
  glm::vec3 middle(0.0f);
  for (int joint = 0; joint < joints; ++joint) middle += session.posed().positionOf(joint);
  const Camera& camera = session.shownCamera();
  const auto at = positionInPicture(projectionMatrix(camera, scene.width / scene.height) * viewMatrix(camera),
                                    middle / static_cast<float>(joints));
  const bool isSeen = at && at->x >= 0 && at->x <= 1 && at->y >= 0 && at->y <= 1;
  if (isSeen) state.seenOf = &character;
  const bool hasLeft = !isSeen && state.seenOf == &character;  // joints may be far from what is drawn, such as cameras
  state.seconds = !hasLeft || ImGui::IsAnyMouseDown() ? 0 : state.seconds + delta;
  if (state.seconds < kPatience) return;
  state.toldOf = &character;
  out.push_back(ShowMessage{.text = session.view().keepInView
                                        ? "The character has left the picture. F frames it."
                                        : "The character has left the picture. V follows it, F frames it."});
}

// ---- A camera that nobody has moved frames what the figure does.

namespace {

constexpr double kEase = 0.15;      // seconds until the camera has gone most of its way
constexpr float kArrived = 0.002f;  // of its distance
constexpr float kNotable = 1.08f;   // times as far away as before: worth a message

bool isPlacedLike(const Camera& a, const Camera& b) { return a.target == b.target && a.distance == b.distance; }

/// Also if the picture had another aspect then.
bool frames(const Camera& camera, const Bounds& bounds, float aspect) {
  const Camera framing = frame(camera, bounds, aspect);
  return camera.target == framing.target && std::abs(camera.distance / framing.distance - 1) < 0.03f;
}

/// What is framed, grown by how much farther the joints reach now than in the poses that it was measured in.
Bounds grown(const CharacterBounds& bounds, const Bounds& reach) {
  Bounds all = bounds.framed;
  all.min -= glm::max(bounds.reach.min - reach.min, glm::vec3(0));
  all.max += glm::max(reach.max - bounds.reach.max, glm::vec3(0));
  return all;
}

/// Whether the camera sees each joint and what hangs on it, as far as the mesh went beyond the joints when it was
/// measured.
bool seesAll(const Camera& camera, const CharacterBounds& bounds, const PosedModel& pose, float aspect) {
  constexpr float kOver = 0.015f;  // of the picture, beyond its edge
  const glm::vec3 below = glm::max(bounds.reach.min - bounds.framed.min, glm::vec3(0)),
                  above = glm::max(bounds.framed.max - bounds.reach.max, glm::vec3(0));
  const float beside = std::max({below.x, below.z, above.x, above.z});
  const glm::mat4 view = viewMatrix(camera), toPicture = projectionMatrix(camera, aspect) * view;
  const glm::vec3 right = beside * glm::vec3(view[0][0], view[1][0], view[2][0]);
  for (const int joint : bounds.figure) {
    const glm::vec3 position = pose.positionOf(joint);
    for (const glm::vec3& point : {position + glm::vec3(0, above.y, 0), position - glm::vec3(0, below.y, 0),
                                   position + right, position - right}) {
      const auto at = positionInPicture(toPicture, point);
      if (!at || std::min({at->x, at->y, 1 - at->x, 1 - at->y}) < -kOver) return false;
    }
  }
  return true;
}

Camera between(const Camera& a, const Camera& b, float share) {
  Camera camera = a;
  camera.target += (b.target - a.target) * share;
  camera.distance += (b.distance - a.distance) * share;
  camera.sceneRadius = b.sceneRadius;
  return camera;
}

/// On the way from `camera` to `all`, the first that sees all of the pose.
template <class Sees>
Camera asFarAsNeeded(const Camera& camera, const Camera& all, Sees sees) {
  constexpr int kSteps = 6;
  float low = 0, high = 1;
  for (int i = 0; i < kSteps; ++i) {
    const float middle = (low + high) / 2;
    (sees(between(camera, all, middle)) ? high : low) = middle;
  }
  return between(camera, all, high);
}

/// From `camera` toward `goal`, after `delta` seconds.
Camera approached(const Camera& camera, const Camera& goal, double delta) {
  Camera next = between(camera, goal, static_cast<float>(1 - std::exp(-delta / kEase)));
  const float left = glm::length(goal.target - next.target) + std::abs(goal.distance - next.distance);
  if (left > kArrived * goal.distance) return next;
  next.target = goal.target;
  next.distance = goal.distance;
  return next;
}

}  // namespace

void keepWholeInView(const Session& session, OutOfView& state, const UiRect& scene, double delta, Commands& out) {
  const CharacterScene& character = session.character();
  const CharacterBounds& bounds = character.bounds();
  const bool mayLeave = session.scene() == SceneKind::Character && session.view().keepInView &&
                        session.view().model.camera < 0 && !session.paused() && !character.isComparing() &&
                        !scene.empty() && !bounds.framed.empty && !bounds.reach.empty;
  if (!mayLeave) return;
  const Camera& camera = session.camera();
  const float aspect = scene.width / scene.height;
  const bool isNew = std::exchange(state.keptOf, &character) != &character;
  if (isNew || !isPlacedLike(camera, state.placed)) {
    state.moves = false;
    if (!frames(camera, bounds.framed, aspect)) return state.placed = {}, void();
    state.kept = bounds.framed;
    state.placed = camera;
  }
  const glm::vec3 followed = session.shownCamera().target - camera.target;
  const auto sees = [&](Camera from) {
    from.target += followed;
    return seesAll(from, bounds, session.posed(), aspect);
  };
  if (const Camera& from = state.moves ? state.goal : camera; !sees(from)) {
    Bounds reach = reachOf(bounds, session.posed());
    reach.min -= followed;
    reach.max -= followed;
    state.kept.add(grown(bounds, reach));
    Camera all = frame(camera, state.kept, aspect);
    all.distance = std::max(all.distance, from.distance);
    state.goal = asFarAsNeeded(from, all, sees);
    state.moves = !isPlacedLike(camera, state.goal);
    if (state.goal.distance > kNotable * camera.distance && !std::exchange(state.saidThatItMoves, true))
      out.push_back(ShowMessage{"The camera moved back to show all of the motion. V turns that off."});
  }
  if (!state.moves || ImGui::IsAnyMouseDown()) return;
  state.placed = approached(camera, state.goal, delta);
  state.moves = !isPlacedLike(state.placed, state.goal);
  out.push_back(SetCamera{.camera = state.placed, .byItself = true});
}

}  // namespace app
