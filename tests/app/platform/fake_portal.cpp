#include "tests/app/platform/fake_portal.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <utility>

extern char** environ;

namespace test {
namespace {

constexpr const char* kName = "org.freedesktop.portal.Desktop";
constexpr const char* kRequest = "org.freedesktop.portal.Request";

std::string configuration(const std::string& socket) {
  return "<busconfig><type>session</type><listen>unix:path=" + socket +
         "</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow receive_sender=\"*\"/>"
         "<allow own=\"*\"/></policy></busconfig>";
}

std::string textOf(DBusMessageIter& value) {
  const char* text = "";
  if (dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_STRING) dbus_message_iter_get_basic(&value, &text);
  return text;
}

/// Calls `visit` with each element of a container.
template <class Visit>
void forEach(DBusMessageIter& container, Visit visit) {
  DBusMessageIter element;
  dbus_message_iter_recurse(&container, &element);
  for (; dbus_message_iter_get_arg_type(&element) != DBUS_TYPE_INVALID; dbus_message_iter_next(&element))
    visit(element);
}

std::vector<std::string> patternsOf(DBusMessageIter& filters) {
  std::vector<std::string> found;
  forEach(filters, [&](DBusMessageIter& filter) {
    DBusMessageIter member;
    dbus_message_iter_recurse(&filter, &member);
    dbus_message_iter_next(&member);
    forEach(member, [&](DBusMessageIter& pattern) {
      DBusMessageIter part;
      dbus_message_iter_recurse(&pattern, &part);
      dbus_message_iter_next(&part);
      found.push_back(textOf(part));
    });
  });
  return found;
}

/// "/org/freedesktop/portal/desktop/request/1_42/TOKEN", as the documentation says.
std::string requestOf(DBusMessage* call, const std::string& token) {
  std::string sender = dbus_message_get_sender(call) + 1;
  std::replace(sender.begin(), sender.end(), '.', '_');
  return "/org/freedesktop/portal/desktop/request/" + sender + "/" + token;
}

FakePortal::Call readCall(DBusMessage* message) {
  FakePortal::Call call;
  DBusMessageIter arguments;
  dbus_message_iter_init(message, &arguments);
  dbus_message_iter_next(&arguments);
  call.title = textOf(arguments);
  dbus_message_iter_next(&arguments);
  forEach(arguments, [&](DBusMessageIter& entry) {
    DBusMessageIter member, value;
    dbus_message_iter_recurse(&entry, &member);
    const std::string key = textOf(member);
    dbus_message_iter_next(&member);
    dbus_message_iter_recurse(&member, &value);
    if (key == "handle_token") call.request = requestOf(message, textOf(value));
    if (key == "filters") call.patterns = patternsOf(value);
    if (key != "current_folder") return;
    DBusMessageIter bytes;
    const char* raw = nullptr;
    int count = 0;
    dbus_message_iter_recurse(&value, &bytes);
    dbus_message_iter_get_fixed_array(&bytes, &raw, &count);
    if (count > 0) call.folder.assign(raw, static_cast<std::size_t>(count) - 1);  // without the final 0
  });
  return call;
}

void appendResults(DBusMessage* signal, std::uint32_t code, const std::vector<std::string>& uris) {
  DBusMessageIter arguments, results, entry, value, array;
  const char* const key = "uris";
  dbus_message_iter_init_append(signal, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UINT32, &code);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &results);
  if (code == 0) {
    dbus_message_iter_open_container(&results, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &value);
    dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "s", &array);
    for (const std::string& uri : uris) {
      const char* const raw = uri.c_str();
      dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &raw);
    }
    dbus_message_iter_close_container(&value, &array);
    dbus_message_iter_close_container(&entry, &value);
    dbus_message_iter_close_container(&results, &entry);
  }
  dbus_message_iter_close_container(&arguments, &results);
}

void sendAndForget(DBusConnection* connection, DBusMessage* message) {
  dbus_connection_send(connection, message, nullptr);
  dbus_message_unref(message);
}

