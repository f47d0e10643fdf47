// A session, its interface and simulated input: what an interface test needs, without OpenGL.
#ifndef TESTS_APP_UI_STAGE_H
#define TESTS_APP_UI_STAGE_H

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <gtest/gtest.h>

#include "app/input/input_queue.h"
#include "app/ui/interface.h"
#include "app/view/bones.h"
#include "tests/app/ui/hand_made_model.h"

namespace app::test {

inline constexpr int kIdle = 0, kWalk = 1, kRun = 2;  // the clips of handMadeModel()
inline constexpr Modifiers kControl{.control = true};
inline constexpr Modifiers kControlShift{.shift = true, .control = true};

class Stage {
 public:
  explicit Stage(Model model = handMadeModel(), int pictureWidth = 1280, int pictureHeight = 720)
      : width(pictureWidth),
        height(pictureHeight),
        owned_(std::make_unique<Session>(std::move(model))),
        session(*owned_),
        interface(std::move(*Interface::make(1, Interface::Output::Nothing))) {
    interface->workspace().character.clips.sections = {true, true, true, true, true};
    frame();
    frame();  // ImGui knows a window's content from its second frame on
  }
  /// Takes over the window of `before` to show another model, or with `continues` another version of the same model.
  Stage(Model model, Stage&& before, bool continues)
      : width(before.width),
        height(before.height),
        owned_(continues ? Session::reloaded(std::move(model), std::move(before.session))
                         : std::make_unique<Session>(std::move(model), std::move(before.session))),
        session(*owned_),
        history(std::move(before.history)),
        input(std::move(before.input)),
        interface(std::move(before.interface)) {}

  /// One frame with the current input. Applies its commands and stores them, except where gestures begin and end and
  /// where the camera follows by itself. Then
  /// clears one-frame input.
  void frame(double seconds = 1.0 / 60) {
    commands.clear();
    session.advance(seconds, profiler);
    interface->beginFrame(input, width, height, seconds);
    interface->draw(session, history, commands);
    interface->endFrame();
    for (const Command& command : commands) (void)session.apply(command);
    std::erase_if(commands, [](const Command& command) {
      const auto* const camera = command.as<SetCamera>();
      return command.is<BeginGesture>() || command.is<EndGesture>() || (camera && camera->byItself);
    });
    beginNextFrame(input);
    seconds_ += std::isfinite(seconds) ? seconds : 0;
  }
  /// One frame with the next of the queued events.
  void frameOfEvents(double seconds = 1.0 / 60) {
    events.advance(input);
    frame(seconds);
  }

  UiRect rect(std::string_view id) const {
    const UiRect* found = interface->widgets().find(id);
    EXPECT_NE(found, nullptr) << "no widget " << id;
    return found ? *found : UiRect{};
  }
  bool shows(std::string_view id) const { return interface->widgets().find(id) != nullptr; }

  void pointAt(float x, float y) {
    input.mouseInside = true;
    input.mouseX = x;
    input.mouseY = y;
    frame();
  }
  void pointAt(std::string_view id, float fraction = 0.5f) {
    const UiRect at = rect(id);
    pointAt(at.x + at.width * fraction, at.centerY());
  }
  void press(MouseButton button = MouseButton::Left) { change(button, true); }
  void release(MouseButton button = MouseButton::Left) { change(button, false); }
  /// Commands of the whole click: sliders act on press, buttons on release.
  Commands click(std::string_view id, float fraction = 0.5f) {
    pointAt(id, fraction);
    press();
    Commands all = commands;
    release();
    all.insert(all.end(), commands.begin(), commands.end());
    return all;
  }
  /// Clicks the widget that opens a list or menu, and waits until it is open.
  void open(std::string_view id) {
    (void)click(id);
    frame();
    frame();
  }
  /// Commands of dragging a slider to a fraction of its width, from a little beside it.
  Commands slide(std::string_view id, float fraction) {
    const UiRect at = rect(id);
    const float to = at.x + at.width * fraction;
    pointAt(to + (fraction < 0.5f ? 12.0f : -12.0f), at.centerY());
    press();
    Commands all = commands;
    pointAt(to, at.centerY());
    all.insert(all.end(), commands.begin(), commands.end());
    release();
    all.insert(all.end(), commands.begin(), commands.end());
    return all;
  }
  /// Types into the text field of a slider that a click opens. Commands of the key that ends it.
  Commands type(std::string_view id, const std::string& text, Key end = Key::Enter) {
    (void)click(id);
    frame();
    return typeOn(text, end);
  }
  /// Types into the field that has the keyboard.
  Commands typeOn(const std::string& text, Key end = Key::Enter) {
    input.text = text;
    frame();
    frame();
    return key(end);
  }
  Commands key(Key which, Modifiers modifiers = {}) {
    input.keyPresses.push_back({which, false, modifiers});
    frame();
    return commands;
  }

  /// The tooltip that comes after a while.
  std::string hint() {
    for (int i = 0; i < 60; ++i) frame();
    return std::string(interface->widgets().hint());
  }

  /// Where a joint is in the window.
  glm::vec2 pixelOf(int joint) const {
    const UiRect view = interface->viewport(width, height, SceneKind::Character);
    const Camera& camera = session.camera();
    const auto seen = positionInPicture(projectionMatrix(camera, view.width / view.height) * viewMatrix(camera),
                                        session.posed().positionOf(joint));
    EXPECT_TRUE(seen);
    return {view.x + seen->x * view.width, view.y + seen->y * view.height};
  }

  int width;
  int height;

 private:
  std::unique_ptr<Session> owned_;

 public:
  Session& session;
  FrameHistory history;
  InputFrame input;
  InputQueue events;
  Commands commands;  // of the last frame
  FrameProfiler profiler;
  std::unique_ptr<Interface> interface;

 private:
  void change(MouseButton button, bool down) {
    events.push(ButtonChanged{button, down, {seconds_, seconds_}});
    frameOfEvents();
  }
  double seconds_ = 0;
};

/// The only command of kind T; nothing when there is none or more than one.
template <class T>
std::optional<T> only(const Commands& commands) {
  std::optional<T> found;
  for (const Command& command : commands)
    if (const T* one = command.as<T>()) {
      if (found) return std::nullopt;
      found = *one;
    }
  return found;
}

/// What the only change of a clip sets, if that is this field and no other.
template <class Value>
Value onlySet(Value ClipSettings::*member, const Commands& commands) {
  const auto change = only<SetClip>(commands);
  EXPECT_TRUE(change && change->fields == bitOf(member));
  return change ? change->settings.*member : Value{};
}

}  // namespace app::test

#endif  // TESTS_APP_UI_STAGE_H
