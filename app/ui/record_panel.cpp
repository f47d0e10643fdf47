// Records a video or saves a picture: its format, size and length, and the progress.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

#include "app/model/file_formats.h"
#include "app/ui/files/file_rows.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"
#include "app/ui/widgets/written_file.h"

namespace app {
namespace {

/// What the panel says about a format: those of kRecordingFormats in their order, then numbered pictures.
struct FormatText {
  const char* name;
  const char* sentence;
};
constexpr std::array<FormatText, kRecordingFormats.size() + 1> kFormatTexts{{{"GIF", "Animated picture, 256 colors."},
                                                                             {"MP4", "Video that plays everywhere."},
                                                                             {"WebM", "Video for the web."},
                                                                             {"AVI", "Video for older programs."},
                                                                             {"PNG", "A picture of this moment."},
                                                                             {"Frames", "One PNG per frame."}}};
constexpr int kNumberedPictures = static_cast<int>(kRecordingFormats.size());
constexpr std::string_view kNumberedEnding = "-%04d.png";
constexpr double kMaxSliderRate = 120;  // frames per second; you can type more

struct Size {
  const char* name;
  int width, height;
};
constexpr std::array<Size, 4> kSizes{{{"640", 640, 360}, {"960", 960, 540}, {"1280", 1280, 720}, {"1920", 1920, 1080}}};
constexpr float kWidth = 340;

std::string_view endingOf(int format) {
  return format == kNumberedPictures ? kNumberedEnding : kRecordingFormats[static_cast<std::size_t>(format)].ending;
}

/// An index into kFormatTexts; -1 if no format has this ending.
int formatIndexOf(std::string_view path) {
  if (path.ends_with(kNumberedEnding)) return kNumberedPictures;
  const RecordingFormat* format = recordingFormatOf(path);
  return format == nullptr ? -1 : static_cast<int>(format - kRecordingFormats.data());
}

bool savesOnePicture(std::string_view path) {
  const RecordingFormat* format = recordingFormatOf(path);
  return format != nullptr && format->isPicture && formatIndexOf(path) != kNumberedPictures;
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
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, rowPadding());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##path", "file", typed.data(), typed.size())) options.path = typed.data();
  ImGui::PopStyleVar();
  logItem("record.path");
  hint("Output file. Its extension sets the format.");
}

void drawFormat(RecordPanelState& state, float width) {
  RecordingOptions& options = state.options;
  std::array<const char*, kFormatTexts.size()> names{}, sentences{};
  for (std::size_t i = 0; i < kFormatTexts.size(); ++i) {
    names[i] = kFormatTexts[i].name;
    sentences[i] = kFormatTexts[i].sentence;
  }
  const int pressed = segments("record.format", names, formatIndexOf(options.path), width, sentences);
  if (pressed < 0) return;
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
  options.width = kSizes[static_cast<std::size_t>(pressed)].width;
  options.height = kSizes[static_cast<std::size_t>(pressed)].height;
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
  slider("record.rate", options.framesPerSecond, rate, half,
         "Frames per second. A GIF plays 10, 20, 25, and 50 exactly.");
  ImGui::SameLine(0, px(6));
  const SliderLook length{.label = "length",
                          .min = 0.1,
                          .max = 20,
                          .defaultValue = 4,
                          .format = "%.1f s",
                          .fill = colors().accent,
                          .step = 0.1,
                          .sqrtScale = true,
                          .typedMin = 0.01,
                          .typedMax = 3600};
  slider("record.length", options.seconds, length, half, "Length of the video.");
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

/// A file that the recording would have replaced. The name above the question is free by now.
void drawInTheWay(const std::string& path, RecordPanelState& state, float width, Commands& out) {
  const float replace = px(80);
  ImGui::Dummy({width - replace - px(6), rowHeight()});
  const std::string text = path.substr(path.rfind('/') + 1) + " exists.";
  textIn(itemRect(), text.c_str(), colors().warning);
  hint(path.c_str());
  ImGui::SameLine(0, px(6));
  if (!button("record.replace", "Replace", {replace, 0}, "Write over the existing file.")) return;
  RecordingOptions options = state.options;
  options.path = path;
  out.push_back(StartRecording{.options = options, .replace = true});
}

/// True when a recording of the window was started: the panel would be in it.
bool drawOptions(RecordPanelState& state, float width, Commands& out) {
  RecordingOptions& options = state.options;
  drawPath(state);
  drawFormat(state, width);
  drawSize(options, width);
  if (!savesOnePicture(options.path)) drawTimes(options, width);
  drawChoices(options);
  ImGui::SameLine();
  const float go = px(96);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - go);
  const bool one = savesOnePicture(options.path);
  if (!button("record.start", one ? "Save" : "Record", {go, 0},
              one ? "Save the picture." : "Start recording with the current frame.", {.accent = true}))
    return false;
  out.push_back(StartRecording{.options = options});
  state.suggested.clear();  // the next name is taken, even if it is the same
  return options.interface;
}

void drawProgress(const RecordingProgress& progress, float width, Commands& out) {
  ImGui::Dummy({width, px(8)});
  const UiRect bar = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float fraction =
      progress.total > 0 ? static_cast<float>(progress.frames) / static_cast<float>(progress.total) : 0;
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, colors().control, px(4));
  list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, colors().accent, px(4));
  logItem("record.progress");
  char text[96];
  if (progress.closing)
    std::snprintf(text, sizeof text, "finishing %d frames", progress.frames);
  else
    std::snprintf(text, sizeof text, "%d of %d frames, %.0f s left", progress.frames, progress.total,
                  std::ceil(progress.secondsLeft));
  ImGui::Dummy({width, px(22)});
  textIn(itemRect(), text, colors().textDim);
  if (progress.dropped > 0) {
    std::snprintf(text, sizeof text, "%d dropped", progress.dropped);
    textIn(itemRect(), text, colors().error, 1);
  }
  const float half = std::floor((width - px(6)) / 2);
  if (button("record.stop", "Stop and keep", {half, 0}, "End the video here.",
             {.accent = true, .enabled = !progress.closing}))
    out.push_back(StopRecording{});
  ImGui::SameLine(0, px(6));
  if (button("record.cancel", "Cancel", {half, 0}, "Discard the recording. An existing file stays as it was."))
    out.push_back(CancelRecording{});
}

}  // namespace

