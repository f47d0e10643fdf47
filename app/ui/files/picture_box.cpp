#include "app/ui/files/picture_box.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

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
  list.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, colors().control, rounding);
  if (picture == nullptr || picture->width <= 0 || picture->height <= 0) return;
  const float width = static_cast<float>(picture->width), height = static_cast<float>(picture->height);
  const float scale = std::min(box.width / width, box.height / height);
  const UiRect shown{std::floor(box.centerX() - width * scale / 2), std::floor(box.centerY() - height * scale / 2),
                     std::floor(width * scale), std::floor(height * scale)};
  list.AddImageRounded(textureOf(picture->texture), {shown.x, shown.y}, {shown.right(), shown.bottom()}, {0, 0}, {1, 1},
                       IM_COL32_WHITE, rounding);
  if (ImGui::IsRectVisible({shown.x, shown.y}, {shown.right(), shown.bottom()})) ui().log.add(id, shown);
}

}  // namespace app
