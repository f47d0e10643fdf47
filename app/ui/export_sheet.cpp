// The Export sheet: everything that the window writes to files, with what each export loses, and its progress.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/character/timeline/timeline.h"
#include "app/session/undo_history.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/searched_menu.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kExportWidth = 372;
constexpr float kUsualHeight = 560;  // of the rows, until they are drawn
constexpr float kGap = 6;

/// Two buttons side by side: the left one at the cursor. Returns the width of each.
float halfOf(float width) { return std::floor((width - px(kGap)) / 2); }

/// A row of choices; sets `chosen` to what was pressed.
template <class Choice, std::size_t count>
void choose(const char* id, const std::array<const char*, count>& names,
            const std::array<const char*, count>& sentences, const std::array<Choice, count>& choices, Choice& chosen,
            float width) {
  const auto now = static_cast<int>(std::find(choices.begin(), choices.end(), chosen) - choices.begin());
  if (const int pressed = segments(id, names, now, width, sentences); pressed >= 0) chosen = nth(choices, pressed);
}

/// "- sentence", wrapped.
void drawSentences(const std::vector<std::string>& sentences, ImU32 tint) {
  for (const std::string& sentence : sentences) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    textIn({at.x, at.y, px(10), px(16)}, "\u00b7", tint, 0.5f);
    ImGui::Indent(px(12));
    paragraph(sentence.c_str(), tint);
    ImGui::Unindent(px(12));
  }
}

void drawLosses(const char* heading, const std::vector<std::string>& lost) {
  label({fullWidth(), px(20)}, heading, colors().warning, 0, ui().fonts.strong);
  logItem("export.lost");
  drawSentences(lost, colors().text);
}

// ---- Transitions as code.

/// Asks what the code loses, again whenever something that it depends on has changed.
void followNotes(const Session& session, ExportSheet& sheet, Commands& out) {
  const FadeSettings& fade = session.fadeSettings();
  const DescribedCode now{.character = &session.character(),
                          .state = session.history().state(),
                          .code = {sheet.target, sheet.wholeSet},
                          .pair = {fade.from >= 0 ? fade.from : session.dominantClip(), fade.to}};
  if (sheet.described == now) return;
  sheet.described = now;
  out.push_back(now.code);
}

void drawNotes(const CodeNotes& notes, const ExportSheet& sheet) {
  if (notes.of != DescribeCode{sheet.target, sheet.wholeSet}) return;
  if (!notes.error.empty()) return paragraph(notes.error.c_str(), colors().warning);
  if (!notes.lost.empty())
    drawLosses(Text("%s will lose", formatOf(sheet.target).name.data()), notes.lost);
  else if (notes.others.empty() || !notes.others.front().starts_with("Nothing is lost"))
    paragraph("Nothing is lost.", colors().good);
  drawSentences(notes.others, colors().textDim);
}

void drawTarget(ExportSheet& sheet, float width) {
  if (!beginDropDown("export.target", formatOf(sheet.target).name.data(), colors().text, width,
                     "The engine or the format."))
    return;
  const FocusGroup group("targets", GroupLayout::Column);
  for (std::size_t i = 0; i < kSettingsFormats.size(); ++i) {
    const auto target = static_cast<SettingsTarget>(i);
    if (!menuName("export.target", static_cast<int>(i), kSettingsFormats[i].name.data(), target == sheet.target))
      continue;
    sheet.target = target;
    ImGui::CloseCurrentPopup();
  }
  endCombo();
}

void drawCode(const Session& session, ExportSheet& sheet, float width, Commands& out) {
  drawTarget(sheet, width);
  choose<bool, 2>(
      "export.part", {"The whole set", "This fade"},
      {"All of the transition set, and the panel's settings for the rest.", "From and To, as they fade now."},
      {true, false}, sheet.wholeSet, width);
  followNotes(session, sheet, out);
  const CodeNotes& notes = session.files().exports.code;
  drawNotes(notes, sheet);
  const bool can = notes.error.empty() || sheet.wholeSet;
  const float half = halfOf(width);
  if (button("export.copyCode", "Copy", {half, 0},
             sheet.wholeSet ? "Put the code on the clipboard." : "Put the code on the clipboard (Ctrl+Shift+C).",
             {.enabled = can}))
    out.push_back(CopyAsCode{.target = sheet.target, .wholeSet = sheet.wholeSet});
  ImGui::SameLine(0, px(kGap));
  if (button("export.saveCode", "Save", {half, 0}, "Write a new file in the folder 'out'.",
             {.accent = true, .enabled = can}))
    out.push_back(SaveAsCode{.target = sheet.target, .wholeSet = sheet.wholeSet});
}

