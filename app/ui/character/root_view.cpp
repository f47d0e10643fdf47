#include "app/ui/character/root_view.h"

#include <array>
#include <cmath>
#include <string_view>

#include "app/model/root_clip.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

// In the order of TravelMode and RootMode.
constexpr std::array<const char*, 3> kTravelTexts = {"In file", "Treadmill", "Travel"};
constexpr std::array<const char*, 3> kTravelSentences = {
    "In file: the root moves as it does in the clips. W switches to Treadmill.",
    "Treadmill: the character stays in place, and the floor moves under it at its speed. W switches to Travel.",
    "Travel: the character walks away, the camera follows, and its path is drawn on the floor. W switches to In file."};
constexpr std::array<const char*, 5> kRootTexts = {"Auto", "Keep", "Hold", "Extract", "Feet"};
constexpr std::array<const char*, 5> kRootSentences = {
    "Auto, on the treadmill and in travel: Extract if this clip travels or turns, Feet if it walks in place.",
    "Keep: the root moves as in the file. The clip moves neither the character nor the floor.",
    "Hold: the root is held in place. The clip moves neither the character nor the floor.",
    "Extract: the root is held in place, and its motion moves the character or the floor.",
    "Feet: moves the character at the speed that its planted feet imply."};

/// "forward", "left", or in degrees.
Text directionText(double degrees) {
  constexpr std::array<const char*, 4> kWords = {"forward", "left", "backward", "right"};
  const double quarter = std::round(degrees / 90);
  if (std::abs(degrees - 90 * quarter) >= 10) return Text("at %.0f\u00b0", degrees);
  return Text("%s", nth(kWords, static_cast<int>(quarter) & 3));
}

Text motionText(const crossfade::RootMotion& motion) {
  const Text moves =
      motion.speed() > 0 ? Text(", %.2f m/s %s", motion.speed(), directionText(motion.direction()).text()) : Text();
  const Text turns = motion.turns() ? Text(", turns %.0f\u00b0", motion.turn) : Text();
  const std::string_view kind =
      motion.kind() == crossfade::RootMotionKind::Turning ? "on the spot" : nameOf(motion.kind());
  return Text("%.*s%s%s", static_cast<int>(kind.size()), kind.data(), moves.text(), turns.text());
}

}  // namespace

const char* sentenceOf(TravelMode mode) { return nth(kTravelSentences, mode); }

void drawTravelModes(const Session& session, float width, Commands& out) {
  const int pressed = segments("pose.travel", kTravelTexts, static_cast<int>(session.character().ground().travel()),
                               width, kTravelSentences);
  if (pressed >= 0) out.push_back(SetTravel{static_cast<TravelMode>(pressed)});
}

void drawRootOf(const Session& session, int clip, float width, Commands& out) {
  const ClipStudy* const study = session.character().ground().knownStudy();
  wantContacts(session, out);
  const GroundFacts* const facts = study ? study->find(clip) : nullptr;
  const RootSettings& root = nth(session.character().clipSettings(), clip).root;
  ImGui::Dummy({width, px(20)});
  logItem("clip.%d.motion", clip);
  hint("How the root moves in one loop, and its speed. For a clip in place: the speed its feet imply.");
  textIn(itemRect(), facts ? motionText(facts->root) : Text("measuring..."), facts ? colors().text : colors().textFaint,
         0, ui().fonts.small);
  const int pressed =
      segments(WidgetId("clip.%d.root", clip), kRootTexts, static_cast<int>(root.mode), width, kRootSentences);
  RootSettings next = root;
  if (pressed >= 0) next.mode = static_cast<RootMode>(pressed);
  const RootMode effective = facts ? chosenMode(root, facts->root) : root.mode;
  const bool takes = effective == RootMode::Hold || effective == RootMode::Extract;
  checkbox(WidgetId("clip.%d.root.turn", clip), "Turn", next.turn, "Takes the turn about the vertical, too.", takes);
  ImGui::SameLine(0, px(18));
  checkbox(WidgetId("clip.%d.root.height", clip), "Height", next.height,
           "Takes the height, too, as stairs need. Jumps then show only in travel.", takes);
  if (!(next == root)) out.push_back(SetRoot{clip, next});
}

}  // namespace app
