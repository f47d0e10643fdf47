#include "app/ui/crowd/cost_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <imgui.h>

#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

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

void drawPath(ImDrawList& list, const CrowdScene& scene, const Axes& axes, CrowdPath path, float nameY) {
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
  textIn(list, {axes.rect.right() - px(70), nameY, px(66), px(16)}, path == CrowdPath::Batched ? "batched" : "exact",
         colorOf(path), 1, ui().fonts.small);
}

}  // namespace

void drawCostCurve(const CrowdScene& scene, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, colors().well, px(6));
  const Axes axes{{rect.x + px(50), rect.y + px(12), rect.width - px(66), rect.height - px(34)}};
  drawGrid(list, axes);
  drawPath(list, scene, axes, CrowdPath::Exact, axes.rect.y + px(2));
  drawPath(list, scene, axes, CrowdPath::Batched, axes.rect.y + px(18));
  const CrowdCost now = scene.cost();
  if (!(now.poses > 0) || scene.characters() < 1) return;
  const ImVec2 at{axes.x(scene.characters()), axes.y(now.poses)};
  list.AddCircle(at, px(5), colors().text, 0, px(1.6f));
  char text[32];
  std::snprintf(text, sizeof text, "%.2f \u00b5s", now.poses);
  const bool left = at.x > axes.rect.right() - px(60);
  textIn(list, {left ? at.x - px(68) : at.x + px(9), at.y - px(18), px(60), px(16)}, text, colors().text,
         left ? 1.0f : 0.0f, ui().fonts.small);
}

}  // namespace app
