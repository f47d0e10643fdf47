// How much of anything a document may hold. Beyond these a file is refused before memory of that size is asked for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace app::limits {

inline constexpr std::uint64_t kFileBytes = 512ull << 20;
inline constexpr std::uint64_t kJsonBytes = 64ull << 20;
inline constexpr int kJsonDepth = 64;
inline constexpr std::uint64_t kResourceBytes = 1ull << 30;  // all side files and data URIs of a document together
inline constexpr std::size_t kBuffers = 64;                  // buffers
inline constexpr std::size_t kListEntries = 65'536;
inline constexpr int kNodeDepth = 512;
inline constexpr std::size_t kMeshes = 16'384;
inline constexpr std::size_t kJointsPerSkin = 4'096;
inline constexpr std::size_t kTotalJoints = 1'000'000;
inline constexpr std::size_t kClips = 1'024;
inline constexpr std::size_t kMorphTargets = 256;
inline constexpr std::size_t kImages = 256;
inline constexpr std::size_t kNameBytes = 1'023;  // the importer library cuts names there, and cut names collide
inline constexpr int kImageSide = 8'192;
inline constexpr std::uint64_t kImageBytes = 1ull << 30;  // RGBA of all images

// Totals over the document, shared accessors counted at each use.
inline constexpr std::uint64_t kVertices = 20'000'000;
inline constexpr std::uint64_t kIndices = 60'000'000;
inline constexpr std::uint64_t kMorphedVertices = 64'000'000;  // vertices times targets
inline constexpr std::uint64_t kKeyValues = 64'000'000;

inline constexpr std::uint64_t kAccessorElements = 64'000'000;
// Larger numbers are finite as floats, but their squares are not, so that lengths and products become infinite.
inline constexpr float kMaxMagnitude = 1e18f;
inline constexpr std::uint64_t kByteStride = 4'096;  // glTF itself allows 252

}  // namespace app::limits
