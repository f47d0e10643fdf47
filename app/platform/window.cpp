#include "app/platform/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <poll.h>
#include <wayland-client.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/input/input_queue.h"

namespace app {

namespace {

constexpr const char* kDesktopFile = "org.crossfade.Crossfade";
constexpr const char* kX11Class = "Crossfade";  // StartupWMClass of the desktop file
constexpr double kHiddenFrame = 0.1;            // seconds between frames that nobody sees

// ---- What differs between the versions of GLFW that we build with: 3.3 (Debian 12), for X11 or for Wayland, and 3.4
// (Debian 13), which chooses when it starts. Code elsewhere tests no version.

/// Looked up by name: GLFW 3.3 has only the functions of the system that it was built for, and 3.4 has all of them.
template <class Function>
Function* glfwFunction(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

/// The connection to a Wayland compositor; null under X11. Call it after glfwInit.
wl_display* waylandDisplay() {
  auto* const display = glfwFunction<wl_display*()>("glfwGetWaylandDisplay");
  return display == nullptr ? nullptr : display();
}

/// Null under X11.
wl_surface* waylandSurface(GLFWwindow* window) {
  auto* const surface = glfwFunction<wl_surface*(GLFWwindow*)>("glfwGetWaylandWindow");
  return surface == nullptr ? nullptr : surface(window);
}

/// The number of the window; 0 under Wayland.
unsigned long x11Window(GLFWwindow* window) {
  auto* const number = glfwFunction<unsigned long(GLFWwindow*)>("glfwGetX11Window");
  return number == nullptr ? 0 : number(window);
}

/// Under Wayland, names the desktop file that has the icon of the next window.
void hintDesktopFile([[maybe_unused]] const char* name) {
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, name);
#endif
}

// ---- What GLFW leaves to its users under Wayland: when to draw the next frame, and whether the compositor is still
// there.

/// Of one window, which outlives it. GLFW, which reads the events, is polled meanwhile.
class WaylandSurface {
 public:
  WaylandSurface(wl_display& display, wl_surface& surface) : display_(display), surface_(surface) {}
  ~WaylandSurface() { forgetCallback(); }
  WaylandSurface(const WaylandSurface&) = delete;
  WaylandSurface& operator=(const WaylandSurface&) = delete;

  /// The compositor closed the connection. Nothing more arrives, and GLFW 3.4 may hang in its next poll: it waits for
  /// the queued events to be handled, and after an error libwayland handles none.
  bool isLost() const {
    if (wl_display_get_error(&display_) != 0) return true;
    pollfd connection{.fd = wl_display_get_fd(&display_), .events = 0, .revents = 0};
    return ::poll(&connection, 1, 0) > 0;  // without events: only if the other end is closed, or on an error
  }

  /// Asks the compositor to say when it has a use for the frame after the next one that is shown.
  void requestFrame() {
    if (awaitsFrame()) return;
    static constexpr wl_callback_listener kListener = {
        .done = [](void* self, wl_callback*, std::uint32_t) { static_cast<WaylandSurface*>(self)->forgetCallback(); }};
    callback_ = wl_surface_frame(&surface_);
    if (callback_ != nullptr) wl_callback_add_listener(callback_, &kListener, this);
  }
  /// It has not said so yet. A compositor says nothing while the window is hidden.
  bool awaitsFrame() const { return callback_ != nullptr; }

 private:
  void forgetCallback() {
    if (wl_callback* const callback = std::exchange(callback_, nullptr)) wl_callback_destroy(callback);
  }

  wl_display& display_;
  wl_surface& surface_;
  wl_callback* callback_ = nullptr;
};

// ---- The window itself.

/// Events on their way from GLFW's callbacks to a frame. GLFW does not say when an event happened, only that it arrived
/// after the previous poll.
struct Inbox {
  InputQueue queue;
  double polled = 0;  // when the last poll began, glfwGetTime
  std::optional<WaylandSurface> wayland;

