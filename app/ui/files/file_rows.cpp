#include "app/ui/files/file_rows.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"

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
  list.AddRectFilled(box.min(), box.max(), colors().control, rounding);
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
  ImGui::GetWindowDrawList()->AddRectFilled(row.min(), row.max(), ground, px(4));
}

float recentRowHeight() { return px(40); }

bool recentRow(const char* id, const RecentFile* recent, bool selected, const ModelPicture* picture) {
  const bool pressed = hitArea(id, {ImGui::GetContentRegionAvail().x, recentRowHeight()});
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
  logItem("%s", id);
  if (recent != nullptr) hint(recent->path.c_str());
  return pressed;
}

}  // namespace app
