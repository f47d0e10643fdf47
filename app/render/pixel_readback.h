// Pictures from the GPU without waiting for it: each is asked for now and fetched some frames later.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/render/gl_handle.h"
#include "app/render/picture_size.h"

namespace app {

/// RGBA, 8 bits, sRGB, top row first.
struct FetchedPicture {
  int tag = 0;
  PictureSize size;
  std::vector<std::uint8_t>* pixels = nullptr;  // the readback's; valid until the next fetch
};

class PixelReadback {
 public:
  static constexpr int kMaxPending = 3;

  PixelReadback() = default;
  ~PixelReadback();
  PixelReadback(const PixelReadback&) = delete;
  PixelReadback& operator=(const PixelReadback&) = delete;

  bool hasRoom() const { return count_ < kMaxPending; }
  bool isEmpty() const { return count_ == 0; }
  /// Asks for what has been drawn into `framebuffer` so far; `tag` comes back with it. There must be room.
  void ask(unsigned int framebuffer, PictureSize size, int tag);
  /// The oldest picture, if the GPU is done with it.
  std::optional<FetchedPicture> fetch();

 private:
  struct Slot {
    GlBuffer buffer;
    PictureSize size;
    int tag = 0;
    void* fence = nullptr;
  };
  std::array<Slot, kMaxPending> slots_;
  int first_ = 0;
  int count_ = 0;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace app
