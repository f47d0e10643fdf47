#include "app/record/image_view.h"

#include <algorithm>

namespace app {

void makeAlphaStraight(std::span<std::uint8_t> rgba) {
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
    if (const unsigned int alpha = rgba[i + 3]; alpha > 0 && alpha < 255)
      for (std::size_t channel = i; channel < i + 3; ++channel)
        rgba[channel] = static_cast<std::uint8_t>(std::min(255u, (rgba[channel] * 255u + alpha / 2) / alpha));
}

}  // namespace app
