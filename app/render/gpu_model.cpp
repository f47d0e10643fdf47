#include "app/render/gpu_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <glad/gl.h>

#include "app/model/caster_spheres.h"

namespace app {
namespace {

GLint glWrap(Wrap wrap) {
  switch (wrap) {
    case Wrap::Repeat:
      return GL_REPEAT;
    case Wrap::MirroredRepeat:
      return GL_MIRRORED_REPEAT;
    case Wrap::ClampToEdge:
      return GL_CLAMP_TO_EDGE;
  }
  return GL_REPEAT;
}

// Always linear between mipmaps, whatever the file asks for: hard level switches are visible as lines.
GLint glMinify(const TextureRef& reference) {
  if (reference.minify == Filter::Nearest) return reference.mipmaps ? GL_NEAREST_MIPMAP_LINEAR : GL_NEAREST;
  return reference.mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR;
}

Image checker() {
  constexpr int kSide = 64;
  Image image{.name = "checker", .width = kSide, .height = kSide};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool light = ((x / 8) + (y / 8)) % 2 == 0;
      const std::array<std::uint8_t, 4> texel =
          light ? std::array<std::uint8_t, 4>{224, 64, 200, 255} : std::array<std::uint8_t, 4>{56, 56, 64, 255};
      image.rgba.insert(image.rgba.end(), texel.begin(), texel.end());
    }
  }
  return image;
}

/// Without content yet.
GlTexture allocate(const Image& image, TexelMeaning meaning) {
  GlTexture texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, texture.id());
  const GLint format = meaning == TexelMeaning::Color ? GL_SRGB8_ALPHA8 : GL_RGBA8;
  glTexImage2D(GL_TEXTURE_2D, 0, format, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

/// The last `rowsLeft` rows of an image are missing. Uploads some of them, and makes the mipmaps after the last one;
/// returns how many are missing then.
int uploadRows(const GlTexture& texture, const Image& image, int rowsLeft) {
  const std::size_t rowBytes = static_cast<std::size_t>(image.width) * 4;
  const int rows = std::min(rowsLeft, static_cast<int>(std::max<std::size_t>(1, kUploadBytes / rowBytes)));
  const int row = image.height - rowsLeft;
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, image.width, rows, GL_RGBA, GL_UNSIGNED_BYTE,
                  image.rgba.data() + static_cast<std::size_t>(row) * rowBytes);
  if (rows == rowsLeft) glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
  return rowsLeft - rows;
}

bool isSoftwareDriver() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view name = text != nullptr ? text : "";
  return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos ||
         name.find("SwiftShader") != name.npos;
}

bool isUsable(const Image& image, int sizeLimit) {
  const bool sized = image.width > 0 && image.height > 0 && image.width <= sizeLimit && image.height <= sizeLimit;
  return sized &&
         image.rgba.size() == static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4;
}

/// Images that do not exist share the last texture, a checkerboard.
std::size_t textureIndex(int image, std::size_t textureCount) {
  return std::min(static_cast<std::size_t>(image), textureCount - 1);
}

std::string unusable(const Image& image, std::size_t index) {
  return "image " + std::to_string(index) + " '" + image.name + "' of " + std::to_string(image.width) + " x " +
         std::to_string(image.height) + " pixels cannot be used here; a checkerboard is shown instead";
}

}  // namespace

GpuTextures::GpuTextures() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &sizeLimit_);
  // Software drivers spend more time on anisotropic filtering than on all the rest of a textured surface.
  if (GLAD_GL_EXT_texture_filter_anisotropic && !isSoftwareDriver()) {
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &anisotropy_);
    anisotropy_ = std::min(anisotropy_, 8.0f);
  }
}

bool GpuTextures::uploadNext(const std::vector<Image>& images, int image, TexelMeaning meaning,
                             std::vector<std::string>& messages) {
  std::vector<GlTexture>& textures = nth(textures_, meaning);
  textures.resize(images.size() + 1);
  const std::size_t index = textureIndex(image, textures.size());
  GlTexture& texture = textures[index];
  if (texture && rowsLeft_ == 0) return false;
  if (texture) {
    rowsLeft_ = uploadRows(texture, images[index], rowsLeft_);
  } else if (index < images.size() && isUsable(images[index], sizeLimit_)) {
    texture = allocate(images[index], meaning);
    rowsLeft_ = images[index].height;
  } else {
    if (index < images.size()) messages.push_back(unusable(images[index], index));
    const Image replacement = checker();
    texture = allocate(replacement, meaning);
    uploadRows(texture, replacement, replacement.height);
  }
  return true;
}

