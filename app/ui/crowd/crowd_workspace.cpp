#include "app/ui/crowd/crowd_workspace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

#include "app/session/crowd/crowd.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

// Cost per character over crowd size, on logarithmic axes.

constexpr double kMinCost = 0.1, kMaxCost = 200;  // microseconds; curves that leave this stop at the edge
constexpr double kMaxCount = kMaxCharacters;

ImU32 colorOf(CrowdPath path) { return path == CrowdPath::Batched ? colors().accent : clipColor(0); }

struct Axes {
  UiRect rect;
  float x(double characters) const {
    return rect.x + rect.width * static_cast<float>(std::log(characters) / std::log(kMaxCount));
  }
  float y(double cost) const {
    const double fraction = (std::log(cost) - std::log(kMinCost)) / (std::log(kMaxCost) - std::log(kMinCost));
    return rect.bottom() - rect.height * static_cast<float>(std::clamp(fraction, 0.0, 1.0));
  }
};

void drawGrid(ImDrawList& list, const Axes& axes) {
  constexpr std::array<double, 4> kCosts{0.1, 1, 10, 100};
  constexpr std::array<const char*, 4> kCostTexts{"0.1 \u00b5s", "1", "10", "100"};
  constexpr std::array<int, 5> kSizes{1, 10, 100, 1000, 10'000};
  constexpr std::array<const char*, 5> kSizeTexts{"1", "10", "100", "1k", "10k"};
  ImFont* const font = ui().fonts.small;
  for (std::size_t i = 0; i < kCosts.size(); ++i) {
    const float y = std::floor(axes.y(kCosts[i]));
    list.AddLine({axes.rect.x, y}, {axes.rect.right(), y}, colors().line);
    textIn(list, {axes.rect.x - px(46), y - px(8), px(40), px(16)}, kCostTexts[i], colors().textFaint, 1, font);
  }
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const float x = std::floor(axes.x(kSizes[i]));
    list.AddLine({x, axes.rect.y}, {x, axes.rect.bottom()}, colors().line);
    textIn(list, {x - px(20), axes.rect.bottom() + px(3), px(40), px(16)}, kSizeTexts[i], colors().textFaint, 0.5f,
           font);
  }
}

void drawPath(ImDrawList& list, const CrowdScene& scene, const Axes& axes, CrowdPath path) {
  ImVec2 before{};
  bool joined = false;
  for (std::size_t i = 0; i < kCrowdSizes.size(); ++i) {
    const double cost = scene.measured(path, i).poses;
    if (!(cost > 0)) {
      joined = false;
      continue;
    }
    const ImVec2 at{axes.x(kCrowdSizes[i]), axes.y(cost)};
    if (joined) list.AddLine(before, at, colorOf(path), px(2));
    list.AddCircleFilled(at, px(2.5f), colorOf(path));
    before = at;
    joined = true;
  }
}

/// Above the lines, where none of them comes.
void drawLegend(ImDrawList& list, const Axes& axes) {
  float right = axes.rect.right();
  for (const CrowdPath path : {CrowdPath::Batched, CrowdPath::Exact}) {
    const char* const name = path == CrowdPath::Batched ? "batched" : "exact";
    const float width = sizeOf(*ui().fonts.small, name).x;
    const UiRect line{right - width, axes.rect.y - px(20), width, px(16)};
    textIn(list, line, name, colors().text, 1, ui().fonts.small);
    list.AddCircleFilled({line.x - px(8), line.centerY()}, px(3), colorOf(path));
    right = line.x - px(22);
  }
}

