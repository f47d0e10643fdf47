// An item with many copies looks like separate items.
#include <gtest/gtest.h>

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/app/render/render_fixture.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr int kJoints = 3;
constexpr int kTargets = 4;
constexpr PictureSize kCopiesSize{160, 120};

/// A pole of three joints, lit, morphing.
Primitive pole() {
  Primitive primitive;
  for (int ring = 0; ring <= 6; ++ring) {
    const float y = 0.1f * static_cast<float>(ring);
    for (int side = 0; side < 4; ++side) {
      const float angle = glm::half_pi<float>() * static_cast<float>(side);
      const glm::vec3 out(std::cos(angle), 0, std::sin(angle));
      primitive.positions.push_back(0.07f * out + glm::vec3(0, y, 0));
      primitive.normals.push_back(out);
    }
  }
  for (std::uint32_t ring = 0; ring < 6; ++ring)
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::uint32_t a = 4 * ring + side, b = 4 * ring + (side + 1) % 4;
      primitive.indices.insert(primitive.indices.end(), {a, a + 4, b, b, a + 4, b + 4});
    }
  for (int i = 0; i < kTargets; ++i) {
    MorphTarget target;
    target.positions.assign(primitive.positions.size(), glm::vec3(0));
    for (std::size_t v = static_cast<std::size_t>(i); v < target.positions.size(); v += kTargets)
      target.positions[v] = 0.1f * primitive.normals[v];
    if (i % 2 == 0) target.normals.assign(primitive.positions.size(), glm::vec3(0, 0.3f, 0));
    primitive.morphTargets.push_back(target);
  }
  return primitive;
}
Primitive skinnedPole() {
  Primitive primitive = pole();
  primitive.influences.resize(1);
  for (const glm::vec3& position : primitive.positions) {
    const float along = position.y / 0.6f * static_cast<float>(kJoints - 1);
    const auto joint = static_cast<std::uint16_t>(std::min(along, static_cast<float>(kJoints) - 1.01f));
    const float weight = along - static_cast<float>(joint);
    primitive.influences[0].push_back(
        {.joints = {joint, static_cast<std::uint16_t>(joint + 1)}, .weights = {1 - weight, weight}});
  }
  return primitive;
}

DrawList viewOfTheFloor() {
  DrawList list;
  list.eye = glm::vec3(0.5f, 2.2f, 4);
  list.view = glm::lookAt(list.eye, glm::vec3(0, 0.2f, 0), glm::vec3(0, 1, 0));
  list.projection = glm::perspective(0.6f, 4.0f / 3, 0.1f, 100.0f);
  return list;
}

enum class Kind { Skinned, Placed };

/// Copies in rows on the floor, in `list` as one item: each with its own palettes (or world matrix) and weights,
/// and with gaps between them.
void addCrowd(DrawList& list, Kind kind, int copies) {
  const int matrices = kind == Kind::Skinned ? kJoints : 1;
  DrawItem item{.mesh = 0,
                .material = 0,
                .morphOffset = static_cast<int>(list.morphWeights.size()),
                .morphCount = kTargets,
                .copies = copies};
  item.paletteStride = matrices + 2;
  item.morphStride = kTargets + 1;
  (kind == Kind::Skinned ? item.paletteOffset : item.worldOffset) = static_cast<int>(list.palettes.size());
  item.paletteCount = kind == Kind::Skinned ? kJoints : 0;
  const int rowLength = static_cast<int>(std::ceil(std::sqrt(static_cast<float>(copies))));
  for (int copy = 0; copy < copies; ++copy) {
    const float angle = 0.7f * static_cast<float>(copy), step = 2.4f / static_cast<float>(rowLength);
    const glm::vec3 position(step * static_cast<float>(copy % rowLength) - 1.1f, 0,
                             step * static_cast<float>(copy / rowLength) - 1.1f);
    const glm::mat4 world = glm::rotate(glm::translate(glm::mat4(1.0f), position), angle, glm::vec3(0, 1, 0));
    for (int i = 0; i < matrices; ++i)
      list.palettes.push_back(glm::rotate(world, 0.15f * static_cast<float>(i) * std::sin(angle), glm::vec3(0, 0, 1)));
    list.palettes.resize(list.palettes.size() + 2, glm::mat4(NAN));  // belongs to another primitive
    for (int target = 0; target < kTargets; ++target)
      list.morphWeights.push_back((copy + target) % 3 == 0 ? 0.0f : 0.2f * static_cast<float>((copy + 2 * target) % 5));
    list.morphWeights.push_back(NAN);
  }
  list.items.push_back(item);
}

