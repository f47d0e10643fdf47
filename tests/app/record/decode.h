// Reads back what was recorded, with libav.
#ifndef TESTS_APP_RECORD_DECODE_H
#define TESTS_APP_RECORD_DECODE_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct DecodedFrame {
  double seconds = 0;   // when it is shown
  double duration = 0;  // as stored in the file; 0 if it is not
  std::vector<std::uint8_t> rgba;
};

struct Decoded {
  std::string error;  // empty: success
  int width = 0;
  int height = 0;
  std::vector<DecodedFrame> frames;
};

Decoded decode(const std::filesystem::path& path);

/// Peak signal-to-noise ratio of red, green and blue, in decibels; infinite for equal pictures, negative for different
/// sizes.
double psnr(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b);

}  // namespace test

#endif  // TESTS_APP_RECORD_DECODE_H
