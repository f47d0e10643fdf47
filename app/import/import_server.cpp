#include "app/import/import_server.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/import/blob/model_blob.h"
#include "app/import/file/utf8_text.h"
#include "app/import/import_model.h"
#include "app/import/isolated/helper_messages.h"
#include "app/import/isolated/sandbox.h"

namespace app {
namespace {

void writeAll(const void* data, std::size_t size) {
  const char* begin = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::write(kHelperPipe, begin, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) std::_Exit(1);  // nobody listens
    begin += count;
    size -= static_cast<std::size_t>(count);
  }
}

void sendBytes(HelperMessage kind, const Bytes& bytes) {
  const HelperHeader header{.kind = kind, .size = bytes.size()};
  writeAll(&header, sizeof header);
  writeAll(bytes.data(), bytes.size());
}

template <class T>
void send(HelperMessage kind, const T& value) {
  BlobWriter writer;
  writer(value);
  sendBytes(kind, writer.take());
}

/// Sends how far the import is, ten times a second, until it is destroyed.
class ProgressSender {
 public:
  explicit ProgressSender(const ImportProgress& progress) : progress_(progress), thread_([this] { run(); }) {}
  ~ProgressSender() {
    {
      const std::lock_guard lock(lock_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  ProgressSender(const ProgressSender&) = delete;
  ProgressSender& operator=(const ProgressSender&) = delete;

 private:
  void run() {
    std::unique_lock lock(lock_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(100), [this] { return done_; }))
      send(HelperMessage::Progress, HelperProgress{progress_.stage(), progress_.fraction()});
  }

  const ImportProgress& progress_;
  std::mutex lock_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace

int serveImport(int argc, char** argv) {
  if (argc != 5 || ::fcntl(kHelperPipe, F_GETFD) < 0) {
    std::fputs("crossfade-import reads one model for crossfade, which starts it by itself\n", stderr);
    return 2;
  }
  const std::filesystem::path file = argv[1];
  const bool headersOnly = std::string_view(argv[2]) == "headers";
  enterSandbox(file, std::strtoull(argv[3], nullptr, 10), std::atoi(argv[4]));

  ImportProgress progress;
  auto model = [&] {
    const ProgressSender sender(progress);
    return importModel(file, {.imageHeadersOnly = headersOnly, .isolated = false, .progress = &progress});
  }();
  for (const std::filesystem::path& used : progress.files()) send(HelperMessage::File, used.string());
  if (model) {
    sendBytes(HelperMessage::Model, writeModelBlob(*model));
  } else {
    const std::string name = validUtf8(file.filename().string()).text + ": ";
    send(HelperMessage::Error, model.error().message.substr(name.size()));
  }
  std::_Exit(0);  // nothing is left to do that is worth the time
}

}  // namespace app
