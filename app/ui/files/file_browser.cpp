#include "app/ui/files/file_browser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/model/file_formats.h"

namespace app {

const ModelPicture* pictureOf(const std::string& path, const FileStatus& files, PictureAsks& asks, Commands& out) {
  const auto found = std::find_if(files.pictures.begin(), files.pictures.end(),
                                  [&](const ModelPicture& each) { return each.path == path; });
  const auto waiting = std::find(asks.waiting.begin(), asks.waiting.end(), path);
  if (found != files.pictures.end()) {
    if (waiting != asks.waiting.end()) asks.waiting.erase(waiting);
    return found->texture != 0 ? &*found : nullptr;
  }
  if (waiting == asks.waiting.end()) {
    asks.waiting.push_back(path);
    out.push_back(FindPicture{path});
  }
  return nullptr;
}

void pictureBox(const UiRect& box, const ModelPicture* picture, const char* id) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = px(box.width > px(80) ? 6 : 4);
  fillRect(box, colors().control, rounding);
  if (picture == nullptr || picture->width <= 0 || picture->height <= 0) return;
  const float width = static_cast<float>(picture->width), height = static_cast<float>(picture->height);
  const float scale = std::min(box.width / width, box.height / height);
  const UiRect shown{std::floor(box.centerX() - width * scale / 2), std::floor(box.centerY() - height * scale / 2),
                     std::floor(width * scale), std::floor(height * scale)};
  list.AddImageRounded(textureOf(picture->texture), shown.min(), shown.max(), {0, 0}, {1, 1}, IM_COL32_WHITE, rounding);
  if (ImGui::IsRectVisible(shown.min(), shown.max())) ui().log.add(id, shown);
}

namespace {

const char* const kBundled = "character.glb";

}  // namespace

void pathIn(const UiRect& rect, std::string_view path, ImU32 tint, ImFont* font) {
  ImFont* const used = font != nullptr ? font : ImGui::GetFont();
  const auto widthOf = [&](std::string_view text) { return sizeOf(*used, text.data(), text.data() + text.size()).x; };
  const char* dots = "";
  if (widthOf(path) > rect.width) {
    dots = "...";
    const float room = rect.width - widthOf(dots);
    while (!path.empty() && (widthOf(path) > room || (static_cast<unsigned char>(path[0]) & 0xC0) == 0x80))
      path.remove_prefix(1);
  }
  textIn(rect, Text("%s%.*s", dots, static_cast<int>(path.size()), path.data()), tint, 0, font);
}

void rowGround(bool selected) {
  const UiRect row = itemRect();
  const ImU32 ground = selected ? colors().controlHovered : ImGui::IsItemHovered() ? colors().control : 0;
  fillRect(row, ground, px(4));
}

float recentRowHeight() { return px(40); }

bool recentRow(const char* id, const RecentFile* recent, bool selected, const ModelPicture* picture) {
  const bool pressed = hitArea(id, {fullWidth(), recentRowHeight()});
  const UiRect rect = itemRect();
  rowGround(selected);
  const std::string_view path = recent == nullptr ? std::string_view("the bundled character") : recent->path;
  const std::size_t slash = recent == nullptr ? std::string_view::npos : path.rfind('/');
  const char* const name = recent == nullptr ? kBundled : path.data() + (slash + 1);
  const bool missing = recent != nullptr && recent->isMissing;
  const float side = rect.height - px(6);
  pictureBox({rect.x + px(3), rect.y + px(3), side, side}, picture, WidgetId("%s.picture", id));
  const float half = std::floor(rect.height / 2), left = rect.x + side + px(12), width = rect.right() - px(8) - left;
  textIn({left, rect.y + px(3), width, half - px(3)}, name, missing ? colors().textFaint : colors().text);
  const UiRect lower{left, rect.y + half, width, half - px(3)};
  if (missing)
    textIn(lower, "missing", colors().error, 0, ui().fonts.small);
  else
    pathIn(lower, slash == std::string_view::npos ? path : path.substr(0, slash), colors().textFaint, ui().fonts.small);
  if (recent != nullptr) hint(recent->path.c_str());
  return pressed;
}

