#include "app/ui/character/mix_view.h"

#include <algorithm>
#include <array>

#include "app/session/character/settings/clip_settings.h"
#include "app/ui/character/clip_chooser.h"
#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kTag = 18, kSpeed = 82, kShare = 40, kMixGap = 4;

bool isOfWholeBody(const crossfade::AnimationAction& action) { return action.mask == nullptr; }

/// Of the clips of the whole body.
double sumOfWeights(const Session& session) {
  double sum = 0;
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (const auto& action = session.action(clip); isMixed(action) && isOfWholeBody(action))
      sum += action.getEffectiveWeight();
  for (const SampleAction& each : session.character().player().samples())
    if (isMixed(*each.action) && isOfWholeBody(*each.action)) sum += each.action->getEffectiveWeight();
  return sum;
}

bool anyIsMixed(const Session& session) {
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (isMixed(session.action(clip))) return true;
  return session.character().player().playingSpace().has_value();
}

void drawShare(double share, ImU32 ink, const char* sentence) {
  label({px(kShare), rowHeight()}, Text("%.0f %%", share * 100), ink, 1);
  hint(sentence);
}

void drawClip(const Session& session, const ClipNames& names, int clip, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const float gap = px(kMixGap), width = ImGui::GetContentRegionAvail().x;
  std::array<char, 24> scratch;
  std::array<char, 41> name;
  ImGui::Dummy({px(kTag), rowHeight()});
  const UiRect tag = itemRect();
  clipTag(*ImGui::GetWindowDrawList(), {tag.x, tag.centerY() - px(kTag / 2)}, px(kTag), clip);
  ImGui::SameLine(0, gap);
  double weight = action.weight;
  const float room = width - px(kTag + kSpeed + kShare) - 3 * gap;
  const auto letters = static_cast<std::size_t>(std::clamp((room - px(48)) / px(8), 3.0f, 40.0f));
  const SliderLook look{.label = shortened(names.shown(clip, scratch), letters, name).data(),
                        .defaultValue = 1,
                        .fill = clipColor(clip),
                        .marker = action.getEffectiveWeight(),
                        .typedMax = kWeight.max};
  if (slider(WidgetId("mix.%d.weight", clip), weight, look, room,
             "This clip's own weight, multiplied by its fade. The thin line shows the product."))
    out.push_back(SetClip{clip, &ClipSettings::weight, weight});
  ImGui::SameLine(0, gap);
  double timeScale = action.timeScale;
  SliderLook speed = speedLook("", kTimeScale.max);
  speed.marker = action.getEffectiveTimeScale();
  if (slider(WidgetId("mix.%d.timeScale", clip), timeScale, speed, px(kSpeed),
             "Playback speed of this clip, multiplied by warp and halt. Negative plays backward."))
    out.push_back(SetClip{clip, &ClipSettings::timeScale, timeScale});
  ImGui::SameLine(0, gap);
  drawShare(shareOf(session, clip), colors().text,
            isOfWholeBody(action) ? "The part of the pose that is this clip's."
                                  : "This clip plays on a mask, over what is below.");
}

void drawRest(double share) {
  ImGui::Dummy({ImGui::GetContentRegionAvail().x - px(kShare + kMixGap), rowHeight()});
  const UiRect row = itemRect();
  textIn({row.x + px(kTag + kMixGap + 8), row.y, row.width, row.height}, "rest pose", colors().textDim);
  ImGui::GetWindowDrawList()->AddRect({row.x, row.centerY() - px(kTag / 2)},
                                      {row.x + px(kTag), row.centerY() + px(kTag / 2)}, colors().textFaint, px(4));
  ImGui::SameLine(0, px(kMixGap));
  ui().log.add("mix.rest", row);
  drawShare(share, colors().textDim, "Weights that sum to less than 1 leave the rest to the rest pose.");
}

/// Scales the weights of the whole body so that they sum to 1.
void normalize(const Session& session, double sum, Commands& out) {
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const crossfade::AnimationAction& action = session.action(clip);
    if (!isMixed(action) || !isOfWholeBody(action) || action.weight == 0) continue;
    out.push_back(SetClip{clip, &ClipSettings::weight, std::min(action.weight / sum, kWeight.max)});
  }
}

void drawFoot(const Session& session, Commands& out) {
  const float gap = px(6), half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  const int added = takeClip("mix.add", session, "Add a clip...", half,
                             "Fade a clip in beside what plays (Shift+click on its tile).");
  if (added >= 0) out.push_back(FadeIn{added});
  ImGui::SameLine(0, gap);
  const double sum = sumOfWeights(session);
  if (button("mix.normalize", "Normalize", {half, 0}, "Scale the weights so that they sum to 1, as a cross-fade's do.",
             {.enabled = sum > 0 && std::abs(sum - 1) > 1e-9}))
    normalize(session, sum, out);
}

}  // namespace

bool isMixed(const crossfade::AnimationAction& action) { return action.isScheduled() && action.enabled; }

double shareOf(const Session& session, int clip) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double weight = session.character().player().effectiveWeight(clip);
  if (!(weight > 0)) return 0;
  return isOfWholeBody(action) || !isMixed(action) ? weight / std::max(1.0, sumOfWeights(session)) : weight;
}

double restShare(const Session& session) { return anyIsMixed(session) ? std::max(0.0, 1 - sumOfWeights(session)) : 0; }

void drawMixView(const Session& session, const ImVec2& room, Commands& out) {
  ImGui::BeginChild("mix", room, false, ImGuiWindowFlags_NoNav);
  const ClipNames names(session.model());
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (isMixed(session.action(clip))) drawClip(session, names, clip, out);
  if (const double rest = restShare(session); rest > 1e-6 || !anyIsMixed(session))
    drawRest(anyIsMixed(session) ? rest : 1);
  drawFoot(session, out);
  endScrollingPart();
}

}  // namespace app
