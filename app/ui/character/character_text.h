// How panels name kinds of fades, joints and masks.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <imgui.h>

#include "app/model/model.h"
#include "app/session/session.h"
#include "app/ui/widgets/widget_id.h"

namespace app {

/// In the order of crossfade::TransitionKind.
inline constexpr std::array<const char*, 6> kKindTexts = {"Classic", "Linear", "Curve", "Frozen", "Inertial", "Dead"};

/// The order in which they are offered: the usual ones first.
inline constexpr std::array<int, kKindTexts.size()> kKindOrder = {2, 5, 4, 1, 3, 0};

/// All kinds in a row. The one that is pressed.
std::optional<crossfade::TransitionKind> kindSegments(const char* id, crossfade::TransitionKind chosen, float width,
                                                      const char* sentence);

/// What a panel says instead of clips: `text` of a file without clips; that one is loading; nothing where none is open.
const char* noClipsText(const Session& session, const char* text);

// ---- Joint names as the interface shows them.

/// The joint's name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

// ---- Masks as the interface names and shows them.

/// "Whole body", the name of a mask, or of a joint.
const char* maskLabel(const Session& session, int mask, std::span<char> scratch);
/// The mask for captions: "spine, feather 2", "Arms" or "Whole body".
Text maskSentence(const Session& session, const FadeMask& mask);
/// A joint's color: gray at weight 0, to orange at 1.
ImU32 maskColor(float weight);

/// The weights of a named mask, into the memory of the last frame; empty: there is none of that number.
void readMask(const Session& session, int mask, std::vector<float>& weights);

}  // namespace app
