#include "app/jobs/disposal.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace {

using app::Disposal;

/// Its destructor waits until it may end.
struct Slow {
  std::future<void> mayEnd;
  std::promise<std::thread::id> destroyedBy;

  Slow(std::future<void> wait, std::promise<std::thread::id> by)
      : mayEnd(std::move(wait)), destroyedBy(std::move(by)) {}
  Slow(const Slow&) = delete;
  Slow& operator=(const Slow&) = delete;
  ~Slow() {
    mayEnd.wait();
    destroyedBy.set_value(std::this_thread::get_id());
  }
};

TEST(Disposal, DoesNotWaitForAnObjectToBeDestroyed) {
  std::promise<void> mayEnd;
  std::promise<std::thread::id> by;
  auto destroyedBy = by.get_future();
  Disposal disposal;
  disposal.take(std::make_unique<Slow>(mayEnd.get_future(), std::move(by)));
  mayEnd.set_value();  // a destructor that ran in take() would still be waiting for this
  EXPECT_NE(destroyedBy.get(), std::this_thread::get_id());
}

TEST(Disposal, DestroysWhatIsLeftAtItsEnd) {
  int destroyed = 0;
  const auto count = [&destroyed](int* object) {
    ++destroyed;
    delete object;
  };
  struct Counted {
    std::unique_ptr<int, decltype(count)> held;
  };
  {
    Disposal disposal;
    for (int i = 0; i < 100; ++i) disposal.take(std::make_unique<Counted>(Counted{{new int(i), count}}));
  }
  EXPECT_EQ(destroyed, 100);
}

}  // namespace