namespace {

bool isShapes(std::string_view name) {
  return std::any_of(kShapeEndings.begin(), kShapeEndings.end(),
                     [&](std::string_view ending) { return hasEnding(name, ending); });
}

/// Whether `path` is joined(folder, name), without making it.
bool isJoined(std::string_view path, std::string_view folder, std::string_view name) {
  const std::size_t slash = folder.ends_with('/') ? 0 : 1;
  return path.size() == folder.size() + slash + name.size() && path.starts_with(folder) && path.ends_with(name) &&
         (slash == 0 || path[folder.size()] == '/');
}

}  // namespace

bool opens(std::string_view name, BrowsePurpose purpose) {
  if (modelFormatOf(name) != nullptr) return true;
  return purpose == BrowsePurpose::Open && (hasEnding(name, kProjectEnding) || isShapes(name));
}

bool isPath(std::string_view typed) { return typed.starts_with('~') || typed.find('/') != std::string_view::npos; }

std::string joined(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

void filter(const FolderListing& folder, FileBrowser& browser) {
  const std::string wanted = lowerCase(browser.typed.data());
  browser.shown.clear();
  for (std::size_t i = 0; i < folder.entries.size() && !isPath(browser.typed.data()); ++i) {
    const FolderEntry& entry = folder.entries[i];
    if (!entry.isFolder && !browser.showsAll && !opens(entry.name, browser.purpose)) continue;
    if (lowerCase(entry.name).find(wanted) != std::string::npos) browser.shown.push_back(static_cast<int>(i));
  }
  browser.shownSerial = folder.serial;
  if (!browser.inRecents) browser.selected = 0;
  browser.scrolls = true;
}

const FolderEntry* selectedEntry(const FileStatus& files, const FileBrowser& browser) {
  if (browser.inRecents || browser.selected >= static_cast<int>(browser.shown.size())) return nullptr;
  return &nth(files.folder.entries, nth(browser.shown, browser.selected));
}

void pick(const FileStatus& files, FileBrowser& browser) {
  if (browser.inRecents) {
    const RecentFile* recent = recentAt(files, browser.selected);
    if (recent == nullptr || recent->isMissing)
      browser.picked.clear();
    else if (browser.picked != recent->path)
      browser.picked = recent->path;
    return;
  }
  const FolderEntry* entry = selectedEntry(files, browser);
  if (entry == nullptr || entry->isFolder)
    browser.picked.clear();
  else if (!isJoined(browser.picked, files.folder.path, entry->name))
    browser.picked = joined(files.folder.path, entry->name);
}

void moveSelection(int rows, int count, FileBrowser& browser) {
  browser.selected = std::clamp(browser.selected + rows, 0, std::max(count - 1, 0));
  browser.scrolls = true;
}

void switchList(bool toRecents, FileBrowser& browser) {
  if (browser.inRecents == toRecents) return;
  browser.inRecents = toRecents;
  browser.selected = 0;
  browser.scrolls = true;
}

int recentCount(const FileStatus& files, const FileBrowser& browser) {
  return static_cast<int>(files.recents.size()) + (browser.purpose == BrowsePurpose::Open ? 1 : 0);
}

const RecentFile* recentAt(const FileStatus& files, int row) {
  return row < static_cast<int>(files.recents.size()) ? &nth(files.recents, row) : nullptr;
}

namespace {

constexpr float kBrowserWidth = 1000, kBrowserHeight = 580, kBrowserPad = 20;
constexpr float kRecents = 250;
constexpr float kSizeColumn = 76, kDateColumn = 130;
constexpr float kPicture = 190;
constexpr float kRoomForPicture = 860;  // width of the sheet

/// Whether the host may have a picture of it.
bool isSeen(std::string_view name) { return modelFormatOf(name) != nullptr || hasEnding(name, kProjectEnding); }

constexpr double kPatience = 1;  // seconds in which keys wait for a folder to be listed

void ask(const std::string& path, FileBrowser& browser, Commands& out) {
  out.push_back(ListFolder{path});
  browser.askedAt = ImGui::GetTime();
  ui().fieldIsDue = true;
}

void clearField(FileBrowser& browser) {
  browser.typed.fill(0);
  ++browser.fieldSerial;
  browser.shownSerial = -1;
  if (browser.isOpen) ui().fieldIsDue = true;
}

void choose(const std::string& path, FileBrowser& browser, Commands& out) {
  browser.isOpen = false;
  if (browser.purpose == BrowsePurpose::AddClips)
    out.push_back(AddClipsOf{path});
  else
    out.push_back(RequestOpen{path});
}

/// A folder is entered, a file chosen.
void enter(const FolderListing& folder, const FolderEntry& entry, FileBrowser& browser, Commands& out) {
  const std::string path = joined(folder.path, entry.name);
  if (!entry.isFolder) return choose(path, browser, out);
  clearField(browser);
  ask(path, browser, out);
}

void goUp(const FolderListing& folder, FileBrowser& browser, Commands& out) {
  clearField(browser);
  ask(joined(folder.path, ".."), browser, out);
}

void chooseRecent(const FileStatus& files, int row, FileBrowser& browser, Commands& out) {
  const RecentFile* recent = recentAt(files, row);
  if (recent != nullptr && recent->isMissing) return;
  choose(recent == nullptr ? std::string() : recent->path, browser, out);
}

void accept(const FileStatus& files, FileBrowser& browser, Commands& out) {
  if (isPath(browser.typed.data())) return ask(browser.typed.data(), browser, out);
  if (browser.inRecents) return chooseRecent(files, browser.selected, browser, out);
  if (browser.selected < static_cast<int>(browser.shown.size())) {
    const auto index = static_cast<std::size_t>(nth(browser.shown, browser.selected));
    enter(files.folder, files.folder.entries[index], browser, out);
  }
}

void handleArrows(const FileStatus& files, FileBrowser& browser) {
  const int count = browser.inRecents ? recentCount(files, browser) : static_cast<int>(browser.shown.size());
  if (isKeyPressed(ImGuiKey_DownArrow, true)) moveSelection(1, count, browser);
  if (isKeyPressed(ImGuiKey_UpArrow, true)) moveSelection(-1, count, browser);
  if (isKeyPressed(ImGuiKey_PageDown, true)) moveSelection(kFocusPage, count, browser);
  if (isKeyPressed(ImGuiKey_PageUp, true)) moveSelection(-kFocusPage, count, browser);
  if (browser.typed[0] != 0) return;
  if (isKeyPressed(ImGuiKey_LeftArrow, true)) switchList(true, browser);
  if (isKeyPressed(ImGuiKey_RightArrow, true)) switchList(false, browser);
}

/// Whether a click may follow: one in the frame in which ImGui activates the field would be lost.
bool mouseIsBusy() {
  constexpr double kPause = 0.5;  // seconds after a click
  const ImGuiIO& io = ImGui::GetIO();
  const double clicked = io.MouseClickedTime[ImGuiMouseButton_Left];  // 0: never
  return ImGui::IsAnyMouseDown() || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 ||
         (clicked > 0 && ImGui::GetTime() - clicked < kPause);
}

/// The text field, which has the keyboard whenever the mouse rests. What is typed before waits for it.
void drawField(const FileStatus& files, float width, FileBrowser& browser, Commands& out) {
  const bool wasEmpty = browser.typed[0] == 0;
  ImGui::PushID(browser.fieldSerial);
  const bool isFree = !ui().focus.isElsewhere(ImGui::GetID("##files.field"));
  const bool accepted =
      textField("files.field", browser.typed, width, "Type to filter, or paste a path",
                ImGuiInputTextFlags_EnterReturnsTrue, isFree && !ImGui::IsAnyItemActive() && !mouseIsBusy());
  if (isFree && !ImGui::IsItemActive()) ui().fieldIsDue = true;
  if (ImGui::IsItemEdited()) {
    browser.inRecents = false;
    browser.shownSerial = -1;
  }
  ImGui::PopID();
  if (accepted) return accept(files, browser, out);
  if (wasEmpty && isKeyPressed(ImGuiKey_Backspace)) return goUp(files.folder, browser, out);
  if (!isKeyPressed(ImGuiKey_Escape)) return;
  if (wasEmpty) browser.isOpen = false;
  clearField(browser);
}

void showSystemDialog(FileBrowser& browser, BrowsePurpose purpose, Commands& out) {
  browser.isOpen = false;
  out.push_back(ShowFileDialog{purpose});
}

/// The way to the desktop's dialog, once.
void drawDialogButton(FileBrowser& browser, float right, float top, Commands& out) {
  const float width = px(120);
  ImGui::SetCursorScreenPos({right - width, top});
  if (button("files.dialog", "System dialog", {width, 0}, "Choose in the system dialog this time.", {.quiet = true}))
    showSystemDialog(browser, browser.purpose, out);
}

void drawTitle(const Session& session, FileBrowser& browser, const UiRect& sheet, Commands& out) {
  const bool adds = browser.purpose == BrowsePurpose::AddClips;
  textIn({sheet.x + px(kBrowserPad), sheet.y + px(12), sheet.width - px(220), px(24)},
         Text(adds ? "Add clips to %s" : "Open", session.model().name.c_str()), colors().text, 0, ui().fonts.strong);
  const float top = sheet.y + px(10), close = sheet.right() - px(14) - rowHeight();
  if (session.files().dialog.offered) drawDialogButton(browser, close - px(4), top, out);
  ImGui::SetCursorScreenPos({close, top});
  if (iconButton("files.close", Icon::Close, "Close (Esc).", {.quiet = true})) browser.isOpen = false;
}

void drawHead(const Session& session, FileBrowser& browser, const UiRect& sheet, Commands& out) {
  drawTitle(session, browser, sheet, out);
  const UiRect row{sheet.x + px(kBrowserPad), sheet.y + px(46), sheet.width - px(2 * kBrowserPad), rowHeight()};
  ImGui::SetCursorScreenPos({row.x, row.y});
  if (button("files.up", "Up", {px(44), 0}, "The folder above (Backspace)."))
    goUp(session.files().folder, browser, out);
  const FolderListing& folder = session.files().folder;
  pathIn({row.x + px(54), row.y, row.width - px(54), row.height}, folder.error.empty() ? folder.path : folder.error,
         folder.error.empty() ? colors().textDim : colors().error);
  ImGui::SetCursorScreenPos({row.x, row.bottom() + px(8)});
  drawField(session.files(), row.width, browser, out);
}

void drawRecents(const FileStatus& files, FileBrowser& browser, const UiRect& area, Commands& out) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::BeginChild("recents", {area.width, area.height}, false, ImGuiWindowFlags_NoNav);
  const int count = recentCount(files, browser);
  const FocusGroup group("recents", GroupLayout::Column);
  const std::string bundled;  // its path
  for (int row = 0; row < count; ++row) {
    const bool selected = browser.inRecents && row == browser.selected;
    const RecentFile* recent = recentAt(files, row);
    const bool isMissing = recent != nullptr && recent->isMissing;
    const std::string& path = recent == nullptr ? bundled : recent->path;
    const ModelPicture* picture = isMissing ? nullptr : pictureOf(path, files, browser.pictures, out);
    const bool pressed = recentRow(WidgetId("files.recent.%d", row), recent, selected, picture);
    if (selected && browser.scrolls) ImGui::SetScrollHereY();
    if (pressed) chooseRecent(files, row, browser, out);
  }
  endChild();
}

void drawEntry(const FolderEntry& entry, bool opens, bool selected) {
  const UiRect rect = itemRect();
  rowGround(selected);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = rect.centerY();
  if (entry.isFolder) {
    list.AddRectFilled({rect.x + px(8), y - px(6)}, {rect.x + px(14), y}, colors().accent, px(1));
    list.AddRectFilled({rect.x + px(8), y - px(4)}, {rect.x + px(22), y + px(6)}, colors().accent, px(1));
  }
  const float columns = px(kSizeColumn + kDateColumn);
  textIn({rect.x + px(30), rect.y, rect.width - px(38) - columns, rect.height}, entry.name.c_str(),
         entry.isFolder || opens ? colors().text : colors().textFaint);
  const double bytes = static_cast<double>(entry.bytes);
  const Text size = !entry.isFolder
                        ? Text(bytes < 1e6 ? "%.0f kB" : "%.1f MB", bytes < 1e6 ? std::ceil(bytes / 1e3) : bytes / 1e6)
                        : Text();
  textIn({rect.right() - columns, rect.y, px(kSizeColumn), rect.height}, size, colors().textDim, 1, ui().fonts.small);
  textIn({rect.right() - px(kDateColumn), rect.y, px(kDateColumn - 8), rect.height}, entry.modified.c_str(),
         colors().textDim, 1, ui().fonts.small);
}

void drawRow(const FileStatus& files, int row, FileBrowser& browser, Commands& out) {
  const auto index = static_cast<std::size_t>(nth(browser.shown, row));
  const FolderEntry& entry = files.folder.entries[index];
  const bool pressed = hitArea(WidgetId("files.entry.%d", row), {fullWidth(), rowHeight()});
  const bool isDouble =
      (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) || ui().focus.pressesItem();
  drawEntry(entry, opens(entry.name, browser.purpose), !browser.inRecents && row == browser.selected);
  if (pressed) {
    browser.inRecents = false;
    browser.selected = row;
  }
  if (isDouble) enter(files.folder, entry, browser, out);
}

void drawEntries(const FileStatus& files, FileBrowser& browser, const UiRect& area, Commands& out) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::BeginChild("entries", {area.width, area.height}, false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const int count = static_cast<int>(browser.shown.size());
  if (!browser.inRecents && browser.scrolls) {
    const float top = static_cast<float>(browser.selected) * rowHeight();
    const float bottom = top + rowHeight() - area.height;
    ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), std::max(bottom, 0.0f), std::max(top, bottom)));
  }
  ImGuiListClipper clipper;
  clipper.Begin(count, rowHeight());
  const FocusGroup group("entries", GroupLayout::Column, true);
  drawReachableRows(clipper);
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd && row < static_cast<int>(browser.shown.size());
         ++row) {
      focusMember(row);
      drawRow(files, row, browser, out);
    }
  }
  if (count == 0 && !files.folder.path.empty()) {
    ImGui::Dummy({area.width, rowHeight()});
    textIn(itemRect(),
           isPath(browser.typed.data())   ? "Enter goes to this path."
           : files.folder.entries.empty() ? "This folder is empty."
                                          : "Nothing here matches.",
           colors().textDim, 0.5f);
  }
  ImGui::PopStyleVar();
  endChild();
}