BoundTexture GpuTextures::bind(const TextureRef& reference, TexelMeaning meaning) {
  const std::vector<GlTexture>& textures = nth(textures_, meaning);
  const GlTexture& texture = textures[textureIndex(reference.image, textures.size())];
  return {.texture = texture.id(), .sampler = samplerOf(reference)};
}

unsigned int GpuTextures::samplerOf(const TextureRef& reference) {
  const GLint wrapU = glWrap(reference.wrapU);
  const GLint wrapV = glWrap(reference.wrapV);
  const GLint minify = glMinify(reference);
  const GLint magnify = reference.magnify == Filter::Nearest ? GL_NEAREST : GL_LINEAR;
  const int key = static_cast<int>(reference.wrapU) + 3 * static_cast<int>(reference.wrapV) +
                  9 * static_cast<int>(reference.minify) + 18 * static_cast<int>(reference.magnify) +
                  36 * (reference.mipmaps ? 1 : 0);
  for (const KeyedSampler& known : samplers_) {
    if (known.key == key) return known.sampler.id();
  }
  samplers_.push_back({key, GlSampler::make()});
  const unsigned int id = samplers_.back().sampler.id();
  glSamplerParameteri(id, GL_TEXTURE_WRAP_S, wrapU);
  glSamplerParameteri(id, GL_TEXTURE_WRAP_T, wrapV);
  glSamplerParameteri(id, GL_TEXTURE_MIN_FILTER, minify);
  glSamplerParameteri(id, GL_TEXTURE_MAG_FILTER, magnify);
  const bool smooth = reference.minify == Filter::Linear && reference.magnify == Filter::Linear && reference.mipmaps;
  if (smooth && anisotropy_ > 1.0f) glSamplerParameterf(id, GL_TEXTURE_MAX_ANISOTROPY_EXT, anisotropy_);
  return id;
}

void setAbsentAttributes() {
  glVertexAttrib3f(static_cast<GLuint>(VertexAttribute::Normal), 0, 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv0), 0, 0);
  glVertexAttrib2f(static_cast<GLuint>(VertexAttribute::Uv1), 0, 0);
  glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Color), 1, 1, 1, 1);
}

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

/// Attribute arrays in one buffer, one after another. The vertex array must be bound.
class VertexLayout {
 public:
  explicit VertexLayout(std::size_t vertices) : vertices_(vertices) {}
  template <class Value>
  void add(VertexAttribute attribute, const std::vector<Value>& values) {
    if (values.size() != vertices_ || vertices_ == 0) return;
    attributes_.push_back({attribute, Value::length(), sizeof(Value), size_, false});
    append(std::as_bytes(std::span(values)));
  }
  void add(VertexAttribute joints, VertexAttribute weights, const std::vector<Influences>& set) {
    attributes_.push_back({joints, 4, sizeof(Influences), size_ + offsetof(Influences, joints), true});
    attributes_.push_back({weights, 4, sizeof(Influences), size_ + offsetof(Influences, weights), false});
    append(std::as_bytes(std::span(set)));
  }
  void describe() const {
    for (const Attribute& each : attributes_) {
      const auto index = static_cast<GLuint>(each.attribute);
      const void* offset = reinterpret_cast<const void*>(each.offset);
      glEnableVertexAttribArray(index);
      if (each.isJoint) {
        glVertexAttribIPointer(index, each.components, GL_UNSIGNED_SHORT, each.stride, offset);
      } else {
        glVertexAttribPointer(index, each.components, GL_FLOAT, GL_FALSE, each.stride, offset);
      }
    }
  }
  const std::vector<std::span<const std::byte>>& arrays() const { return arrays_; }

 private:
  struct Attribute {
    VertexAttribute attribute;
    int components;
    int stride;
    std::size_t offset;
    bool isJoint;
  };
  void append(std::span<const std::byte> bytes) {
    arrays_.push_back(bytes);
    size_ += bytes.size();
  }
  std::size_t vertices_, size_ = 0;
  std::vector<Attribute> attributes_;
  std::vector<std::span<const std::byte>> arrays_;
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

}  // namespace

