#include "app/import/file/image_decode.h"

#include <limits>
#include <memory>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_PIC
#define STBI_NO_PSD
#define STBI_NO_PNM
#define STBI_NO_GIF
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace app {

Image decodeImage(ByteSpan file, std::uint64_t byteLimit) {
  if (file.empty()) refuse("is empty");
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) refuse("has ", file.size(), " bytes");
  const int size = static_cast<int>(file.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(file.data(), size, &width, &height, &channels) == 0)
    refuse("is not an image that can be read: ", stbi_failure_reason());
  if (width <= 0 || height <= 0 || width > limits::kImageSide || height > limits::kImageSide)
    refuse("is ", width, " x ", height, " pixels; the limit is ", limits::kImageSide, " a side");
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  if (bytes > byteLimit) refuse("is ", width, " x ", height, " pixels; all images together would need too much memory");

  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(file.data(), size, &width, &height, &channels, 4), stbi_image_free);
  if (!pixels) refuse("cannot be decoded: ", stbi_failure_reason());
  return {.name = {}, .width = width, .height = height, .rgba = Bytes(pixels.get(), pixels.get() + bytes)};
}

crossfade::Result<Image> tryDecodeImage(ByteSpan file, std::uint64_t byteLimit) {
  try {
    return decodeImage(file, byteLimit);
  } catch (const ImportError& error) {
    return crossfade::Error{std::string("it ") + error.what()};
  }
}

Image checkerImage() {
  constexpr int kSide = 16, kSquare = 4;
  Image image{.name = "missing image", .width = kSide, .height = kSide, .rgba = {}};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool magenta = (x / kSquare + y / kSquare) % 2 == 0;
      image.rgba.insert(image.rgba.end(),
                        {static_cast<std::uint8_t>(magenta ? 255 : 96), static_cast<std::uint8_t>(magenta ? 0 : 96),
                         static_cast<std::uint8_t>(magenta ? 255 : 96), std::uint8_t{255}});
    }
  }
  return image;
}

}  // namespace app
