#include "app/jobs/background_thread.h"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace app {
namespace {

void waitUntil(const std::function<bool()>& done) {
  while (!done()) std::this_thread::yield();
}

TEST(BackgroundThread, WorksWhenItIsWokenUntilThereIsNothingToDo) {
  std::atomic<int> left{0}, done{0};
  BackgroundThread thread([&] {
    if (left == 0) return false;
    --left;
    ++done;
    return true;
  });
  for (int round = 1; round <= 100; ++round) {
    left = 10;
    thread.wake();
    waitUntil([&] { return done == 10 * round; });
  }
}

TEST(BackgroundThread, SaysWhetherWorkIsUnfinished) {
  std::atomic<bool> mayEnd{false};
  std::atomic<int> steps{0};
  EXPECT_FALSE(BackgroundThread::anyIsBusy());
  {
    BackgroundThread thread([&] { return ++steps, !mayEnd; });
    EXPECT_FALSE(BackgroundThread::anyIsBusy()) << "nobody woke it";
    thread.wake();
    EXPECT_TRUE(BackgroundThread::anyIsBusy());
    waitUntil([&] { return steps > 10; });
    thread.wake();
    EXPECT_TRUE(BackgroundThread::anyIsBusy());
    mayEnd = true;
    waitUntil([] { return !BackgroundThread::anyIsBusy(); });
    mayEnd = false;
    thread.wake();
  }
  EXPECT_FALSE(BackgroundThread::anyIsBusy()) << "a thread that ended has no work";
}

TEST(BackgroundThread, WorksOnAThreadOfItsOwn) {
  std::atomic<std::thread::id> where{};
  BackgroundThread thread([&] {
    where = std::this_thread::get_id();
    return false;
  });
  thread.wake();
  waitUntil([&] { return where.load() != std::thread::id(); });
  EXPECT_NE(where.load(), std::this_thread::get_id());
}

TEST(BackgroundThread, EndsInTheMiddleOfItsWork) {
  std::atomic<int> steps{0};
  {
    BackgroundThread thread([&] { return ++steps, true; });  // without end
    thread.wake();
    waitUntil([&] { return steps > 10; });
  }
  const int after = steps;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // in which a thread that goes on would take steps
  EXPECT_EQ(steps, after);
}

TEST(BackgroundThread, MayEndWithoutEverWorking) {
  std::atomic<int> steps{0};
  {
    BackgroundThread thread([&] { return ++steps, true; });
  }
  EXPECT_EQ(steps, 0) << "nobody woke it";
}

}  // namespace

}  // namespace app

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