/// Inside an ImGui window. One line per path, as far as measured, and a ring at the current crowd.
void drawCostCurve(const CrowdScene& scene, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(rect, colors().well, px(6));
  const Axes axes{{rect.x + px(50), rect.y + px(24), rect.width - px(66), rect.height - px(46)}};
  drawGrid(list, axes);
  drawLegend(list, axes);
  drawPath(list, scene, axes, CrowdPath::Exact);
  drawPath(list, scene, axes, CrowdPath::Batched);
  const CrowdCost now = scene.cost();
  if (!(now.poses > 0) || scene.characters() < 1) return;
  const ImVec2 at{axes.x(scene.characters()), axes.y(now.poses)};
  list.AddCircle(at, px(5), colors().text, 0, px(1.6f));
  const Text text("%.2f \u00b5s", now.poses);
  const bool left = at.x > axes.rect.right() - px(60);
  textIn(list, {left ? at.x - px(68) : at.x + px(9), at.y - px(18), px(60), px(16)}, text, colors().text,
         left ? 1.0f : 0.0f, ui().fonts.small);
}

constexpr float kMinCurveHeight = 104, kMaxCurveHeight = 230;
constexpr std::array<int, 5> kCounts{1, 10, 100, 1000, 10'000};
constexpr std::array<const char*, 5> kCountTexts{"1", "10", "100", "1000", "10000"};

void drawNumbers(const CrowdScene& scene, Commands& out) {
  caption("Characters");
  const int playing = scene.sweeping() ? scene.characters() : scene.settings().characters;
  const auto chosen = std::find(kCounts.begin(), kCounts.end(), playing);
  const int pressed =
      segments("crowd.number", kCountTexts, chosen == kCounts.end() ? -1 : static_cast<int>(chosen - kCounts.begin()),
               fullWidth(), "Number of characters, each with its own mixer and cross-fades.");
  if (pressed >= 0) out.push_back(SetCrowd{&CrowdSettings::characters, nth(kCounts, pressed)});
  CrowdSettings shown = scene.settings();
  shown.characters = playing;
  settingSlider<SetCrowd>(
      "crowd.characters", shown, &CrowdSettings::characters,
      {.label = "characters", .min = 1, .max = kMaxCharacters, .origin = 1, .format = "%.0f", .sqrtScale = true},
      fullWidth(), "Number of characters.", out);
  settingSlider<SetCrowd>(
      "crowd.drawLimit", shown, &CrowdSettings::drawLimit,
      {.label = "max drawn", .max = kMaxCharacters, .format = "%.0f", .sqrtScale = true}, fullWidth(),
      "All characters are animated, but drawing costs most on many machines, so it has a limit.", out);
}

void drawPath(const CrowdScene& scene, Commands& out) {
  constexpr std::array<const char*, 2> kPaths{"Batched", "Exact"};
  constexpr std::array<const char*, 2> kHints{
      "Clips resampled at a fixed rate, several characters per SIMD register.",
      "Every track in double precision, one character at a time, blended as in the character scene."};
  caption("Sampling");
  settingSegments<SetCrowd>("crowd.path", scene.settings(), &CrowdSettings::path, kPaths, fullWidth(), kHints, out);
  settingBox<SetCrowd>(
      "crowd.travel", "Travel", scene.settings(), &CrowdSettings::travel,
      "Characters walk over the floor as their clips do, and stay near where they began. The crowd starts anew.", out);
  const int maxThreads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  if (maxThreads == 1) return;
  const auto most = static_cast<double>(maxThreads);
  settingSlider<SetCrowd>(
      "crowd.threads", scene.settings(), &CrowdSettings::threads,
      {.label = "threads", .min = 1, .max = most, .origin = 1, .format = "%.0f", .typedMin = 1, .typedMax = most},
      fullWidth(), "Number of threads for mixers and poses.", out);
}

/// A cost and its unit; a dash for what is not measured yet.
void costLine(const char* word, double cost, const char* unit, const char* sentence) {
  const Text text = cost > 0 ? Text("%.2f %s", cost, unit) : Text("-");
  valueLine(word, text, sentence);
}

void drawCosts(const CrowdScene& scene) {
  const CrowdCost cost = scene.cost();
  caption("Cost");
  costLine("mixer, per character", cost.mixer, "\u00b5s",
           "Fades, clip times, and the blend list. Median of recent frames.");
  costLine("poses, per character", cost.poses, "\u00b5s", "From the blend list to the matrices for the GPU.");
  costLine("all characters", (cost.mixer + cost.poses) * scene.characters() * 1e-3, "ms", "Both together, per frame.");
  const Crowd* crowd = scene.crowd();
  if (!crowd) return;
  valueLine(
      "largest difference", Text("%.1e", scene.largestDifference()),
      "Largest difference between batched and exact matrices so far; translations are in meters. Every frame compares "
      "a few characters.");
  valueLine("sampled clips, SIMD",
            Text("%.0f KB, %s", static_cast<double>(crowd->clipBytes()) / 1024, crowd->instructionSet()),
            "Memory of the clips, shared by all characters, and the instruction set in use.");
}

void drawCurve(const CrowdScene& scene, Commands& out) {
  caption("Cost per character by crowd size");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().y - rowHeight() - px(8);
  const UiRect rect{at.x, at.y, fullWidth(), std::floor(std::clamp(room, px(kMinCurveHeight), px(kMaxCurveHeight)))};
  ImGui::Dummy({rect.width, rect.height});
  logItem("crowd.curve");
  drawCostCurve(scene, rect);
  if (button("crowd.sweep", scene.sweeping() ? "Stop" : "Measure", {fullWidth(), 0},
             "Measure 1 to 10,000 characters with the chosen sampling. Sizes you set yourself add points, too.",
             {.on = scene.sweeping()}))
    out.push_back(SweepCrowd{!scene.sweeping()});
}

void drawCrowdTransport(const CrowdScene& scene, Commands& out) {
  const bool paused = scene.settings().paused;
  if (button("crowd.pause", icon(paused ? Icon::Play : Icon::Pause), {px(44), rowHeight()},
             paused ? "Resume (Space)." : "Pause (Space).", {.accent = paused}))
    out.push_back(SetCrowdPaused{!paused});
  ImGui::SameLine(0, px(12));
  const Text text = scene.crowd() ? Text("%d characters playing, %d drawn", scene.characters(), scene.drawn())
                                  : Text("getting %d characters ready", scene.settings().characters);
  label({fullWidth(), rowHeight()}, text, colors().textDim);
}

}  // namespace

