// The uniforms that stay constant during a frame, in the layout of shaders/frame.glsl (std140).
#pragma once

#include <array>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "app/render/shadow_map.h"
#include "app/view/draw_list.h"

namespace app {

struct FrameUniforms {
  glm::mat4 clipFromWorld{1.0f};
  glm::mat4 shadowClipFromWorld{1.0f};
  glm::mat4 shadowTextureFromWorld{1.0f};
  glm::vec4 eye{0.0f};
  glm::vec4 sun{0.0f};
  glm::vec4 rim{0.0f};
  glm::vec4 ground{0.0f};
  glm::vec4 picture{0.0f};
  glm::vec4 grid{0.0f};
  glm::vec4 light{1.0f};
  glm::vec4 floorOffset{0.0f};
  glm::vec4 floorTurn{1.0f, 0.0f, 0.0f, 0.0f};
  glm::mat4 viewFromWorld{1.0f};
  std::array<glm::vec4, 9> irradiance{};  // LightProbe::irradiance
  glm::vec4 sunColor{0.0f};
  struct Light {
    glm::vec4 position{0.0f}, direction{0.0f}, color{0.0f}, cone{0.0f};
  };
  std::array<Light, kMaxLights> lights{};
};

/// `width` and `height` in pixels; `samples` of multisampling.
FrameUniforms frameUniforms(const DrawList& list, const ShadowFit& shadow, int width, int height, int samples);

}  // namespace app
