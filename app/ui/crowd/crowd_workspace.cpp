// The crowd workspace: how many, by which path, and what it costs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/ui/crowd/cost_curve.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMinCurveHeight = 104, kMaxCurveHeight = 230;
constexpr std::array<int, 5> kCounts{1, 10, 100, 1000, 10'000};
constexpr std::array<const char*, 5> kCountTexts{"1", "10", "100", "1 000", "10 000"};

float fullWidth() { return ImGui::GetContentRegionAvail().x; }

void drawNumbers(const CrowdScene& scene, Commands& out) {
  caption("Characters");
  const auto chosen = std::find(kCounts.begin(), kCounts.end(), scene.settings().characters);
  const int pressed =
      segments("crowd.number", kCountTexts, chosen == kCounts.end() ? -1 : static_cast<int>(chosen - kCounts.begin()),
               fullWidth(), "How many characters play, each with a mixer and cross-fades of its own.");
  if (pressed >= 0) out.push_back(CrowdCommand{SetCharacters{kCounts[static_cast<std::size_t>(pressed)]}});
  double count = scene.settings().characters, drawn = scene.settings().drawLimit;
  const SliderLook counts{.label = "characters",
                          .min = 1,
                          .max = kMaxCharacters,
                          .defaultValue = 1000,
                          .origin = 1,
                          .format = "%.0f",
                          .step = 1,
                          .sqrtScale = true};
  if (slider("crowd.characters", count, counts, fullWidth(), "How many characters play."))
    out.push_back(CrowdCommand{SetCharacters{static_cast<int>(std::lround(count))}});
  const SliderLook limits{.label = "drawn at most",
                          .max = kMaxCharacters,
                          .defaultValue = 100,
                          .format = "%.0f",
                          .step = 1,
                          .sqrtScale = true};
  if (slider("crowd.drawLimit", drawn, limits, fullWidth(),
             "Poses are made of all of them; drawing is what costs on most machines, so it has a limit."))
    out.push_back(CrowdCommand{SetDrawLimit{static_cast<int>(std::lround(drawn))}});
}

void drawPath(const CrowdScene& scene, Commands& out) {
  constexpr std::array<const char*, 2> kPaths{"Batched", "Exact"};
  constexpr std::array<const char*, 2> kHints{
      "Clips at a fixed rate, several characters in one register, matrices in one go.",
      "Every track in double, one character after the other, mixed as in the character scene."};
  caption("Path of the poses");
  const int path = segments("crowd.path", kPaths, static_cast<int>(scene.settings().path), fullWidth(), kHints);
  if (path >= 0) out.push_back(CrowdCommand{SetCrowdPath{static_cast<CrowdPath>(path)}});
  const int maxThreads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  if (maxThreads == 1) return;
  double threads = scene.settings().threads;
  const SliderLook look{.label = "threads",
                        .min = 1,
                        .max = static_cast<double>(maxThreads),
                        .defaultValue = 1,
                        .origin = 1,
                        .format = "%.0f",
                        .step = 1};
  if (slider("crowd.threads", threads, look, fullWidth(), "Mixers and poses are shared out to so many."))
    out.push_back(CrowdCommand{SetCrowdThreads{static_cast<int>(std::lround(threads))}});
}

void line(const char* word, const char* text, const char* sentence) {
  ImGui::Dummy({fullWidth(), px(20)});
  const UiRect row = itemRect();
  hint(sentence);
  textIn(row, word, color::kTextDim);
  textIn(row, text, color::kText, 1);
}

void drawCosts(const CrowdScene& scene) {
  const CrowdCost cost = scene.cost();
  char text[64];
  caption("Just now");
  std::snprintf(text, sizeof text, "%.2f \u00b5s", cost.mixer);
  line("mixer, per character", text, "Fades, clip times and the blend list; the median of the last frames.");
  std::snprintf(text, sizeof text, "%.2f \u00b5s", cost.poses);
  line("poses, per character", text, "From the blend list to the matrices that the GPU gets.");
  std::snprintf(text, sizeof text, "%.2f ms", (cost.mixer + cost.poses) * scene.characters() * 1e-3);
  line("all characters", text, "Both together, for a frame.");
  const Crowd* crowd = scene.crowd();
  if (!crowd) return;
  std::snprintf(text, sizeof text, "%.1e", scene.largestDifference());
  line("largest difference", text,
       "Between the batched path and the exact one, of any element of a matrix so far; in a translation these are "
       "metres. Some characters are compared in every frame.");
  std::snprintf(text, sizeof text, "%.0f KB, %s", static_cast<double>(crowd->clipBytes()) / 1024,
                crowd->instructionSet());
  line("sampled clips, set", text,
       "The memory of the clips, which all characters share, and the instruction set that was found.");
}

void drawCurve(const CrowdScene& scene, Commands& out) {
  caption("Cost of one character's pose, by their number");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().y - rowHeight() - px(8);
  const UiRect rect{at.x, at.y, fullWidth(), std::floor(std::clamp(room, px(kMinCurveHeight), px(kMaxCurveHeight)))};
  ImGui::Dummy({rect.width, rect.height});
  logItem("crowd.curve");
  drawCostCurve(scene, rect);
  if (button("crowd.sweep", scene.sweeping() ? "Stop" : "Measure the curve", {fullWidth(), 0},
             "Goes through 1 to 10 000 characters by the chosen path; every number you visit by hand gets its point as "
             "well.",
             {.on = scene.sweeping()}))
    out.push_back(CrowdCommand{SweepCrowd{!scene.sweeping()}});
}

void drawCrowdTransport(const CrowdScene& scene, Commands& out) {
  const bool paused = scene.settings().paused;
  if (button("crowd.pause", icon(paused ? Icon::Play : Icon::Pause), {px(44), rowHeight()},
             paused ? "Go on (space)." : "Pause everybody (space).", {.accent = paused}))
    out.push_back(CrowdCommand{SetCrowdPaused{!paused}});
  ImGui::SameLine(0, px(12));
  char text[80];
  std::snprintf(text, sizeof text, "%d characters play, %d are drawn", scene.characters(), scene.drawn());
  ImGui::Dummy({fullWidth(), rowHeight()});
  textIn(itemRect(), text, color::kTextDim);
}

}  // namespace

