#include "app/import/codec/meshopt_decode.h"

#include <meshoptimizer.h>

#include "app/import/codec/meshopt_attributes.h"
#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr std::uint8_t kVersion0 = 0xA0;  // the first byte of a stream of attributes

/// EXT_meshopt_compression, "Compressed data mode specification" and "Filter specification". meshoptimizer only asserts
/// these.
void checkShape(const MeshoptStream& stream) {
  const std::uint64_t stride = stream.stride;
  switch (stream.mode) {
    case MeshoptMode::Attributes:
      if (stride == 0 || stride > 256 || stride % 4 != 0) refuse("a stride of ", stride, " bytes is not allowed");
      break;
    case MeshoptMode::Triangles:
      if (stream.count % 3 != 0) refuse(stream.count, " indices are not whole triangles");
      [[fallthrough]];
    case MeshoptMode::Indices:
      if (stride != 2 && stride != 4) refuse("indices of ", stride, " bytes are not allowed");
      if (stream.filter != MeshoptFilter::None) refuse("indices cannot have a filter");
  }
  switch (stream.filter) {
    case MeshoptFilter::None:
    case MeshoptFilter::Exponential:
      break;
    case MeshoptFilter::Octahedral:
    case MeshoptFilter::Color:
      if (stride != 4 && stride != 8) refuse("its filter does not allow a stride of ", stride, " bytes");
      break;
    case MeshoptFilter::Quaternion:
      if (stride != 8) refuse("its filter does not allow a stride of ", stride, " bytes");
  }
}

bool decode(const MeshoptStream& stream, Bytes& result) {
  const auto count = static_cast<std::size_t>(stream.count), stride = static_cast<std::size_t>(stream.stride);
  switch (stream.mode) {
    case MeshoptMode::Attributes:
      if (stream.bytes[0] != kVersion0) return decodeMeshoptAttributes(stream.bytes, stride, result);
      return meshopt_decodeVertexBuffer(result.data(), count, stride, stream.bytes.data(), stream.bytes.size()) == 0;
    case MeshoptMode::Triangles:
      return meshopt_decodeIndexBuffer(result.data(), count, stride, stream.bytes.data(), stream.bytes.size()) == 0;
    case MeshoptMode::Indices:
      return meshopt_decodeIndexSequence(result.data(), count, stride, stream.bytes.data(), stream.bytes.size()) == 0;
  }
  return false;
}

void applyFilter(const MeshoptStream& stream, Bytes& result) {
  const auto count = static_cast<std::size_t>(stream.count), stride = static_cast<std::size_t>(stream.stride);
  switch (stream.filter) {
    case MeshoptFilter::None:
      break;
    case MeshoptFilter::Octahedral:
      meshopt_decodeFilterOct(result.data(), count, stride);
      break;
    case MeshoptFilter::Quaternion:
      meshopt_decodeFilterQuat(result.data(), count, stride);
      break;
    case MeshoptFilter::Exponential:
      meshopt_decodeFilterExp(result.data(), count, stride);
      break;
    case MeshoptFilter::Color:
      applyMeshoptColorFilter(result, stride);
  }
}

}  // namespace

Bytes decodeMeshopt(const MeshoptStream& stream, std::uint64_t byteLimit) {
  checkShape(stream);
  if (stream.count > byteLimit / stream.stride)
    refuse(stream.count, " elements of ", stream.stride, " bytes are more than the limit of ", byteLimit, " bytes");
  if (stream.bytes.empty()) refuse("the compressed data is empty");
  Bytes result(static_cast<std::size_t>(stream.count * stream.stride));
  if (!decode(stream, result)) refuse("the compressed data is damaged");
  applyFilter(stream, result);
  return result;
}

}  // namespace app
