#include "app/platform/portal_dialog.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

namespace app {
namespace {

/// A container inside another, closed at the end of its scope.
class Container {
 public:
  Container(DBusMessageIter& outer, int type, const char* contained) : outer_(outer) {
    dbus_message_iter_open_container(&outer_, type, contained, &inner_);
  }
  ~Container() { dbus_message_iter_close_container(&outer_, &inner_); }
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  DBusMessageIter& inner() { return inner_; }

 private:
  DBusMessageIter& outer_;
  DBusMessageIter inner_;
};

void appendText(DBusMessageIter& to, const std::string& text) {
  const char* const raw = text.c_str();
  dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &raw);
}

/// One entry of a vardict; `append` writes the value.
template <class Append>
void appendEntry(DBusMessageIter& dict, const char* key, const char* type, Append append) {
  Container entry(dict, DBUS_TYPE_DICT_ENTRY, nullptr);
  dbus_message_iter_append_basic(&entry.inner(), DBUS_TYPE_STRING, &key);
  Container value(entry.inner(), DBUS_TYPE_VARIANT, type);
  append(value.inner());
}

void appendFilter(DBusMessageIter& to, const DialogFilter& filter) {
  Container pair(to, DBUS_TYPE_STRUCT, nullptr);
  appendText(pair.inner(), filter.name);
  Container patterns(pair.inner(), DBUS_TYPE_ARRAY, "(us)");
  for (const std::string& pattern : filter.patterns) {
    constexpr dbus_uint32_t kGlob = 0;
    Container each(patterns.inner(), DBUS_TYPE_STRUCT, nullptr);
    dbus_message_iter_append_basic(&each.inner(), DBUS_TYPE_UINT32, &kGlob);
    appendText(each.inner(), pattern);
  }
}

/// A path, which need not be UTF-8, with its final 0.
void appendBytes(DBusMessageIter& to, const std::string& path) {
  Container bytes(to, DBUS_TYPE_ARRAY, "y");
  const char* const raw = path.c_str();
  dbus_message_iter_append_fixed_array(&bytes.inner(), DBUS_TYPE_BYTE, &raw, static_cast<int>(path.size() + 1));
}

void appendOptions(DBusMessageIter& to, const FileDialog& dialog, const std::string& token) {
  Container options(to, DBUS_TYPE_ARRAY, "{sv}");
  DBusMessageIter& dict = options.inner();
  appendEntry(dict, "handle_token", "s", [&](DBusMessageIter& value) { appendText(value, token); });
  if (!dialog.acceptLabel.empty())
    appendEntry(dict, "accept_label", "s", [&](DBusMessageIter& value) { appendText(value, dialog.acceptLabel); });
  appendEntry(dict, "multiple", "b", [&](DBusMessageIter& value) {
    const dbus_bool_t multiple = dialog.multiple ? TRUE : FALSE;
    dbus_message_iter_append_basic(&value, DBUS_TYPE_BOOLEAN, &multiple);
  });
  if (!dialog.filters.empty())
    appendEntry(dict, "filters", "a(sa(us))", [&](DBusMessageIter& value) {
      Container filters(value, DBUS_TYPE_ARRAY, "(sa(us))");
      for (const DialogFilter& filter : dialog.filters) appendFilter(filters.inner(), filter);
    });
  if (!dialog.folder.empty())
    appendEntry(dict, "current_folder", "ay", [&](DBusMessageIter& value) { appendBytes(value, dialog.folder); });
}

PortalMessage callOf(const char* path, const char* interface, const char* method) {
  return PortalMessage(dbus_message_new_method_call(kPortalName, path, interface, method));
}

/// Of the strings of the variant `value`, if that holds an array of strings.
void readPaths(DBusMessageIter& value, DialogAnswer& answer) {
  DBusMessageIter array, element;
  if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_VARIANT) return;
  dbus_message_iter_recurse(&value, &array);
  if (dbus_message_iter_get_arg_type(&array) != DBUS_TYPE_ARRAY ||
      dbus_message_iter_get_element_type(&array) != DBUS_TYPE_STRING)
    return;
  dbus_message_iter_recurse(&array, &element);
  for (; dbus_message_iter_get_arg_type(&element) == DBUS_TYPE_STRING; dbus_message_iter_next(&element)) {
    const char* uri = "";
    dbus_message_iter_get_basic(&element, &uri);
    answer.kind = DialogAnswer::Kind::NotLocal;  // unless one of them is
    if (auto path = pathOfUri(uri)) answer.paths.push_back(std::move(*path));
  }
  if (!answer.paths.empty()) answer.kind = DialogAnswer::Kind::Chosen;
}