  bool isLost() const { return wayland && wayland->isLost(); }
  void poll() {
    if (isLost()) return;
    const double now = glfwGetTime();
    glfwPollEvents();
    polled = now;
  }
  void wait(double seconds) {
    poll();
    if (queue.empty() && !isLost()) glfwWaitEventsTimeout(seconds);
  }
  /// Vertical sync under Wayland. OpenGL's own would wait for as long as the window is hidden.
  void waitForFrame() {
    if (!wayland) return;
    const double end = glfwGetTime() + kHiddenFrame;
    while (wayland->awaitsFrame() && !isLost() && glfwGetTime() < end) {
      glfwWaitEventsTimeout(std::max(end - glfwGetTime(), 0.001));
      poll();
    }
    wayland->requestFrame();
  }
  EventTime now() const { return {.earliest = polled, .latest = glfwGetTime()}; }
};

}  // namespace

struct Window::State {
  GLFWwindow* window = nullptr;
  std::string title;
  Inbox inbox;
  InputFrame frame;

  void use(GLFWwindow* opened);

  ~State() {
    inbox.wayland.reset();
    if (window != nullptr) glfwDestroyWindow(window);
    glfwTerminate();
  }
};

namespace {

std::string lastGlfwError() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description != nullptr ? description : "GLFW gives no reason";
}

Key offset(Key first, int by) { return static_cast<Key>(static_cast<int>(first) + by); }

// Letters, digits, and function keys are ranges in GLFW, too.
constexpr std::array kKeys = {std::pair{GLFW_KEY_LEFT, Key::Left},
                              std::pair{GLFW_KEY_RIGHT, Key::Right},
                              std::pair{GLFW_KEY_UP, Key::Up},
                              std::pair{GLFW_KEY_DOWN, Key::Down},
                              std::pair{GLFW_KEY_HOME, Key::Home},
                              std::pair{GLFW_KEY_END, Key::End},
                              std::pair{GLFW_KEY_PAGE_UP, Key::PageUp},
                              std::pair{GLFW_KEY_PAGE_DOWN, Key::PageDown},
                              std::pair{GLFW_KEY_SPACE, Key::Space},
                              std::pair{GLFW_KEY_ENTER, Key::Enter},
                              std::pair{GLFW_KEY_KP_ENTER, Key::KeypadEnter},
                              std::pair{GLFW_KEY_ESCAPE, Key::Escape},
                              std::pair{GLFW_KEY_TAB, Key::Tab},
                              std::pair{GLFW_KEY_BACKSPACE, Key::Backspace},
                              std::pair{GLFW_KEY_INSERT, Key::Insert},
                              std::pair{GLFW_KEY_DELETE, Key::Delete},
                              std::pair{GLFW_KEY_COMMA, Key::Comma},
                              std::pair{GLFW_KEY_PERIOD, Key::Period},
                              std::pair{GLFW_KEY_SLASH, Key::Slash},
                              std::pair{GLFW_KEY_MINUS, Key::Minus},
                              std::pair{GLFW_KEY_EQUAL, Key::Equal},
                              std::pair{GLFW_KEY_LEFT_BRACKET, Key::LeftBracket},
                              std::pair{GLFW_KEY_RIGHT_BRACKET, Key::RightBracket},
                              std::pair{GLFW_KEY_GRAVE_ACCENT, Key::GraveAccent},
                              std::pair{GLFW_KEY_BACKSLASH, Key::Backslash},
                              std::pair{GLFW_KEY_MENU, Key::Menu},
                              std::pair{GLFW_KEY_LEFT_SHIFT, Key::LeftShift},
                              std::pair{GLFW_KEY_RIGHT_SHIFT, Key::RightShift},
                              std::pair{GLFW_KEY_LEFT_CONTROL, Key::LeftControl},
                              std::pair{GLFW_KEY_RIGHT_CONTROL, Key::RightControl},
                              std::pair{GLFW_KEY_LEFT_ALT, Key::LeftAlt},
                              std::pair{GLFW_KEY_RIGHT_ALT, Key::RightAlt},
                              std::pair{GLFW_KEY_LEFT_SUPER, Key::LeftSuper},
                              std::pair{GLFW_KEY_RIGHT_SUPER, Key::RightSuper}};

Key keyOf(int code) {
  if (code >= GLFW_KEY_A && code <= GLFW_KEY_Z) return offset(Key::A, code - GLFW_KEY_A);
  if (code >= GLFW_KEY_0 && code <= GLFW_KEY_9) return offset(Key::Digit0, code - GLFW_KEY_0);
  if (code >= GLFW_KEY_F1 && code <= GLFW_KEY_F12) return offset(Key::F1, code - GLFW_KEY_F1);
  const auto found =
      std::find_if(kKeys.begin(), kKeys.end(), [code](const auto& entry) { return entry.first == code; });
  return found == kKeys.end() ? Key::Unknown : found->second;
}

Inbox& inboxOf(GLFWwindow* window) { return *static_cast<Inbox*>(glfwGetWindowUserPointer(window)); }

MouseMoved inPixels(GLFWwindow* window, double x, double y) {
  int width = 0, height = 0, pixelWidth = 0, pixelHeight = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixelWidth, &pixelHeight);
  return {.x = width > 0 ? x * pixelWidth / width : x, .y = height > 0 ? y * pixelHeight / height : y};
}

