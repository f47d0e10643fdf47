// Everything about one clip: weight, pace, place, fades with their own lengths, halt, loop mode.
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/panels.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kEffectiveWidth = 62;
constexpr float kDefaultFade = 0.3f;
constexpr float kDefaultHalt = 0.5f;
constexpr std::array<const char*, 3> kLoopTexts = {"Once", "Repeat", "Ping-pong"};

/// What a slider's value comes out as, right of it.
void effectiveNumber(const char* format, double value, ImU32 tint, const char* sentence) {
  char number[24];
  std::snprintf(number, sizeof number, format, value);
  ImGui::SameLine(0, 0);
  ImGui::Dummy({px(kEffectiveWidth), rowHeight()});
  textIn(itemRect(), number, tint, 1);
  hint(sentence);
}

void drawWeight(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double effective = action.isScheduled() ? action.getEffectiveWeight() : 0;
  double weight = action.weight;
  const SliderLook look{.label = "weight",
                        .defaultValue = 1,
                        .fill = clipColor(clip),
                        .marker = effective,
                        .typedMin = 0,
                        .typedMax = 100};
  if (slider(WidgetId("clip.%d.weight", clip), weight, look, width,
             "This clip's own share; the fade multiplies it. The thin line below is what comes out."))
    out.push_back(SetWeight{clip, weight});
  effectiveNumber("= %.2f", effective, effective > 0 ? color::kText : color::kTextFaint,
                  "The effective weight: the slider's value times the fade.");
}

void drawTimeScale(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double effective = action.isScheduled() ? action.getEffectiveTimeScale() : action.timeScale;
  double timeScale = action.timeScale;
  const SliderLook look{.label = "time scale",
                        .min = -2,
                        .max = 2,
                        .defaultValue = 1,
                        .origin = 1,
                        .format = "%.2f \u00d7",
                        .fill = color::kTextDim,
                        .marker = effective,
                        .step = 0.05,
                        .typedMin = -100,
                        .typedMax = 100};
  if (slider(WidgetId("clip.%d.timeScale", clip), timeScale, look, width,
             "How fast this clip runs; below 0 backwards. Warp and halt multiply it."))
    out.push_back(SetTimeScale{clip, timeScale});
  effectiveNumber("= %.2f \u00d7", effective, color::kText,
                  "The effective time scale: the slider's value times warp or halt.");
}

void drawTime(const Session& session, int clip, float width, Commands& out) {
  const double duration = session.model().clips[static_cast<std::size_t>(clip)].duration();
  const double time = session.action(clip).time;
  double share = duration > 0 ? time / duration : 0;
  if (scrubber(WidgetId("clip.%d.time", clip), share, {width - px(kEffectiveWidth) + px(6), px(22)}, clipColor(clip),
               "The place in this clip; drag to move."))
    out.push_back(SetClipTime{clip, share * duration});
  char number[32];
  std::snprintf(number, sizeof number, "%.2f / %.2f s", time, duration);
  ImGui::SameLine(0, 0);
  ImGui::Dummy({px(kEffectiveWidth * 2) - px(6), px(22)});
  textIn(itemRect(), number, color::kTextDim, 1);
}

/// A length in seconds that belongs to this clip's controls alone; the window remembers it.
double ownSeconds(const char* id, const char* label, float defaultValue, float width, const char* sentence) {
  float& stored = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(id), defaultValue);
  double seconds = static_cast<double>(stored);
  const SliderLook look{.label = label,
                        .max = 3,
                        .defaultValue = static_cast<double>(defaultValue),
                        .format = "%.2f s",
                        .sqrtScale = true,
                        .typedMin = 0,
                        .typedMax = 3600};
  // The slider's id must not be the one under which the value is kept.
  ImGui::PushID("slider");
  if (slider(id, seconds, look, width, sentence)) stored = static_cast<float>(seconds);
  ImGui::PopID();
  return static_cast<double>(stored);
}

void drawFades(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const float gap = px(6);
  const float each = std::floor((width - 2 * gap) * 0.26f);
  const double seconds = ownSeconds(WidgetId("clip.%d.fadeSeconds", clip), "fade", kDefaultFade,
                                    width - 2 * each - 2 * gap, "How long this clip's own fades take.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.fadeIn", clip), "Fade in", {each, 0},
             "Fade this clip in from its present weight, beside what plays."))
    out.push_back(FadeIn{clip, seconds});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.fadeOut", clip), "Fade out", {each, 0}, "Fade this clip out from its present weight.",
             {.enabled = action.isScheduled()}))
    out.push_back(FadeOut{clip, seconds});

  const double haltSeconds = ownSeconds(WidgetId("clip.%d.haltSeconds", clip), "halt", kDefaultHalt,
                                        width - 2 * each - 2 * gap, "How long this clip takes to come to a stand.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.halt", clip), "Halt", {each, 0}, "Slow this clip down to a stand, then hold its pose.",
             {.enabled = action.isRunning()}))
    out.push_back(Halt{clip, haltSeconds});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.stopFading", clip), "End fade", {each, 0},
             "End this clip's fade here: it keeps the share it has now.",
             {.enabled = action.fadeRamp() && session.mixerTime() < action.fadeRamp()->end}))
    out.push_back(StopFading{clip});
}

void drawModes(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  bool enabled = action.enabled;
  if (checkbox(WidgetId("clip.%d.enabled", clip), "Enabled", enabled,
               "Off: this clip has no influence and its time stands still."))
    out.push_back(SetEnabled{clip, enabled});
  const float used = px(88);
  ImGui::SameLine(used, 0);
  const int pressed = segments(WidgetId("clip.%d.loop", clip), kLoopTexts, static_cast<int>(action.loop), width - used,
                               "At its end this clip holds its last pose, begins again, or turns round.");
  if (pressed >= 0) out.push_back(SetLoop{clip, static_cast<crossfade::Loop>(pressed)});
}

}  // namespace

void drawClipDetails(const Session& session, int clip, Commands& out) {
  const float width = ImGui::CalcItemWidth();
  drawTime(session, clip, width - px(kEffectiveWidth), out);
  drawWeight(session, clip, width - px(kEffectiveWidth), out);
  drawTimeScale(session, clip, width - px(kEffectiveWidth), out);
  drawFades(session, clip, width, out);
  drawModes(session, clip, width, out);
}

}  // namespace app
