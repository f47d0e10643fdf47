#include "app/import/codec/draco_decode.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/decoder_buffer.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

bool readCount(draco::DecoderBuffer& buffer, bool asVarint, std::uint32_t& count) {
  return asVarint ? draco::DecodeVarint(&count, &buffer) : buffer.Decode(&count);
}

/// Draco's sequential or edgebreaker decoder. Draco allocates whatever a stream declares, so this checks the limits
/// first.
template <class Decoder>
class LimitedDecoder final : public Decoder {
 public:
  LimitedDecoder(const DracoLimits& limits, bool isEdgebreaker) : limits_(limits), isEdgebreaker_(isEdgebreaker) {}
  const std::string& fault() const { return fault_; }

 protected:
  bool DecodeGeometryData() override {
    // The counts that start the connectivity (Draco bitstream 2.2, "DecodeConnectivityData"), read ahead.
    draco::DecoderBuffer ahead = *this->buffer();
    const std::uint16_t version = this->bitstream_version();
    const bool varints = version >= (isEdgebreaker_ ? DRACO_BITSTREAM_VERSION(2, 0) : DRACO_BITSTREAM_VERSION(2, 2));
    std::uint32_t unused = 0, vertices = 0, triangles = 0;
    const bool isRead = isEdgebreaker_
                            ? (version >= DRACO_BITSTREAM_VERSION(2, 2) || readCount(ahead, varints, unused)) &&
                                  readCount(ahead, varints, vertices) && readCount(ahead, varints, triangles)
                            : readCount(ahead, varints, triangles) && readCount(ahead, varints, vertices);
    if (!isRead) return fail("it ends before its first triangle");
    return checkCounts(vertices, triangles) && Decoder::DecodeGeometryData();
  }

  bool DecodeAllAttributes() override {
    const draco::PointCloud& cloud = *this->point_cloud();
    if (!checkCounts(cloud.num_points(), 0)) return false;
    std::uint64_t bytesPerVertex = 0;
    for (int i = 0; i < cloud.num_attributes(); ++i)
      bytesPerVertex += 4 * std::uint64_t{cloud.attribute(i)->num_components()};  // quantized values are 32-bit
    if (bytesPerVertex * cloud.num_points() > limits_.bytes)
      return fail(concat("its ", cloud.num_attributes(), " attributes of ", cloud.num_points(),
                         " vertices need too much memory"));
    return Decoder::DecodeAllAttributes();
  }

 private:
  bool checkCounts(std::uint64_t vertices, std::uint64_t triangles) {
    if (vertices > limits_.vertices)
      return fail(concat("it declares ", vertices, " vertices; the limit is ", limits_.vertices));
    if (triangles > limits_.triangles)
      return fail(concat("it declares ", triangles, " triangles; the limit is ", limits_.triangles));
    return true;
  }

  bool fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  const DracoLimits& limits_;
  const bool isEdgebreaker_;
  std::string fault_;
};

template <class Decoder>
void decodeInto(draco::Mesh& mesh, draco::DecoderBuffer& buffer, const DracoLimits& limits, bool isEdgebreaker) {
  LimitedDecoder<Decoder> decoder(limits, isEdgebreaker);
  const draco::DecoderOptions options;
  const draco::Status status = decoder.Decode(options, &buffer, &mesh);
  if (!decoder.fault().empty()) refuse("the Draco data cannot be decoded: ", decoder.fault());
  if (!status.ok()) refuse("the Draco data is damaged");  // its own message adds nothing
}

template <class T>
Bytes valuesAs(const draco::PointAttribute& attribute, std::size_t vertexCount, std::uint32_t id) {
  const auto components = static_cast<std::size_t>(attribute.num_components());
  const std::size_t size = components * sizeof(T);
  Bytes bytes(vertexCount * size);
  std::vector<T> converted(components);
  for (std::size_t i = 0; i < vertexCount; ++i) {
    const draco::AttributeValueIndex value = attribute.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
    if (value.value() >= attribute.size())
      refuse("the Draco data is damaged: vertex ", i, " has no value of attribute ", id);
    // Values that do not fit become 0, as Draco leaves them.
    if (!attribute.ConvertValue<T>(value, static_cast<std::int8_t>(components), converted.data()))
      std::fill(converted.begin(), converted.end(), T{});
    std::memcpy(bytes.data() + i * size, converted.data(), size);
  }
  return bytes;
}

void decodeAnyMethod(ByteSpan stream, draco::Mesh& mesh, const DracoLimits& limits) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
  draco::DecoderBuffer ahead = buffer;
  draco::DracoHeader header{};
  if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok())
    refuse("the data does not begin with a Draco header");
  if (header.encoder_type != draco::TRIANGULAR_MESH) refuse("the Draco data is not a triangle mesh");
  if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING)
    decodeInto<draco::MeshSequentialDecoder>(mesh, buffer, limits, false);
  else if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING)
    decodeInto<draco::MeshEdgebreakerDecoder>(mesh, buffer, limits, true);
  else
    refuse("the Draco data uses method ", header.encoder_method, ", which is unknown");
}

}  // namespace

DracoMesh decodeDraco(ByteSpan stream, std::span<const DracoAttribute> wanted, const DracoLimits& limits) {
  draco::Mesh mesh;
  decodeAnyMethod(stream, mesh, limits);

  DracoMesh result;
  result.vertexCount = mesh.num_points();
  result.indices.reserve(std::size_t{mesh.num_faces()} * 3);
  for (std::uint32_t i = 0; i < mesh.num_faces(); ++i)
    for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(i))) {
      if (corner.value() >= result.vertexCount)
        refuse("the Draco data is damaged: triangle ", i, " uses vertex ", corner.value(), " of ", result.vertexCount);
      result.indices.push_back(corner.value());
    }
  for (const DracoAttribute& attribute : wanted) {
    const draco::PointAttribute* found = mesh.GetAttributeByUniqueId(attribute.id);
    if (found == nullptr) refuse("the Draco data has no attribute ", attribute.id);
    result.attributes.push_back({found->num_components(), withNumberOf(attribute.component, [&](auto number) {
                                   return valuesAs<decltype(number)>(*found, result.vertexCount, attribute.id);
                                 })});
  }
  return result;
}

}  // namespace app
