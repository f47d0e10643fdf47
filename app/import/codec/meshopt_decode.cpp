#include "app/import/codec/meshopt_decode.h"

#include <meshoptimizer.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr std::uint8_t kNewVertexCodec = 0xA1;  // the first byte of a stream of attributes

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
      if (stride != 4 && stride != 8) refuse("the octahedral filter does not allow a stride of ", stride, " bytes");
      break;
    case MeshoptFilter::Quaternion:
      if (stride != 8) refuse("the quaternion filter does not allow a stride of ", stride, " bytes");
  }
}

int decode(const MeshoptStream& stream, Bytes& result) {
  const auto count = static_cast<std::size_t>(stream.count), stride = static_cast<std::size_t>(stream.stride);
  switch (stream.mode) {
    case MeshoptMode::Attributes:
      return meshopt_decodeVertexBuffer(result.data(), count, stride, stream.bytes.data(), stream.bytes.size());
    case MeshoptMode::Triangles:
      return meshopt_decodeIndexBuffer(result.data(), count, stride, stream.bytes.data(), stream.bytes.size());
    case MeshoptMode::Indices:
      return meshopt_decodeIndexSequence(result.data(), count, stride, stream.bytes.data(), stream.bytes.size());
  }
  return -1;
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
  }
}

}  // namespace

Bytes decodeMeshopt(const MeshoptStream& stream, std::uint64_t byteLimit) {
  checkShape(stream);
  if (stream.count > byteLimit / stream.stride)
    refuse(stream.count, " elements of ", stream.stride, " bytes are more than the limit of ", byteLimit, " bytes");
  if (stream.bytes.empty()) refuse("the compressed data is empty");
  if (stream.mode == MeshoptMode::Attributes && stream.bytes[0] == kNewVertexCodec)
    refuse("version 1 of meshoptimizer's vertex codec is not supported; write the file with version 0");
  Bytes result(static_cast<std::size_t>(stream.count * stream.stride));
  if (decode(stream, result) != 0) refuse("the compressed data is damaged");
  applyFilter(stream, result);
  return result;
}

}  // namespace app
