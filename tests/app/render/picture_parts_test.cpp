// A picture that is drawn in parts is the one that is drawn at once.
#include <gtest/gtest.h>

#include <glad/gl.h>

#include <cmath>
#include <cstdint>

#include <glm/gtc/matrix_transform.hpp>

#include "app/render/gl_handle.h"
#include "tests/app/render/render_fixture.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr PictureSize kPartsSize{200, 150};
constexpr int kRings = 10, kSides = 12;
constexpr int kTriangles = 2 * kRings * kSides;
constexpr int kCopies = 400;
constexpr int kOthers = 3000;  // wall, floor, soft shadows, bones, lines

/// A post of 30 cm.
Primitive post() {
  Primitive primitive;
  for (int ring = 0; ring <= kRings; ++ring)
    for (int side = 0; side < kSides; ++side) {
      const float angle = glm::two_pi<float>() * static_cast<float>(side) / kSides;
      const glm::vec3 out(std::cos(angle), 0, std::sin(angle));
      primitive.positions.push_back(0.03f * out + glm::vec3(0, 0.03f * static_cast<float>(ring), 0));
      primitive.normals.push_back(out);
    }
  for (std::uint32_t ring = 0; ring < kRings; ++ring)
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t a = kSides * ring + side, b = kSides * ring + (side + 1) % kSides;
      primitive.indices.insert(primitive.indices.end(), {a, a + kSides, b, b, a + kSides, b + kSides});
    }
  return primitive;
}

/// A solid, a dotted and a translucent crowd, which stand in one another, with a ghost, a bone and a line.
struct Crowds {
  Model model;
  DrawList list;

  Crowds() {
    model = modelOf(post(), {.baseColor = {0.8f, 0.3f, 0.2f, 1}, .metallic = 0});
    model.materials.push_back({.baseColor = {0.2f, 0.7f, 0.3f, 0.5f}, .alphaMode = AlphaMode::Mask});
    model.materials.push_back(
        {.baseColor = {0.2f, 0.3f, 0.8f, 0.5f}, .alphaMode = AlphaMode::Blend, .doubleSided = true});
    list.eye = glm::vec3(0.5f, 2.2f, 4);
    list.view = glm::lookAt(list.eye, glm::vec3(0, 0.2f, 0), glm::vec3(0, 1, 0));
    list.projection = glm::perspective(0.6f, 4.0f / 3, 0.1f, 100.0f);
    for (int material = 0; material < 3; ++material) addCrowd(material);
    list.ghostItems.push_back({.material = 0, .world = glm::translate(glm::mat4(1), glm::vec3(0.4f, 0.3f, 0.9f))});
    list.ghosts.push_back({.firstItem = 0, .itemCount = 1, .color = {0, 1, 1, 0.5f}});
    list.bones.push_back({.from = {-0.6f, 0, 0.9f}, .to = {-0.6f, 0.6f, 0.9f}});
    list.overlay = {{.position = {-1, 0.3f, 0}}, {.position = {1, 0.3f, 0}}};
  }
  void addCrowd(int material) {
    DrawItem item{.material = material, .copies = kCopies, .paletteStride = 1};
    item.worldOffset = static_cast<int>(list.palettes.size());
    for (int copy = 0; copy < kCopies; ++copy) {
      const auto at = static_cast<float>(copy);
      const glm::vec3 place(std::fmod(0.37f * at, 2.4f) - 1.2f, 0, std::fmod(0.0113f * at, 2.4f) - 1.2f);
      const float lean = 0.1f * static_cast<float>(material + 1) * std::sin(at);
      list.palettes.push_back(glm::rotate(glm::translate(glm::mat4(1), place), lean, glm::vec3(0, 0, 1)));
    }
    list.items.push_back(item);
  }
};

