#include "tests/app/render/render_fixture.h"

#include "tests/support/allocation_guard.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include <glm/gtc/matrix_transform.hpp>

namespace app::test {

void PrintTo(const Pixel& pixel, std::ostream* out) {
  *out << "(" << pixel.r << ", " << pixel.g << ", " << pixel.b << ")";
}

int difference(const Pixel& a, const Pixel& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

Pixel Picture::at(int x, int y) const {
  const std::size_t start =
      4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x));
  return {rgba[start], rgba[start + 1], rgba[start + 2]};
}

void RenderTest::start(RendererLimits limits) {
  renderer_.reset();
  if (!context_) {
    auto context = HeadlessContext::make();
    ASSERT_TRUE(context) << context.error().message;
    context_.emplace(std::move(*context));
  }
  auto renderer = Renderer::make(HeadlessContext::getProcAddress, limits);
  ASSERT_TRUE(renderer) << renderer.error().message;
  renderer_ = std::move(*renderer);
}

void RenderTest::TearDown() {
  if (!renderer_) return;
  for (const std::string& message : renderer_->takeMessages()) ADD_FAILURE() << message;
}

Picture RenderTest::draw(const Model& model, const DrawList& list, PictureSize size) {
  renderer_->setModel(model);
  return drawAgain(list, size);
}

int RenderTest::allocationsOfSteadyFrames(const DrawList& list) {
  auto target = OffscreenTarget::make({64, 64});
  EXPECT_TRUE(target);
  const auto frames = [&] {
    for (int i = 0; i < 8; ++i) {
      renderer_->upload(list);
      renderer_->draw(list, {64, 64}, target->framebuffer());
    }
  };
  frames();
  const ::test::AllocationGuard guard;
  frames();
  return static_cast<int>(guard.count());
}

Picture RenderTest::drawAgain(const DrawList& list, PictureSize size) {
  auto target = OffscreenTarget::make(size);
  if (!target) {
    ADD_FAILURE() << target.error().message;
    return {};
  }
  renderer_->upload(list);
  renderer_->draw(list, size, target->framebuffer());
  return {size, target->readPixels()};
}

DrawList flatView() {
  DrawList list;
  list.projection = glm::ortho(-1.0f, 1.0f, -1.0f, 1.0f, 0.0f, 10.0f);
  list.view = glm::lookAt(glm::vec3(0, 0, 5), glm::vec3(0, 0, 0), glm::vec3(0, 1, 0));
  list.eye = glm::vec3(0, 0, 5);
  list.grid = false;
  return list;
}

Model modelOf(Primitive primitive, Material material) {
  Model model;
  primitive.material = 0;
  model.materials.push_back(std::move(material));
  model.meshes.push_back({.name = "test", .primitives = {std::move(primitive)}});
  model.instances.push_back({});
  return model;
}

Primitive quad(float half, float z) {
  Primitive primitive;
  primitive.positions = {{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}};
  primitive.normals.assign(4, glm::vec3(0, 0, 1));
  primitive.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  primitive.indices = {0, 1, 2, 0, 2, 3};
  return primitive;
}

Material unlit(glm::vec4 linearColor) {
  Material material;
  material.baseColor = linearColor;
  material.unlit = true;
  return material;
}

DrawItem itemOf(int mesh, int material) { return {.mesh = mesh, .material = material}; }

}  // namespace app::test