/// The same list with an ordinary item for each copy.
DrawList oneByOne(const DrawList& list) {
  DrawList separate = list;
  separate.items.clear();
  for (const DrawItem& item : list.items) {
    for (int copy = 0; copy < item.copies; ++copy) {
      DrawItem one = item;
      one.copies = 1;
      one.morphOffset += copy * item.morphStride;
      if (item.paletteOffset >= 0) one.paletteOffset += copy * item.paletteStride;
      if (item.worldOffset >= 0)
        one.world = list.palettes[static_cast<std::size_t>(item.worldOffset + copy * item.paletteStride)];
      one.worldOffset = -1;
      separate.items.push_back(one);
    }
  }
  return separate;
}

int differentPixels(const Picture& a, const Picture& b) {
  int count = 0;
  for (int y = 0; y < a.size.height; ++y)
    for (int x = 0; x < a.size.width; ++x) count += a.at(x, y) == b.at(x, y) ? 0 : 1;
  return count;
}

Model copiedModel(Kind kind, Material material = {.baseColor = {0.8f, 0.3f, 0.2f, 1}, .metallic = 0}) {
  return modelOf(kind == Kind::Skinned ? skinnedPole() : pole(), std::move(material));
}

/// Each page size splits the copies into different draws.
constexpr int kPages[] = {0, 200, 64, 9};

class Copies : public RenderTest {
 protected:
  void expectAsOneByOne(const Model& model, const DrawList& list) {
    start({});
    const Picture separate = draw(model, oneByOne(list), kCopiesSize);
    DrawList empty = list;
    empty.items.clear();
    EXPECT_GT(differentPixels(separate, draw(model, empty, kCopiesSize)), 400) << "something is visible";
    for (const int texels : kPages) {
      start({.maxTexelBufferTexels = texels});
      EXPECT_EQ(differentPixels(draw(model, list, kCopiesSize), separate), 0) << texels << " texels a page";
    }
  }
};

TEST_F(Copies, OfASkinLookLikeSeparateItems) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 23);
  expectAsOneByOne(copiedModel(Kind::Skinned), list);
}

TEST_F(Copies, WithoutASkinLookLikeSeparateItems) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Placed, 23);
  expectAsOneByOne(copiedModel(Kind::Placed), list);
}

TEST_F(Copies, OfCountOneLookLikeASingleItem) {
  for (const Kind kind : {Kind::Skinned, Kind::Placed}) {
    DrawList list = viewOfTheFloor();
    addCrowd(list, kind, 1);
    list.view = glm::translate(list.view, glm::vec3(1.1f, 0, -1));
    expectAsOneByOne(copiedModel(kind), list);
  }
}

TEST_F(Copies, OfCountZeroAreNotDrawnAndCastNoShadow) {
  for (const Kind kind : {Kind::Skinned, Kind::Placed}) {
    DrawList list = viewOfTheFloor();
    addCrowd(list, kind, 4);
    list.items[0].copies = 0;
    DrawList empty = list;
    empty.items.clear();
    EXPECT_EQ(differentPixels(draw(copiedModel(kind), list, kCopiesSize), draw(copiedModel(kind), empty, kCopiesSize)),
              0);
  }
}

TEST_F(Copies, WithoutTheirOwnMatricesAreDrawnOnce) {
  DrawList list = viewOfTheFloor();
  list.items = {itemOf()};
  list.items[0].copies = 5;
  DrawList one = list;
  one.items[0].copies = 1;
  EXPECT_EQ(differentPixels(draw(copiedModel(Kind::Placed), list, kCopiesSize),
                            draw(copiedModel(Kind::Placed), one, kCopiesSize)),
            0);
}