// ---- What runs on a thread.

bool isOf(ExportStage stage, ExportRow row) {
  switch (stage) {
    case ExportStage::None:
      return false;
    case ExportStage::Baking:
    case ExportStage::Asking:
      return row == ExportRow::Clips;
    case ExportStage::Measuring:
      return row == ExportRow::Report;
    case ExportStage::Tuning:
      return row == ExportRow::Tuning;
  }
  return false;
}

float shareOf(const ExportProgress& progress) {
  return progress.all > 0 ? static_cast<float>(progress.done) / static_cast<float>(progress.all) : 0;
}

void drawExportProgress(const ExportProgress& progress, float width, Commands& out) {
  progressBar("export.progress", shareOf(progress), width);
  const char* const counted = progress.stage == ExportStage::Baking ? "clips" : "transitions";
  const bool films = progress.stage == ExportStage::Measuring && progress.done == progress.all;
  const Text text = progress.all == 0 ? Text("getting ready")
                    : films           ? Text("filming the roughest")
                                      : Text("%d of %d %s", progress.done, progress.all, counted);
  label({width - px(96) - px(kGap), rowHeight()}, text, colors().textDim);
  ImGui::SameLine(0, px(kGap));
  if (button("export.cancel", "Cancel", {px(96), 0}, "Stop. Nothing is written or changed."))
    out.push_back(CancelExport{});
}

/// The button that starts a long export, or its progress. True when pressed.
bool startOrProgress(const ExportProgress& progress, ExportRow row, const char* id, const char* text,
                     const char* sentence, float width, Commands& out) {
  if (progress.runs() && isOf(progress.stage, row)) return drawExportProgress(progress, width, out), false;
  const bool isFree = progress.stage == ExportStage::None;
  return button(id, text, {width, 0}, isFree ? sentence : "Another export is not finished yet.",
                {.accent = true, .enabled = isFree});
}

void drawClips(const Session& session, ExportSheet& sheet, float width, Commands& out) {
  const ExportStatus& status = session.files().exports;
  if (status.progress.stage == ExportStage::Asking) {
    drawLosses("The copy will lose", status.lost);
    const float half = halfOf(width);
    if (button("export.drop", "Cancel", {half, 0}, "Write nothing.")) out.push_back(CancelExport{});
    ImGui::SameLine(0, px(kGap));
    if (button("export.write", "Write it", {half, 0}, "Write the copy without these.", {.accent = true}))
      out.push_back(WriteCopy{});
    return;
  }
  paragraph(
      "A .glb with transitions as clips of their own, for engines that only play clips. Everything else in the "
      "file stays as it is. If something is lost, you are asked before the file is written.",
      colors().textDim);
  using enum ExportedPart;
  choose<ExportedPart, 3>("export.bake", {"This fade", "Kept pairs", "Queue"},
                          {"From and To, as they fade now.", "A clip for each pair that the transition set names.",
                           "The queue, as one clip."},
                          {Fade, Kept, Queue}, sheet.bake.what, width);
  bool only = !sheet.bake.keepsOwnClips;
  if (checkbox("export.only", "Only the new clips", only, "Leave out the model's own clips."))
    sheet.bake.keepsOwnClips = !only;
  ImGui::SameLine(0, px(14));
  checkbox("export.loops", "Loop the queue", sheet.bake.loops, "Fade from its last clip back to its first.",
           sheet.bake.what == Queue);
  if (startOrProgress(status.progress, ExportRow::Clips, "export.bakeNow", "Bake",
                      "Write a new file in the folder 'out'.", width, out))
    out.push_back(sheet.bake);
}

