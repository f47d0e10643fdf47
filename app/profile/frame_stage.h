// The stages of one frame whose cost is measured.
#pragma once

#include <array>
#include <string_view>

namespace app {

enum class FrameStage { Mixer, Sampling, ModelMatrices, Palettes, Upload, DrawSubmit, Interface, Swap };

inline constexpr int kStageCount = 8;
inline constexpr std::array<FrameStage, kStageCount> kStages = {
    FrameStage::Mixer,  FrameStage::Sampling,   FrameStage::ModelMatrices, FrameStage::Palettes,
    FrameStage::Upload, FrameStage::DrawSubmit, FrameStage::Interface,     FrameStage::Swap};
inline constexpr std::array<std::string_view, kStageCount> kStageNames = {
    "mixer", "sampling", "model matrices", "palettes", "upload", "draw submit", "interface", "swap"};

}  // namespace app