void drawCrowdLabel(ImDrawList& list, const UiRect& rect, const CrowdScene& scene) {
  if (scene.crowd() && scene.drawn() == scene.characters()) return;
  const Text text = scene.crowd() ? Text("%d of %d characters drawn", scene.drawn(), scene.characters())
                                  : Text("%s", "Sampling the clips for a crowd...");
  ImFont* const font = ui().fonts.body;
  const ImVec2 size = sizeOf(*font, text);
  const ImVec2 at{std::floor(rect.x + px(14)), std::floor(rect.y + px(12))};
  list.AddRectFilled(at, {at.x + size.x + px(16), at.y + size.y + px(8)}, faded(colors().plate, 0.78f), px(5));
  list.AddText(font, heightOf(*font), {at.x + px(8), at.y + px(4)}, colors().text, text);
}

void drawCrowdWorkspace(const Session& session, const WorkspaceLayout& layout, Commands& out) {
  const CrowdScene& scene = session.crowd();
  drawCrowdLabel(*ImGui::GetBackgroundDrawList(), layout.canvas, scene);
  beginPanel("panel.transport", layout.transport, colors().bar, {px(12), px(9)});
  panelEdge(layout.transport);
  drawCrowdTransport(scene, out);
  endPanel();
  if (layout.settings.empty()) return;
  beginPanel("panel.settings", layout.settings, colors().panel);
  ImGui::BeginChild("crowd settings", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  drawNumbers(scene, out);
  drawPath(scene, out);
  drawCosts(scene);
  drawCurve(scene, out);
  ImGui::PopStyleVar();
  endScrollingPart();
  endPanel();
}

}  // namespace app
