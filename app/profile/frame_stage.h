// What the cost of a frame is divided into: stages on the CPU, passes on the GPU.
#ifndef APP_PROFILE_FRAME_STAGE_H
#define APP_PROFILE_FRAME_STAGE_H

#include <array>
#include <cstddef>
#include <string_view>

namespace app {

enum class FrameStage { Mixer, Sampling, ModelMatrices, Palettes, Upload, DrawSubmit, Interface, Swap };

inline constexpr int kStageCount = 8;
inline constexpr std::array<FrameStage, kStageCount> kStages = {
    FrameStage::Mixer,  FrameStage::Sampling,   FrameStage::ModelMatrices, FrameStage::Palettes,
    FrameStage::Upload, FrameStage::DrawSubmit, FrameStage::Interface,     FrameStage::Swap};
inline constexpr std::array<std::string_view, kStageCount> kStageNames = {
    "mixer", "sampling", "model matrices", "palettes", "upload", "draw submit", "interface", "swap"};

/// The stages, and last what no stage covers: files, projects, recordings.
inline constexpr int kCostCount = kStageCount + 1;
constexpr std::string_view costName(int cost) {
  return cost < kStageCount ? kStageNames[static_cast<std::size_t>(cost)] : "other";
}

/// The timed GPU passes, in the renderer's order.
inline constexpr std::array<std::string_view, 4> kTimedPasses = {"shadow", "scene", "resolve", "interface"};
inline constexpr std::size_t kTimedPassCount = kTimedPasses.size();

}  // namespace app

#endif  // APP_PROFILE_FRAME_STAGE_H
