// A renderer without a window, a small framebuffer, and hand-made models.
#ifndef TESTS_APP_RENDER_RENDER_FIXTURE_H
#define TESTS_APP_RENDER_RENDER_FIXTURE_H

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/platform/gl_context_headless.h"
#include "app/render/offscreen_target.h"
#include "app/render/renderer.h"
#include "app/view/draw_list.h"

namespace app::test {

struct Pixel {
  int r = 0, g = 0, b = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};
void PrintTo(const Pixel& pixel, std::ostream* out);
/// The largest of any channel.
int difference(const Pixel& a, const Pixel& b);

struct Picture {
  PictureSize size;
  std::vector<std::uint8_t> rgba;
  Pixel at(int x, int y) const;  // top row is 0
};

/// Fails if the driver or the renderer reported messages that the test did not collect.
class RenderTest : public testing::Test {
 protected:
  void SetUp() override { start({}); }
  void TearDown() override;
  void start(RendererLimits limits);
  Picture draw(const Model& model, const DrawList& list, PictureSize size = {64, 64});
  /// With the current model.
  Picture drawAgain(const DrawList& list, PictureSize size = {64, 64});
  /// The number of allocations in eight frames, after eight warm-up frames.
  int allocationsOfSteadyFrames(const DrawList& list);

  std::optional<HeadlessContext> context_;
  std::unique_ptr<Renderer> renderer_;
};

/// Looks along -Z at x and y from -1 to 1, without perspective; dark wall, no floor.
DrawList flatView();

/// A model of one mesh with one primitive, one instance and one material.
Model modelOf(Primitive primitive, Material material = {});
/// Two triangles from (-half, -half, z) to (half, half, z), facing +Z, with texture coordinates 0..1, v downwards.
Primitive quad(float half, float z = 0);
Material unlit(glm::vec4 linearColor);
/// An item for the only primitive of an unskinned model.
DrawItem itemOf(int mesh = 0, int material = 0);

}  // namespace app::test

#endif  // TESTS_APP_RENDER_RENDER_FIXTURE_H
