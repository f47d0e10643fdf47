// Pictures of models, beside their names in the file browser and on the start page.
#ifndef APP_UI_FILES_PICTURE_BOX_H
#define APP_UI_FILES_PICTURE_BOX_H

#include <string>
#include <vector>

#include "app/session/command.h"
#include "app/session/host_commands.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

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

}  // namespace app

#endif  // APP_UI_FILES_PICTURE_BOX_H
