// Reads pictures back from the GPU without waiting: request now, fetch a few frames later.
#ifndef APP_RENDER_PIXEL_READBACK_H
#define APP_RENDER_PIXEL_READBACK_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/render/gl_handle.h"
#include "app/render/offscreen_target.h"

namespace app {

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

#endif  // APP_RENDER_PIXEL_READBACK_H
