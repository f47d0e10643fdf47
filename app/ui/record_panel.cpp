// Records a video or saves a picture: its format, size, length and frame, and the progress.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

#include "app/model/file_formats.h"
#include "app/session/timing/timing_scene.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

/// The region over everything else, because panels are recorded as well.
void drawRecordedPartOfWindow(const Session& session, const RecordingOptions& options) {
  if (!options.region || session.recording().running) return;
  const RecordingRegion& region = *options.region;
  ImGui::GetForegroundDrawList()->AddRect(
      {static_cast<float>(region.x), static_cast<float>(region.y)},
      {static_cast<float>(region.x + region.width), static_cast<float>(region.y + region.height)}, colors().accent);
}

}  // namespace

void drawRecordedFrame(const Session& session, const RecordPanelState& state, const UiRect& scene) {
  const RecordingOptions& options = state.options;
  if (options.interface) return drawRecordedPartOfWindow(session, options);
  if (options.width < 1 || options.height < 1 || session.recording().running) return;
  const float scale = scene.height / static_cast<float>(options.height);  // the camera's angle is that of the height
  const float left = scene.x + (scene.width - static_cast<float>(options.width) * scale) / 2;
  const RecordingRegion all{0, 0, options.width, options.height};
  const RecordingRegion region = options.region.value_or(all);
  const ImVec2 min{std::max(left + static_cast<float>(region.x) * scale, scene.x),
                   scene.y + static_cast<float>(region.y) * scale};
  const ImVec2 max{std::min(left + static_cast<float>(region.x + region.width) * scale, scene.right()),
                   scene.y + static_cast<float>(region.y + region.height) * scale};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImU32 shade = faded(rgb(0x000000), 0.35f);
  list.AddRectFilled({scene.x, scene.y}, {min.x, scene.bottom()}, shade);
  list.AddRectFilled({max.x, scene.y}, {scene.right(), scene.bottom()}, shade);
  list.AddRectFilled({min.x, scene.y}, {max.x, min.y}, shade);
  list.AddRectFilled({min.x, max.y}, {max.x, scene.bottom()}, shade);
  list.AddRect(min, max, colors().accent);
}

// ---- Records a video or saves a picture: its format, size and length, and the progress.

