#include "app/ui/character/clip_details.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "app/session/character/playback_limits.h"
#include "app/ui/character/clip_chooser.h"
#include "app/ui/character/contact_bars.h"
#include "app/ui/character/root_view.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kEffectiveWidth = 62;
constexpr int kStartLoops = 3;   // when a clip is no longer endless
constexpr double kLongLoop = 4;  // a drag makes a loop this many times longer or shorter
constexpr std::array<const char*, 3> kLoopTexts = {"Once", "Repeat", "Ping-pong"};

/// The effective value, to the right of its slider.
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
                        .typedMin = kWeight.min,
                        .typedMax = kWeight.max};
  if (slider(WidgetId("clip.%d.weight", clip), weight, look, width,
             "This clip's own weight, multiplied by its fade. The thin line shows the product."))
    out.push_back(SetWeight{clip, weight});
  effectiveNumber("= %.2f", effective, effective > 0 ? colors().text : colors().textFaint,
                  "Effective weight: the slider times the fade.");
}

void drawTimeScale(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double effective = action.isScheduled() ? action.getEffectiveTimeScale() : action.timeScale;
  double timeScale = action.timeScale;
  SliderLook look = speedLook("time scale", kTimeScale.max);
  look.marker = effective;
  if (slider(WidgetId("clip.%d.timeScale", clip), timeScale, look, width,
             "Playback speed of this clip, multiplied by warp and halt. Negative plays backward."))
    out.push_back(SetTimeScale{clip, timeScale});
  effectiveNumber("= %.2f \u00d7", effective, colors().text, "Effective time scale: the slider times warp and halt.");
}

void drawTime(const Session& session, int clip, float width, Commands& out) {
  const double duration = session.model().clips[static_cast<std::size_t>(clip)].duration();
  const double time = session.action(clip).time;
  double fraction = duration > 0 ? time / duration : 0;
  if (scrubber(WidgetId("clip.%d.time", clip), fraction, {width - px(kEffectiveWidth) + px(6), px(22)}, clipColor(clip),
               "Position in this clip. Drag to scrub."))
    out.push_back(SetClipTime{clip, fraction * duration});
  if (const auto* const contacts = contactsOf(session, clip)) drawContactBars(*contacts, itemRect());
  char number[32];
  std::snprintf(number, sizeof number, "%.2f / %.2f s", time, duration);
  ImGui::SameLine(0, 0);
  ImGui::Dummy({px(kEffectiveWidth * 2) - px(6), px(22)});
  textIn(itemRect(), number, colors().textDim, 1);
}

void lengthSlider(const char* id, const char* label, double& seconds, double usual, float width, const char* sentence) {
  const SliderLook look{.label = label,
                        .max = 3,
                        .defaultValue = usual,
                        .format = "%.2f s",
                        .sqrtScale = true,
                        .typedMin = 0,
                        .typedMax = kMaxFadeSeconds};
  slider(id, seconds, look, width, sentence);
}

/// How long a loop takes at this clip's time scale, and taking time and time scale over from another clip.
void drawLoopLength(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double duration = action.duration(), direction = action.timeScale < 0 ? -1 : 1;
  const float gap = px(6), sync = std::floor((width - gap) * 0.44f);
  double seconds = action.timeScale != 0 ? duration / std::abs(action.timeScale) : 0;
  const bool has = duration > 0 && seconds > 0;
  const SliderLook look{.label = "one loop",
                        .min = duration / kLongLoop,
                        .max = duration > 0 ? duration * kLongLoop : 1,
                        .defaultValue = duration,
                        .origin = duration,
                        .format = "%.2f s",
                        .fill = colors().textDim,
                        .sqrtScale = true,
                        .typedMin = duration / kTimeScale.max,
                        .typedMax = kMaxFadeSeconds,
                        .unset = has ? nullptr : "endless",
                        .resets = false};
  if (slider(WidgetId("clip.%d.loopSeconds", clip), seconds, look, width - sync - gap,
             "How long a loop takes: the length of the clip divided by its time scale.") &&
      duration > 0)
    out.push_back(SetClipDuration{clip, seconds * direction});
  ImGui::SameLine(0, gap);
  int with = -1;
  if (chooseClip(WidgetId("clip.%d.syncWith", clip), session, with, "Sync with...", sync,
                 "Take over the time and the time scale of another clip, as syncWith does in three.js. Clips of "
                 "different lengths drift apart again.") &&
      with >= 0)
    out.push_back(SyncClip{clip, with});
}