void drawCrowdLabel(ImDrawList& list, const UiRect& rect, const CrowdScene& scene) {
  if (scene.drawn() == scene.characters()) return;
  char text[80];
  std::snprintf(text, sizeof text, "%d of %d characters drawn", scene.drawn(), scene.characters());
  ImFont* const font = ui().fonts.body;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text);
  const ImVec2 at{std::floor(rect.x + px(14)), std::floor(rect.y + px(12))};
  list.AddRectFilled(at, {at.x + size.x + px(16), at.y + size.y + px(8)}, rgb(0x121418, 200), px(5));
  list.AddText(font, font->FontSize, {at.x + px(8), at.y + px(4)}, color::kText, text);
}

void drawCrowdWorkspace(const Session& session, Commands& out) {
  const Layout& layout = ui().layout;
  const CrowdScene& scene = session.crowd();
  drawCrowdLabel(*ImGui::GetBackgroundDrawList(), layout.viewport, scene);
  beginPanel("panel.transport", layout.transport, color::kBar, {px(12), px(9)});
  panelEdge(layout.transport);
  drawCrowdTransport(scene, out);
  endPanel();
  if (layout.settings.empty()) return;
  beginPanel("panel.settings", layout.settings, color::kPanel);
  ImGui::BeginChild("crowd settings", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  drawNumbers(scene, out);
  drawPath(scene, out);
  drawCosts(scene);
  drawCurve(scene, out);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  endPanel();
}

}  // namespace app