PrimitiveUpload::PrimitiveUpload(const Primitive& primitive, const std::string& location,
                                 std::vector<std::string>& messages) {
  gpu_.mode = glMode(primitive.topology);
  gpu_.vertexCount = static_cast<int>(primitive.positions.size());
  gpu_.indexCount = static_cast<int>(primitive.indices.size());
  gpu_.hasNormals = !primitive.normals.empty();
  gpu_.hasTangents = gpu_.hasNormals && primitive.tangents.size() == primitive.positions.size();
  gpu_.skinSets = std::min(static_cast<int>(primitive.influences.size()), kMaxSkinSets);
  if (static_cast<int>(primitive.influences.size()) > kMaxSkinSets) {
    messages.push_back(location + ": influences beyond the eighth joint of a vertex are not drawn");
  }
  gpu_.vertexArray = GlVertexArray::make();
  glBindVertexArray(gpu_.vertexArray.id());
  layOutVertices(primitive);
  layOutIndices(primitive);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
  layOutMorphs(primitive, location, messages);
  gpu_.casters = primitive.casters.empty() ? makeCasterSpheres(primitive) : primitive.casters;
  gpu_.bounds = boundingSphere(gpu_.casters);
}

void PrimitiveUpload::layOutVertices(const Primitive& primitive) {
  VertexLayout layout(primitive.positions.size());
  layout.add(VertexAttribute::Position, primitive.positions);
  layout.add(VertexAttribute::Normal, primitive.normals);
  layout.add(VertexAttribute::Tangent, primitive.tangents);
  layout.add(VertexAttribute::Uv0, primitive.uvs[0]);
  layout.add(VertexAttribute::Uv1, primitive.uvs[1]);
  layout.add(VertexAttribute::Color, primitive.colors);
  if (gpu_.skinSets > 0) layout.add(VertexAttribute::Joints0, VertexAttribute::Weights0, primitive.influences[0]);
  if (gpu_.skinSets > 1) layout.add(VertexAttribute::Joints1, VertexAttribute::Weights1, primitive.influences[1]);
  gpu_.vertices = GlBuffer::make();
  glBindBuffer(GL_ARRAY_BUFFER, gpu_.vertices.id());
  layout.describe();
  add(gpu_.vertices, layout.arrays());
}

/// They will follow one another in the buffer.
void PrimitiveUpload::add(const GlBuffer& buffer, std::span<const std::span<const std::byte>> arrays) {
  const std::size_t first = pieces_.size();
  std::size_t size = 0;
  for (const std::span<const std::byte> bytes : arrays) {
    if (!bytes.empty()) pieces_.push_back({.buffer = buffer.id(), .offset = size, .bytes = bytes});
    size += bytes.size();
  }
  if (size > 0) pieces_[first].allocated = size;
}

void PrimitiveUpload::layOutIndices(const Primitive& primitive) {
  if (primitive.indices.empty()) return;
  gpu_.indices = GlBuffer::make();
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu_.indices.id());
  std::vector parts{std::as_bytes(std::span(primitive.indices))};
  int first = gpu_.indexCount;
  for (const DetailLevel& level : primitive.detailLevels) {
    parts.push_back(std::as_bytes(std::span(level.indices)));
    gpu_.levels.push_back({.first = first, .count = static_cast<int>(level.indices.size()), .error = level.error});
    first += gpu_.levels.back().count;
  }
  add(gpu_.indices, parts);
}

