// The whole interface: owns ImGui, feeds it input, draws every panel, and says what the person wants as commands.
//
// Each frame, with the same OpenGL context current throughout:
//   interface->beginFrame(input, width, height, seconds);
//   interface->draw(session, history, commands);
//   interface->endFrame();
//   ... the scene is drawn ...
//   interface->render();
#pragma once

#include <memory>
#include <string>

#include "app/input/ui_input.h"
#include "app/profile/frame_history.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_context.h"
#include "crossfade/base/result.h"

struct ImDrawList;

namespace app {

class Interface {
 public:
  enum class Output {
    OpenGl,   // an OpenGL context of version 3.3 or later must be current, from make to the end of its life
    Nothing,  // panels work, render() does nothing: for tests
  };

  /// `scale`: framebuffer pixels per interface unit, 1 on a 96 dpi screen. The error says what failed. One at a time
  /// per thread.
  static crossfade::Result<std::unique_ptr<Interface>> make(float scale = 1, Output output = Output::OpenGl);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// `width` and `height` in framebuffer pixels, `delta` wall time in seconds. `input` must live until endFrame.
  void beginFrame(const UiInput& input, int width, int height, double delta);
  /// All panels, then keys and mouse that no panel wants.
  void draw(const Session& session, const FrameHistory& history, Commands& out);
  void endFrame();
  /// A workspace's canvas as a whole picture in the bound framebuffer, without panels; outside a frame. `view` says how
  /// light it is and whether there is ground. Of the character: nothing.
  void renderCanvas(const Session& session, const ViewOptions& view, int width, int height);
  /// Draws the frame that was ended, over what is in the bound framebuffer. Leaves the OpenGL state as it was.
  void render();

  /// A panel has the mouse or the typing, as of the last frame.
  bool wantsMouse() const;
  bool wantsKeyboard() const;

  /// Where every widget of the last frame lies.
  const WidgetLog& widgets() const { return context_.log; }
  Workspace& workspace() { return context_.workspace; }
  /// What panels leave free for the scene in a picture of this size.
  UiRect viewport(int width, int height, SceneKind scene = SceneKind::Character) const;

  /// Between frames: makes text and controls anew for another screen. The same scale costs nothing.
  void setScale(float scale);
  float scale() const { return context_.scale; }

 private:
  Interface() = default;
  void makeFonts(float scale);
  void drawCharacter(const Session& session, const FrameHistory& history, Commands& out);
  void countShownTimes(const Session& session);

  bool backendReady_ = false;
  ImGuiContext* imgui_ = nullptr;
  UiContext context_;
  std::unique_ptr<ImDrawList> canvas_;
  const UiInput* input_ = nullptr;
  std::string shownMessage_;
  double messageSeconds_ = 0;
  double loadingSeconds_ = 0;
  double delta_ = 0;
};

}  // namespace app
