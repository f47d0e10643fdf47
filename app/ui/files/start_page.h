// What a session without a model of the user's own offers: recent files, and how to open one.
#ifndef APP_UI_FILES_START_PAGE_H
#define APP_UI_FILES_START_PAGE_H

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/files/file_browser.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Beside the bundled character; not in a small window. False for good when it was closed or something was opened.
bool drawStartPage(const Session& session, FileBrowser& browser, const UiRect& scene, Commands& out);

}  // namespace app

#endif  // APP_UI_FILES_START_PAGE_H
