#include "app/profile/frame_record.h"

#include <cstdio>

namespace app {

const char* describe(FrameEvent event, const FrameNotes& notes, const char* clip, std::span<char> text) {
  const auto say = [&](const char* format, auto... values) {
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
  };
  switch (event) {
    case FrameEvent::Loading:
      return say("%s", "A file is being loaded");
    case FrameEvent::ModelShown:
      return say("%s", "New model shown");
    case FrameEvent::FilesReloaded:
      return say("%s", "Model reloaded from its files");
    case FrameEvent::FadeBegan:
      return *clip != 0 ? say("Fade to %s begins", clip) : say("%s", "Fade begins");
    case FrameEvent::FadeEnded:
      return say("%s", "Fade ends");
    case FrameEvent::Resized:
      return say("Resized to %d \u00d7 %d", notes.width, notes.height);
    case FrameEvent::QualityChanged:
      return say("Scene drawn at %d %% of each side", notes.percent);
    case FrameEvent::RecordingBegan:
      return say("%s", "Recording begins");
    case FrameEvent::RecordingEnded:
      return say("%s", "Recording ends");
    case FrameEvent::SceneShown:
      return say("%s", "Another workspace opens");
  }
  return "";
}

}  // namespace app
