// Rows of files, for the browser and the start page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/command.h"
#include "app/session/host_commands.h"
#include "app/ui/widgets/ui_rect.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// Pictures of models, beside their names in the file browser and on the start page.

/// The pictures that were asked for and have not come.
struct PictureAsks {
  std::vector<std::string> waiting;
};

/// The picture of this file, or of the bundled character for an empty path; null while it is not known, or if there is
/// none. Asks the host for it the first time.
const ModelPicture* pictureOf(const std::string& path, const FileStatus& files, PictureAsks& asks, Commands& out);

/// A box with the picture in its middle, as large as fits; null leaves the box empty. `id`: for the widget log, of the
/// picture.
void pictureBox(const UiRect& box, const ModelPicture* picture, const char* id);

/// A path on one line: its end, after "...", where it does not fit.
void pathIn(const UiRect& rect, std::string_view path, ImU32 tint, ImFont* font = nullptr);
/// The background of ImGui's last item as a row.
void rowGround(bool selected);
/// A recent file as wide as the window: its picture if there is one, name and folder, or that it is missing. Null is
/// the bundled character. True when pressed.
bool recentRow(const char* id, const RecentFile* recent, bool selected, const ModelPicture* picture);
float recentRowHeight();

}  // namespace app