/// The member "uris" of the results.
void readResults(DBusMessageIter& results, DialogAnswer& answer) {
  DBusMessageIter entry, member;
  dbus_message_iter_recurse(&results, &entry);
  for (; dbus_message_iter_get_arg_type(&entry) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&entry)) {
    dbus_message_iter_recurse(&entry, &member);
    const char* key = "";
    dbus_message_iter_get_basic(&member, &key);
    if (std::strcmp(key, "uris") == 0 && dbus_message_iter_next(&member)) readPaths(member, answer);
  }
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

PortalMessage openFileCall(const FileDialog& dialog, const std::string& token) {
  PortalMessage call = callOf(kPortalPath, kFileChooser, "OpenFile");
  if (!call) return call;
  DBusMessageIter arguments;
  dbus_message_iter_init_append(call.get(), &arguments);
  appendText(arguments, dialog.parent);
  appendText(arguments, dialog.title);
  appendOptions(arguments, dialog, token);
  return call;
}

PortalMessage closeCall(const std::string& requestPath) {
  PortalMessage call = callOf(requestPath.c_str(), kPortalRequest, "Close");
  if (call) dbus_message_set_no_reply(call.get(), TRUE);
  return call;
}

PortalMessage versionCall() {
  PortalMessage call = callOf(kPortalPath, DBUS_INTERFACE_PROPERTIES, "Get");
  const char* const interface = kFileChooser;
  const char* const property = "version";
  if (call)
    dbus_message_append_args(call.get(), DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
  return call;
}

std::string requestPath(std::string_view uniqueName, std::string_view token) {
  std::string sender(uniqueName.substr(uniqueName.starts_with(':') ? 1 : 0));
  std::replace(sender.begin(), sender.end(), '.', '_');
  return std::string(kPortalPath) + "/request/" + sender + "/" + std::string(token);
}

DialogAnswer answerOf(DBusMessage& response) {
  DialogAnswer answer;
  DBusMessageIter arguments;
  if (!dbus_message_has_signature(&response, "ua{sv}") || dbus_message_iter_init(&response, &arguments) == FALSE)
    return answer;
  dbus_uint32_t code = 1;  // 0: chosen, 1: canceled, 2: ended in another way
  dbus_message_iter_get_basic(&arguments, &code);
  if (code == 0 && dbus_message_iter_next(&arguments) == TRUE) readResults(arguments, answer);
  return answer;
}

std::optional<std::string> pathOfUri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://", kHere = "localhost";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with(kHere)) uri.remove_prefix(kHere.size());
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    if (i + 2 >= uri.size()) return std::nullopt;
    const int high = hexDigit(uri[i + 1]), low = hexDigit(uri[i + 2]);
    if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
    path += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return path;
}

std::string anyCasePattern(std::string_view ending) {
  std::string pattern = "*";
  for (const char c : ending) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalpha(byte) == 0)
      pattern += c;
    else
      pattern += {'[', static_cast<char>(std::tolower(byte)), static_cast<char>(std::toupper(byte)), ']'};
  }
  return pattern;
}

namespace {

using Clock = std::chrono::steady_clock;

struct CloseConnection {
  void operator()(DBusConnection* connection) const {
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
  }
};
using Connection = std::unique_ptr<DBusConnection, CloseConnection>;

Connection connectTo(const std::string& address) {
  dbus_threads_init_default();
  DBusError error = DBUS_ERROR_INIT;
  Connection connection(dbus_connection_open_private(address.c_str(), &error));
  dbus_error_free(&error);
  if (connection) dbus_connection_set_exit_on_disconnect(connection.get(), FALSE);
  return connection;
}

std::string senderOf(DBusMessage& message) {
  const char* const sender = dbus_message_get_sender(&message);
  return sender == nullptr ? "" : sender;
}

/// The first argument, if it is a string or an object path.
std::string firstText(DBusMessage& message) {
  DBusMessageIter arguments;
  if (dbus_message_iter_init(&message, &arguments) == FALSE) return "";
  const int type = dbus_message_iter_get_arg_type(&arguments);
  if (type != DBUS_TYPE_STRING && type != DBUS_TYPE_OBJECT_PATH) return "";
  const char* text = "";
  dbus_message_iter_get_basic(&arguments, &text);
  return text;
}

}  // namespace

