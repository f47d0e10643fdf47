#include "app/import/file/import_watch.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

// Progress at which each stage starts; the last entry is the end.
constexpr std::array<double, 6> kStageStarts = {0, 0.05, 0.15, 0.55, 0.65, 1};

}  // namespace

ImportWatch::ImportWatch(ImportProgress* progress) : progress_(progress) {
  if (!progress_) return;
  fraction_ = &progress_->fraction_;
  const double files = std::max(progress_->files_, 1);
  from_ = progress_->filesDone_ / files;
  to_ = (progress_->filesDone_ + 1) / files;
  throwIfCanceled();
}

void ImportWatch::throwIfCanceled() const {
  if (progress_ && progress_->isCanceled()) throw ImportCanceled{};
}

void ImportWatch::at(double fraction) const {
  if (!progress_) return;
  throwIfCanceled();
  const double now = from_ + (to_ - from_) * std::clamp(fraction, 0.0, 1.0);
  double before = fraction_->load(std::memory_order_relaxed);
  while (before < now && !fraction_->compare_exchange_weak(before, now, std::memory_order_relaxed)) continue;
}

ImportWatch ImportWatch::subrange(std::size_t index, std::size_t count) const {
  at(count == 0 ? 0.0 : static_cast<double>(index) / static_cast<double>(count));
  const double step = count == 0 ? 0 : (to_ - from_) / static_cast<double>(count);
  const double from = from_ + step * static_cast<double>(index);
  return {progress_, fraction_, from, from + step};
}

ImportWatch ImportWatch::enter(ImportStage stage) const {
  if (progress_) progress_->stage_.store(stage, std::memory_order_relaxed);
  const auto index = static_cast<std::size_t>(stage);
  at(kStageStarts[index]);
  return {progress_, fraction_, from_ + (to_ - from_) * kStageStarts[index],
          from_ + (to_ - from_) * kStageStarts[index + 1]};
}

void ImportWatch::uses(const std::filesystem::path& file) const {
  if (!progress_) return;
  const std::lock_guard lock(progress_->filesLock_);
  progress_->filesRead_.push_back(file);
}

void ImportWatch::finishFile() const {
  at(1.0);
  if (progress_) ++progress_->filesDone_;
}

}  // namespace app
