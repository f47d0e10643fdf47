#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include <imgui_internal.h>

#include "app/model/fnv1a.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/character/track_view.h"
#include "app/ui/character/weight_plot.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kEffectiveWidth = 62;
constexpr int kStartLoops = 3;   // when a clip is no longer endless
constexpr double kLongLoop = 4;  // a drag makes a loop this many times longer or shorter
constexpr std::array<const char*, 3> kLoopTexts = {"Once", "Repeat", "Ping-pong"};

/// The effective value, to the right of its slider.
void effectiveNumber(const char* format, double value, ImU32 tint, const char* sentence) {
  ImGui::SameLine(0, 0);
  label({px(kEffectiveWidth), rowHeight()}, Text(format, value), tint, 1);
  hint(sentence);
}

void drawWeight(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double effective = session.character().player().effectiveWeight(clip);
  double weight = action.weight;
  if (settingSlider(WidgetId("clip.%d.weight", clip), weight, &ClipSettings::weight,
                    {.label = "weight", .fill = clipColor(clip), .marker = effective}, width,
                    "This clip's own weight, multiplied by its fade. The thin line shows the product."))
    out.push_back(SetClip{clip, &ClipSettings::weight, weight});
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
    out.push_back(SetClip{clip, &ClipSettings::timeScale, timeScale});
  effectiveNumber("= %.2f \u00d7", effective, colors().text, "Effective time scale: the slider times warp and halt.");
}

void drawTime(const Session& session, int clip, EventView& view, float width, Commands& out) {
  const double duration = nth(session.model().clips, clip).duration();
  const double time = session.action(clip).time;
  double fraction = duration > 0 ? time / duration : 0;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{width - px(kEffectiveWidth) + px(6), px(22)};
  const UiRect bar{at.x, at.y, size.x, size.y};
  const bool isOverMark = takeEventMarks(session, view, clip, bar, out);
  if (scrubber(WidgetId("clip.%d.time", clip), fraction, size, clipColor(clip),
               isOverMark ? "" : "Position in this clip. Right click: add an event here. Diamonds are its events."))
    out.push_back(SetClipTime{clip, fraction * duration});
  if (ui().focus.keysOfItem().menu) {
    openEventMenu(session, view, clip, -1, time);
  } else if (!isOverMark && ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    const double under = std::clamp(static_cast<double>((ImGui::GetMousePos().x - bar.x) / bar.width), 0.0, 1.0);
    openEventMenu(session, view, clip, -1, under * duration);
  }
  if (const auto* const contacts = contactsOf(session, clip)) drawContactBars(*contacts, bar);
  drawEventMarks(session, view, clip, bar);
  ImGui::SameLine(0, 0);
  label({px(kEffectiveWidth * 2) - px(6), px(22)}, Text("%.2f / %.2f s", time, duration), colors().textDim, 1);
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
  const int with = takeClip(WidgetId("clip.%d.syncWith", clip), session, "Sync with...", sync,
                            "Take over the time and the time scale of another clip, as syncWith does in three.js. "
                            "Clips of different lengths drift apart again.");
  if (with >= 0) out.push_back(SyncClip{clip, with});
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
  const float gap = px(6), each = std::floor((width - 2 * gap) / 3);
  lengthSlider(WidgetId("clip.%d.fadeSeconds", clip), "over", lengths.fade, ClipLengths::kDefaultFade, width,
               "Duration of Fade in and Fade out.");
  if (button(WidgetId("clip.%d.fadeIn", clip), "Fade in", {each, 0},
             "Fade in from the current weight. Other clips keep playing."))
    out.push_back(FadeIn{clip, lengths.fade});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.fadeOut", clip), "Fade out", {each, 0}, "Fade out from the current weight.",
             {.enabled = action.isScheduled()}))
    out.push_back(FadeOut{clip, lengths.fade});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.stopFading", clip), "End fade", {each, 0},
             "End this clip's fade and keep its current weight.",
             {.enabled = action.fadeRamp() && session.mixerTime() < action.fadeRamp()->end}))
    out.push_back(StopFading{clip});
}