namespace {

/// What the panel says about a format: those of kRecordingFormats in their order, then numbered pictures and the
/// contact sheet.
struct FormatText {
  const char* name;
  const char* sentence;
};
constexpr std::array<FormatText, kRecordingFormats.size() + 2> kFormatTexts{{{"GIF", "Animated picture, 256 colors."},
                                                                             {"MP4", "Video that plays everywhere."},
                                                                             {"WebM", "Video for the web."},
                                                                             {"AVI", "Video for older programs."},
                                                                             {"PNG", "A picture of this moment."},
                                                                             {"Frames", "One PNG per frame."},
                                                                             {"Sheet", "A PNG of many moments."}}};
constexpr int kNumberedPictures = static_cast<int>(kRecordingFormats.size());
constexpr int kSheet = kNumberedPictures + 1;
constexpr int kUsualSheet = 12;  // pictures
constexpr std::string_view kNumberedEnding = "-%04d.png";
constexpr double kMaxSliderRate = 120;                       // frames per second; you can type more
constexpr double kShortestFilm = 0.01, kLongestFilm = 3600;  // seconds

struct Size {
  const char* name;
  int width, height;
};
constexpr std::array<Size, 4> kSizes{{{"640", 640, 360}, {"960", 960, 540}, {"1280", 1280, 720}, {"1920", 1920, 1080}}};

std::string_view endingOf(int format) {
  if (format == kSheet) return ".png";
  return format == kNumberedPictures ? kNumberedEnding : nth(kRecordingFormats, format).ending;
}

/// An index into kFormatTexts except kSheet; -1 if no format has this ending.
int formatIndexOf(std::string_view path) {
  if (path.ends_with(kNumberedEnding)) return kNumberedPictures;
  const RecordingFormat* format = recordingFormatOf(path);
  return format == nullptr ? -1 : static_cast<int>(format - kRecordingFormats.data());
}

bool savesOnePicture(const RecordingOptions& options) {
  const RecordingFormat* format = recordingFormatOf(options.path);
  return options.sheet == 0 && format != nullptr && format->isPicture &&
         formatIndexOf(options.path) != kNumberedPictures;
}

double maxRateOf(std::string_view path) {
  const RecordingFormat* format = recordingFormatOf(path);
  return format == nullptr ? RecordingFormat{}.maxRate : format->maxRate;
}

/// The path with the extension of another format.
std::string pathAs(const std::string& path, int format) {
  const int now = formatIndexOf(path);
  const std::size_t old = now < 0 ? 0 : endingOf(now).size();
  return path.substr(0, path.size() - old).append(endingOf(format));
}

void setPath(RecordPanelState& state, const std::string& path) {
  state.options.path = path;
  std::snprintf(state.typedPath.data(), state.typedPath.size(), "%s", path.c_str());
}

/// Asks for a name that is free when the panel opens, and takes one that came.
void followSuggestions(const Session& session, RecordPanelState& state, Commands& out) {
  if (std::exchange(state.asksForSuggestion, false)) out.push_back(SuggestRecording{state.options.path});
  const std::string& suggested = session.files().recording.suggested;
  if (suggested == state.suggested) return;
  state.suggested = suggested;
  if (!suggested.empty()) setPath(state, suggested);
}

void drawPath(RecordPanelState& state) {
  RecordingOptions& options = state.options;
  auto& typed = state.typedPath;
  if (typed[0] == 0) std::snprintf(typed.data(), typed.size(), "%s", options.path.c_str());
  if (textField("record.path", typed, fullWidth(), "file")) options.path = typed.data();
  const bool canBeSheet = options.path.ends_with(".png") && formatIndexOf(options.path) != kNumberedPictures;
  if (ImGui::IsItemDeactivatedAfterEdit() && !canBeSheet) options.sheet = 0;
  hint("Output file. Its extension sets the format.");
}

void drawFormat(RecordPanelState& state, float width) {
  RecordingOptions& options = state.options;
  std::array<const char*, kFormatTexts.size()> names{}, sentences{};
  for (std::size_t i = 0; i < kFormatTexts.size(); ++i) {
    names[i] = kFormatTexts[i].name;
    sentences[i] = kFormatTexts[i].sentence;
  }
  const int chosen = options.sheet > 0 ? kSheet : formatIndexOf(options.path);
  const int pressed = segments("record.format", names, chosen, width, sentences);
  if (pressed < 0) return;
  options.sheet = pressed == kSheet ? std::max(options.sheet, kUsualSheet) : 0;
  setPath(state, pathAs(options.path, pressed));
  state.asksForSuggestion = true;
  options.framesPerSecond = std::min(options.framesPerSecond, maxRateOf(options.path));
}

void drawSize(RecordingOptions& options, float width) {
  std::array<const char*, kSizes.size() + 1> names{};
  int chosen = -1;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    names[i] = kSizes[i].name;
    if (!options.interface && options.width == kSizes[i].width && options.height == kSizes[i].height)
      chosen = static_cast<int>(i);
  }
  names.back() = "Window";
  if (options.interface) chosen = static_cast<int>(kSizes.size());
  const int pressed =
      segments("record.size", names, chosen, width, "Width in pixels (16:9), or the window with its panels.");
  if (pressed < 0) return;
  options.interface = pressed == static_cast<int>(kSizes.size());
  if (options.interface) return;
  options.width = nth(kSizes, pressed).width;
  options.height = nth(kSizes, pressed).height;
  if (options.region) options.region = RecordingRegion{0, 0, options.width, options.height};
}

void drawTimes(RecordingOptions& options, float width) {
  const float half = std::floor((width - px(6)) / 2);
  const double maxRate = maxRateOf(options.path);
  const SliderLook rate{.label = "rate",
                        .min = 1,
                        .max = std::min(maxRate, kMaxSliderRate),
                        .defaultValue = 25,
                        .format = "%.4g fps",
                        .fill = colors().accent,
                        .step = 1,
                        .typedMin = 1,
                        .typedMax = maxRate};
  double pictures = options.sheet;
  const SliderLook sheet{.label = "pictures",
                         .min = 2,
                         .max = 48,
                         .defaultValue = kUsualSheet,
                         .format = "%.0f",
                         .fill = colors().accent,
                         .step = 1,
                         .typedMin = 2,
                         .typedMax = kMaxSheet};
  if (options.sheet == 0)
    slider("record.rate", options.framesPerSecond, rate, half,
           "Frames per second. A GIF plays 10, 20, 25, and 50 exactly.");
  else if (slider("record.sheet", pictures, sheet, half, "Pictures of the sheet, spread evenly over the length."))
    options.sheet = static_cast<int>(std::lround(pictures));
  ImGui::SameLine(0, px(6));
  const SliderLook length{.label = "length",
                          .min = 0.1,
                          .max = 20,
                          .format = "%.1f s",
                          .fill = colors().accent,
                          .step = 0.1,
                          .sqrtScale = true};
  (void)settingSlider("record.length", options.seconds, &RecordingOptions::seconds, length, half,
                      options.sheet > 0 ? "Time that the sheet covers." : "Length of the video.");
}

