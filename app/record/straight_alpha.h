// Alpha as picture files have it.
#ifndef APP_RECORD_STRAIGHT_ALPHA_H
#define APP_RECORD_STRAIGHT_ALPHA_H

#include <cstdint>
#include <span>

namespace app {

/// From premultiplied alpha, as interfaces and canvases are drawn, to the straight alpha of PNG (W3C PNG, 6.2, "Alpha
/// representation": non-premultiplied). Four bytes for each pixel.
void makeAlphaStraight(std::span<std::uint8_t> rgba);

}  // namespace app

#endif  // APP_RECORD_STRAIGHT_ALPHA_H