TEST_F(Copies, BeyondTheEndOfTheMatricesAreLeftOut) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 9);
  DrawList more = list;
  more.items[0].copies = 12;
  EXPECT_EQ(differentPixels(draw(copiedModel(Kind::Skinned), more, kCopiesSize),
                            draw(copiedModel(Kind::Skinned), list, kCopiesSize)),
            0);
}

TEST_F(Copies, BlendInTheirOrder) {
  for (const bool doubleSided : {false, true}) {
    Material glass{.baseColor = {0.8f, 0.3f, 0.2f, 0.5f}, .metallic = 0};
    glass.alphaMode = AlphaMode::Blend;
    glass.doubleSided = doubleSided;
    DrawList list = viewOfTheFloor();
    addCrowd(list, Kind::Skinned, 9);
    if (!doubleSided)
      expectAsOneByOne(copiedModel(Kind::Skinned, glass), list);
    else
      EXPECT_GT(
          differentPixels(draw(copiedModel(Kind::Skinned, glass), list, kCopiesSize), draw(Model{}, list, kCopiesSize)),
          200);
  }
}

TEST_F(Copies, ThatShareWeightsMorphAlike) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 9);
  list.items[0].morphStride = 0;
  expectAsOneByOne(copiedModel(Kind::Skinned), list);
}

TEST_F(Copies, NextToAnItemThatSharesTheMatricesOfOneAreAllDrawn) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 9);
  list.items[0].morphCount = 0;
  DrawItem other = list.items[0];
  other.copies = 1;
  other.mesh = 1;  // does not exist: only its matrices matter
  other.paletteOffset += 4 * other.paletteStride;
  list.items.insert(list.items.begin(), other);  // uploaded first: breaks the stride at the fifth copy
  expectAsOneByOne(copiedModel(Kind::Skinned), list);
}

TEST_F(Copies, NextToAnItemThatSharesTheWeightsOfOneAreAllDrawn) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 9);
  for (std::size_t i = 0; i < list.morphWeights.size(); ++i)
    list.morphWeights[i] = 0.1f + 0.02f * static_cast<float>(i);  // runs of one length
  DrawItem other = list.items[0];
  other.copies = 1;
  other.paletteOffset = static_cast<int>(list.palettes.size());
  list.palettes.resize(list.palettes.size() + kJoints, glm::translate(glm::mat4(1.0f), glm::vec3(0, 0.4f, 0)));
  other.morphOffset += 4 * other.morphStride;
  list.items.insert(list.items.begin(), other);
  expectAsOneByOne(copiedModel(Kind::Skinned), list);
}

TEST_F(Copies, AreAllDrawnAsGhosts) {
  DrawList list = viewOfTheFloor();
  addCrowd(list, Kind::Skinned, 9);
  DrawList separate = oneByOne(list);
  for (DrawList* each : {&list, &separate}) {
    each->ghosts = {
        {.firstItem = 0, .itemCount = static_cast<int>(each->items.size()), .color = {0.2f, 0.5f, 1, 0.5f}}};
    std::swap(each->ghostItems, each->items);
  }
  const Picture picture = draw(copiedModel(Kind::Skinned), list, kCopiesSize);
  EXPECT_EQ(differentPixels(picture, draw(copiedModel(Kind::Skinned), separate, kCopiesSize)), 0);
  list.ghosts.clear();
  EXPECT_GT(differentPixels(picture, draw(copiedModel(Kind::Skinned), list, kCopiesSize)), 200);
}