void drawHalt(const Session& session, int clip, ClipLengths& lengths, float width, Commands& out) {
  const float gap = px(6), press = px(76);
  lengthSlider(WidgetId("clip.%d.haltSeconds", clip), "halt in", lengths.halt, ClipLengths::kDefaultHalt,
               width - press - gap, "Duration of Halt.");
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.halt", clip), "Halt", {press, 0}, "Slow down to a stop, then hold the pose.",
             {.enabled = session.action(clip).isRunning()}))
    out.push_back(Halt{clip, lengths.halt});
}

void drawModes(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  bool enabled = action.enabled;
  if (checkbox(WidgetId("clip.%d.enabled", clip), "Enabled", enabled,
               "When off, this clip has no effect and its time stops."))
    out.push_back(SetClip{clip, &ClipSettings::enabled, enabled});
  const float used = px(88);
  ImGui::SameLine(used, 0);
  const int pressed = segments(WidgetId("clip.%d.loop", clip), kLoopTexts, static_cast<int>(action.loop), width - used,
                               "At the end: hold the last pose, start over, or play back and forth.");
  if (pressed >= 0) out.push_back(SetClip{clip, &ClipSettings::loop, static_cast<crossfade::Loop>(pressed)});
}

/// How many loops a clip plays, and what it does after the last one.
void drawRepetitions(const Session& session, int clip, float width, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const bool loops = action.loop != crossfade::Loop::Once;
  bool endless = loops && std::isinf(action.repetitions);
  bool clamp = action.clampWhenFinished;
  const float gap = px(6), box = px(84);
  if (!loops || endless) {
    label({width - 2 * (box + gap), rowHeight()}, loops ? "plays forever" : "plays once", colors().textDim);
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
      out.push_back(SetClip{clip, &ClipSettings::repetitions, repetitions});
  }
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.endless", clip), "Endless", {box, 0},
             "Switch between looping forever and a fixed number of loops.", {.on = endless, .enabled = loops}))
    out.push_back(
        SetClip{clip, &ClipSettings::repetitions, endless ? std::optional<double>(kStartLoops) : std::nullopt});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.clamp", clip), "Hold end", {box, 0},
             "Hold the last pose after the last loop. Otherwise the clip stops affecting the character.",
             {.on = clamp}))
    out.push_back(SetClip{clip, &ClipSettings::clamp, !clamp});
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

/// What else the card has: a row of names, each of which shows or hides a part.
void drawSections(int clip, CardSections& sections, float width) {
  struct Part {
    const char *id, *name, *sentence;
    bool& open;
  };
  const std::array<Part, 5> parts{{
      {"looping", "Looping", "How often it plays, what it does at its end, and when it starts.", sections.looping},
      {"fades", "Fades", "Fade this clip alone in or out.", sections.fades},
      {"ramp", "Ramp", "Change its speed bit by bit, or bring it to a halt.", sections.ramp},
      {"root", "Root", "How its root moves, and what that motion does.", sections.root},
      {"events", "Events", "Its events: add one at this moment; see when the clip looped or finished.",
       sections.events},
  }};
  const float gap = px(4), each = std::floor((width - 4 * gap) / 5);
  const FocusGroup group("parts", GroupLayout::Row);
  ImGui::PushFont(ui().fonts.small);
  for (const Part& part : parts) {
    if (&part != parts.data()) ImGui::SameLine(0, gap);
    if (button(WidgetId("clip.%d.section.%s", clip, part.id), part.name, {each, px(24)}, part.sentence,
               {.on = part.open}))
      part.open = !part.open;
  }
  ImGui::PopFont();
}