void drawWarp(const Session& session, int clip, ClipLengths& lengths, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const float gap = px(6), press = px(56), end = px(76);
  const float each = std::floor((width - press - end - 3 * gap) / 2);
  slider(WidgetId("clip.%d.warpTo", clip), lengths.warpTo, speedLook("to", kTimeScale.max), each,
         "The time scale at the end of a warp.");
  ImGui::SameLine(0, gap);
  lengthSlider(WidgetId("clip.%d.warpSeconds", clip), "in", lengths.warp, ClipLengths::kDefaultWarp, each,
               "Duration of Warp.");
  ImGui::SameLine(0, gap);
  if (button(
          WidgetId("clip.%d.warp", clip), "Warp", {press, 0},
          "Change the effective time scale bit by bit. What it ends at is the time scale then; at 0 the clip stands.",
          {.enabled = action.timeScale != 0 && lengths.warp > 0}))
    out.push_back(WarpClip{.clip = clip, .to = lengths.warpTo, .seconds = lengths.warp});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.stopWarping", clip), "End warp", {end, 0}, "Back to the time scale at once.",
             {.enabled = action.isWarping()}))
    out.push_back(StopWarping{clip});
}

void drawFades(const Session& session, int clip, ClipLengths& lengths, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const float gap = px(6);
  const float each = std::floor((width - 2 * gap) * 0.26f);
  lengthSlider(WidgetId("clip.%d.fadeSeconds", clip), "fade", lengths.fade, ClipLengths::kDefaultFade,
               width - 2 * each - 2 * gap, "Duration of Fade in and Fade out.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.fadeIn", clip), "Fade in", {each, 0},
             "Fade in from the current weight. Other clips keep playing."))
    out.push_back(FadeIn{clip, lengths.fade});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.fadeOut", clip), "Fade out", {each, 0}, "Fade out from the current weight.",
             {.enabled = action.isScheduled()}))
    out.push_back(FadeOut{clip, lengths.fade});

  lengthSlider(WidgetId("clip.%d.haltSeconds", clip), "halt", lengths.halt, ClipLengths::kDefaultHalt,
               width - 2 * each - 2 * gap, "Duration of Halt.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.halt", clip), "Halt", {each, 0}, "Slow down to a stop, then hold the pose.",
             {.enabled = action.isRunning()}))
    out.push_back(Halt{clip, lengths.halt});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.stopFading", clip), "End fade", {each, 0},
             "End this clip's fade and keep its current weight.",
             {.enabled = action.fadeRamp() && session.mixerTime() < action.fadeRamp()->end}))
    out.push_back(StopFading{clip});
}

void drawModes(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  bool enabled = action.enabled;
  if (checkbox(WidgetId("clip.%d.enabled", clip), "Enabled", enabled,
               "When off, this clip has no effect and its time stops."))
    out.push_back(SetEnabled{clip, enabled});
  const float used = px(88);
  ImGui::SameLine(used, 0);
  const int pressed = segments(WidgetId("clip.%d.loop", clip), kLoopTexts, static_cast<int>(action.loop), width - used,
                               "At the end: hold the last pose, start over, or play back and forth.");
  if (pressed >= 0) out.push_back(SetLoop{clip, static_cast<crossfade::Loop>(pressed)});
}

/// How many loops a clip plays, and what it does after the last one.
void drawRepetitions(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const bool loops = action.loop != crossfade::Loop::Once;
  bool endless = loops && std::isinf(action.repetitions);
  bool clamp = action.clampWhenFinished;
  const float gap = px(6), box = px(84);
  if (!loops || endless) {
    ImGui::Dummy({width - 2 * (box + gap), rowHeight()});
    textIn(itemRect(), loops ? "plays forever" : "plays once", colors().textDim);
  } else {
    double repetitions = action.repetitions;
    const SliderLook look{.label = "loops",
                          .min = 1,
                          .max = 20,
                          .defaultValue = kStartLoops,
                          .origin = 1,
                          .format = "%.4g",
                          .fill = colors().textDim,
                          .step = 1,
                          .typedMin = 1,
                          .typedMax = kClipSeconds.max};
    if (slider(WidgetId("clip.%d.loops", clip), repetitions, look, width - 2 * (box + gap),
               "How many loops this clip plays before it stops."))
      out.push_back(SetRepetitions{clip, repetitions});
  }
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.endless", clip), "Endless", {box, 0},
             "Switch between looping forever and a fixed number of loops.", {.on = endless, .enabled = loops}))
    out.push_back(SetRepetitions{clip, endless ? std::optional<double>(kStartLoops) : std::nullopt});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.clamp", clip), "Hold end", {box, 0},
             "Hold the last pose after the last loop. Otherwise the clip stops affecting the character.",
             {.on = clamp}))
    out.push_back(SetClamp{clip, !clamp});
}