/// The picture of the selected file, if the host has one.
void drawPicked(const FileStatus& files, FileBrowser& browser, const UiRect& box, Commands& out) {
  pick(files, browser);
  const bool canBeSeen = !browser.picked.empty() && isSeen(browser.picked);
  const ModelPicture* picture = canBeSeen ? pictureOf(browser.picked, files, browser.pictures, out) : nullptr;
  pictureBox(box, picture, "files.picture");
  const bool hasNone = std::any_of(files.pictures.begin(), files.pictures.end(), [&](const ModelPicture& each) {
    return each.texture == 0 && each.path == browser.picked;
  });
  if (!canBeSeen || !hasNone) return;
  textIn(box, "Not opened yet", colors().textFaint, 0.5f, ui().fonts.small);
  ui().log.add("files.picture.none", box);
}

/// What Ctrl+O shows, where there is a choice. Returns its width.
float drawDialogChoice(const FileStatus& files, FileBrowser& browser, const UiRect& row) {
  const float width = px(220);
  if (!files.dialog.offered || row.width < px(560)) return 0;
  ImGui::SetCursorScreenPos({row.x, row.y});
  checkbox("files.system", "Use the system dialog", browser.usesSystemDialog,
           "Ctrl+O shows the system dialog. Ctrl+Alt+O always shows this browser.");
  return width;
}