std::string sessionBusAddress() {
  if (const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS"); address != nullptr && *address != 0)
    return address;
  const char* const folder = std::getenv("XDG_RUNTIME_DIR");
  if (folder == nullptr || *folder != '/') return "";
  const std::string socket = std::string(folder) + "/bus";
  std::error_code unknown;
  return std::filesystem::is_socket(socket, unknown) ? "unix:path=" + socket : "";
}

/// What the window and the thread tell each other.
struct PortalDialog::Mailbox {
  Mailbox() : wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~Mailbox() {
    if (wake >= 0) ::close(wake);
  }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  void wakeThread() const {
    constexpr std::uint64_t kOne = 1;
    [[maybe_unused]] const auto written = ::write(wake, &kOne, sizeof kOne);
  }
  void sleepAgain() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto read = ::read(wake, &count, sizeof count);
  }

  const int wake;
  std::atomic<bool> offered = false;
  std::mutex mutex;  // of what follows
  std::optional<FileDialog> asked;
  int serial = 0;  // of the last dialog that was asked for
  std::optional<DialogAnswer> answer;
};

/// The connection, and the thread that alone uses it.
class PortalDialog::Bus {
 public:
  Bus(std::string address, std::chrono::milliseconds patience, Mailbox& mailbox)
      : patience_(patience),
        mailbox_(mailbox),
        thread_([this, address = std::move(address)](const std::stop_token& stop) { run(address, stop); }) {}
  ~Bus() {
    thread_.request_stop();
    mailbox_.wakeThread();
  }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;

 private:
  struct Open {
    int serial = 0;             // Mailbox::serial
    dbus_uint32_t call = 0;     // of OpenFile
    std::string path;           // of its request
    bool taken = false;         // the portal has answered the call
    Clock::time_point until{};  // it must have by then
  };

