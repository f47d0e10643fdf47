// Files that the user chooses in the desktop's own dialog.
#ifndef APP_HOST_WINDOW_FILE_DIALOGS_H
#define APP_HOST_WINDOW_FILE_DIALOGS_H

#include <string>
#include <vector>

#include "app/platform/portal_dialog.h"
#include "app/session/command.h"

namespace app {

/// The dialog for this purpose: its title, and which files it shows. `model`: the name of the one that gets clips.
FileDialog fileDialogFor(BrowsePurpose purpose, const std::string& model);

class FileDialogs {
 public:
  /// Not `enabled`: no dialog is ever offered.
  explicit FileDialogs(bool enabled) : portal_(enabled ? sessionBusAddress() : std::string()) {}

  /// See ShowFileDialog. The answer comes with poll().
  void show(BrowsePurpose purpose, FileDialog dialog);
  /// Appends what the session is to be told: whether there is a dialog, and what was chosen in it.
  void poll(Commands& out);

 private:
  PortalDialog portal_;
  BrowsePurpose purpose_ = BrowsePurpose::Open;  // of the dialog shown last
  bool offered_ = false;                         // as the session knows it
};

}  // namespace app

#endif  // APP_HOST_WINDOW_FILE_DIALOGS_H
