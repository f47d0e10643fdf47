#include "app/host/window/window_closing.h"

namespace app {

bool WindowClosing::mayClose(Window& window, const Session& session) const {
  if (isUnsavedFine_ || !session.hasUnsavedChanges()) return true;
  window.cancelClose();
  return false;
}

void WindowClosing::answer(const CloseProgram& request, Window& window) {
  waitsForSave_ = request.afterSaving;
  isUnsavedFine_ = !request.afterSaving;
  if (isUnsavedFine_) window.requestClose();
}

void WindowClosing::update(Window& window, const Session& session, const ProjectKeeper& project) {
  if (!waitsForSave_ || project.isSaving() || !session.project().asksToReplace.empty()) return;
  waitsForSave_ = false;  // saved, failed, or the user changed their mind
  if (!session.hasUnsavedChanges()) window.requestClose();
}

}  // namespace app