void drawReport(const Session& session, float width, Commands& out) {
  paragraph(
      "An HTML page: every transition measured, as the set and the panel have it, with curves and what is wrong. "
      "Of more than 12 clips, 12 are measured. The five roughest transitions come with films.",
      colors().textDim);
  if (startOrProgress(session.files().exports.progress, ExportRow::Report, "export.report", "Write the report",
                      "Write a new file in the folder 'out'.", width, out))
    out.push_back(WriteReport{});
}

void drawTuning(const Session& session, ExportSheet& sheet, float width, Commands& out) {
  paragraph(
      "Tries kinds, lengths, syncs and entries, measures each, and puts the least noticeable into the transition "
      "set. What is kept there stays unless something better is found.",
      colors().textDim);
  using enum ExportedPart;
  choose<ExportedPart, 3>(
      "export.tune", {"This fade", "Kept pairs", "All pairs"},
      {"From and To.", "Each pair that the transition set names.", "Every two clips; of more than 12 clips, of 12."},
      {Fade, Kept, All}, sheet.tuned, width);
  if (startOrProgress(session.files().exports.progress, ExportRow::Tuning, "export.tuneNow", "Find better ones",
                      "This may take a while; you can keep working.", width, out))
    out.push_back(TuneTransitions{sheet.tuned});
}

// ---- Files that Crossfade itself reads again, and the trace.

void drawSettings(const Session& session, Workspace& workspace, float width, Commands& out) {
  paragraph("Files that Crossfade opens again, also on the command line.", colors().textDim);
  const float half = halfOf(width);
  if (button("export.project", "Project...", {half, 0}, "Everything you set, with the name of the model.")) {
    saveProject(session, workspace, true, out);
    workspace.exports.open = false;
  }
  ImGui::SameLine(0, px(kGap));
  if (button("export.set", "Transition set", {half, 0}, "As JSON, for --set and for models with the same clips."))
    out.push_back(SaveAsCode{.target = SettingsTarget::Json});
  if (button("export.queue", "Queue as script", {half, 0}, "A script that plays the queue.",
             {.enabled = !session.character().program().queue().items.empty()}))
    out.push_back(SaveQueueScript{});
  ImGui::SameLine(0, px(kGap));
  if (button("export.take", "Timeline as script", {half, 0}, "A script of the last 30 seconds."))
    out.push_back(SaveTakeScript{});
  if (session.model().clipFiles.empty()) return;
  if (button("export.map", "Joint map", {half, 0}, "Which joint drives which, for added clips."))
    out.push_back(SaveJointMap{});
}

void drawTrace(const FrameLog& log, float width, Commands& out) {
  const Text text =
      log.size() > 0
          ? Text(
                "The last %d frames (%.0f s): every stage and GPU pass, the weights of clips, and what happened. Open "
                "a trace in ui.perfetto.dev.",
                log.size(), log.newest().begin + log.newest().cost.total - log[0].begin)
          : Text("No frames yet.");
  paragraph(text, colors().textDim);
  const float half = halfOf(width);
  if (button("export.csv", "Save CSV", {half, 0}, "A line per frame, in a new file in the folder 'out'.",
             {.enabled = log.size() > 0}))
    out.push_back(SaveTrace{"out/trace.csv"});
  ImGui::SameLine(0, px(kGap));
  if (button("export.trace", "Save trace", {half, 0}, "Chrome trace event JSON, in a new file in the folder 'out'.",
             {.accent = true, .enabled = log.size() > 0}))
    out.push_back(SaveTrace{"out/trace.json"});
}

// ---- The sheet.

/// The short text at a row's right end: progress, or the chosen format.
Text rowWords(const Session& session, const Workspace& workspace, ExportRow row) {
  const ExportProgress& progress = session.files().exports.progress;
  const RecordingProgress& film = session.recording();
  if (progress.stage == ExportStage::Asking && row == ExportRow::Clips) return Text("waits for you");
  if (isOf(progress.stage, row)) return Text("%.0f %%", static_cast<double>(100 * shareOf(progress)));
  if (row == ExportRow::Film && film.running && film.total > 0) return Text("%d %%", 100 * film.frames / film.total);
  return Text("%s", row == ExportRow::Code ? formatOf(workspace.exports.target).name.data() : "");
}