/// Four numbers in a row. Keeps the region inside the picture.
void drawRegion(RecordingOptions& options, float width) {
  RecordingRegion& region = *options.region;
  const bool fits = !options.interface;
  const int limit[] = {fits ? options.width : kMaxRecordingSide, fits ? options.height : kMaxRecordingSide};
  const struct {
    const char *id, *label;
    int& value;
    int min, max;
  } fields[] = {{"record.region.x", "x", region.x, 0, limit[0] - 1},
                {"record.region.y", "y", region.y, 0, limit[1] - 1},
                {"record.region.width", "w", region.width, 1, limit[0]},
                {"record.region.height", "h", region.height, 1, limit[1]}};
  const float part = std::floor((width - 3 * px(6)) / 4);
  for (const auto& field : fields) {
    if (&field != fields) ImGui::SameLine(0, px(6));
    double value = field.value;
    const SliderLook look{.label = field.label,
                          .min = static_cast<double>(field.min),
                          .max = static_cast<double>(field.max),
                          .format = "%.0f",
                          .fill = colors().accent,
                          .step = 1,
                          .resets = false};
    if (slider(field.id, value, look, part, "Pixels, from the top left corner of the picture."))
      field.value = static_cast<int>(std::lround(value));
  }
  region.x = std::min(region.x, limit[0] - 1);
  region.y = std::min(region.y, limit[1] - 1);
  region.width = std::min(region.width, limit[0] - region.x);
  region.height = std::min(region.height, limit[1] - region.y);
}

void drawExposure(const Session& session, float width, Commands& out) {
  const SliderLook look{.label = "exposure",
                        .min = -static_cast<double>(kMaxExposure),
                        .max = static_cast<double>(kMaxExposure),
                        .format = "%+.1f EV",
                        .fill = colors().accent,
                        .step = 0.1};
  settingSlider<SetViewOptions>("record.exposure", session.view(), &ViewOptions::exposure, look, width,
                                "Brightness of the picture in stops, here and in the window.", out);
}

void drawPart(RecordingOptions& options) {
  bool cuts = options.region.has_value();
  checkbox("record.region", "Region", cuts, "Only a part of the picture, marked in the window.");
  if (!cuts) options.region.reset();
  if (cuts && !options.region) options.region = RecordingRegion{0, 0, options.width, options.height};
}

void drawChoices(RecordingOptions& options) {
  checkbox(
      "record.live", "Live", options.live,
      "Record in real time, with everything you do. Off: frame by frame, as slowly as needed, so no frame is dropped.");
  ImGui::SameLine(0, px(14));
  const RecordingFormat* format = recordingFormatOf(options.path);
  const bool canBeTransparent = format != nullptr && format->hasAlpha && !options.interface;
  if (!canBeTransparent) options.transparent = false;
  if (canBeTransparent) checkbox("record.transparent", "Transparent", options.transparent, "No background.");
}

/// After how long what the scene shows repeats; 0: nothing moves.
double cycleSeconds(const Session& session) {
  switch (session.scene()) {
    case SceneKind::Character:
      return session.character().program().pairSeconds();
    case SceneKind::Shapes: {
      const ShapeSettings& settings = session.shapes().settings();
      return settings.mode == ShapeMode::Picture ? 0 : timelinePeriod(session.shapes().length(), settings.ending);
    }
    case SceneKind::Timing: {
      const TimingSettings& settings = session.timing().settings();
      const double speed = std::abs(settings.speed * settings.unitsPerSecond);
      return speed > 0 ? 2 * session.timing().path().length / speed : 0;
    }
    case SceneKind::Curves:
      return CurvesScene::kSweepSeconds;
    case SceneKind::Crowd:
      break;
  }
  return 0;
}

void beginCycle(const Session& session, Commands& out) {
  switch (session.scene()) {
    case SceneKind::Character:
      out.push_back(ReplayFade{});
      break;
    case SceneKind::Shapes:
      out.push_back(ShapeCommand{shapes::SetTime{}});
      out.push_back(ShapeCommand{shapes::SetPlaying{}});
      break;
    case SceneKind::Timing:
      out.push_back(TimingCommand{RestartTiming{}});
      out.push_back(TimingCommand{SetTimingPaused{false}});
      break;
    case SceneKind::Curves:
      out.push_back(CurvesCommand{curves::SetCursor{session.curves().sweep().min}});
      out.push_back(CurvesCommand{curves::SetPlaying{}});
      break;
    case SceneKind::Crowd:
      break;
  }
}

/// `fromStart`: films the fade in a replay, or one cycle of a workspace.
void start(const Session& session, RecordPanelState& state, const RecordingOptions& options, bool fromStart,
           bool replace, Commands& out) {
  state.requested = options;
  state.fromStart = fromStart;
  if (fromStart) beginCycle(session, out);
  out.push_back(StartRecording{.options = options, .replace = replace});
  if (fromStart) out.push_back(SetRecordingOptions{state.options});  // what is offered next
  state.suggested.clear();                                           // the next name is taken, even if it is the same
}