  void run(const std::string& address, const std::stop_token& stop) {
    connection_ = connectTo(address);
    if (connection_) {
      hello_ = send(
          PortalMessage(dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "Hello")));
    }
    while (!stop.stop_requested()) {
      readMessages();
      showAsked();
      if (open_ && !open_->taken && Clock::now() >= open_->until) giveUp();
      sleep();
    }
  }

  dbus_uint32_t send(PortalMessage message) {
    dbus_uint32_t serial = 0;
    if (message) dbus_connection_send(connection_.get(), message.get(), &serial);
    return serial;
  }

  void match(const char* rule) {
    PortalMessage call(
        dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "AddMatch"));
    if (!call) return;
    dbus_message_append_args(call.get(), DBUS_TYPE_STRING, &rule, DBUS_TYPE_INVALID);
    dbus_message_set_no_reply(call.get(), TRUE);
    send(std::move(call));
  }

  void readMessages() {
    if (!connection_) return;
    dbus_connection_read_write(connection_.get(), 0);
    while (PortalMessage message{dbus_connection_pop_message(connection_.get())}) handle(*message);
    if (dbus_connection_get_is_connected(connection_.get()) == TRUE) return;
    connection_.reset();
    portalIsGone();
  }

  void handle(DBusMessage& message) {
    const dbus_uint32_t repliesTo = dbus_message_get_reply_serial(&message);
    const bool succeeded = dbus_message_get_type(&message) == DBUS_MESSAGE_TYPE_METHOD_RETURN;
    if (dbus_message_is_signal(&message, kPortalRequest, "Response") == TRUE) return handleResponse(message);
    if (dbus_message_is_signal(&message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") == TRUE) return handleOwner(message);
    if (repliesTo == 0) return;
    if (repliesTo == hello_ && succeeded) return greet(firstText(message));
    if (repliesTo == version_ && succeeded) {
      portal_ = senderOf(message);
      mailbox_.offered = true;
    }
    if (open_ && repliesTo == open_->call)
      handleTaken(message, succeeded);
    else if (repliesTo == missed_ && succeeded)
      send(closeCall(firstText(message)));  // a dialog that comes after the browser
  }

  void greet(const std::string& name) {
    name_ = name;
    match("type='signal',sender='org.freedesktop.portal.Desktop',interface='org.freedesktop.portal.Request'");
    match(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
        "arg0='org.freedesktop.portal.Desktop'");
    version_ = send(versionCall());
  }

  /// The portal was started again, or ended.
  void handleOwner(DBusMessage& message) {
    const char *name = "", *before = "", *after = "";
    if (senderOf(message) != DBUS_SERVICE_DBUS ||
        dbus_message_get_args(&message, nullptr, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &before, DBUS_TYPE_STRING,
                              &after, DBUS_TYPE_INVALID) == FALSE)
      return;
    if (portal_ == after) return;
    portalIsGone();
    if (*after != 0) version_ = send(versionCall());
  }

  void portalIsGone() {
    if (portal_.empty() && connection_) return;
    portal_.clear();
    mailbox_.offered = false;
    if (open_) answer({.kind = open_->taken ? DialogAnswer::Kind::Canceled : DialogAnswer::Kind::Missed, .paths = {}});
  }

  /// Portals before version 0.9 choose the path of the request themselves.
  void handleTaken(DBusMessage& message, bool succeeded) {
    if (!succeeded) return answer({.kind = DialogAnswer::Kind::Missed, .paths = {}});
    open_->taken = true;
    if (std::string path = firstText(message); !path.empty()) open_->path = std::move(path);
  }

  void handleResponse(DBusMessage& message) {
    const char* const path = dbus_message_get_path(&message);
    if (open_ && path != nullptr && open_->path == path && senderOf(message) == portal_) answer(answerOf(message));
  }

  void giveUp() {
    missed_ = open_->call;
    send(closeCall(open_->path));
    answer({.kind = DialogAnswer::Kind::Missed, .paths = {}});
  }

  /// Ends the open dialog; its answer counts unless another one was asked for.
  void answer(DialogAnswer answer) {
    const int serial = std::exchange(open_, std::nullopt)->serial;
    const std::lock_guard lock(mailbox_.mutex);
    if (serial == mailbox_.serial) mailbox_.answer = std::move(answer);
  }

  void showAsked() {
    std::optional<FileDialog> asked;
    int serial = 0;
    {
      const std::lock_guard lock(mailbox_.mutex);
      asked = std::exchange(mailbox_.asked, std::nullopt);
      serial = mailbox_.serial;
    }
    if (!asked) return;
    if (open_) send(closeCall(open_->path));
    open_ = Open{.serial = serial, .call = 0, .path = {}, .taken = false, .until = Clock::now() + patience_};
    if (portal_.empty()) return answer({.kind = DialogAnswer::Kind::Missed, .paths = {}});
    const std::string token = "crossfade" + std::to_string(serial);
    open_->path = requestPath(name_, token);
    open_->call = send(openFileCall(*asked, token));
  }

  /// Until there is something to read, to write or to show.
  void sleep() const {
    pollfd files[2] = {{.fd = mailbox_.wake, .events = POLLIN, .revents = 0}, {.fd = -1, .events = 0, .revents = 0}};
    constexpr int kWhileGreeting = 50;  // milliseconds; libdbus does not say when it has to write during authentication
    int milliseconds = -1;
    if (connection_ && dbus_connection_get_unix_fd(connection_.get(), &files[1].fd) == TRUE) {
      files[1].events = POLLIN;
      if (dbus_connection_get_is_authenticated(connection_.get()) == FALSE)
        milliseconds = kWhileGreeting;
      else if (dbus_connection_has_messages_to_send(connection_.get()) == TRUE)
        files[1].events |= POLLOUT;
    }
    if (open_ && !open_->taken) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(open_->until - Clock::now());
      milliseconds = static_cast<int>(std::max<std::int64_t>(0, left.count()));
    }
    ::poll(files, 2, milliseconds);
    mailbox_.sleepAgain();
  }

  const std::chrono::milliseconds patience_;
  Mailbox& mailbox_;
  Connection connection_;
  std::string name_;                       // of this connection on the bus
  std::string portal_;                     // the portal's connection; empty: there is none
  dbus_uint32_t hello_ = 0, version_ = 0;  // calls
  dbus_uint32_t missed_ = 0;               // the last call that was not taken in time
  std::optional<Open> open_;
  std::jthread thread_;  // last: it uses all of the above
};

PortalDialog::PortalDialog(std::string busAddress, std::chrono::milliseconds patience)
    : mailbox_(std::make_unique<Mailbox>()) {
  if (!busAddress.empty() && mailbox_->wake >= 0)  // else nothing would wake the thread
    bus_ = std::make_unique<Bus>(std::move(busAddress), patience, *mailbox_);
}

PortalDialog::~PortalDialog() = default;

bool PortalDialog::isOffered() const { return mailbox_->offered; }

void PortalDialog::show(FileDialog dialog) {
  {
    const std::lock_guard lock(mailbox_->mutex);
    ++mailbox_->serial;
    mailbox_->asked = std::move(dialog);
    mailbox_->answer.reset();
    if (!bus_) mailbox_->answer = DialogAnswer{.kind = DialogAnswer::Kind::Missed, .paths = {}};
  }
  mailbox_->wakeThread();
}

std::optional<DialogAnswer> PortalDialog::poll() {
  const std::unique_lock lock(mailbox_->mutex, std::try_to_lock);
  return lock ? std::exchange(mailbox_->answer, std::nullopt) : std::nullopt;
}

}  // namespace app