void PrimitiveUpload::layOutMorphs(const Primitive& primitive, const std::string& location,
                                   std::vector<std::string>& messages) {
  if (primitive.morphTargets.empty()) return;
  const bool normals =
      !primitive.normals.empty() && std::any_of(primitive.morphTargets.begin(), primitive.morphTargets.end(),
                                                [](const MorphTarget& target) { return !target.normals.empty(); });
  const std::size_t stride = normals ? 2 : 1;
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  const auto size = morphTextureSize(primitive.positions.size() * stride * primitive.morphTargets.size(), limit);
  if (!size) {
    messages.push_back(location + ": its " + std::to_string(primitive.morphTargets.size()) +
                       " morph targets do not fit into a texture of " + std::to_string(limit) + " x " +
                       std::to_string(limit) + " and are not drawn");
    return;
  }
  targets_ = primitive.morphTargets;
  vertices_ = primitive.positions.size();
  morphHeight_ = (*size)[1];
  gpu_.morphs = {.texture = GlTexture::make(),
                 .widthLog2 = (*size)[0],
                 .texelsPerVertex = static_cast<int>(stride),
                 .targetCount = static_cast<int>(targets_.size())};
  glBindTexture(GL_TEXTURE_2D, gpu_.morphs.texture.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, 1 << gpu_.morphs.widthLog2, morphHeight_, 0, GL_RGB, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

bool PrimitiveUpload::next() {
  if (piece_ == pieces_.size()) return nextMorphRows();
  Piece& piece = pieces_[piece_];
  const auto now = piece.bytes.first(std::min(piece.bytes.size(), kUploadBytes));
  glBindBuffer(GL_COPY_WRITE_BUFFER, piece.buffer);  // which leaves the vertex array alone
  if (piece.allocated > 0)
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(piece.allocated), nullptr, GL_STATIC_DRAW);
  glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(piece.offset), static_cast<GLsizeiptr>(now.size()),
                  now.data());
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
  piece = {.buffer = piece.buffer, .offset = piece.offset + now.size(), .bytes = piece.bytes.subspan(now.size())};
  if (piece.bytes.empty()) ++piece_;
  return true;
}

bool PrimitiveUpload::nextMorphRows() {
  if (morphRow_ == morphHeight_) return false;
  const MorphTexture& morphs = gpu_.morphs;
  const std::size_t width = std::size_t{1} << morphs.widthLog2;
  const int atOnce = static_cast<int>(std::max<std::size_t>(1, kUploadBytes / (width * sizeof(glm::vec3))));
  const int rows = std::min(morphHeight_ - morphRow_, atOnce);
  const auto stride = static_cast<std::size_t>(morphs.texelsPerVertex), perTarget = vertices_ * stride;
  std::vector<glm::vec3> texels(width * static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const std::size_t texel = static_cast<std::size_t>(morphRow_) * width + i, target = texel / perTarget;
    if (target >= targets_.size()) break;  // the rest of the last row
    const std::size_t ofTarget = texel % perTarget;
    const std::vector<glm::vec3>& deltas =
        ofTarget % stride == 0 ? targets_[target].positions : targets_[target].normals;
    if (!deltas.empty()) texels[i] = deltas[ofTarget / stride];
  }
  glBindTexture(GL_TEXTURE_2D, morphs.texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, morphRow_, static_cast<GLsizei>(width), rows, GL_RGB, GL_FLOAT, texels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  morphRow_ += rows;
  return true;
}

namespace {

constexpr std::array kTextureOfSlot{&Material::baseColorTexture,          &Material::metallicRoughnessTexture,
                                    &Material::emissiveTexture,           &Material::normalTexture,
                                    &Material::occlusionTexture,          &Material::clearcoatTexture,
                                    &Material::clearcoatRoughnessTexture, &Material::sheenColorTexture,
                                    &Material::sheenRoughnessTexture};
static_assert(kTextureOfSlot.size() == kTextureSlots);

const TextureRef& referenceOf(const Material& material, TextureSlot slot) {
  return material.*nth(kTextureOfSlot, slot);
}

TexelMeaning meaningOf(TextureSlot slot) {
  const bool isColor =
      slot == TextureSlot::BaseColor || slot == TextureSlot::Emissive || slot == TextureSlot::SheenColor;
  return isColor ? TexelMeaning::Color : TexelMeaning::Data;
}

}  // namespace

// The specification's text, its example and three.js (Matrix3.setUvTransform) agree on this direction of rotation; the
// GLSL in early drafts of the specification had the opposite signs.
std::array<glm::vec3, 2> textureTransformRows(const TextureRef& reference) {
  const float c = std::cos(reference.rotation);
  const float s = std::sin(reference.rotation);
  return {glm::vec3(c * reference.scale.x, s * reference.scale.y, reference.offset.x),
          glm::vec3(-s * reference.scale.x, c * reference.scale.y, reference.offset.y)};
}

GpuModel::GpuModel(const Model& model, std::vector<std::string>& messages) : GpuModel(model) {
  while (uploadNext(model, messages)) {
  }
}

GpuModel::GpuModel(const Model& model) {
  meshes_.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    meshes_[m].resize(model.meshes[m].primitives.size());
    for (std::size_t p = 0; p < meshes_[m].size(); ++p) primitives_.push_back({m, p});
  }
  for (const Material& material : model.materials)
    materials_.push_back({.values = material,
                          .coated = material.clearcoat > 0,
                          .hasSheen = material.sheenColor != glm::vec3(0),
                          .textures = {}});
  materials_.push_back({});
  hasLights_ = !model.lights.empty();
  animated_ = model.materialValues;
  if (animated_.empty()) return;
  rest_ = model.restMorphWeights;
  for (const MaterialValue& value : animated_) {
    GpuMaterial& material = nth(materials_, value.material);
    if (value.property == MaterialProperty::Clearcoat) material.coated = true;
    if (value.property == MaterialProperty::SheenColor) material.hasSheen = true;
  }
}

