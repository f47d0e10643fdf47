// When the window may close: unsaved changes are asked about first.
#ifndef APP_HOST_WINDOW_WINDOW_CLOSING_H
#define APP_HOST_WINDOW_WINDOW_CLOSING_H

#include "app/host/window/project_keeper.h"
#include "app/platform/window.h"
#include "app/session/session.h"

namespace app {

class WindowClosing {
 public:
  /// Whether a window that was asked to close may do so. If not, withdraws the request; the caller then has to ask the
  /// user (AskToClose).
  bool mayClose(Window& window, const Session& session) const;
  /// The user's answer.
  void answer(const CloseProgram& request, Window& window);
  /// Once a frame: closes the window if the user wanted to save first, and that is done.
  void update(Window& window, const Session& session, const ProjectKeeper& project);

 private:
  bool isUnsavedFine_ = false;
  bool waitsForSave_ = false;
};

}  // namespace app

#endif  // APP_HOST_WINDOW_WINDOW_CLOSING_H
