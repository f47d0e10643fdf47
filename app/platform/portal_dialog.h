// The desktop's own dialog for choosing files, through its portal on the session bus.
#ifndef APP_PLATFORM_PORTAL_DIALOG_H
#define APP_PLATFORM_PORTAL_DIALOG_H

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/platform/portal_message.h"

namespace app {

/// Address of the user's session bus, from DBUS_SESSION_BUS_ADDRESS or the socket in XDG_RUNTIME_DIR; empty if there is
/// none.
std::string sessionBusAddress();

/// Talks to the bus on a thread of its own; no call waits for it, except that the destructor waits for a connection
/// being opened.
class PortalDialog {
 public:
  static constexpr std::chrono::milliseconds kPatience{300};  // until the desktop must have taken a call

  /// Looks for the portal and lets the bus start it. An empty address: there will be no dialog.
  explicit PortalDialog(std::string busAddress, std::chrono::milliseconds patience = kPatience);
  ~PortalDialog();
  PortalDialog(const PortalDialog&) = delete;
  PortalDialog& operator=(const PortalDialog&) = delete;

  /// Whether the portal is there now.
  bool isOffered() const;
  /// Shows this dialog instead of the one that is open, whose answer is dropped.
  void show(FileDialog dialog);
  /// The answer to the last call of show(), once.
  std::optional<DialogAnswer> poll();

 private:
  class Bus;
  struct Mailbox;
  std::unique_ptr<Mailbox> mailbox_;
  std::unique_ptr<Bus> bus_;  // after the mailbox, which its thread uses
};

}  // namespace app

#endif  // APP_PLATFORM_PORTAL_DIALOG_H
