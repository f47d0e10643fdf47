// The functions that libFuzzer calls; its library has main().
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_driver.h"

/// Writes the seeds to the first folder on the command line, which libFuzzer then reads as its corpus.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*arguments)[i];
    if (!std::filesystem::is_directory(folder)) continue;
    const std::vector<std::string> seeds = app::fuzz::seeds();
    for (std::size_t s = 0; s < seeds.size(); ++s)
      std::ofstream(folder / ("seed_" + std::to_string(s)), std::ios::binary) << seeds[s];
    break;
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  app::fuzz::parse({reinterpret_cast<const char*>(data), size});
  return 0;
}
