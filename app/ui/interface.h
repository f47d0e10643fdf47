// The whole interface: owns ImGui, feeds it input, draws all panels, and returns the user's actions as commands.
//
// Each frame, with the same OpenGL context current throughout:
//   interface->beginFrame(input, width, height, seconds);
//   interface->draw(session, history, commands);
//   interface->endFrame();
//   ... the scene is drawn ...
//   interface->render();
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/input/typed_keys.h"
#include "app/profile/frame_statistics.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/bindings.h"
#include "app/ui/layout.h"
#include "app/ui/widgets/ui_context.h"
#include "app/ui/workspace.h"
#include "crossfade/base/result.h"

struct ImDrawList;

namespace app {

/// The system's clipboard. Both functions must be set.
struct Clipboard {
  std::function<std::string()> read;
  std::function<void(const std::string&)> write;
};

class Interface {
 public:
  enum class Output {
    OpenGl,   // an OpenGL context, version 3.3 or later, must be current from make() to destruction
    Nothing,  // panels work, render() does nothing; for tests
  };

  /// `scale`: framebuffer pixels per interface unit, 1 on a 96 dpi screen. Only one interface per thread at a time.
  static crossfade::Result<std::unique_ptr<Interface>> make(float scale = 1, Output output = Output::OpenGl);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// `width` and `height` in framebuffer pixels, `delta` in seconds of wall time. `input` must live until endFrame.
  void beginFrame(const InputFrame& input, int width, int height, double delta);
  /// Draws all panels, then handles keys and mouse input that no panel wants.
  void draw(const Session& session, const FrameHistory& history, Commands& out);
  void endFrame();
  /// Draws a workspace's canvas into the whole bound framebuffer, without panels. Call it outside a frame. `view` sets
  /// the background. In the character scene it draws the labels of a
  /// comparison, if there is one.
  void renderCanvas(const Session& session, const ViewOptions& view, int width, int height);
  /// Draws the ended frame over the bound framebuffer. Restores the OpenGL state.
  void render();

  /// Whether a panel had the keyboard in the last frame.
  bool wantsKeyboard() const;

  /// The rectangles of all widgets of the last frame.
  const WidgetLog& widgets() const { return context_.log; }
  Workspace& workspace() { return workspace_; }
  /// The area that panels leave for the scene in a picture of this size.
  UiRect viewport(int width, int height, SceneKind scene = SceneKind::Character) const;

  /// Between frames: rebuilds fonts and sizes for another screen. Free if the scale is unchanged.
  void setScale(float scale);
  float scale() const { return context_.scale; }
  /// Between frames: destroys what is in the OpenGL context; restoreContext() makes it again in another one.
  void loseContext();
  crossfade::Result<void> restoreContext();
  /// Between frames: from now on these fonts draw the characters that the interface's own lacks. Free if unchanged.
  void useExtraFonts(std::vector<ExtraFont> fonts);
  /// Lets curves be copied as text.
  void useCurveText(CurveText text) { context_.curveText = text; }
  /// Fills the panels' areas, which takes software OpenGL a tenth of the time that drawing them does.
  void useFill(AreaFill fill) { context_.fill = fill; }
  /// Copies and pastes through this clipboard from now on; without it, text stays inside the interface.
  void useClipboard(Clipboard clipboard);

 private:
  Interface() = default;
  crossfade::Result<void> startBackend();
  void makeFonts(float scale);
  void useTheme(bool dark);
  void drawCharacter(const Session& session, const FrameHistory& history, Commands& out);
  void drawOverlays(const Session& session, const FrameHistory& history, Commands& out);
  void countShownTimes(const Session& session);
  void beginGesture(Commands& out);
  void endGesture(Commands& out);
  void handleShortcuts(const Session& session, bool popupWasOpen, Commands& out);
  void pickJoint(const Session& session, bool marks, Commands& out);
  bool paintsMask(const Session& session) const;
  int groupedClips() const;
  void paintMask(const Session& session, Commands& out);

  bool backendReady_ = false;
  ImGuiContext* imgui_ = nullptr;
  UiContext context_;
  std::vector<ExtraFont> extraFonts_;
  Clipboard clipboard_;
  std::string pasted_;  // what ImGui was lent
  Workspace workspace_;
  Layout layout_;
  std::unique_ptr<ImDrawList> canvas_;
  const InputFrame* input_ = nullptr;
  HeldKeys heldKeys_;
  bool fieldHasKeyboard_ = false;  // in the last frame, and can take it
  bool escapeIsUsed_ = false;      // there is something that it closes, stops or releases
  std::string shownMessage_;
  double messageSeconds_ = 0;
  double loadingSeconds_ = 0;
  double delta_ = 0;
  bool inGesture_ = false;
  unsigned int typedField_ = 0;  // ImGui's id of the text field that is being edited
};

}  // namespace app
