// Taking a film or a picture away: what, how large and how long; and while it runs, how far it is.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

struct Format {
  const char* name;
  const char* ending;
  const char* sentence;
};
constexpr std::array<Format, 6> kFormats{
    {{"GIF", ".gif", "An animated picture, 256 colours, at most 50 frames per second."},
     {"MP4", ".mp4", "A film that plays everywhere."},
     {"WebM", ".webm", "A film for web pages."},
     {"AVI", ".avi", "A film for older programs."},
     {"PNG", ".png", "One picture, of this moment."},
     {"Frames", "-%04d.png", "A PNG for each frame."}}};
struct Size {
  const char* name;
  int width, height;
};
constexpr std::array<Size, 4> kSizes{{{"640", 640, 360}, {"960", 960, 540}, {"1280", 1280, 720}, {"1920", 1920, 1080}}};
constexpr float kWidth = 340;

int formatOf(std::string_view path) {
  if (path.ends_with(kFormats[5].ending)) return 5;
  for (int i = 0; i < 5; ++i)
    if (path.ends_with(kFormats[static_cast<std::size_t>(i)].ending)) return i;
  return -1;
}

/// The path with the ending of another format.
std::string pathAs(const std::string& path, int format) {
  const int now = formatOf(path);
  const std::size_t old = now < 0 ? 0 : std::string_view(kFormats[static_cast<std::size_t>(now)].ending).size();
  return path.substr(0, path.size() - old) + kFormats[static_cast<std::size_t>(format)].ending;
}

void drawPath(RecordingOptions& options) {
  auto& typed = ui().recordPath;
  if (typed[0] == 0) std::snprintf(typed.data(), typed.size(), "%s", options.path.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), std::floor((rowHeight() - ImGui::GetFontSize()) / 2)});
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##path", "file", typed.data(), typed.size())) options.path = typed.data();
  ImGui::PopStyleVar();
  logItem("record.path");
  hint("Where the film goes; its ending says what it will be.");
}

void drawFormat(RecordingOptions& options, float width) {
  std::array<const char*, kFormats.size()> names{}, sentences{};
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    names[i] = kFormats[i].name;
    sentences[i] = kFormats[i].sentence;
  }
  const int pressed = segments("record.format", names, formatOf(options.path), width, sentences);
  if (pressed < 0) return;
  options.path = pathAs(options.path, pressed);
  std::snprintf(ui().recordPath.data(), ui().recordPath.size(), "%s", options.path.c_str());
  if (pressed == 0) options.framesPerSecond = std::min(options.framesPerSecond, 50.0);
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
  const int pressed = segments("record.size", names, chosen, width,
                               "Width of the picture in pixels, 16 to 9; or the window with its panels, as it is.");
  if (pressed < 0) return;
  options.interface = pressed == static_cast<int>(kSizes.size());
  if (options.interface) return;
  options.width = kSizes[static_cast<std::size_t>(pressed)].width;
  options.height = kSizes[static_cast<std::size_t>(pressed)].height;
}

void drawTimes(RecordingOptions& options, float width) {
  const float half = std::floor((width - px(6)) / 2);
  const bool gif = formatOf(options.path) == 0;
  const SliderLook rate{.label = "rate",
                        .min = 1,
                        .max = gif ? 50.0 : 120.0,
                        .defaultValue = 25,
                        .format = "%.4g fps",
                        .fill = color::kAccent,
                        .step = 1,
                        .typedMin = 1,
                        .typedMax = gif ? 50.0 : 1000.0};
  slider("record.rate", options.framesPerSecond, rate, half,
         "Frames per second; a GIF keeps 10, 20, 25 and 50 exactly.");
  ImGui::SameLine(0, px(6));
  const SliderLook length{.label = "length",
                          .min = 0.1,
                          .max = 20,
                          .defaultValue = 4,
                          .format = "%.1f s",
                          .fill = color::kAccent,
                          .step = 0.1,
                          .sqrtScale = true,
                          .typedMin = 0.01,
                          .typedMax = 3600};
  slider("record.length", options.seconds, length, half, "How long the film is.");
}

