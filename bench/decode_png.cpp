// Decodes PNG images to RGBA with our decoder, stb_image, libspng and libpng, and prints milliseconds: the best of
// several runs each, as time passes and as the processors work. See README.md.
//   decode_png FILE.png..
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <png.h>
#include <spng.h>

#include "app/import/file/image_decode.h"
#include "app/import/file/stb_decoders.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kRuns = 15;

/// Empty: it is not for this file.
Bytes withOurs(const Bytes& file) {
  auto pixels = app::decodeLargePng(file);
  return pixels ? *std::move(pixels) : Bytes();
}

Bytes withStb(const Bytes& file) {
  int width = 0, height = 0, channels = 0;
  std::uint8_t* const pixels =
      stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4);
  if (!pixels) return {};
  const std::size_t size = std::size_t(4) * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  Bytes result(pixels, pixels + size);
  stbi_image_free(pixels);
  return result;
}

Bytes withSpng(const Bytes& file) {
  spng_ctx* const context = spng_ctx_new(0);
  std::size_t size = 0;
  Bytes pixels;
  if (spng_set_png_buffer(context, file.data(), file.size()) == 0 &&
      spng_decoded_image_size(context, SPNG_FMT_RGBA8, &size) == 0) {
    pixels.resize(size);
    if (spng_decode_image(context, pixels.data(), size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS) != 0) pixels.clear();
  }
  spng_ctx_free(context);
  return pixels;
}

Bytes withLibpng(const Bytes& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, file.data(), file.size())) return {};
  image.format = PNG_FORMAT_RGBA;
  Bytes pixels(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr)) return {};
  return pixels;
}

struct Milliseconds {
  double passed = 1e9, worked = 1e9;
};

Milliseconds timeOf(const std::function<void()>& decode) {
  const auto worked = [] { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  Milliseconds best;
  for (int run = 0; run < kRuns; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    const double before = worked();
    decode();
    best.worked = std::min(best.worked, worked() - before);
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
    best.passed = std::min(best.passed, passed.count());
  }
  return best;
}

}  // namespace

int main(int count, char** files) {
  for (int i = 1; i < count; ++i) {
    std::ifstream in(files[i], std::ios::binary);
    const Bytes file{std::istreambuf_iterator<char>(in), {}};
    const Bytes expected = withStb(file);
    std::printf("{\"file\":\"%s\",\"bytes\":%zu", files[i], file.size());
    const std::pair<const char*, Bytes (*)(const Bytes&)> decoders[] = {
        {"ours", withOurs}, {"stb_image", withStb}, {"libspng", withSpng}, {"libpng", withLibpng}};
    for (const auto& [name, decode] : decoders) {
      const Bytes pixels = decode(file);
      if (pixels.empty()) {
        std::printf(",\"%s\":null", name);
        continue;
      }
      const Milliseconds best = timeOf([&file, decode = decode] { decode(file); });
      std::printf(",\"%s\":{\"ms\":%.1f,\"processor_ms\":%.1f,\"equal\":%s}", name, best.passed, best.worked,
                  pixels == expected ? "true" : "false");
    }
    std::puts("}");
  }
}
