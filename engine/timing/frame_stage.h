// The stages of one frame whose cost is measured.
#pragma once

#include <array>
#include <string_view>

namespace engine {

enum class Stage { Mixer, Sampling, ModelMatrices, Palettes, Upload, DrawSubmit, Interface, Swap };

inline constexpr int kStageCount = 8;
inline constexpr std::array<Stage, kStageCount> kStages = {Stage::Mixer,     Stage::Sampling, Stage::ModelMatrices,
                                                           Stage::Palettes,  Stage::Upload,   Stage::DrawSubmit,
                                                           Stage::Interface, Stage::Swap};
inline constexpr std::array<std::string_view, kStageCount> kStageNames = {
    "mixer", "sampling", "model matrices", "palettes", "upload", "draw submit", "interface", "swap"};

}  // namespace engine
