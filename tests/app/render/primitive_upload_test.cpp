// What is on the GPU after a mesh or an image was uploaded in steps.
#include "app/render/gpu_model.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/app/render/render_fixture.h"

namespace app {
namespace {

constexpr std::size_t kVertices = 100'003;
static_assert(kVertices * sizeof(glm::vec3) > kUploadBytes, "one array takes more than one step");

float numbered(std::size_t index, float from) { return from + static_cast<float>(index); }

std::vector<glm::vec3> vectors(float from) {
  std::vector<glm::vec3> all;
  for (std::size_t i = 0; i < kVertices; ++i) all.emplace_back(numbered(i, from), -numbered(i, from), 0.5f);
  return all;
}

Primitive largePrimitive() {
  Primitive primitive;
  primitive.positions = vectors(1);
  primitive.normals = vectors(2);
  for (std::size_t i = 0; i < 3 * kVertices; ++i) primitive.indices.push_back(static_cast<std::uint32_t>(i / 3));
  primitive.detailLevels = {{.indices = {7, 8, 9}}, {.indices = {1, 2, 3}}};
  primitive.morphTargets = {{.positions = vectors(3), .normals = {}}, {.positions = {}, .normals = vectors(4)}};
  return primitive;
}

template <class Value>
std::vector<Value> contentOf(const GlBuffer& buffer, std::size_t count) {
  std::vector<Value> content(count);
  glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(Value)), content.data());
  glBindBuffer(GL_COPY_READ_BUFFER, 0);
  return content;
}

class PrimitiveUploadTest : public test::RenderTest {};

TEST_F(PrimitiveUploadTest, OfLargeArraysTakesSeveralStepsAndIsComplete) {
  const Primitive primitive = largePrimitive();
  std::vector<std::string> messages;
  PrimitiveUpload upload(primitive, "mesh", messages);
  int steps = 0;
  while (upload.next()) ++steps;
  const GpuPrimitive gpu = upload.take();
  EXPECT_GT(steps, 8);
  EXPECT_TRUE(messages.empty());

  std::vector<glm::vec3> vertices = primitive.positions;
  vertices.insert(vertices.end(), primitive.normals.begin(), primitive.normals.end());
  EXPECT_TRUE(contentOf<glm::vec3>(gpu.vertices, 2 * kVertices) == vertices);
  std::vector<std::uint32_t> indices = primitive.indices;
  indices.insert(indices.end(), {7, 8, 9, 1, 2, 3});
  EXPECT_TRUE(contentOf<std::uint32_t>(gpu.indices, indices.size()) == indices);
  EXPECT_EQ(gpu.casters.size(), 1u);
}

TEST_F(PrimitiveUploadTest, OfMorphTargetsOrdersDeltasByTargetAndVertex) {
  const Primitive primitive = largePrimitive();
  std::vector<std::string> messages;
  PrimitiveUpload upload(primitive, "mesh", messages);
  while (upload.next()) {
  }
  const GpuPrimitive gpu = upload.take();
  GLint width = 0, height = 0;
  glBindTexture(GL_TEXTURE_2D, gpu.morphs.texture.id());
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
  std::vector<glm::vec3> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  ASSERT_GE(texels.size(), 4 * kVertices);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_FLOAT, texels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kVertices; ++i) {
    wrong += texels[2 * i] == primitive.morphTargets[0].positions[i] ? 0 : 1;
    wrong += texels[2 * i + 1] == glm::vec3(0) ? 0 : 1;
    wrong += texels[2 * (kVertices + i)] == glm::vec3(0) ? 0 : 1;
    wrong += texels[2 * (kVertices + i) + 1] == primitive.morphTargets[1].normals[i] ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_F(PrimitiveUploadTest, OfALargeImageTakesSeveralStepsAndHasMipmaps) {
  constexpr int kWidth = 701, kHeight = 503;
  Image image{.name = "large", .width = kWidth, .height = kHeight};
  for (int i = 0; i < kWidth * kHeight * 4; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i % 251));
  GpuTextures textures;
  std::vector<std::string> messages;
  int steps = 0;
  while (textures.uploadNext({image}, 0, TexelMeaning::Data, messages)) ++steps;
  EXPECT_GT(steps, 2);
  glBindTexture(GL_TEXTURE_2D, textures.bind({.image = 0}, TexelMeaning::Data).texture);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  std::vector<std::uint8_t> content(image.rgba.size());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, content.data());
  GLint half = 0;
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 1, GL_TEXTURE_WIDTH, &half);
  glBindTexture(GL_TEXTURE_2D, 0);
  EXPECT_TRUE(content == image.rgba);
  EXPECT_EQ(half, kWidth / 2);
}

}  // namespace
}  // namespace app