/// The last loops and ends, the latest on top. As high without events as with them, so that nothing moves when one
/// comes.
void drawEvents(const Session& session, int clip, EventView& view, float width, Commands& out) {
  wantContacts(session, out);
  const float gap = px(6), steps = px(64);
  if (button(WidgetId("clip.%d.addEvent", clip), Text("Add an event at %.2f s", session.action(clip).time),
             {width - steps - gap, 0},
             "Your game receives events when the clip passes them, such as steps or hits. Drag their diamonds in "
             "the bar above, or double-click them.")) {
    openEventMenu(session, view, clip, -1, session.action(clip).time);
    addEvent(session, view, clip, session.action(clip).time, out);
  }
  ImGui::SameLine(0, gap);
  if (button(WidgetId("clip.%d.addSteps", clip), "Steps", {steps, 0},
             "Add an event wherever a foot comes down: \"left down\" and \"right down\".",
             {.enabled = hasSteps(session, clip)}))
    addSteps(session, view, clip, out);
  constexpr float kLine = 17, kInset = 8;
  const PlaybackEvents& events = session.playbackEvents();
  const int count = events.count(clip);
  ImGui::Dummy({width, px(kLine) * PlaybackEvents::kKept + px(kInset)});
  const UiRect box = itemRect();
  logItem("clip.%d.events", clip);
  hint("When this clip looped or finished, in mixer time. Latest first.");
  fillRect(box, colors().well, px(5));
  UiRect line{box.x + px(kInset), box.y + px(kInset / 2), box.width - px(2 * kInset), px(kLine)};
  if (count == 0) textIn(line, "No loop or end yet.", colors().textDim, 0, ui().fonts.small);
  for (int age = 0; age < count; ++age, line.y += px(kLine)) {
    const PlaybackEvent& event = events.event(clip, age);
    const bool finished = event.kind == crossfade::MixerEvent::Kind::Finished;
    const auto loops = static_cast<long long>(std::abs(event.loopDelta));
    const ImU32 ink = age == 0 ? colors().text : colors().textDim;
    Text text(finished ? "finished" : loops > 1 ? "%lld loops" : "loop", loops);
    textIn(line, text, ink, 0, ui().fonts.small);
    text = Text("%.2f s", event.mixerTime);
    textIn(line, text, ink, 1, ui().fonts.small);
  }
}

void drawClipDetails(const Session& session, int clip, ClipLengths& lengths, CardSections& sections, EventView& events,
                     Commands& out) {
  const float width = ImGui::CalcItemWidth();
  const auto before = static_cast<std::ptrdiff_t>(out.size());
  drawTime(session, clip, events, width - px(kEffectiveWidth), out);
  drawWeight(session, clip, width - px(kEffectiveWidth), out);
  drawTimeScale(session, clip, width - px(kEffectiveWidth), out);
  drawSections(clip, sections, width);
  if (sections.looping) {
    drawModes(session, clip, width, out);
    drawRepetitions(session, clip, width, out);
    drawLoopLength(session, clip, width, out);
    drawStartAt(session, clip, lengths, width, out);
  }
  if (sections.fades) {
    drawFades(session, clip, lengths, width, out);
    checkbox(WidgetId("clip.%d.carryOver", clip), "Carry over", lengths.carriesOver,
             "When on, changing time, weight or Enabled here fades the pose over 0.2 s instead of making it jump.");
  }
  if (sections.ramp) {
    drawWarp(session, clip, lengths, width, out);
    drawHalt(session, clip, lengths, width, out);
  }
  if (sections.root) drawRootOf(session, clip, width, out);
  if (sections.events) drawEvents(session, clip, events, width, out);
  if (events.clip == clip) drawEventMenu(session, events, out);
  const auto jumps = [](const Command& command) {
    const auto* const set = command.as<SetClip>();
    return command.is<SetClipTime>() ||
           (set && (set->sets(&ClipSettings::weight) || set->sets(&ClipSettings::enabled)));
  };
  if (lengths.carriesOver && std::any_of(out.begin() + before, out.end(), jumps)) out.push_back(CarryOver{});
}

// ---- One row of the clip list: name, favorite, weight, and the button that fades to the clip or, while it
// plays, stops it.

struct ClipRowLook {
  bool open = false;        // its card is shown below
  bool chosen = false;      // Enter in the search takes it
  bool showLength = false;  // even if the name has to be shortened for it
};

constexpr float kClipRow = 34, kClipTag = 18, kStar = 22;
constexpr float kMeter = 74;   // bar and weight
constexpr float kLength = 52;  // of the clip

void drawPlayButton(const Session& session, int clip, const ClipLengths& lengths, Commands& out) {
  const bool playing = session.action(clip).isScheduled() && !session.action(clip).paused;
  if (!iconButton(WidgetId("clip.%d.play", clip), playing ? Icon::Stop : Icon::Play,
                  playing ? "Stop this clip and rewind it."
                          : "Fade to this clip. With Shift, fade it in beside what is playing.",
                  {.quiet = true}))
    return;
  if (playing)
    out.push_back(StopClip{clip});
  else if (ImGui::GetIO().KeyShift)
    out.push_back(FadeIn{clip, lengths.fade});
  else
    out.push_back(FadeTo{clip});
}

