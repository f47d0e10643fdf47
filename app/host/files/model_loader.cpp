#include "app/host/files/model_loader.h"

#include <array>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/model/caster_spheres.h"

namespace app {
namespace {

constexpr std::size_t kMaxAbandoned = 2;  // busy at once: each may hold the memory of a large model
constexpr std::array<std::string_view, 5> kLoadingStageNames = {"reading", "checking", "importing", "converting",
                                                                "pictures"};  // in the order of ImportStage

std::string shownName(const std::string& path) {
  return path.empty() ? "character.glb" : std::filesystem::path(path).filename().string();
}

}  // namespace

/// Pinned while its thread runs; the destructor joins.
struct ModelLoader::Job {
  Job(LoadRequest queued, const LoadFunction& load) : file(shownName(queued.path)) {
    thread = std::jthread([this, &load, asked = std::move(queued)] {
      outcome = withinMemory(file, [&] {
        auto model = load(asked, progress);
        if (model) prepare(*model);
        return model;
      });
      ended.store(true, std::memory_order_release);
    });
  }

  /// Everything that depends on all vertices, so that the window's thread need not look at them.
  void prepare(Model& model) {
    addDetailLevels(model);
    addCasterSpheres(model);
    bounds = boundsOfOpening(model);
  }

  std::string file;
  ImportProgress progress;
  std::optional<crossfade::Result<Model>> outcome;  // owned by the thread until it ends, like the bounds
  std::optional<CharacterBounds> bounds;
  std::atomic<bool> ended = false;
  std::jthread thread;
};

ModelLoader::ModelLoader(const std::filesystem::path& cache)
    : cache_(cache.empty() ? nullptr : std::make_unique<ModelCache>(cache, importerVersion())),
      load_([this](const LoadRequest& request, ImportProgress& progress) {
        const ImportOptions how{
            .importer = request.importer, .space = request.space, .progress = &progress, .cache = cache_.get()};
        return request.kept.empty() ? loadModel(request.path, how, request.clipFiles)
                                    : loadKeptModel(request.path, request.kept, how, request.clipFiles);
      }) {}

ModelLoader::ModelLoader(LoadFunction load) : load_(std::move(load)) {}

ModelLoader::~ModelLoader() { abandon(); }

void ModelLoader::start(LoadRequest request) {
  abandon();
  startNext(std::move(request));
}

void ModelLoader::startNext(LoadRequest request) {
  waiting_.push_back(std::move(request));
  beginNext();
}

void ModelLoader::beginNext() {
  forgetEnded();
  if (current_ || waiting_.empty() || abandoned_.size() > kMaxAbandoned) return;
  current_ = std::make_unique<Job>(std::move(waiting_.front()), load_);
  waiting_.pop_front();
}

void ModelLoader::abandon() {
  waiting_.clear();
  if (current_) {
    current_->progress.cancel();
    abandoned_.push_back(std::move(current_));
  }
  forgetEnded();
}

void ModelLoader::forgetEnded() {
  std::erase_if(abandoned_, [](const std::unique_ptr<Job>& job) { return job->ended.load(std::memory_order_acquire); });
}

std::optional<crossfade::Result<Model>> ModelLoader::poll() {
  beginNext();
  if (!current_ || !current_->ended.load(std::memory_order_acquire)) return std::nullopt;
  auto outcome = std::move(current_->outcome);
  usedFiles_ = current_->progress.files();
  bounds_ = current_->bounds;
  current_.reset();
  beginNext();
  return outcome;
}

LoadingProgress ModelLoader::progress() const {
  if (!isLoading()) return {};
  if (!current_)
    return {.running = true,
            .file = shownName(waiting_.front().path),
            .stage = std::string(kLoadingStageNames.front()),
            .fraction = 0};
  return {.running = true,
          .file = current_->file,
          .stage = std::string(kLoadingStageNames[static_cast<std::size_t>(current_->progress.stage())]),
          .fraction = current_->progress.fraction()};
}

bool ModelLoader::finishWithin(double seconds) {
  abandon();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!abandoned_.empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    forgetEnded();
  }
  return abandoned_.empty();
}

}  // namespace app