bool drawRecordPanel(const Session& session, RecordPanelState& state, const UiRect& topBar, Commands& out) {
  if (state.seen != session.recordingOptions()) {  // of a project
    state.options = state.seen = session.recordingOptions();
    state.typedPath[0] = 0;
  }
  const bool running = session.recording().running;
  if (!running) followSuggestions(session, state, out);
  const RecordingFiles& files = session.files().recording;
  const bool asks = !running && !files.inTheWay.empty(), tells = !running && !files.written.empty();
  const float width = std::min(px(kWidth), topBar.width - px(24));
  const float rows = (running                               ? 3.2f
                      : savesOnePicture(state.options.path) ? 5.0f
                                                            : 6.0f) +
                     static_cast<float>(asks) + static_cast<float>(tells);
  const float path = tells ? writtenPathHeight(files.written, width - px(24)) + px(6) : 0;
  const UiRect card{topBar.right() - px(12) - width, topBar.bottom() + px(8), width,
                    std::floor(px(16) + rows * (rowHeight() + px(6)) + path)};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("record", card, faded(colors().overlay, 0.98f), {px(12), px(10)});
  ImGui::PopStyleVar();
  ui().log.add("record", card);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({room - rowHeight() - px(6), rowHeight()});
  textIn(itemRect(), running ? session.recording().path.c_str() : "Record", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  bool closed = iconButton("record.close", Icon::Close, "Close. A recording keeps running.", {.quiet = true});
  if (running)
    drawProgress(session.recording(), room, out);
  else
    closed |= drawOptions(state, room, out);
  if (asks) drawInTheWay(files.inTheWay, state, room, out);
  if (tells) drawWrittenFile("record", files.written, room, out);
  ImGui::PopStyleVar();
  endPanel();
  return !closed;
}

}  // namespace app
