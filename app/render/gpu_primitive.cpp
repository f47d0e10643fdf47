#include "app/render/gpu_primitive.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace app {
namespace {

unsigned int glMode(Topology topology) {
  switch (topology) {
    case Topology::Points:
      return GL_POINTS;
    case Topology::Lines:
      return GL_LINES;
    case Topology::Triangles:
      return GL_TRIANGLES;
  }
  return GL_TRIANGLES;
}

// Packs attribute arrays into one buffer, one after another.
class VertexWriter {
 public:
  void addFloats(VertexAttribute attribute, std::span<const std::byte> bytes, int components) {
    entries_.push_back({attribute, components, components * 4, bytes_.size(), false});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void addInfluences(VertexAttribute joints, VertexAttribute weights, std::span<const Influences> set) {
    constexpr int kStride = sizeof(Influences);
    const std::size_t start = bytes_.size();
    entries_.push_back({joints, 4, kStride, start + offsetof(Influences, joints), true});
    entries_.push_back({weights, 4, kStride, start + offsetof(Influences, weights), false});
    const auto raw = std::as_bytes(set);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
  }
  void finish(GpuPrimitive& primitive) const {
    glBindBuffer(GL_ARRAY_BUFFER, primitive.vertices.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes_.size()), bytes_.data(), GL_STATIC_DRAW);
    for (const Entry& entry : entries_) {
      const GLuint index = static_cast<GLuint>(entry.attribute);
      const void* offset = reinterpret_cast<const void*>(entry.offset);
      glEnableVertexAttribArray(index);
      if (entry.joints) {
        glVertexAttribIPointer(index, entry.components, GL_UNSIGNED_SHORT, entry.stride, offset);
      } else {
        glVertexAttribPointer(index, entry.components, GL_FLOAT, GL_FALSE, entry.stride, offset);
      }
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
  }

 private:
  struct Entry {
    VertexAttribute attribute;
    int components;
    int stride;
    std::size_t offset;
    bool joints;
  };
  std::vector<Entry> entries_;
  std::vector<std::byte> bytes_;
};

// log2 of the width, and the height, of a texture for this many texels; nothing if it would be too large.
std::optional<std::array<int, 2>> morphTextureSize(std::size_t texels, int sizeLimit) {
  int log2 = 0;
  while ((std::size_t{1} << log2) * (std::size_t{1} << log2) < texels && (2 << log2) <= sizeLimit) ++log2;
  const std::size_t width = std::size_t{1} << log2;
  const std::size_t height = (texels + width - 1) / width;
  if (height > static_cast<std::size_t>(sizeLimit)) return std::nullopt;
  return std::array<int, 2>{log2, static_cast<int>(height)};
}

void copyDeltas(const std::vector<glm::vec3>& deltas, std::size_t firstTexel, std::size_t stride,
                std::vector<glm::vec3>& texels) {
  for (std::size_t i = 0; i < deltas.size(); ++i) texels[firstTexel + i * stride] = deltas[i];
}

MorphTexture uploadMorphs(const Primitive& primitive, const std::string& location, std::vector<std::string>& messages) {
  MorphTexture morphs;
  if (primitive.morphTargets.empty()) return morphs;
  const bool normals =
      !primitive.normals.empty() && std::any_of(primitive.morphTargets.begin(), primitive.morphTargets.end(),
                                                [](const MorphTarget& target) { return !target.normals.empty(); });
  const std::size_t stride = normals ? 2 : 1;
  const std::size_t perTarget = primitive.positions.size() * stride;
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  const auto size = morphTextureSize(perTarget * primitive.morphTargets.size(), limit);
  if (!size) {
    messages.push_back(location + ": its " + std::to_string(primitive.morphTargets.size()) +
                       " morph targets do not fit into a texture of " + std::to_string(limit) + " x " +
                       std::to_string(limit) + " and are not drawn");
    return morphs;
  }
  morphs.widthLog2 = (*size)[0];
  morphs.texelsPerVertex = static_cast<int>(stride);
  morphs.targetCount = static_cast<int>(primitive.morphTargets.size());
  std::vector<glm::vec3> texels((std::size_t{1} << morphs.widthLog2) * static_cast<std::size_t>((*size)[1]));
  for (std::size_t i = 0; i < primitive.morphTargets.size(); ++i) {
    copyDeltas(primitive.morphTargets[i].positions, i * perTarget, stride, texels);
    if (normals) copyDeltas(primitive.morphTargets[i].normals, i * perTarget + 1, stride, texels);
  }
  morphs.texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, morphs.texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, 1 << morphs.widthLog2, (*size)[1], 0, GL_RGB, GL_FLOAT, texels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  return morphs;
}

void writeVertices(const Primitive& primitive, GpuPrimitive& gpu) {
  VertexWriter writer;
  const std::size_t count = primitive.positions.size();
  const auto add = [&](VertexAttribute attribute, const auto& values, int components) {
    if (values.size() == count && count > 0) writer.addFloats(attribute, std::as_bytes(std::span(values)), components);
  };
  add(VertexAttribute::Position, primitive.positions, 3);
  add(VertexAttribute::Normal, primitive.normals, 3);
  add(VertexAttribute::Tangent, primitive.tangents, 4);
  add(VertexAttribute::Uv0, primitive.uvs[0], 2);
  add(VertexAttribute::Uv1, primitive.uvs[1], 2);
  add(VertexAttribute::Color, primitive.colors, 4);
  if (gpu.skinSets > 0)
    writer.addInfluences(VertexAttribute::Joints0, VertexAttribute::Weights0, primitive.influences[0]);
  if (gpu.skinSets > 1)
    writer.addInfluences(VertexAttribute::Joints1, VertexAttribute::Weights1, primitive.influences[1]);
  writer.finish(gpu);
}

void uploadIndices(const Primitive& primitive, GpuPrimitive& gpu) {
  gpu.coarseCount = static_cast<int>(primitive.coarseIndices.size());
  std::vector<std::uint32_t> indices = primitive.indices;
  indices.insert(indices.end(), primitive.coarseIndices.begin(), primitive.coarseIndices.end());
  if (indices.empty()) return;
  gpu.indices = GlBuffer::make();
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu.indices.id());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)), indices.data(),
               GL_STATIC_DRAW);
}

}  // namespace

