// The messages of the desktop portal's file dialog, made and read with libdbus. After the XDG Desktop Portal's
// documentation of org.freedesktop.portal.FileChooser and org.freedesktop.portal.Request.
#ifndef APP_PLATFORM_PORTAL_MESSAGE_H
#define APP_PLATFORM_PORTAL_MESSAGE_H

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dbus/dbus.h>

namespace app {

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

}  // namespace app

#endif  // APP_PLATFORM_PORTAL_MESSAGE_H
