#include "app/ui/character/character_text.h"

#include <algorithm>
#include <cstdio>

#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/widgets.h"

namespace app {

std::optional<crossfade::TransitionKind> kindSegments(const char* id, crossfade::TransitionKind chosen, float width,
                                                      const char* sentence) {
  std::array<const char*, kKindOrder.size()> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = kKindTexts[static_cast<std::size_t>(kKindOrder[i])];
  const auto* const at = std::ranges::find(kKindOrder, static_cast<int>(chosen));
  const int pressed = segments(id, texts, static_cast<int>(at - kKindOrder.begin()), width, sentence);
  if (pressed < 0) return std::nullopt;
  return static_cast<crossfade::TransitionKind>(kKindOrder[static_cast<std::size_t>(pressed)]);
}

const char* noClipsText(const Session& session, const char* text) {
  if (session.loading().running) return "Loading...";
  return session.model().skeleton.jointCount() > 0 || !session.model().instances.empty() ? text : "";
}

const char* jointLabel(const Model& model, int joint, std::span<char> scratch) {
  const std::string& name = model.skeleton.name(joint);
  if (!name.empty()) return name.c_str();
  std::snprintf(scratch.data(), scratch.size(), "(joint %d)", joint);
  return scratch.data();
}

const char* maskLabel(const Session& session, int mask, std::span<char> scratch) {
  if (mask < 0) return "Whole body";
  if (!isNamedMask(mask)) return jointLabel(session.model(), mask, scratch);
  const NamedMask* const named = session.character().masks().find(mask);
  return named ? named->name.c_str() : "(removed mask)";
}

Text maskSentence(const Session& session, const FadeMask& mask) {
  char unnamed[24];
  const char* const name = maskLabel(session, mask.joint, unnamed);
  const bool hasFeather = mask.joint >= 0 && !isNamedMask(mask.joint) && mask.feather != 0;
  return Text(hasFeather ? "%s, feather %d" : "%s", name, mask.feather);
}

ImU32 maskColor(float weight) {
  const ImVec4 none = ImGui::ColorConvertU32ToFloat4(colors().textFaint);
  const ImVec4 full = ImGui::ColorConvertU32ToFloat4(colors().warning);
  const float w = std::clamp(weight, 0.0f, 1.0f);
  return ImGui::ColorConvertFloat4ToU32(
      {none.x + (full.x - none.x) * w, none.y + (full.y - none.y) * w, none.z + (full.z - none.z) * w, 1});
}

void readMask(const Session& session, int mask, std::vector<float>& weights) {
  const NamedMask* const named = session.character().masks().find(mask);
  weights.clear();
  if (named != nullptr) weights.insert(weights.end(), named->weights.begin(), named->weights.end());
}

}  // namespace app