/// The line of a row; a click opens it, or folds the open one.
void drawRowLine(const Session& session, Workspace& workspace, int row, float width) {
  ExportSheet& sheet = workspace.exports;
  const auto which = static_cast<ExportRow>(row);
  const bool isOpen = sheet.row == which;
  ui().focus.nextIsChosen(isOpen);
  const bool pressed = hitArea(WidgetId("export.row.%d", row), {width, rowHeight()});
  const UiRect line = itemRect();
  if (ImGui::IsItemHovered()) fillRect(line, colors().controlHovered, px(5));
  textIn({line.x, line.y, px(18), line.height}, icon(isOpen ? Icon::Fold : Icon::Expand), colors().textDim, 0.5f);
  const Text words = rowWords(session, workspace, which);
  ImFont& small = *ui().fonts.small;
  const float beside = !words.isEmpty() ? std::ceil(sizeOf(small, words).x) + px(14) : 0;
  textIn({line.x + px(22), line.y, line.width - px(26) - beside, line.height}, nth(kExportRowNames, row),
         isOpen ? colors().accent : colors().text);
  textIn({line.right() - beside, line.y, beside - px(8), line.height}, words, colors().textDim, 1, &small);
  if (pressed) sheet.row = isOpen ? ExportRow::None : which;
}

/// True when the sheet has to close.
bool drawOpenRow(const Session& session, const FrameLog& log, Workspace& workspace, float width, Commands& out) {
  ExportSheet& sheet = workspace.exports;
  switch (sheet.row) {
    case ExportRow::Code:
      return drawCode(session, sheet, width, out), false;
    case ExportRow::Clips:
      return drawClips(session, sheet, width, out), false;
    case ExportRow::Film:
      return drawRecording(session, workspace.record, width, out);
    case ExportRow::Report:
      return drawReport(session, width, out), false;
    case ExportRow::Tuning:
      return drawTuning(session, sheet, width, out), false;
    case ExportRow::Settings:
      return drawSettings(session, workspace, width, out), false;
    case ExportRow::Trace:
      return drawTrace(log, width, out), false;
    case ExportRow::None:
      break;
  }
  return false;
}

bool drawRows(const Session& session, const FrameLog& log, Workspace& workspace, float width, Commands& out) {
  bool closed = false;
  for (int row = 0; row < static_cast<int>(kExportRowNames.size()); ++row) {
    drawRowLine(session, workspace, row, width);
    if (workspace.exports.row != static_cast<ExportRow>(row)) continue;
    if (std::exchange(workspace.exports.scrolls, false)) ImGui::SetScrollHereY(0);
    closed = drawOpenRow(session, log, workspace, width, out);
    ImGui::Dummy({0, px(2)});
  }
  const std::string& written = session.files().exports.written;
  if (!written.empty()) drawWrittenFile("export", written, width, out);
  return closed;
}

}  // namespace

bool drawExportSheet(const Session& session, const FrameLog& log, Workspace& workspace, const UiRect& topBar,
                     Commands& out) {
  ExportSheet& sheet = workspace.exports;
  const float width = std::min(px(kExportWidth), topBar.width - px(24)), head = rowHeight() + px(kGap);
  const float room = ImGui::GetIO().DisplaySize.y - topBar.bottom() - px(16);
  const float rows = sheet.height > 0 ? sheet.height : px(kUsualHeight);
  const float height = std::min(px(22) + head + rows, room);
  const UiRect card{topBar.right() - px(12) - width, topBar.bottom() + px(8), width, std::floor(height)};
  beginCard("export", card, colors().overlay, {px(12), px(10)});
  const bool escaped = ui().focus.dismissible();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kGap), px(kGap)});
  const float inner = fullWidth();
  label({inner - rowHeight() - px(kGap), rowHeight()}, "Export", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(kGap));
  bool closed = iconButton("export.close", Icon::Close, "Close. A running export continues.", {.quiet = true});
  ImGui::BeginChild("rows", {inner, card.height - px(20) - head}, false, ImGuiWindowFlags_NoNav);
  const float top = ImGui::GetCursorPosY();
  closed |= drawRows(session, log, workspace, fullWidth(), out);
  sheet.height = ImGui::GetCursorPosY() - top;
  endScrollingPart();
  ImGui::PopStyleVar();
  endPanel();
  return !closed && !escaped;
}

}  // namespace app