void sendVersion(DBusConnection* connection, DBusMessage* call) {
  DBusMessage* reply = dbus_message_new_method_return(call);
  DBusMessageIter arguments, value;
  const std::uint32_t version = 4;
  dbus_message_iter_init_append(reply, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_VARIANT, "u", &value);
  dbus_message_iter_append_basic(&value, DBUS_TYPE_UINT32, &version);
  dbus_message_iter_close_container(&arguments, &value);
  sendAndForget(connection, reply);
}

}  // namespace

PrivateBus::PrivateBus() {
  const std::string socket = (folder_ / "bus").string();
  const std::string file = "--config-file=" + folder_.write("bus.conf", configuration(socket)).string();
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  const char* const arguments[] = {"dbus-daemon", file.c_str(), "--nofork", "--nopidfile", "--print-address", nullptr};
  const int failed = posix_spawnp(&process_, arguments[0], &actions, nullptr, const_cast<char**>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  char first = 0;
  if (failed != 0)
    process_ = -1;
  else if (::read(ends[0], &first, 1) == 1)  // it prints the address once it listens
    address_ = "unix:path=" + socket;
  ::close(ends[0]);
}

PrivateBus::~PrivateBus() {
  if (process_ <= 0) return;
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

FakePortal::FakePortal(const std::string& address) {
  dbus_threads_init_default();
  connection_ = dbus_connection_open_private(address.c_str(), nullptr);
  dbus_connection_set_exit_on_disconnect(connection_, FALSE);
  dbus_bus_register(connection_, nullptr);
  dbus_bus_request_name(connection_, kName, DBUS_NAME_FLAG_DO_NOT_QUEUE, nullptr);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

FakePortal::~FakePortal() {
  thread_.request_stop();
  thread_.join();
  for (DBusMessage* call : held_) dbus_message_unref(call);
  dbus_connection_close(connection_);
  dbus_connection_unref(connection_);
}

void FakePortal::answer(Mode mode, std::vector<std::string> uris) {
  const std::lock_guard lock(mutex_);
  mode_ = mode;
  uris_ = std::move(uris);
}

std::vector<FakePortal::Call> FakePortal::calls() {
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::vector<std::string> FakePortal::closed() {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void FakePortal::run(const std::stop_token& stop) {
  constexpr int kMilliseconds = 5;
  while (!stop.stop_requested() && dbus_connection_read_write(connection_, kMilliseconds) == TRUE) {
    const std::lock_guard lock(mutex_);
    while (DBusMessage* message = dbus_connection_pop_message(connection_)) {
      handle(message);
      dbus_message_unref(message);
    }
    if (mode_ == Mode::KeepsSilent) continue;
    for (DBusMessage* call : std::exchange(held_, {})) {
      respond(call);
      dbus_message_unref(call);
    }
  }
}

void FakePortal::handle(DBusMessage* message) {
  if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "Get") == TRUE) sendVersion(connection_, message);
  if (dbus_message_is_method_call(message, kRequest, "Close") == TRUE)
    closed_.emplace_back(dbus_message_get_path(message));
  if (dbus_message_is_method_call(message, "org.freedesktop.portal.FileChooser", "OpenFile") == FALSE) return;
  calls_.push_back(readCall(message));
  held_.push_back(dbus_message_ref(message));
}

void FakePortal::respond(DBusMessage* call) {
  const std::string request = readCall(call).request;
  const char* const path = request.c_str();
  DBusMessage* reply = dbus_message_new_method_return(call);
  dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID);
  sendAndForget(connection_, reply);
  DBusMessage* signal = dbus_message_new_signal(path, kRequest, "Response");
  dbus_message_set_destination(signal, dbus_message_get_sender(call));
  appendResults(signal, mode_ == Mode::Chooses ? 0 : 1, uris_);
  sendAndForget(connection_, signal);
}

}  // namespace test