void drawFoot(const FileStatus& files, FileBrowser& browser, const UiRect& row, Commands& out) {
  ImGui::SetCursorScreenPos({row.x, row.y});
  if (checkbox("files.all", "All files", browser.showsAll, "Also show files that do not open."))
    browser.shownSerial = -1;
  const float go = px(96);
  const float all = px(110);
  const float choice = drawDialogChoice(files, browser, {row.x + all, row.y, row.width - all - go, row.height});
  const UiRect words{row.x + all + choice, row.y, row.width - all - choice - px(10) - go, row.height};
  textIn(words, "Arrows choose, Left for recent ones, Enter opens, Backspace goes up", colors().textFaint, 0.5f,
         ui().fonts.small);
  ImGui::SetCursorScreenPos({row.right() - go, row.y});
  const bool adds = browser.purpose == BrowsePurpose::AddClips;
  if (button("files.open", adds ? "Add" : "Open", {go, 0}, "", {.accent = true})) accept(files, browser, out);
}

/// A path that was typed has been looked at.
void takeListing(const FolderListing& folder, FileBrowser& browser, Commands& out) {
  if (!isPath(browser.typed.data()) || !folder.error.empty() || browser.shownSerial < 0) return;
  clearField(browser);
  if (!folder.file.empty()) choose(folder.file, browser, out);
}

}  // namespace