void GpuModel::animate(std::span<const float> morphWeights) {
  for (const MaterialValue& value : animated_) {
    const auto first = static_cast<std::size_t>(value.offset), count = static_cast<std::size_t>(sizeOf(value.property));
    const std::span<const float> from = first + count <= morphWeights.size() ? morphWeights : rest_;
    GpuMaterial& material = nth(materials_, value.material);
    setValue(material.values, value, from.subspan(first, count));
    if (!isOfTexture(value.property)) continue;
    const TextureRef& moved = material.values.*nth(kTexturesOfMaterial, value.texture);
    for (std::size_t slot = 0; slot < kTextureSlots; ++slot)
      if (&referenceOf(material.values, static_cast<TextureSlot>(slot)) == &moved)
        material.textures[slot].rows = textureTransformRows(moved);
  }
}

bool GpuModel::uploadNext(const Model& model, std::vector<std::string>& messages) {
  if (done_ < primitives_.size()) {
    uploadPrimitive(model, messages);
    return true;
  }
  const std::size_t step = done_ - primitives_.size(), material = step / kTextureSlots;
  if (material >= model.materials.size()) return false;
  const auto slot = static_cast<TextureSlot>(step % kTextureSlots);
  const TextureRef& reference = referenceOf(model.materials[material], slot);
  if (reference.image >= 0) {
    if (textures_.uploadNext(model.images, reference.image, meaningOf(slot), messages)) return true;
    materials_[material].textures[step % kTextureSlots] = {.bound = textures_.bind(reference, meaningOf(slot)),
                                                           .uvSet = reference.uvSet,
                                                           .rows = textureTransformRows(reference)};
  }
  ++done_;
  return true;
}

void GpuModel::uploadPrimitive(const Model& model, std::vector<std::string>& messages) {
  const auto [m, p] = primitives_[done_];
  if (!upload_) {
    const std::string location =
        "mesh " + std::to_string(m) + " '" + model.meshes[m].name + "', primitive " + std::to_string(p);
    upload_.emplace(model.meshes[m].primitives[p], location, messages);
  }
  if (upload_->next()) return;
  meshes_[m][p] = upload_->take();
  upload_.reset();
  ++done_;
}

double GpuModel::fraction() const {
  const std::size_t steps = primitives_.size() + (materials_.size() - 1) * kTextureSlots;
  return steps == 0 ? 1 : static_cast<double>(done_) / static_cast<double>(steps);
}

const GpuPrimitive* GpuModel::primitive(int mesh, int primitive) const {
  if (static_cast<std::size_t>(mesh) >= meshes_.size()) return nullptr;
  const std::vector<GpuPrimitive>& primitives = nth(meshes_, mesh);
  if (static_cast<std::size_t>(primitive) >= primitives.size()) return nullptr;
  const GpuPrimitive& found = nth(primitives, primitive);
  return found.vertexCount > 0 ? &found : nullptr;
}

const GpuMaterial& GpuModel::material(int index) const {
  const bool known = index >= 0 && static_cast<std::size_t>(index) < materials_.size();
  return known ? nth(materials_, index) : materials_.back();
}

}  // namespace app