void drawStar(const Session& session, int clip, bool rowHovered, const UiRect& rect, Commands& out) {
  const bool on = session.isFavorite(clip);
  if (hitAreaIn(WidgetId("clip.%d.star", clip), rect)) out.push_back(SetClip{clip, &ClipSettings::favorite, !on});
  hint(on ? "No longer keep this clip on top." : "Keep this clip on top of the list.");
  const bool over = ImGui::IsItemHovered() || ui().focus.isOnItem();
  if (on || over || rowHovered)
    textIn(rect, icon(on ? Icon::Star : Icon::StarOutline),
           on     ? colors().warning
           : over ? colors().text
                  : colors().textFaint,
           0.5f);
}

/// The effective weight as a short bar with its value.
void drawMeter(int clip, double share, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float numberWidth = px(38);
  const UiRect bar{rect.x, rect.centerY() - px(3), rect.width - numberWidth - px(4), px(6)};
  fillRect(bar, colors().control, px(3));
  const float level = bar.width * static_cast<float>(std::clamp(share, 0.0, 1.0));
  if (level > 0) list.AddRectFilled({bar.x, bar.y}, {bar.x + level, bar.bottom()}, clipColor(clip), px(3));
  textIn({rect.right() - numberWidth, rect.y, numberWidth, rect.height}, Text("%.0f %%", share * 100), colors().text,
         1);
}

/// The name, and right of it the weight while the clip plays, otherwise its length where there is room.
void drawNameAndMeter(const Session& session, const ClipNames& names, int clip, UiRect rect, bool showLength) {
  std::array<char, 24> scratch;
  const std::string_view name = names.shown(clip, scratch);
  const crossfade::AnimationAction& action = session.action(clip);
  const bool shown = isMixed(action);
  if (shown) {
    drawMeter(clip, shareOf(session, clip), {rect.right() - px(kMeter), rect.y, px(kMeter), rect.height});
    rect.width -= px(kMeter) + px(6);
  } else if (showLength || ImGui::CalcTextSize(name.data(), name.data() + name.size()).x <= rect.width - px(kLength)) {
    textIn(rect, Text("%.2f s", nth(session.model().clips, clip).duration()), colors().textFaint, 1, ui().fonts.small);
    rect.width -= px(kLength);
  }
  if (const auto mask = session.character().fade().choiceOf(action.mask); shown && mask) {
    const float line = std::floor(rect.height / 2);
    textIn({rect.x, rect.y + line - px(2), rect.width, line}, Text("on %s", maskSentence(session, *mask).text()),
           colors().textDim, 0, ui().fonts.small);
    rect.height = line + px(2);
  }
  nameIn(rect, name, shown ? colors().text : colors().textDim);
}

void hintOfRow(const Session& session, const ClipNames& names, int clip, bool open) {
  if (!hintIsDue()) return;
  std::array<char, 24> scratch;
  hint(Text("%.300s\n%.2f s. Click to %s details.", names.full(clip, scratch),
            nth(session.model().clips, clip).duration(), open ? "hide" : "show"));
}

float clipRowHeight() { return px(kClipRow); }

/// At the cursor, as wide as the window's content. True when the row was clicked.
bool drawClipRow(const Session& session, const ClipNames& names, int clip, const ClipLengths& lengths,
                 const ClipRowLook& look, Commands& out) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const UiRect rect{start.x, start.y, fullWidth(), px(kClipRow)};
  const UiRect play{rect.right() - rowHeight(), rect.y, rowHeight(), rect.height};
  const UiRect star{play.x - px(kStar), rect.y, px(kStar), rect.height};
  const bool pressed = hitArea(WidgetId("clip.%d.row", clip), {star.x - rect.x, rect.height});
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(rect.min(), rect.max());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (look.open || hovered)
    fillRect(rect, look.open ? colors().card : colors().row, px(6),
             look.open ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersAll);
  if (look.chosen) list.AddRect(rect.min(), rect.max(), colors().accent, px(6));
  hintOfRow(session, names, clip, look.open);

  textIn({rect.x + px(4), rect.y, px(14), rect.height}, icon(look.open ? Icon::Fold : Icon::Expand), colors().textFaint,
         0.5f);
  clipTag(list, {rect.x + px(22), rect.centerY() - px(kClipTag / 2)}, px(kClipTag), clip);
  const float left = rect.x + px(46);
  drawNameAndMeter(session, names, clip, {left, rect.y, star.x - left - px(2), rect.height}, look.showLength);
  drawStar(session, clip, hovered, star, out);
  ImGui::SetCursorScreenPos({play.x, rect.y + std::floor((rect.height - rowHeight()) / 2)});
  drawPlayButton(session, clip, lengths, out);
  ImGui::SetCursorScreenPos({start.x, rect.bottom()});
  return pressed;
}