void drawStartAt(const Session& session, int clip, ClipLengths& lengths, float width, Commands& out) {
  const float gap = px(6), start = px(84);
  const SliderLook look{.label = "start in",
                        .max = 10,
                        .defaultValue = ClipLengths::kDefaultDelay,
                        .format = "%.2f s",
                        .sqrtScale = true,
                        .typedMax = 3600};
  slider(WidgetId("clip.%d.delay", clip), lengths.delay, look, width - start - gap, "How long Start waits.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.startAt", clip), "Start", {start, 0},
             "Show this clip's first pose at full weight now, and start moving after this time."))
    out.push_back(StartAt{clip, session.mixerTime() + lengths.delay});
}

/// The last loops and ends, the latest on top. As high without events as with them, so that nothing moves when one
/// comes.
void drawEvents(const Session& session, int clip, float width) {
  constexpr float kLine = 17, kInset = 8;
  const ClipEvents& events = session.clipEvents();
  const int count = events.count(clip);
  ImGui::Dummy({width, px(kLine) * ClipEvents::kKept + px(kInset)});
  const UiRect box = itemRect();
  logItem("clip.%d.events", clip);
  hint("When this clip looped or finished, in mixer time. Latest first.");
  ImGui::GetWindowDrawList()->AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, colors().well, px(5));
  UiRect line{box.x + px(kInset), box.y + px(kInset / 2), box.width - px(2 * kInset), px(kLine)};
  if (count == 0) textIn(line, "No loop or end yet.", colors().textDim, 0, ui().fonts.small);
  for (int age = 0; age < count; ++age, line.y += px(kLine)) {
    const ClipEvent& event = events.event(clip, age);
    const bool finished = event.kind == crossfade::MixerEvent::Kind::Finished;
    const auto loops = static_cast<long long>(std::abs(event.loopDelta));
    const ImU32 ink = age == 0 ? colors().text : colors().textDim;
    char text[40];
    std::snprintf(text, sizeof text, finished ? "finished" : loops > 1 ? "%lld loops" : "loop", loops);
    textIn(line, text, ink, 0, ui().fonts.small);
    std::snprintf(text, sizeof text, "%.2f s", event.mixerTime);
    textIn(line, text, ink, 1, ui().fonts.small);
  }
}

}  // namespace

void drawClipDetails(const Session& session, int clip, ClipLengths& lengths, Commands& out) {
  const float width = ImGui::CalcItemWidth();
  const auto before = static_cast<std::ptrdiff_t>(out.size());
  drawTime(session, clip, width - px(kEffectiveWidth), out);
  drawWeight(session, clip, width - px(kEffectiveWidth), out);
  drawTimeScale(session, clip, width - px(kEffectiveWidth), out);
  drawFades(session, clip, lengths, width, out);
  drawModes(session, clip, width, out);
  checkbox(WidgetId("clip.%d.carryOver", clip), "Carry over", lengths.carriesOver,
           "When on, changing time, weight or Enabled here fades the pose over 0.2 s instead of making it jump.");
  drawRepetitions(session, clip, width, out);
  drawStartAt(session, clip, lengths, width, out);
  drawLoopLength(session, clip, width, out);
  drawWarp(session, clip, lengths, width, out);
  drawRootOf(session, clip, width, out);
  drawEvents(session, clip, width);
  const auto jumps = [](const Command& command) {
    return command.as<SetClipTime>() || command.as<SetWeight>() || command.as<SetEnabled>();
  };
  if (lengths.carriesOver && std::any_of(out.begin() + before, out.end(), jumps)) out.push_back(CarryOver{});
}

}  // namespace app