TEST_F(Copies, AreWhereTheirMatricesPutThem) {
  for (const Kind kind : {Kind::Skinned, Kind::Placed}) {
    const Model posed = copiedModel(kind);
    for (const int texels : kPages) {
      start({.maxTexelBufferTexels = texels});
      DrawList list;
      addCrowd(list, kind, 23);
      renderer_->setModel(posed);
      const auto positions = renderer_->capturePositions(list, 0);
      Model alone = posed;  // for the CPU: one copy at a time
      alone.instances[0].morphCount = kTargets;
      if (kind == Kind::Skinned) alone.instances[0].skin = 0;
      alone.skins.push_back({.joints = std::vector<int>(kJoints), .inverseBinds = {}});
      const std::size_t vertices = alone.meshes[0].primitives[0].positions.size();
      ASSERT_EQ(positions.size(), 23 * vertices);
      const DrawItem& item = list.items[0];
      for (std::size_t copy = 0; copy < 23; ++copy) {
        const auto from = static_cast<std::ptrdiff_t>(copy) * item.paletteStride;
        const std::vector<glm::mat4> matrices(list.palettes.begin() + from,
                                              list.palettes.begin() + from + (kind == Kind::Skinned ? kJoints : 1));
        const auto weights = list.morphWeights.begin() + static_cast<std::ptrdiff_t>(copy) * item.morphStride;
        const std::vector<float> morphs(weights, weights + kTargets);
        const std::vector<int> offsets{0};
        const PosedModel pose{std::span(matrices).first(1), matrices, offsets, morphs};
        for (std::size_t v = 0; v < vertices; ++v) {
          const glm::vec3 cpu = skinnedVertex(alone, pose, 0, 0, static_cast<int>(v));
          ASSERT_LE(glm::length(positions[copy * vertices + v] - cpu), 1e-5f)
              << "copy " << copy << ", vertex " << v << ", " << texels << " texels a page";
        }
      }
    }
  }
}

TEST_F(Copies, AllCastShadows) {
  Primitive tile;  // horizontal, a third of a meter up
  tile.positions = {{-0.06f, 0.3f, 0.06f}, {0.06f, 0.3f, 0.06f}, {0.06f, 0.3f, -0.06f}, {-0.06f, 0.3f, -0.06f}};
  tile.normals.assign(4, glm::vec3(0, 1, 0));
  tile.indices = {0, 1, 2, 0, 2, 3};
  const Model model = modelOf(tile, unlit({1, 0, 0, 1}));
  for (const int copies : {9, 120}) {  // few get all their casters, many one sphere each
    DrawList list;
    list.eye = glm::vec3(0, 8, 0);
    list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 0, -1));
    list.projection = glm::ortho(-2.0f, 2.0f, -2.0f, 2.0f, 0.1f, 20.0f);
    list.sunDirection = glm::normalize(glm::vec3(1, 3, 0));  // shadows fall 10 cm to the left
    addCrowd(list, Kind::Placed, copies);
    DrawList empty = list;
    empty.items.clear();
    const PictureSize size{400, 400};
    const Picture floor = draw(model, empty, size), picture = draw(model, list, size);
    for (int copy = 0; copy < copies; ++copy) {
      const glm::vec3 position(list.palettes[static_cast<std::size_t>(copy * list.items[0].paletteStride)][3]);
      const int x = static_cast<int>((position.x - 0.12f + 2) * 100), y = static_cast<int>((position.z + 2) * 100);
      const Pixel lit = floor.at(x, y), shaded = picture.at(x, y);
      EXPECT_LT(shaded.r + shaded.g + shaded.b, lit.r + lit.g + lit.b - 9) << "copy " << copy << " of " << copies;
    }
  }
}

TEST_F(Copies, AllocateNothingInSteadyFramesAndLeaveACleanState) {
  for (const int texels : {0, 64}) {
    start({.maxTexelBufferTexels = texels});
    DrawList list = viewOfTheFloor();
    addCrowd(list, Kind::Skinned, 200);
    auto target = OffscreenTarget::make(kCopiesSize);
    ASSERT_TRUE(target);
    renderer_->setModel(copiedModel(Kind::Skinned));
    const auto frame = [&] {
      renderer_->upload(list);
      renderer_->draw(list, kCopiesSize, target->framebuffer());
    };
    for (int i = 0; i < 8; ++i) frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 8; ++i) frame();
    EXPECT_EQ(guard.count(), 0);
    for (const GLenum name : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING}) {
      GLint bound = -1;
      glGetIntegerv(name, &bound);
      EXPECT_EQ(bound, 0) << name;
    }
    GLint unit = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
    EXPECT_EQ(unit, GL_TEXTURE0);
    for (const GLenum able : {GL_DEPTH_TEST, GL_CULL_FACE, GL_BLEND, GL_RASTERIZER_DISCARD})
      EXPECT_FALSE(glIsEnabled(able)) << able;
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
}

}  // namespace
}  // namespace app::test