// ---- The list of clips: search, sorting, a compact row each, and the details of those that are open.

constexpr float kHeading = 26, kRowGap = 2;

ClipCard& cardOf(ClipsPanelState& state, int clip) { return nth(state.cards, clip); }

int playingClip(const Session& session) {
  const auto& fade = session.runningFade();
  return fade && !isBlendSpace(fade->to) ? fade->to : session.dominantClip();
}

/// Everything that the order of the list depends on.
std::uint64_t hashOf(const ClipsPanelState& state) {
  std::uint64_t hash = fnv1a(state.search.query());
  const auto mix = [&hash](const auto& value) {
    hash = fnv1a({reinterpret_cast<const char*>(&value), sizeof value}, hash);
  };
  mix(state.sort);
  mix(state.grouped);
  for (const ClipFacts& clip : state.facts) {
    hash = fnv1a(clip.name, hash);
    mix(clip.length);
    mix(clip.lastUse);
    mix(clip.favorite);
    mix(clip.folded);
  }
  return hash;
}

/// Finds the groups of clips whose names share a first word, if there are more than a dozen clips, and notes the first
/// clip of each. One group alone does not count.
void findGroups(const Session& session, const ClipNames& names, ClipsPanelState& state) {
  const int count = session.clipCount();
  std::array<char, 24> scratch;
  const auto wordOf = [&](int clip) { return firstWord(names.shown(clip, scratch)); };
  std::uint64_t hash = kFnvBasis;
  for (const crossfade::AnimationClip& clip : session.model().clips) hash = fnv1a(clip.name(), hash);
  if (std::exchange(state.groupsMadeFrom, hash) == hash) return;
  state.groups.clear();
  for (int clip = 0; clip < count && count > kFewClips; ++clip) {
    const std::string word(wordOf(clip));
    const auto isOfIt = [&](int other) { return wordOf(other) == word; };
    int first = 0, members = 0;
    while (!isOfIt(first)) ++first;
    for (int other = clip; other < count; ++other) members += static_cast<int>(isOfIt(other));
    if (!word.empty() && first == clip && members > 1) state.groups.push_back(clip);
  }
  if (state.groups.size() < 2) state.groups.clear();
}

void orderRows(const Session& session, const ClipNames& names, ClipsPanelState& state) {
  state.facts.clear();
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const crossfade::AnimationClip& source = nth(session.model().clips, clip);
    const ClipCard& card = cardOf(state, clip);
    std::array<char, 24> unused;
    state.facts.push_back({.name = source.name().empty() ? std::string_view() : names.shown(clip, unused),
                           .length = source.duration(),
                           .lastUse = state.sort == ClipSort::LastUsed ? card.lastUse : 0,
                           .favorite = session.isFavorite(clip),
                           .folded = card.groupFolded,
                           .fullName = source.name()});
  }
  const std::uint64_t hash = hashOf(state);
  if (std::exchange(state.rowsMadeFrom, hash) == hash) return;
  orderClips(state.facts, state.sort, state.grouped, state.search, state.rows);
  state.rowsAreNew = true;
}

void drawSearch(const Session& session, const ClipNames& names, ClipsPanelState& state, float width, Commands& out) {
  const int before = chosenClip(state);
  const bool entered = searchField("clips.search", "Search clips (Ctrl+F)", state.search, width);
  hint(
      "Some letters of a name: sfi finds Sit_Floor_Idle. Enter fades to the first match, Up and Down choose "
      "another, Esc clears.");
  orderRows(session, names, state);
  const int chosen = chosenClip(state);
  if (entered && chosen >= 0) {
    out.push_back(FadeTo{chosen});
    state.search.clear();
    orderRows(session, names, state);
  } else if (entered) {
    keepKeyboard(state.search);
  } else if (chosen != before) {
    state.revealRow = chosen;
  }
}

