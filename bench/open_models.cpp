// What opening a model costs, by stage, beside the importer library alone: one JSON line per file.
// See README.md.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include "app/import/file/import_watch.h"
#include "app/import/import_model.h"

namespace {

constexpr int kRuns = 5;  // the best one counts
constexpr std::array<const char*, 5> kStages{"reading", "checking", "importing", "converting", "pictures"};

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Opening {
  double total = 0;                             // milliseconds
  std::array<double, kStages.size()> stages{};  // as another thread observed them, to 0.05 ms
  bool opened = false;
};

Opening open(const std::filesystem::path& file) {
  Opening opening;
  app::ImportProgress progress;
  std::atomic<bool> done = false;
  std::thread watcher([&] {
    for (double before = now(); !done;) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      const double at = now();
      opening.stages[static_cast<std::size_t>(progress.stage())] += at - before;
      before = at;
    }
  });
  const double begin = now();
  opening.opened = static_cast<bool>(app::importModel(file, {.progress = &progress}));
  opening.total = now() - begin;
  done = true;
  watcher.join();
  return opening;
}

/// Without any post-processing step, as the viewer uses it. -1: it failed.
double openBare(const std::filesystem::path& file) {
  Assimp::Importer importer;
  const double begin = now();
  return importer.ReadFile(file.string(), 0) ? now() - begin : -1;
}

template <class Get>
auto best(const Get& get) {
  auto fastest = get();
  for (int i = 1; i < kRuns; ++i) fastest = std::min(fastest, get());
  return fastest;
}
bool operator<(const Opening& a, const Opening& b) { return a.total < b.total; }

/// When a ModelCache has it. -1: it does not keep it.
double openFromCache(const std::filesystem::path& file) {
  const auto folder = std::filesystem::temp_directory_path() / ("open_models-" + std::to_string(::getpid()));
  double milliseconds = -1;
  {
    app::ModelCache cache(folder, "bench", {.bytes = 4ull << 30, .seconds = 0});
    app::ImportProgress progress;
    const app::ImportOptions options{.progress = &progress, .cache = &cache};
    (void)app::importModel(file, options);
    cache.finish();
    if (cache.find(file, {}, {}))
      milliseconds = best([&] {
        const double begin = now();
        (void)app::importModel(file, options);
        return now() - begin;
      });
  }
  std::filesystem::remove_all(folder);
  return milliseconds;
}

/// The same in a process of its own, because some files crash it.
double openBareInChild(const char* program, const std::filesystem::path& file) {
  const std::string command = "'" + std::string(program) + "' --bare '" + file.string() + "' 2>/dev/null";
  std::FILE* const answer = popen(command.c_str(), "r");
  double milliseconds = -1;
  if (!answer || std::fscanf(answer, "%lf", &milliseconds) != 1) milliseconds = -1;
  if (answer) pclose(answer);
  return milliseconds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: open_models FILE...\n"), 2;
  if (argc == 3 && std::string(argv[1]) == "--bare")
    return std::printf("%.3f\n", best([&] { return openBare(argv[2]); })), 0;
  for (int i = 1; i < argc; ++i) {
    const std::filesystem::path file = argv[i];
    const Opening ours = best([&] { return open(file); });
    if (!ours.opened) continue;
    std::printf("{\"file\":\"%s\",\"kilobytes\":%ju,\"milliseconds\":%.3f", file.filename().c_str(),
                static_cast<std::uintmax_t>(std::filesystem::file_size(file) / 1024), ours.total);
    for (std::size_t s = 0; s < kStages.size(); ++s) std::printf(",\"%s\":%.3f", kStages[s], ours.stages[s]);
    const double kept = openFromCache(file);
    if (kept >= 0) std::printf(",\"fromCache\":%.3f", kept);
    const double bare = openBareInChild(argv[0], file);
    if (bare >= 0) std::printf(",\"bareAssimp\":%.3f", bare);
    std::printf("}\n");
  }
}
