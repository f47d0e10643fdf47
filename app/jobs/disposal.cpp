#include "app/jobs/disposal.h"

#include <utility>

namespace app {

/// The thread first: an object that it is destroying belongs to it.
Disposal::~Disposal() {
  thread_.reset();
  objects_.clear();
}

void Disposal::add(Object object) {
  {
    const std::scoped_lock lock(mutex_);
    objects_.push_back(std::move(object));
  }
  if (!thread_) thread_ = std::make_unique<BackgroundThread>([this] { return destroyOne(); });
  thread_->wake();
}

bool Disposal::destroyOne() {
  Object taken(nullptr, [](void*) {});
  {
    const std::scoped_lock lock(mutex_);
    if (objects_.empty()) return false;
    taken = std::move(objects_.back());
    objects_.pop_back();
  }
  return true;
}

}  // namespace app