void drawSorting(ClipsPanelState& state, bool hasClipFiles, float width) {
  constexpr std::array<const char*, 4> kSorts = {"File order", "Name", "Length", "Last used"};
  const float group = hasClipFiles ? 2 * rowHeight() + px(6) : rowHeight();
  const auto chosen = static_cast<std::size_t>(state.sort);
  if (beginDropDown("clips.sort", kSorts[chosen], colors().text, width - group - px(6), "The order of this list.")) {
    const FocusGroup sorts("sorts", GroupLayout::Column);
    for (std::size_t i = 0; i < kSorts.size(); ++i) {
      if (menuText(WidgetId("clips.sort.%zu", i), kSorts[i], i == chosen)) {
        state.sort = static_cast<ClipSort>(i);
        state.revealRow = state.playing;
      }
    }
    endCombo();
  }
  ImGui::SameLine(0, px(6));
  if (iconButton("clips.group", Icon::Group, "Group clips by the first word of their names.", {.on = state.grouped})) {
    state.grouped = !state.grouped;
    state.revealRow = state.playing;
  }
  if (!hasClipFiles) return;
  ImGui::SameLine(0, px(6));
  if (iconButton("clips.joints", Icon::Skeleton,
                 "How the clips of other files are fitted: which joint moves which (K)."))
    state.asksForJoints = true;
}

void drawHeading(const ClipNames& names, const ClipListRow& row, ClipsPanelState& state) {
  ClipCard& first = cardOf(state, row.clip);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (hitArea(WidgetId("clips.group.%d", row.clip), {fullWidth(), px(kHeading)}))
    first.groupFolded = !first.groupFolded;
  const UiRect rect = itemRect();
  const ImU32 ink = ImGui::IsItemHovered() ? colors().text : colors().textDim;
  textIn({rect.x + px(4), rect.y, px(14), rect.height}, icon(first.groupFolded ? Icon::Expand : Icon::Fold), ink, 0.5f);
  std::array<char, 24> scratch;
  std::array<char, 200> text;
  const std::string_view word = firstWord(names.shown(row.clip, scratch));
  std::snprintf(text.data(), text.size(), "%.*s", static_cast<int>(std::min<std::size_t>(word.size(), 150)),
                word.data());
  nameIn({rect.x + px(22), rect.y, rect.width - px(64), rect.height}, text.data(), ink, 0, ui().fonts.strong);
  std::snprintf(text.data(), text.size(), "%d", row.count);
  textIn({rect.x, rect.y, rect.width - px(8), rect.height}, text.data(), colors().textFaint, 1, ui().fonts.small);
  ImGui::SetCursorScreenPos({start.x, start.y + px(kHeading)});
}

/// The details on a card of their own. Scrolls as far as needed to show all of the card that starts out open.
void drawCard(const Session& session, int clip, ClipsPanelState& state, float rowTop, Commands& out) {
  const float bottom = drawOnCard(
      10, [&] { drawClipDetails(session, clip, cardOf(state, clip).lengths, state.sections, state.events, out); });
  if (state.revealCard != clip) return;
  const float top = ImGui::GetWindowPos().y, below = bottom - (top + ImGui::GetWindowHeight());
  if (below > 0) ImGui::SetScrollY(ImGui::GetScrollY() + std::min(below, rowTop - top));
  state.revealCard = -1;
}

void drawClip(const Session& session, const ClipNames& names, int clip, ClipsPanelState& state, Commands& out) {
  ClipCard& card = cardOf(state, clip);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  if (state.revealRow == clip) {
    if (start.y < top || start.y + clipRowHeight() > bottom)
      ImGui::SetScrollY(ImGui::GetScrollY() + start.y - top - (bottom - top) * 0.3f);
  }
  const bool open = card.open;
  ui().focus.nextIsChosen(clip == state.playing && ui().focus.lastMember() < 0);
  if (start.y + clipRowHeight() < top || start.y > bottom) {  // scrolled away
    ImGui::Dummy({1, clipRowHeight()});
    ui().focus.addHidden(WidgetId("clip.%d.row", clip), {start.x, start.y, fullWidth(), clipRowHeight()});
    ImGui::SetCursorScreenPos({start.x, start.y + clipRowHeight()});
  } else if (drawClipRow(
                 session, names, clip, card.lengths,
                 {.open = open, .chosen = clip == chosenClip(state), .showLength = state.sort == ClipSort::Length},
                 out)) {
    card.open = !open;
  }
  if (open) return drawCard(session, clip, state, start.y, out);
  const ImVec2 end = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({end.x, end.y + px(kRowGap)});
}

