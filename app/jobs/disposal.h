// Destroys objects on a thread, so that no frame waits for the threads that they join and the memory that they free.
#ifndef APP_JOBS_DISPOSAL_H
#define APP_JOBS_DISPOSAL_H

#include <memory>
#include <mutex>
#include <vector>

#include "app/jobs/background_thread.h"

namespace app {

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

#endif  // APP_JOBS_DISPOSAL_H
