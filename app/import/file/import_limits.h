// Upper limits for everything whose size a file decides. A file above one of them is refused before the memory for it
// is allocated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace app::limits {

inline constexpr std::uint64_t kFileBytes = 512ull << 20;  // one file: a model, or an image beside it
inline constexpr std::uint64_t kJsonBytes = 64ull << 20;
inline constexpr std::uint64_t kResourceBytes = 1ull << 30;  // all buffers from files and data URIs, together
inline constexpr std::size_t kDataViews = 64'000'000;        // entries of "bufferViews", and of "accessors"
// Entries of each other list without a limit of its own: buffers, nodes, skins, scenes, cameras, materials, textures,
// images, samplers.
inline constexpr std::size_t kListEntries = 65'536;
inline constexpr std::size_t kInstances = 16'384;  // of EXT_mesh_gpu_instancing; each is drawn on its own
inline constexpr std::size_t kMeshes = 65'536;
inline constexpr std::size_t kJointsPerSkin = 4'096;
inline constexpr std::size_t kTotalJoints = 1'000'000;
inline constexpr std::size_t kClips = 16'384;
inline constexpr std::size_t kMorphTargets = 256;
inline constexpr std::size_t kNameBytes = 1'023;           // longer ones are cut
inline constexpr int kImageSide = 16'384;                  // pixels
inline constexpr std::uint64_t kImagePixels = 1ull << 27;  // of one image
// Images are halved until both limits hold: no screen shows more of a texture, and graphics memory is limited.
inline constexpr int kShownImageSide = 4'096;
inline constexpr std::uint64_t kShownImageBytes = 256ull << 20;  // all images of a model together, as RGBA
inline constexpr std::size_t kSceneValues = 256;  // animated visibilities, and values of cameras and lights

inline constexpr std::size_t kReportLines = 1'000;  // of an ImportReport; a hostile file could produce millions

// Totals over the document; a shared accessor counts each time it is used.
inline constexpr std::uint64_t kVertices = 20'000'000;
inline constexpr std::uint64_t kIndices = 60'000'000;
inline constexpr std::uint64_t kMorphedVertices = 64'000'000;  // vertices times targets
inline constexpr std::uint64_t kKeyValues = 64'000'000;

inline constexpr std::uint64_t kAccessorElements = 64'000'000;  // of one accessor
// A larger float is finite, but its square is not: lengths and products would become infinite.
inline constexpr float kMaxMagnitude = 1e18f;
// Cameras beyond these are shown as if they were at the limit.
inline constexpr double kCameraNear = 1e9;
inline constexpr double kCameraSizeMin = 1e-6, kCameraSizeMax = 1e9;  // half of what it sees; perspective: at 1 m
inline constexpr double kCameraAspectMin = 1e-3, kCameraAspectMax = 1e3;
inline constexpr std::uint64_t kByteStride = 4'096;  // glTF itself allows 252

}  // namespace app::limits
