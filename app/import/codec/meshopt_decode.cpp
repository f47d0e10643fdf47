#include "app/import/codec/meshopt_decode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <meshoptimizer.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr std::uint8_t kHeader = 0xA0;  // plus the version
constexpr std::size_t kGroup = 16;      // elements that share the width of their deltas
constexpr std::size_t kLargestBlock = 256, kBlockBytes = 8192;

/// Bits of one delta, by the two bits that a group has in its header.
using Widths = std::array<int, 4>;
constexpr Widths kOldWidths{0, 2, 4, 8}, kNarrow{0, 1, 2, 4}, kWide{1, 2, 4, 8};
enum Control : unsigned { kUseNarrow, kUseWide, kAllZero, kLiteral };
enum ChannelDeltas : unsigned { kByteDeltas, kShortDeltas, kXorDeltas };

/// Reads from front to back; past the end it gives null for good.
class Input {
 public:
  explicit Input(ByteSpan bytes) : bytes_(bytes) {}
  std::size_t left() const { return bytes_.size(); }
  const std::uint8_t* take(std::size_t count) {
    if (count > bytes_.size()) return nullptr;
    const std::uint8_t* taken = bytes_.data();
    bytes_ = bytes_.subspan(count);
    return taken;
  }

 private:
  ByteSpan bytes_;
};

/// The deltas of 16 elements. A width's largest value is an escape: the delta is a full byte that follows.
bool readGroup(Input& input, int width, std::uint8_t* deltas) {
  if (width == 0) {
    std::fill_n(deltas, kGroup, std::uint8_t{0});
    return true;
  }
  const std::uint8_t* packed = input.take(kGroup * static_cast<std::size_t>(width) / 8);
  if (packed == nullptr) return false;
  if (width == 8) {
    std::copy_n(packed, kGroup, deltas);
    return true;
  }
  const auto bits = static_cast<std::size_t>(width), perByte = 8 / bits;
  const unsigned escape = (1u << bits) - 1;
  for (std::size_t i = 0; i < kGroup; ++i) {
    const std::size_t position = i % perByte;
    const std::size_t shift = width == 1 ? position : 8 - bits * (position + 1);  // single bits start at the lowest
    deltas[i] = static_cast<std::uint8_t>(packed[i / perByte] >> shift & escape);
    if (deltas[i] != escape) continue;
    const std::uint8_t* whole = input.take(1);
    if (whole == nullptr) return false;
    deltas[i] = *whole;
  }
  return true;
}

bool readGroups(Input& input, const Widths& widths, std::size_t groups, std::uint8_t* deltas) {
  const std::uint8_t* header = input.take((groups + 3) / 4);
  if (header == nullptr) return false;
  for (std::size_t group = 0; group < groups; ++group) {
    const unsigned mode = header[group / 4] >> (group % 4 * 2) & 3;
    if (!readGroup(input, widths[mode], deltas + group * kGroup)) return false;
  }
  return true;
}

/// The deltas of one byte of all elements of a block.
bool readDeltas(Input& input, int version, unsigned control, std::size_t count, std::uint8_t* deltas) {
  const std::size_t groups = (count + kGroup - 1) / kGroup;
  if (version == 0) return readGroups(input, kOldWidths, groups, deltas);
  if (control == kUseNarrow) return readGroups(input, kNarrow, groups, deltas);
  if (control == kUseWide) return readGroups(input, kWide, groups, deltas);
  if (control == kAllZero) {
    std::fill_n(deltas, count, std::uint8_t{0});
    return true;
  }
  const std::uint8_t* literal = input.take(count);
  if (literal != nullptr) std::copy_n(literal, count, deltas);
  return literal != nullptr;
}

template <class T>
T unzigzag(T value) {
  return static_cast<T>((value & 1) != 0 ? ~(value >> 1) : value >> 1);
}

template <class T, class Step>
void undoDeltas(const std::uint8_t* last, std::uint8_t* element, const Step& step) {
  for (std::size_t at = 0; at < 4; at += sizeof(T)) {
    T before, delta;
    std::memcpy(&before, last + at, sizeof(T));
    std::memcpy(&delta, element + at, sizeof(T));
    const T value = step(before, delta);
    std::memcpy(element + at, &value, sizeof(T));
  }
}