void chooseFile(const Session& session, FileBrowser& browser, BrowsePurpose purpose, Commands& out) {
  if (!browser.usesSystemDialog || !session.files().dialog.offered) return openFileBrowser(browser, purpose, out);
  showSystemDialog(browser, purpose, out);
}

void replaceMissedDialog(const Session& session, FileBrowser& browser, Commands& out) {
  const SystemDialog& dialog = session.files().dialog;
  if (std::exchange(browser.seenMisses, dialog.misses) != dialog.misses) openFileBrowser(browser, dialog.missed, out);
}

void openFileBrowser(FileBrowser& browser, BrowsePurpose purpose, Commands& out) {
  browser.pictures.waiting.clear();
  clearField(browser);
  browser.isOpen = true;
  browser.purpose = purpose;
  browser.inRecents = false;
  browser.selected = 0;
  ask("", browser, out);
}

void drawFileBrowser(const Session& session, FileBrowser& browser, Commands& out) {
  const FileStatus& files = session.files();
  if (std::exchange(browser.seenSerial, files.folder.serial) != files.folder.serial) browser.askedAt = -1;
  if (browser.askedAt >= 0 && ImGui::GetTime() - browser.askedAt < kPatience) ui().fieldIsDue = true;
  if (browser.shownSerial != files.folder.serial) {
    takeListing(files.folder, browser, out);
    filter(files.folder, browser);
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(px(kBrowserWidth), screen.x - px(24)),
              height = std::min(px(kBrowserHeight), screen.y - px(24));
  if (width < px(200) || height < px(240)) {
    browser.isOpen = false;
    return;
  }
  const UiRect sheet{std::floor((screen.x - width) / 2), std::floor((screen.y - height) / 2), width, height};
  beginOverlay("files", {0, 0, screen.x, screen.y}, rgb(0x000000, 130), {0, 0});
  ui().log.add("files", sheet);
  ui().focus.trapFocus();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(sheet, colors().overlay, px(10));
  list.AddRect(sheet.min(), sheet.max(), colors().line, px(10));
  handleArrows(files, browser);
  drawHead(session, browser, sheet, out);

  const float top = sheet.y + px(46) + 2 * rowHeight() + px(20), bottom = sheet.bottom() - px(18) - rowHeight();
  const float recents = std::min(px(kRecents), std::floor(sheet.width * 0.3f));
  const UiRect left{sheet.x + px(kBrowserPad), top, recents, bottom - px(10) - top};
  const float split = left.right() + px(14);
  list.AddLine({split, top}, {split, left.bottom()}, colors().line);
  textIn({left.x + px(8), top, left.width, px(18)}, "Recent", colors().textFaint, 0, ui().fonts.small);
  drawRecents(files, browser, {left.x, top + px(20), left.width, left.height - px(20)}, out);
  UiRect right{split + px(10), top, sheet.right() - px(kBrowserPad) - split - px(10), left.height};
  if (sheet.width >= px(kRoomForPicture)) {
    right.width -= px(kPicture + 14);
    drawPicked(files, browser, {right.right() + px(14), top, px(kPicture), std::min(px(kPicture), left.height)}, out);
  }
  drawEntries(files, browser, right, out);
  drawFoot(files, browser, {sheet.x + px(kBrowserPad), bottom, sheet.width - px(2 * kBrowserPad), rowHeight()}, out);
  browser.scrolls = false;
  if (!browser.isOpen) ui().fieldIsDue = false;
  endPanel();
}

namespace {

constexpr float kStartWidth = 260, kStartPad = 12, kStartGap = 6;
constexpr float kMinSceneWidth = 600;  // below, it would cover the character
constexpr int kStartRows = 6;

bool nothingIsOpen(const Session& session) {
  const Model& model = session.model();
  return model.path.empty() && model.clipFiles.empty() && session.project().path.empty();
}

}  // namespace

bool drawStartPage(const Session& session, FileBrowser& browser, const UiRect& scene, Commands& out) {
  if (session.model().name.empty() || session.loading().running || scene.width < px(kMinSceneWidth)) return true;
  if (!nothingIsOpen(session) || session.runningFade()) return false;  // a fade has been made
  const std::vector<RecentFile>& recents = session.files().recents;
  const float fixed = px(2 * kStartPad + 3 * kStartGap + 40) + 2 * rowHeight();
  const int fitting = static_cast<int>((scene.height - px(24) - fixed - px(20)) / (recentRowHeight() + px(kStartGap)));
  const int rows = std::clamp(std::min(static_cast<int>(recents.size()), fitting), 0, kStartRows);
  const float list = rows > 0 ? px(18 + kStartGap) + static_cast<float>(rows) * (recentRowHeight() + px(kStartGap)) : 0;
  if (fixed > scene.height - px(24)) return true;
  const UiRect card{scene.x + px(12), scene.y + px(12), px(kStartWidth), fixed + list};
  beginCard("start", card, colors().card, {px(kStartPad), px(kStartPad)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kStartGap), px(kStartGap)});
  const float width = fullWidth();
  label({width - rowHeight() - px(kStartGap), rowHeight()}, "Your own model", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine();
  const bool closed = iconButton("start.close", Icon::Close, "Close.", {.quiet = true});
  if (button("start.open", "Open a file", {width, 0}, "A model, project or shapes (Ctrl+O).", {.accent = true}))
    chooseFile(session, browser, BrowsePurpose::Open, out);
  label({width, px(20)}, "Ctrl+O, or drop a file here", colors().textFaint, 0.5f, ui().fonts.small);
  label({width, px(20)}, "Click a clip below, or press 1 to 9", colors().textFaint, 0.5f, ui().fonts.small);
  if (rows > 0) {
    label({width, px(18)}, "Recent", colors().textFaint, 0, ui().fonts.small);
  }
  const FocusGroup group("recents", GroupLayout::Column);
  for (int row = 0; row < rows; ++row) {
    const RecentFile& recent = nth(recents, row);
    const ModelPicture* picture =
        recent.isMissing ? nullptr : pictureOf(recent.path, session.files(), browser.pictures, out);
    if (recentRow(WidgetId("start.recent.%d", row), &recent, false, picture) && !recent.isMissing)
      out.push_back(RequestOpen{recent.path});
  }
  ImGui::PopStyleVar();
  endPanel();
  return !closed;
}

}  // namespace app
