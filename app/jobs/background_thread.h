// A thread for work that no frame may wait for.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

class BackgroundThread {
 public:
  /// Sleeps until wake(), then calls `step` until it returns false. It must not throw.
  explicit BackgroundThread(std::function<bool()> step);
  /// Waits for the step that is running.
  ~BackgroundThread();
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  /// There is work to do. Never waits.
  void wake();

  /// Whether any thread has work that is not done. For whoever waits for results without knowing of what.
  static bool anyIsBusy();

 private:
  void loop();

  static std::atomic<int> unfinished_;  // wakes of all threads

  std::function<bool()> step_;
  std::atomic<bool> quits_{false};
  std::atomic<int> wakes_{0};
  std::thread thread_;  // the last member, as it uses the others
};

// Destroys objects on a thread, so that no frame waits for the threads that they join and the memory that they free.

class Disposal {
 public:
  /// Waits until everything is destroyed.
  ~Disposal();

  /// Never waits. The first call starts the thread.
  template <class T>
  void take(std::unique_ptr<T> object) {
    add({object.release(), [](void* taken) { std::unique_ptr<T>(static_cast<T*>(taken)); }});
  }

 private:
  using Object = std::unique_ptr<void, void (*)(void*)>;

  void add(Object object);
  bool destroyOne();

  std::mutex mutex_;  // of objects_
  std::vector<Object> objects_;
  std::unique_ptr<BackgroundThread> thread_;
};

}  // namespace app