/// Keeps the scroll position when a card closes, so that the row you clicked stays under the pointer. The extra room
/// disappears as you scroll up.
void keepRoomToScroll() {
  const float end = ImGui::GetCursorScreenPos().y, bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  if (ImGui::GetScrollY() > 0 && end < bottom) ImGui::Dummy({1, bottom - end});
}

void drawRows(const Session& session, const ClipNames& names, ClipsPanelState& state, Commands& out) {
  ImGui::BeginChild("list", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  if (state.rows.empty())
    textIn({ImGui::GetCursorScreenPos().x + px(4), ImGui::GetCursorScreenPos().y, px(200), rowHeight()},
           "No clip matches.", colors().textDim);
  const FocusGroup group("rows", GroupLayout::Column, true);
  for (std::size_t i = 0; i < state.rows.size(); ++i) {
    const ClipListRow row = state.rows[i];
    focusMember();
    if (row.count > 0)
      drawHeading(names, row, state);
    else
      drawClip(session, names, row.clip, state, out);
  }
  state.revealRow = -1;  // done, or not in the list
  if (!std::exchange(state.rowsAreNew, false)) keepRoomToScroll();
  endScrollingPart();
}

}  // namespace

int chosenClip(const ClipsPanelState& state) {
  if (state.search.isEmpty() || state.rows.empty()) return -1;
  const std::size_t last = state.rows.size() - 1;
  return state.rows[std::min(static_cast<std::size_t>(std::max(state.search.chosen, 0)), last)].clip;
}

void updateClips(const Session& session, ClipsPanelState& state) {
  const auto count = static_cast<std::size_t>(session.clipCount());
  const int playing = playingClip(session);
  if (state.cards.size() != count || state.ofModel != session.model().path) {  // another model
    state.ofModel = session.model().path;
    state.cards.assign(count, {});
    if (state.search.active) ImGui::ClearActiveID();  // a field that is being typed in would bring its text back
    state.search.clear();
    state.playing = -1;
    if (count > 0 && count <= kFewClips) {
      state.revealCard = std::max(playing, 0);
      cardOf(state, state.revealCard).open = true;
    }
  }
  if (state.playing != playing && playing >= 0) {
    cardOf(state, playing).lastUse = ++state.uses;
    if (!ImGui::IsAnyMouseDown()) state.revealRow = playing;
  }
  state.playing = playing;
  state.listShown = false;
  findGroups(session, ClipNames(session.model()), state);
}

void drawClipsPanel(const Session& session, ClipsPanelState& state, Commands& out) {
  if (session.clipCount() == 0) return sentence(noClipsText(session, "This file has no clips."));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  state.listShown = true;
  const ClipNames names(session.model());
  const bool hasClipFiles = !session.model().clipFiles.empty();
  const float width = fullWidth();
  const float sorting = px(132) + (hasClipFiles ? rowHeight() + px(6) : 0);
  drawSearch(session, names, state, width - sorting - px(6), out);
  ImGui::SameLine(0, px(6));
  drawSorting(state, hasClipFiles, sorting);
  orderRows(session, names, state);
  drawRows(session, names, state, out);
  ImGui::PopStyleVar();
}

void drawClipSearchOverlay(const Session& session, ClipsPanelState& state, const UiRect& chips, Commands& out) {
  const bool used = state.search.focus || state.search.active || !state.search.isEmpty();
  if (!used || state.listShown || session.clipCount() == 0) return;
  const float width = std::min(px(300), chips.width), height = rowHeight() + px(16);
  beginOverlay("panel.clipSearch", {chips.x, chips.y - height, width, height}, colors().bar, {px(12), px(8)});
  const ClipNames names(session.model());
  drawSearch(session, names, state, fullWidth(), out);
  endPanel();
}

}  // namespace app
