// Packs, opened by the library, played and written. pack_open_fuzz.cpp only opens them.
#include <functional>

#include "crossfade/asset/pack.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/sample_packs.h"

namespace app::fuzz {
namespace {

std::string textOf(const std::vector<std::byte>& block) {
  return {reinterpret_cast<const char*>(block.data()), block.size()};
}

/// Writing a pack waits for one in eight. The bytes choose, so that the same input always does the same.
bool isWritten(std::string_view input) { return std::hash<std::string_view>()(input) % 8 == 0; }

}  // namespace

std::vector<std::string> seeds() {
  return {textOf(*crossfade::writePack(crossfade::test::samplePack())), textOf(*crossfade::writePack({})),
          textOf(*crossfade::writePack(crossfade::test::swayingPack(), {.tolerance = crossfade::SampleTolerance{}}))};
}

void parse(std::string_view input) {
  // libFuzzer copies each input into memory of exactly its size, aligned for any type.
  const auto opened = crossfade::openPack(std::span(reinterpret_cast<const std::byte*>(input.data()), input.size()));
  if (!opened) {
    promise(!opened.error().message.empty(), "a pack that is refused is refused in words");
    leaveOutOfCorpus();
    return;
  }
  crossfade::test::useAll(*opened);
  if (!isWritten(input)) return;
  const auto written = crossfade::writePack(*opened);
  promise(bool(written), "a pack that is opened can be written");
  const auto again = crossfade::writePack(*crossfade::openPack(*written));
  promise(again && *again == *written, "a pack that is written is read as the same");
}

}  // namespace app::fuzz
