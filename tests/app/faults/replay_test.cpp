// The same script gives the same motion: in each run, and in programs of other compilers and levels of optimization,
// which tools/trust compares.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "app/format/script.h"
#include "app/format/take_text.h"
#include "app/import/import_model.h"
#include "embedded_character.h"
#include "tests/support/random_playback.h"

namespace app {
namespace {

constexpr int kFrames = 600;
constexpr double kFrameSeconds = 1.0 / 60;

/// FNV-1a of every bit that a frame shows.
class MotionHash {
 public:
  void add(const Session& session) {
    for (const crossfade::Transform& local : session.pose().locals)
      for (const float value : std::bit_cast<std::array<float, 10>>(local)) add(value);
    for (const float value : session.pose().morphWeights) add(value);
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add(float value) {
    // Not by bytes: ten times slower, and it would tell no more.
    hash_ = (hash_ ^ std::bit_cast<std::uint32_t>(value)) * 1099511628211u;
  }
  std::uint64_t hash_ = 14695981039346656037u;
};

struct Recorded {
  std::string script;
  std::uint64_t hash = 0;
};

/// A random hand at the controls, as the script that repeats it.
Recorded recorded(const Model& model, unsigned int seed) {
  Session session(model);
  FrameProfiler profiler;
  MotionHash hash;
  std::mt19937 random(seed);
  for (int i = 0; i < kFrames; ++i) {
    if (random() % 12 == 0) (void)session.apply(test::randomPlayback(random));
    session.advance((i + 1) * kFrameSeconds - i * kFrameSeconds, profiler);
    hash.add(session);
  }
  return {takeScript(session), hash.value()};
}

std::uint64_t hashOfPlaying(const std::string& text, const Model& model) {
  Session session(model);
  FrameProfiler profiler;
  MotionHash hash;
  auto script = parseScript(text, session.model());
  EXPECT_TRUE(script) << script.error().message;
  if (!script) return 0;
  ScriptPlayer player(fromNothing(*std::move(script)));
  EXPECT_TRUE(player.advanceTo(0, session, profiler));
  for (int i = 1; i <= kFrames; ++i) {
    const auto advanced = player.advanceTo(i * kFrameSeconds, session, profiler);
    EXPECT_TRUE(advanced) << advanced.error().message;
    hash.add(session);
  }
  return hash.value();
}

/// CROSSFADE_REPLAYS says how many scripts.
TEST(Replay, OfRandomScriptsGivesTheSameBitsEachTime) {
  const auto model = importModel("character.glb", embeddedCharacter(), {.imageHeadersOnly = true});
  ASSERT_TRUE(model) << model.error().message;
  const char* const wanted = std::getenv("CROSSFADE_REPLAYS");
  const unsigned int count = wanted ? static_cast<unsigned int>(std::atoi(wanted)) : 4;
  for (unsigned int seed = 1; seed <= count; ++seed) {
    const Recorded take = recorded(*model, seed);
    EXPECT_EQ(hashOfPlaying(take.script, *model), take.hash) << "seed " << seed;
    EXPECT_EQ(hashOfPlaying(take.script, *model), take.hash) << "seed " << seed << ", the second time";
    std::printf("replay %u: %016llx\n", seed, static_cast<unsigned long long>(take.hash));
  }
}

}  // namespace
}  // namespace app