/// Turns four bytes of deltas into the values that follow those of `last`.
void undoChannel(unsigned channel, const std::uint8_t* last, std::uint8_t* element) {
  const auto add = [](auto before, auto delta) { return static_cast<decltype(before)>(before + unzigzag(delta)); };
  switch (channel & 15) {
    case kByteDeltas:
      return undoDeltas<std::uint8_t>(last, element, add);
    case kShortDeltas:
      return undoDeltas<std::uint16_t>(last, element, add);
    default:
      return undoDeltas<std::uint32_t>(last, element, [channel](std::uint32_t before, std::uint32_t delta) {
        return before ^ std::rotl(delta, static_cast<int>(channel >> 4));
      });
  }
}

bool isChannel(unsigned channel) { return channel <= kShortDeltas || (channel & 15) == kXorDeltas; }

template <class T>
void colorsOf(Bytes& elements) {
  using Signed = std::make_signed_t<T>;
  constexpr float kMax = std::numeric_limits<T>::max();
  for (std::size_t i = 0; i + 4 * sizeof(T) <= elements.size(); i += 4 * sizeof(T)) {
    std::array<T, 4> in;
    std::memcpy(in.data(), elements.data() + i, sizeof(in));
    const int scale = static_cast<int>(std::max(std::bit_ceil(static_cast<unsigned>(in[3]) + 1), 2u)) - 1;
    const int y = in[0], orange = static_cast<Signed>(in[1]), green = static_cast<Signed>(in[2]);
    const int alpha = in[3] & scale >> 1;
    const std::array rgba{y + orange - green, y + green, y - orange - green, alpha << 1 | (alpha & 1)};
    for (std::size_t k = 0; k < 4; ++k)
      in[k] = static_cast<T>(
          std::clamp(std::round(static_cast<float>(rgba[k]) * (kMax / static_cast<float>(scale))), 0.0f, kMax));
    std::memcpy(elements.data() + i, in.data(), sizeof(in));
  }
}

}  // namespace

bool decodeMeshoptAttributes(ByteSpan stream, std::size_t stride, Bytes& result) {
  if (stream.empty() || (stream[0] & 0xF0) != kHeader || (stream[0] & 0x0F) > 1) return false;
  const int version = stream[0] & 0x0F;
  const std::size_t modes = version == 0 ? 0 : stride / 4;
  const std::size_t tail = std::max<std::size_t>(stride + modes, version == 0 ? 32 : 24);
  if (stream.size() < 1 + tail) return false;
  const std::uint8_t* channels = stream.data() + stream.size() - modes;
  if (!std::all_of(channels, channels + modes, isChannel)) return false;
  const std::uint8_t* last = channels - stride;  // the baseline element

  Input input(stream.subspan(1, stream.size() - 1 - tail));
  const std::size_t largest = std::min(kBlockBytes / stride / kGroup * kGroup, kLargestBlock);
  std::array<std::uint8_t, kLargestBlock> deltas;
  for (std::size_t first = 0, count = 0; first < result.size() / stride; first += count) {
    count = std::min(largest, result.size() / stride - first);
    std::uint8_t* block = result.data() + first * stride;
    const std::uint8_t* controls = input.take(modes);
    if (controls == nullptr) return false;
    for (std::size_t k = 0; k < stride; ++k) {
      const unsigned control = version == 0 ? 0u : controls[k / 4] >> (k % 4 * 2) & 3u;
      if (!readDeltas(input, version, control, count, deltas.data())) return false;
      for (std::size_t i = 0; i < count; ++i) block[i * stride + k] = deltas[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* element = block + i * stride;
      for (std::size_t k = 0; k < stride; k += 4)
        undoChannel(version == 0 ? 0u : channels[k / 4], last + k, element + k);
      last = element;
    }
  }
  return input.left() == 0;
}

void applyMeshoptColorFilter(Bytes& elements, std::size_t stride) {
  if (stride == 4) return colorsOf<std::uint8_t>(elements);
  colorsOf<std::uint16_t>(elements);
}

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
