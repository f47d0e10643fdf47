// Rows of files, for the browser and the start page.
#ifndef APP_UI_FILES_FILE_ROWS_H
#define APP_UI_FILES_FILE_ROWS_H

#include <string_view>

#include "app/session/host_commands.h"
#include "app/ui/widgets/widgets.h"

namespace app {

/// A path on one line: its end, after "...", where it does not fit.
void pathIn(const UiRect& rect, std::string_view path, ImU32 tint, ImFont* font = nullptr);
/// The background of ImGui's last item as a row.
void rowGround(bool selected);
/// A recent file as wide as the window: its picture if there is one, name and folder, or that it is missing. Null is
/// the bundled character. True when pressed.
bool recentRow(const char* id, const RecentFile* recent, bool selected, const ModelPicture* picture);
float recentRowHeight();

}  // namespace app

#endif  // APP_UI_FILES_FILE_ROWS_H