/// A file that the requested recording would have replaced. The name above the question is free by now. True when the
/// panel would be in the recording.
bool drawInTheWay(const Session& session, RecordPanelState& state, float width, Commands& out) {
  const std::string& path = session.files().recording.inTheWay;
  const float replace = px(80);
  ImGui::Dummy({width - replace - px(6), rowHeight()});
  const std::string text = path.substr(path.rfind('/') + 1) + " exists.";
  textIn(itemRect(), text.c_str(), colors().warning);
  hint(path.c_str());
  ImGui::SameLine(0, px(6));
  if (!button("record.replace", "Replace", {replace, 0}, "Overwrite the existing file.")) return false;
  RecordingOptions options = state.requested;
  options.path = path;
  start(session, state, options, state.fromStart, true, out);
  return options.interface;
}

/// True when a recording of the window was started: the panel would be in it.
bool drawOptions(const Session& session, RecordPanelState& state, float width, Commands& out) {
  RecordingOptions& options = state.options;
  drawPath(state);
  drawFormat(state, width);
  drawSize(options, width);
  if (!savesOnePicture(options)) drawTimes(options, width);
  if (showsModel(session.scene())) {
    drawExposure(session, std::floor((width - px(6)) / 2), out);
    ImGui::SameLine(0, px(14));
  }
  drawPart(options);
  if (options.region) drawRegion(options, width);
  drawChoices(options);
  ImGui::SameLine();
  const float go = px(96);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + fullWidth() - go);
  const bool one = savesOnePicture(options);
  if (!button("record.start", one ? "Save" : "Record", {go, 0},
              one ? "Save the picture." : "Start recording with the current frame.", {.accent = true}))
    return false;
  start(session, state, options, false, false, out);
  return options.interface;
}

/// Films the pair in a replay, or what repeats in a workspace. True when the panel would be in it.
bool drawCycle(const Session& session, RecordPanelState& state, float width, Commands& out) {
  if (session.scene() == SceneKind::Crowd) return false;
  const bool isFade = session.scene() == SceneKind::Character;
  const double seconds = cycleSeconds(session);
  const bool films = !savesOnePicture(state.options) && seconds >= kShortestFilm && seconds <= kLongestFilm;
  const char* const what =
      !isFade ? (films ? "Begin again and record until it repeats, frame by frame."
                       : "Let something move, and choose a format other than a single picture.")
      : films ? "Replay the fade and record it from the lead-in to the end of the lead-out, frame by frame."
              : "Choose From and To of the fade, and a format other than a single picture.";
  if (!button(isFade ? "record.fade" : "record.cycle",
              Text(films ? "Record %s, %.1f s" : "Record %s", isFade ? "this fade" : "one cycle", seconds), {width, 0},
              what, {.enabled = films}))
    return false;
  RecordingOptions options = state.options;
  options.seconds = seconds;
  options.live = false;
  start(session, state, options, true, false, out);
  return options.interface;
}

void drawProgress(const RecordingProgress& progress, float width, Commands& out) {
  progressBar("record.progress",
              progress.total > 0 ? static_cast<float>(progress.frames) / static_cast<float>(progress.total) : 0, width);
  const Text text = progress.total == 0 ? Text("waiting for the disk")
                    : progress.closing  ? Text("finishing %d frames", progress.frames)
                                        : Text("%d of %d frames, %.0f s left", progress.frames, progress.total,
                                               std::ceil(progress.secondsLeft));
  label({width, px(22)}, text, colors().textDim);
  if (progress.dropped > 0) textIn(itemRect(), Text("%d dropped", progress.dropped), colors().error, 1);
  const float half = std::floor((width - px(6)) / 2);
  if (button("record.stop", "Stop and keep", {half, 0}, "End the video here.",
             {.accent = true, .enabled = !progress.closing}))
    out.push_back(StopRecording{});
  ImGui::SameLine(0, px(6));
  if (button("record.cancel", "Cancel", {half, 0}, "Discard the recording. An existing file stays as it was."))
    out.push_back(CancelRecording{});
}

}  // namespace

bool drawRecording(const Session& session, RecordPanelState& state, float width, Commands& out) {
  if (state.seen != session.recordingOptions()) {  // of a project
    state.options = state.seen = session.recordingOptions();
    state.typedPath[0] = 0;
  }
  const bool running = session.recording().running;
  if (!running) followSuggestions(session, state, out);
  const RecordingFiles& files = session.files().recording;
  bool closes = false;
  if (running)
    drawProgress(session.recording(), width, out);
  else
    closes = drawOptions(session, state, width, out) || drawCycle(session, state, width, out);
  if (!running && !files.inTheWay.empty()) closes |= drawInTheWay(session, state, width, out);
  if (!running && !files.written.empty()) drawWrittenFile("record", files.written, width, out);
  return closes;
}

}  // namespace app
