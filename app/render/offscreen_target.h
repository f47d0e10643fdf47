// Drawing without a window: sizes, a framebuffer and its pixels, a texture for the interface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/render/gl_handle.h"
#include "crossfade/base/result.h"

namespace app {

// ---- Size of a picture and its position within a framebuffer, in pixels.

struct PictureSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// The lower left corner within the framebuffer.
struct PictureOrigin {
  int x = 0;
  int y = 0;
};

// ---- A framebuffer for drawing without a window, and its pixels.

class OffscreenTarget {
 public:
  /// The error names the size that the driver refuses.
  static crossfade::Result<OffscreenTarget> make(PictureSize size);

  unsigned int framebuffer() const { return framebuffer_.id(); }
  PictureSize size() const { return size_; }

  /// Copies another framebuffer (0: the window), scaled if the sizes differ.
  void copyFrom(unsigned int other, PictureSize otherSize);

  /// RGBA, 8 bits, sRGB, top row first. Waits for the GPU.
  std::vector<std::uint8_t> readPixels() const;

 private:
  PictureSize size_;
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

// ---- A texture of one small picture, for the interface.

/// `rgba`: 4 bytes a pixel, top row first, no padding. With smaller versions of itself, for small boxes. Leaves texture
/// unit 0 without a 2D texture.
GlTexture makePictureTexture(PictureSize size, std::span<const std::uint8_t> rgba);

// Reads pictures back from the GPU without waiting: request now, fetch a few frames later.

/// RGBA, 8 bits, sRGB, top row first.
struct FetchedPicture {
  int tag = 0;
  PictureSize size;
  std::vector<std::uint8_t>* pixels = nullptr;  // owned by the PixelReadback; valid until the next fetch
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
  /// Requests what has been drawn into `framebuffer` so far; `tag` is returned with it. Needs hasRoom().
  void request(unsigned int framebuffer, PictureSize size, int tag);
  /// The oldest requested picture, if the GPU is done with it.
  std::optional<FetchedPicture> fetch();
  /// The oldest picture; waits for the GPU. There must be one.
  FetchedPicture fetchNow();

 private:
  bool isOldestReady(std::uint64_t nanoseconds);
  FetchedPicture takeOldest();

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
