#include "tests/app/host/window/drag_and_drop.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <chrono>
#include <string>
#include <thread>

namespace test {
namespace {

constexpr auto kTimeout = std::chrono::seconds(60);

/// Another program: a window that is never shown, from which files are dragged.
class Desktop {
 public:
  Desktop() : display_(XOpenDisplay(nullptr)) {
    if (display_ == nullptr) return;
    root_ = DefaultRootWindow(display_);
    window_ = XCreateSimpleWindow(display_, root_, 0, 0, 1, 1, 0, 0, 0);
  }
  ~Desktop() {
    if (display_ != nullptr) XCloseDisplay(display_);
  }
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  bool drop(const std::string& uris, int x, int y) {
    if (display_ == nullptr || !findTarget()) return false;
    uris_ = uris;
    XSetSelectionOwner(display_, atom("XdndSelection"), window_, CurrentTime);
    constexpr long kVersion = 5L << 24;
    send("XdndEnter", kVersion, static_cast<long>(atom("text/uri-list")), 0, 0);
    send("XdndPosition", 0, (static_cast<long>(x) << 16) | y, CurrentTime, static_cast<long>(atom("XdndActionCopy")));
    if (!serveUntil("XdndStatus")) return false;
    send("XdndDrop", 0, CurrentTime, 0, 0);
    return serveUntil("XdndFinished");
  }

  bool close() {
    if (display_ == nullptr || !findTarget()) return false;
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom("WM_PROTOCOLS");
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(atom("WM_DELETE_WINDOW"));
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
    return true;
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  /// The window on top that says that it takes drops.
  bool findTarget() {
    Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    if (XQueryTree(display_, root_, &root, &parent, &children, &count) == 0) return false;
    for (unsigned i = 0; i < count; ++i)
      if (takesDrops(children[i])) target_ = children[i];
    if (children != nullptr) XFree(children);
    return target_ != 0;
  }

  bool takesDrops(Window window) {
    Atom type = None;
    int format = 0;
    unsigned long items = 0, left = 0;
    unsigned char* value = nullptr;
    const int read = XGetWindowProperty(display_, window, atom("XdndAware"), 0, 1, False, XA_ATOM, &type, &format,
                                        &items, &left, &value);
    if (value != nullptr) XFree(value);
    return read == Success && type == XA_ATOM && items == 1;
  }

  void send(const char* name, long first, long second, long third, long fourth) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(name);
    event.xclient.format = 32;
    const long values[] = {static_cast<long>(window_), first, second, third, fourth};
    for (int i = 0; i < 5; ++i) event.xclient.data.l[i] = values[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  /// Hands out the files until the target sends this message.
  bool serveUntil(const char* message) {
    const auto end = std::chrono::steady_clock::now() + kTimeout;
    while (std::chrono::steady_clock::now() < end) {
      while (XPending(display_) > 0) {
        XEvent event{};
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) handOver(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == atom(message)) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  void handOver(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris_.data()), static_cast<int>(uris_.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &answer);
    XFlush(display_);
  }

  Display* display_;
  Window root_ = 0, window_ = 0, target_ = 0;
  std::string uris_;
};

}  // namespace

bool dropFiles(const std::vector<std::filesystem::path>& files, int x, int y) {
  std::string uris;
  for (const std::filesystem::path& file : files) uris += "file://" + std::filesystem::absolute(file).string() + "\r\n";
  return Desktop().drop(uris, x, y);
}

bool closeWindow() { return Desktop().close(); }

}  // namespace test