GpuPrimitive uploadPrimitive(const Primitive& primitive, const std::string& location,
                             std::vector<std::string>& messages) {
  GpuPrimitive gpu;
  gpu.mode = glMode(primitive.topology);
  gpu.vertexCount = static_cast<int>(primitive.positions.size());
  gpu.indexCount = static_cast<int>(primitive.indices.size());
  gpu.hasNormals = !primitive.normals.empty();
  gpu.hasTangents = gpu.hasNormals && primitive.tangents.size() == primitive.positions.size();
  gpu.skinSets = std::min(static_cast<int>(primitive.influences.size()), kMaxSkinSets);
  if (static_cast<int>(primitive.influences.size()) > kMaxSkinSets) {
    messages.push_back(location + ": influences beyond the eighth joint of a vertex are not drawn");
  }
  gpu.vertexArray = GlVertexArray::make();
  gpu.vertices = GlBuffer::make();
  glBindVertexArray(gpu.vertexArray.id());
  writeVertices(primitive, gpu);
  uploadIndices(primitive, gpu);
  glBindVertexArray(0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
  gpu.morphs = uploadMorphs(primitive, location, messages);
  gpu.casters = makeCasterSpheres(primitive);
  gpu.bounds = boundingSphere(gpu.casters);
  return gpu;
}

void setAbsentAttributes() {
  glVertexAttrib3f(static_cast<GLuint>(VertexAttribute::Normal), 0, 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv0), 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv1), 0, 0);
  glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Color), 1, 1, 1, 1);
}

}  // namespace app