class PictureParts : public RenderTest {
 protected:
  struct Part {
    bool isLast = false;
    int triangles = 0;
    std::vector<std::uint8_t> shown;
  };
  Part next(const DrawList& list, PictureSize size = kPartsSize) {
    auto target = OffscreenTarget::make(size);
    EXPECT_TRUE(target);
    const GlQuery query = GlQuery::make();
    glBeginQuery(GL_PRIMITIVES_GENERATED, query.id());
    Part part{.isLast = renderer_->drawNextPart(list, size, target->framebuffer())};
    glEndQuery(GL_PRIMITIVES_GENERATED);
    GLuint triangles = 0;
    glGetQueryObjectuiv(query.id(), GL_QUERY_RESULT, &triangles);
    part.triangles = static_cast<int>(triangles);
    part.shown = target->readPixels();
    return part;
  }
  Crowds crowds_;
};

TEST_F(PictureParts, MakeThePictureThatIsDrawnAtOnce) {
  for (const bool transparent : {false, true})
    for (const int texels : {0, 4096}) {  // pages that hold all copies, and some
      start({.maxTexelBufferTexels = texels});
      DrawList& list = crowds_.list;
      list.transparent = transparent;
      const Picture atOnce = draw(crowds_.model, list, kPartsSize);
      renderer_->setModel(crowds_.model);
      renderer_->upload(list);
      int parts = 1;
      Part part = next(list);
      for (; !part.isLast && parts < 100; ++parts) part = next(list);
      EXPECT_GT(parts, 10);
      EXPECT_EQ(part.shown, atOnce.rgba) << (transparent ? "transparent, " : "") << texels << " texels a page";
    }
}

TEST_F(PictureParts, ShowThePictureBeforeUntilTheLast) {
  renderer_->setQuality({.scale = 0.5f, .shadowTexels = 512, .lessDetail = true});
  const Picture coarse = draw(crowds_.model, crowds_.list, kPartsSize);
  renderer_->setQuality({});
  renderer_->upload(crowds_.list);
  for (Part part = next(crowds_.list); !part.isLast; part = next(crowds_.list)) ASSERT_EQ(part.shown, coarse.rgba);
}

TEST_F(PictureParts, DrawABoundedNumberOfTriangles) {
  renderer_->setModel(crowds_.model);
  renderer_->upload(crowds_.list);
  int sum = 0;
  for (Part part = next(crowds_.list); !part.isLast; part = next(crowds_.list)) {
    EXPECT_LE(part.triangles, Renderer::kPartTriangles + kOthers);
    sum += part.triangles;
  }
  // Two crowds cast shadows; the back and the front faces of the translucent one are drawn after each other.
  EXPECT_NEAR(sum, 6 * kCopies * kTriangles, Renderer::kPartTriangles);
}

TEST_F(PictureParts, OfAVeryLargePictureAreNotMany) {
  DrawList list = crowds_.list;
  for (int i = 0; i < 24; ++i) list.items.push_back(list.items.front());
  renderer_->setModel(crowds_.model);
  renderer_->setQuality({.scale = 0.2f, .samples = 1, .shadowTexels = 16});
  renderer_->upload(list);
  int parts = 1;
  while (!next(list).isLast && parts < 2 * Renderer::kMaxParts) ++parts;
  EXPECT_GE(parts, Renderer::kMaxParts);
  EXPECT_LE(parts, Renderer::kMaxParts + 4);
}

TEST_F(PictureParts, BeginAnewWithEachUpload) {
  renderer_->setModel(crowds_.model);
  renderer_->upload(crowds_.list);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(next(crowds_.list).isLast);
  DrawList other = crowds_.list;
  other.items.resize(1);
  const Picture expected = drawAgain(other, kPartsSize);
  renderer_->upload(crowds_.list);
  EXPECT_FALSE(next(crowds_.list).isLast);
  renderer_->upload(other);
  Part part = next(other);
  while (!part.isLast) part = next(other);
  EXPECT_EQ(part.shown, expected.rgba);
}

TEST_F(PictureParts, AllocateNothing) {
  auto target = OffscreenTarget::make(kPartsSize);
  ASSERT_TRUE(target);
  renderer_->setModel(crowds_.model);
  renderer_->setQuality({.scale = 0.3f});
  const auto picture = [&] {
    renderer_->upload(crowds_.list);
    while (!renderer_->drawNextPart(crowds_.list, kPartsSize, target->framebuffer())) {
    }
  };
  for (int i = 0; i < 8; ++i) picture();
  const ::test::AllocationGuard guard;
  picture();
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
