#include "tests/app/wayland/wayland_desktop.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wayland-client.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

namespace test {
namespace {

namespace fs = std::filesystem;

// virtual-keyboard-unstable-v1 and wlr-virtual-pointer-unstable-v1, as far as they are used here: Debian has no files
// of them to generate this from. A request has a signature and the interface of each of its arguments.
const wl_interface* kNumbers[] = {nullptr, nullptr, nullptr, nullptr, nullptr};

constexpr std::uint32_t kKeymap = 0, kKey = 1, kModifiers = 2;
const wl_message kKeyboardRequests[] = {
    {"keymap", "uhu", kNumbers}, {"key", "uuu", kNumbers}, {"modifiers", "uuuu", kNumbers}};
const wl_interface kKeyboard = {"zwp_virtual_keyboard_v1", 1, 3, kKeyboardRequests, 0, nullptr};
const wl_interface* kNewKeyboard[] = {&wl_seat_interface, &kKeyboard};
const wl_message kCreateKeyboard = {"create_virtual_keyboard", "on", kNewKeyboard};
const wl_interface kKeyboardManager = {"zwp_virtual_keyboard_manager_v1", 1, 1, &kCreateKeyboard, 0, nullptr};

constexpr std::uint32_t kMotionAbsolute = 1, kButton = 2, kFrame = 4, kAxisSource = 5, kAxisDiscrete = 7;
const wl_message kPointerRequests[] = {{"motion", "uff", kNumbers},   {"motion_absolute", "uuuuu", kNumbers},
                                       {"button", "uuu", kNumbers},   {"axis", "uuf", kNumbers},
                                       {"frame", "", kNumbers},       {"axis_source", "u", kNumbers},
                                       {"axis_stop", "uu", kNumbers}, {"axis_discrete", "uufi", kNumbers}};
const wl_interface kPointer = {"zwlr_virtual_pointer_v1", 1, 8, kPointerRequests, 0, nullptr};
const wl_interface* kNewPointer[] = {&wl_seat_interface, &kPointer};
const wl_message kCreatePointer = {"create_virtual_pointer", "?on", kNewPointer};
const wl_interface kPointerManager = {"zwlr_virtual_pointer_manager_v1", 1, 1, &kCreatePointer, 0, nullptr};

constexpr std::string_view kUsKeymap =
    "xkb_keymap { xkb_keycodes { include \"evdev+aliases(qwerty)\" }; xkb_types { include \"complete\" }; "
    "xkb_compat { include \"complete\" }; xkb_symbols { include \"pc+us+inet(evdev)\" }; };";
constexpr std::uint32_t kControlBit = 1u << 2;

std::uint32_t milliseconds() {
  using namespace std::chrono;
  return static_cast<std::uint32_t>(
      duration_cast<std::chrono::milliseconds>(steady_clock::now().time_since_epoch()).count());
}

void setOrUnset(const char* name, const std::string& value) {
  if (value.empty())
    unsetenv(name);
  else
    setenv(name, value.c_str(), 1);
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The socket of a folder whose name starts like that; empty after 20 seconds.
std::string waitForSocket(const fs::path& folder, std::string_view start) {
  for (int i = 0; i < 2000; ++i) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(start) && entry.is_socket()) return name;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

constexpr std::array kVariables = {"XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "SWAYSOCK"};

}  // namespace

/// A client that is the keyboard and the mouse.
struct WaylandDesktop::Input {
  wl_display* display = wl_display_connect(nullptr);
  wl_seat* seat = nullptr;
  wl_proxy* keyboardManager = nullptr;
  wl_proxy* pointerManager = nullptr;
  wl_proxy* keyboard = nullptr;
  wl_proxy* pointer = nullptr;

  Input() {
    if (display == nullptr) return;
    static constexpr wl_registry_listener kListener = {
        .global = [](void* self, wl_registry* registry, std::uint32_t name, const char* interface,
                     std::uint32_t) { static_cast<Input*>(self)->bind(registry, name, interface); },
        .global_remove = [](void*, wl_registry*, std::uint32_t) {}};
    wl_registry_add_listener(wl_display_get_registry(display), &kListener, this);
    wl_display_roundtrip(display);
    if (seat == nullptr || keyboardManager == nullptr || pointerManager == nullptr) return;
    keyboard = wl_proxy_marshal_flags(keyboardManager, 0, &kKeyboard, 1, 0, seat, nullptr);
    pointer = wl_proxy_marshal_flags(pointerManager, 0, &kPointer, 1, 0, seat, nullptr);
    const int file = memfd_create("keymap", MFD_CLOEXEC);
    const bool written = write(file, kUsKeymap.data(), kUsKeymap.size() + 1) > 0;
    if (written) send(keyboard, kKeymap, 1u, file, static_cast<std::uint32_t>(kUsKeymap.size() + 1));
    close(file);
  }
  ~Input() {
    if (display != nullptr) wl_display_disconnect(display);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  void bind(wl_registry* registry, std::uint32_t name, std::string_view interface) {
    const auto as = [&](const wl_interface& wanted) {
      return static_cast<wl_proxy*>(wl_registry_bind(registry, name, &wanted, 1));
    };
    if (interface == wl_seat_interface.name) seat = reinterpret_cast<wl_seat*>(as(wl_seat_interface));
    if (interface == kKeyboardManager.name) keyboardManager = as(kKeyboardManager);
    if (interface == kPointerManager.name) pointerManager = as(kPointerManager);
  }
  template <class... Arguments>
  void send(wl_proxy* to, std::uint32_t request, Arguments... arguments) {
    wl_proxy_marshal_flags(to, request, nullptr, 1, 0, arguments...);
    if (to == pointer) wl_proxy_marshal_flags(pointer, kFrame, nullptr, 1, 0);
    wl_display_roundtrip(display);
  }
};

bool canTestWayland() {
  void* const glfw = dlopen("libglfw.so.3", RTLD_LAZY);
  return glfw != nullptr && dlsym(glfw, "glfwGetWaylandDisplay") != nullptr &&
         std::system("command -v sway >/dev/null && command -v swaymsg >/dev/null") == 0;
}

WaylandDesktop::WaylandDesktop(int width, int height) : width_(width), height_(height) {
  for (std::size_t i = 0; i < kVariables.size(); ++i) before_[i] = variable(kVariables[i]);
  if (!canTestWayland()) return;
  const fs::path config =
      folder_.write("config", "output HEADLESS-1 resolution " + std::to_string(width) + "x" + std::to_string(height) +
                                  "\nxwayland disable\ndefault_border none\n");
  setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
  unsetenv("WAYLAND_DISPLAY");
  process_ = fork();
  if (process_ == 0) {
    setenv("WLR_BACKENDS", "headless", 1);
    setenv("WLR_LIBINPUT_NO_DEVICES", "1", 1);
    setenv("WLR_RENDERER", "pixman", 1);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    execlp("sway", "sway", "-c", config.c_str(), nullptr);
    _exit(127);
  }
  setenv("SWAYSOCK", (folder_ / waitForSocket(folder_.path(), "sway-ipc.")).c_str(), 1);
  setenv("WAYLAND_DISPLAY", waitForSocket(folder_.path(), "wayland-").c_str(), 1);
  setenv("XDG_SESSION_TYPE", "wayland", 1);
  auto input = std::make_unique<Input>();
  if (input->keyboard != nullptr) input_ = std::move(input);
}

WaylandDesktop::~WaylandDesktop() {
  kill();
  for (std::size_t i = 0; i < kVariables.size(); ++i) setOrUnset(kVariables[i], before_[i]);
}

void WaylandDesktop::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

bool WaylandDesktop::command(const std::string& words) const {
  return std::system(("swaymsg -q '" + words + "'").c_str()) == 0;
}

std::string WaylandDesktop::tree() const { return said("swaymsg -t get_tree"); }

std::string WaylandDesktop::said(const std::string& program) const {
  std::string text;
  FILE* const pipe = popen(program.c_str(), "r");
  for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) text.push_back(static_cast<char>(c));
  if (pipe != nullptr) pclose(pipe);
  return text;
}

void WaylandDesktop::moveMouse(int x, int y) {
  input_->send(input_->pointer, kMotionAbsolute, milliseconds(), static_cast<std::uint32_t>(x),
               static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(width_), static_cast<std::uint32_t>(height_));
}

void WaylandDesktop::pressMouse(bool down) {
  input_->send(input_->pointer, kButton, milliseconds(), std::uint32_t{BTN_LEFT}, std::uint32_t{down});
}

void WaylandDesktop::turnWheel(int notches) {
  input_->send(input_->pointer, kAxisSource, std::uint32_t{WL_POINTER_AXIS_SOURCE_WHEEL});
  input_->send(input_->pointer, kAxisDiscrete, milliseconds(), std::uint32_t{WL_POINTER_AXIS_VERTICAL_SCROLL},
               wl_fixed_from_int(-15 * notches), -notches);
}

void WaylandDesktop::typeKey(std::uint32_t key, bool withControl) {
  const auto press = [this](std::uint32_t code, bool down) {
    input_->send(input_->keyboard, kKey, milliseconds(), code, std::uint32_t{down});
  };
  const auto hold = [this](std::uint32_t modifiers) {
    input_->send(input_->keyboard, kModifiers, modifiers, 0u, 0u, 0u);
  };
  if (withControl) press(KEY_LEFTCTRL, true), hold(kControlBit);
  press(key, true);
  press(key, false);
  if (withControl) press(KEY_LEFTCTRL, false), hold(0);
}

}  // namespace test
