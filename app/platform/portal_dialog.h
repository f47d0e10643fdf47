// The desktop's own dialog for choosing files, through its portal on the session bus.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dbus/dbus.h>

namespace app {

// The messages of the desktop portal's file dialog, made and read with libdbus. After the XDG Desktop Portal's
// documentation of org.freedesktop.portal.FileChooser and org.freedesktop.portal.Request.

inline constexpr const char* kPortalName = "org.freedesktop.portal.Desktop";
inline constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
inline constexpr const char* kFileChooser = "org.freedesktop.portal.FileChooser";
inline constexpr const char* kPortalRequest = "org.freedesktop.portal.Request";

struct DialogFilter {
  std::string name;                   // "Models"
  std::vector<std::string> patterns;  // "*.glb", case-sensitive
};

struct FileDialog {
  std::string title;
  std::string acceptLabel;  // of the button; empty: the desktop's
  std::string parent;       // Window::desktopName(); empty: none
  std::string folder;       // where it starts, absolute; empty: the desktop decides
  bool multiple = true;
  std::vector<DialogFilter> filters;  // the first is chosen
};

struct DialogAnswer {
  enum class Kind {
    Chosen,
    Canceled,
    Missed,    // there was no dialog
    NotLocal,  // only what is no local file was chosen
  } kind = Kind::Canceled;
  std::vector<std::string> paths;  // what was chosen, in the dialog's order; local files only
};

struct UnrefMessage {
  void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
/// Null when out of memory.
using PortalMessage = std::unique_ptr<DBusMessage, UnrefMessage>;

/// FileChooser.OpenFile. `token` is the last element of requestPath().
PortalMessage openFileCall(const FileDialog& dialog, const std::string& token);
/// Request.Close: dismisses a dialog.
PortalMessage closeCall(const std::string& requestPath);
/// Asks for the version of FileChooser: the answer says that there is one.
PortalMessage versionCall();

/// The object whose signal answers a call with `token` of the connection `uniqueName` (":1.42"):
/// "/org/freedesktop/portal/desktop/request/1_42/TOKEN".
std::string requestPath(std::string_view uniqueName, std::string_view token);
/// What the signal Request.Response says.
DialogAnswer answerOf(DBusMessage& response);
/// "/a b.glb" of "file:///a%20b.glb"; nothing for other schemes, other machines, broken escapes and %00.
std::optional<std::string> pathOfUri(std::string_view uri);
/// "*.[gG][lL][bB]" of ".glb".
std::string anyCasePattern(std::string_view ending);

/// Address of the user's session bus, from DBUS_SESSION_BUS_ADDRESS or the socket in XDG_RUNTIME_DIR; empty if there is
/// none.
std::string sessionBusAddress();

/// If the portal does not accept a call within `patience`, the request is withdrawn and a later answer ignored. Uses
/// libdbus, not sd-bus: libsystemd-dev must match the installed systemd exactly, so installing it upgrades systemd, and
/// libdbus also works without systemd. Talks to the bus on a thread of its own; no call waits for it, except that the
/// destructor waits for a connection being opened.
class PortalDialog {
 public:
  static constexpr std::chrono::milliseconds kPatience{300};  // until the desktop must have taken a call

  /// Looks for the portal and lets the bus start it. An empty address: there will be no dialog.
  explicit PortalDialog(std::string busAddress, std::chrono::milliseconds patience = kPatience);
  ~PortalDialog();
  PortalDialog(const PortalDialog&) = delete;
  PortalDialog& operator=(const PortalDialog&) = delete;

  /// Whether the portal is there now. Whether it is used instead of our own browser: chooseFile
  /// (ui/files/file_browser.h).
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