void collectEvents(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { inboxOf(w).queue.push(inPixels(w, x, y)); });
  glfwSetCursorEnterCallback(
      window, [](GLFWwindow* w, int entered) { inboxOf(w).queue.push(MouseEntered{entered == GLFW_TRUE}); });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    static_assert(GLFW_MOUSE_BUTTON_LEFT == 0 && GLFW_MOUSE_BUTTON_RIGHT == 1 && GLFW_MOUSE_BUTTON_MIDDLE == 2);
    if (button < 0 || button >= static_cast<int>(kMouseButtonCount)) return;
    Inbox& inbox = inboxOf(w);
    inbox.queue.push(ButtonChanged{static_cast<MouseButton>(button), action == GLFW_PRESS, inbox.now()});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) { inboxOf(w).queue.push(WheelScrolled{x, y}); });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int code, int, int action, int) {
    const Key key = keyOf(code);
    if (key != Key::Unknown) inboxOf(w).queue.push(KeyChanged{key, action != GLFW_RELEASE, action == GLFW_REPEAT});
  });
  glfwSetCharCallback(window,
                      [](GLFWwindow* w, unsigned int codepoint) { inboxOf(w).queue.push(TextTyped{codepoint}); });
  const auto changed = [](GLFWwindow* w) { inboxOf(w).queue.push(WindowChanged{}); };
  glfwSetWindowRefreshCallback(window, changed);
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { inboxOf(w).queue.push(WindowChanged{}); });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { inboxOf(w).queue.push(WindowChanged{}); });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    inboxOf(w).queue.push(PathsDropped{std::vector<std::string>(paths, paths + count)});
  });
}

GLFWwindow* createWindow(const WindowOptions& options, int contextApi) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_CREATION_API, contextApi);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // where the driver can: Renderer::wasReset
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, 0);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  hintDesktopFile(kDesktopFile);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, kX11Class);
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, kX11Class);
  GLFWwindow* const window = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  if (window) glfwSetWindowSizeLimits(window, kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  return window;
}

crossfade::Result<GLFWwindow*> openWindow(const WindowOptions& options) {
  if (GLFWwindow* const window = createWindow(options, GLFW_NATIVE_CONTEXT_API)) return window;
  const std::string reason = lastGlfwError();
  if (GLFWwindow* const window = createWindow(options, GLFW_EGL_CONTEXT_API)) return window;  // X servers without GLX
  return crossfade::Error{"no window with OpenGL 4.1: " + reason};
}

// State without an event of its own is read once a frame.
void readWindowState(GLFWwindow* window, const Inbox& inbox, InputFrame& frame) {
  glfwGetFramebufferSize(window, &frame.framebufferWidth, &frame.framebufferHeight);
  float vertical = 1;
  glfwGetWindowContentScale(window, &frame.contentScale, &vertical);
  frame.isHidden = glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE ||
                   glfwGetWindowAttrib(window, GLFW_VISIBLE) == GLFW_FALSE;  // X11 keeps the size of a minimized window
  frame.shouldClose = glfwWindowShouldClose(window) == GLFW_TRUE;
  frame.displayLost = inbox.isLost();
}

