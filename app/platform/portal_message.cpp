#include "app/platform/portal_message.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
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

}  // namespace app