void drawChoices(RecordingOptions& options) {
  checkbox(
      "record.live", "Live", options.live,
      "As it runs, with what you do meanwhile; else frame by frame, however long that takes, and nothing is lost.");
  ImGui::SameLine(0, px(14));
  const bool png = formatOf(options.path) >= 4;
  if (!png || options.interface) options.transparent = false;
  if (png && !options.interface)
    checkbox("record.transparent", "Transparent", options.transparent, "Nothing behind the model.");
}

void drawOptions(float width, Commands& out) {
  RecordingOptions& options = ui().recordOptions;
  drawPath(options);
  drawFormat(options, width);
  drawSize(options, width);
  if (formatOf(options.path) != 4) drawTimes(options, width);
  drawChoices(options);
  ImGui::SameLine();
  const float go = px(96);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - go);
  const bool one = formatOf(options.path) == 4;
  if (button("record.start", one ? "Save" : "Record", {go, 0},
             one ? "Writes the picture." : "Begins with the picture that is shown now.", {.accent = true})) {
    out.push_back(StartRecording{options});
    if (options.interface) ui().workspace.recordOpen = false;  // or it would be in the film
  }
}

void drawProgress(const RecordingProgress& progress, float width, Commands& out) {
  ImGui::Dummy({width, px(8)});
  const UiRect bar = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float fraction =
      progress.total > 0 ? static_cast<float>(progress.frames) / static_cast<float>(progress.total) : 0;
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, color::kControl, px(4));
  list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, color::kAccent, px(4));
  logItem("record.progress");
  char text[96];
  if (progress.closing)
    std::snprintf(text, sizeof text, "writing the rest of %d frames", progress.frames);
  else
    std::snprintf(text, sizeof text, "%d of %d frames, %.0f s left", progress.frames, progress.total,
                  std::ceil(progress.secondsLeft));
  ImGui::Dummy({width, px(22)});
  textIn(itemRect(), text, color::kTextDim);
  if (progress.dropped > 0) {
    std::snprintf(text, sizeof text, "%d dropped", progress.dropped);
    textIn(itemRect(), text, color::kError, 1);
  }
  const float half = std::floor((width - px(6)) / 2);
  if (button("record.stop", "Stop and keep", {half, 0}, "Ends the film here.",
             {.accent = true, .enabled = !progress.closing}))
    out.push_back(StopRecording{});
  ImGui::SameLine(0, px(6));
  if (button("record.cancel", "Cancel", {half, 0}, "Leaves nothing; a file of that name stays as it was."))
    out.push_back(CancelRecording{});
}

}  // namespace

bool drawRecordPanel(const Session& session, Commands& out) {
  const UiRect& bar = ui().layout.topBar;
  const bool running = session.recording().running;
  const float width = std::min(px(kWidth), bar.width - px(24));
  const float rows = running ? 3.2f : formatOf(ui().recordOptions.path) == 4 ? 5 : 6;
  const UiRect card{bar.right() - px(12) - width, bar.bottom() + px(8), width,
                    std::floor(px(16) + rows * (rowHeight() + px(6)))};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("record", card, rgb(0x22262C, 252), {px(12), px(10)});
  ImGui::PopStyleVar();
  ui().log.add("record", card);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({room - rowHeight() - px(6), rowHeight()});
  textIn(itemRect(), running ? session.recording().path.c_str() : "Record", color::kText, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  const bool closed = iconButton("record.close", Icon::Close, "Close; a recording goes on.", {.quiet = true});
  if (running)
    drawProgress(session.recording(), room, out);
  else
    drawOptions(room, out);
  ImGui::PopStyleVar();
  endPanel();
  return !closed;
}

}  // namespace app