/// GLFW 3.4 only says that it knows no system to open a window on.
std::string whyNoDisplay() {
  const auto isSet = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != 0;
  };
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? lastGlfwError() : "neither DISPLAY nor WAYLAND_DISPLAY is set";
}

}  // namespace

crossfade::Result<Window> Window::make(const WindowOptions& options) {
  if (glfwInit() != GLFW_TRUE) return crossfade::Error{"no window: " + whyNoDisplay()};
  auto state = std::make_unique<State>();  // its destructor calls glfwTerminate
  const auto opened = openWindow(options);
  if (!opened) return opened.error();
  state->title = options.title;
  state->use(*opened);
  return Window(std::move(state));
}

void Window::State::use(GLFWwindow* opened) {
  window = opened;
  inbox.queue = {};
  inbox.wayland.reset();
  if (wl_display* const display = waylandDisplay()) inbox.wayland.emplace(*display, *waylandSurface(window));
  frame = {};
  glfwSetWindowUserPointer(window, &inbox);
  collectEvents(window);
  glfwMakeContextCurrent(window);
  glfwSwapInterval(inbox.wayland ? 0 : 1);
  frame.mouseInside = glfwGetWindowAttrib(window, GLFW_HOVERED) == GLFW_TRUE;
}

crossfade::Result<void> Window::renew() {
  GLFWwindow* const old = state_->window;
  int x = 0, y = 0, width = 0, height = 0;
  const bool hasPosition = !state_->inbox.wayland;  // Wayland tells none, and takes none
  if (hasPosition) glfwGetWindowPos(old, &x, &y);
  glfwGetWindowSize(old, &width, &height);
  const bool isMaximized = glfwGetWindowAttrib(old, GLFW_MAXIMIZED) == GLFW_TRUE;
  const auto opened = openWindow({.title = state_->title, .width = width, .height = height});
  if (!opened) return opened.error();
  glfwSetWindowSize(*opened, width, height);  // not scaled to the monitor once more
  if (hasPosition) glfwSetWindowPos(*opened, x, y);
  if (isMaximized) glfwMaximizeWindow(*opened);
  state_->use(*opened);
  glfwDestroyWindow(old);
  return {};
}

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::Window(Window&&) noexcept = default;
Window::~Window() = default;

const InputFrame& Window::poll() {
  state_->inbox.poll();
  state_->inbox.queue.advance(state_->frame);
  readWindowState(state_->window, state_->inbox, state_->frame);
  return state_->frame;
}

const InputFrame& Window::wait(double seconds) {
  if (state_->inbox.queue.empty() && seconds > 0) state_->inbox.wait(seconds);
  return poll();
}

std::optional<std::array<double, 2>> Window::stick() const {
  for (int pad = GLFW_JOYSTICK_1; pad <= GLFW_JOYSTICK_LAST; ++pad) {
    GLFWgamepadstate state;
    if (glfwGetGamepadState(pad, &state) != GLFW_TRUE) continue;
    return std::array{static_cast<double>(state.axes[GLFW_GAMEPAD_AXIS_LEFT_X]),
                      -static_cast<double>(state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y])};
  }
  return std::nullopt;
}

void Window::swapBuffers() {
  state_->inbox.waitForFrame();
  state_->inbox.poll();  // before and after the slowest call: more polls give more exact times of clicks
  glfwSwapBuffers(state_->window);
  state_->inbox.poll();
}
void Window::setTitle(const std::string& title) {
  state_->title = title;
  glfwSetWindowTitle(state_->window, title.c_str());
}
std::string Window::clipboard() const {
  const char* const text = glfwGetClipboardString(state_->window);
  return text ? text : "";
}
void Window::setClipboard(const std::string& text) { glfwSetClipboardString(state_->window, text.c_str()); }
void Window::cancelClose() { glfwSetWindowShouldClose(state_->window, GLFW_FALSE); }

std::string Window::desktopName() const {
  const unsigned long name = x11Window(state_->window);
  char text[32] = "";
  if (name != 0) std::snprintf(text, sizeof text, "x11:%lx", name);
  return text;
}

Window::Function Window::getProcAddress(const char* name) { return glfwGetProcAddress(name); }

}  // namespace app
