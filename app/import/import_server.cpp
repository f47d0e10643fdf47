#include "app/import/import_server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/import/blob/model_blob.h"
#include "app/import/file/utf8_text.h"
#include "app/import/import_model.h"
#include "app/import/isolated/helper_messages.h"
#include "app/import/isolated/sandbox.h"
#include "app/model/file_formats.h"

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

const ImportProgress* progressToSend = nullptr;

/// A signal handler: only atomics and write(). The message is so short that it cannot be divided.
void sendProgress(int) {
  const int before = errno;
  const auto stage = static_cast<std::uint8_t>(progressToSend->stage());
  const double fraction = progressToSend->fraction();
  const HelperHeader header{.kind = HelperMessage::Progress, .size = sizeof stage + sizeof fraction};
  std::array<std::uint8_t, sizeof header + sizeof stage + sizeof fraction> bytes;
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, &stage, sizeof stage);
  std::memcpy(bytes.data() + sizeof header + sizeof stage, &fraction, sizeof fraction);
  writeAll(bytes.data(), bytes.size());
  errno = before;
}

/// Sends how far the import is, ten times a second. By a timer, because most imports end before a thread has started.
/// To be called outside the sandbox.
void sendProgressOf(const ImportProgress& progress) {
  progressToSend = &progress;
  struct sigaction action {};
  action.sa_handler = sendProgress;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  constexpr timeval kTenth{.tv_sec = 0, .tv_usec = 100'000};
  const itimerval interval{.it_interval = kTenth, .it_value = kTenth};
  ::setitimer(ITIMER_REAL, &interval, nullptr);
}

/// Then nothing comes between the parts of other messages. The threads of the import have ended.
void sendNoMoreProgress() { ::signal(SIGALRM, SIG_IGN); }

/// Without the name of the file, which the viewer adds.
void sendError(const std::string& sentence) { send(HelperMessage::Error, sentence); }

}  // namespace

int serveImport(int argc, char** argv) {
  if (argc != 6 || ::fcntl(kHelperPipe, F_GETFD) < 0) {
    std::fputs("crossfade-import reads one model for crossfade, which starts it by itself\n", stderr);
    return 2;
  }
  const std::filesystem::path file = argv[1];
  const Importer importer = importerNamed(argv[2]).value_or(Importer::Own);
  const bool headersOnly = std::string_view(argv[3]) == "headers";
  ImportProgress progress;
  sendProgressOf(progress);
  const ModelFormat* const format = modelFormatOf(file.filename().string());
  const SandboxLimits limits{.memoryBytes = std::strtoull(argv[4], nullptr, 10),
                             .cpuSeconds = std::atoi(argv[5]),
                             .readsImagesAround = format && !format->isGltf && !format->isMotion};
  if (const auto confined = enterSandbox(file, limits); !confined) {
    sendNoMoreProgress();
    sendError(confined.error().message);
    return 1;
  }
  auto model = importModel(
      file, {.imageHeadersOnly = headersOnly, .importer = importer, .isolated = false, .progress = &progress});
  sendNoMoreProgress();
  for (const std::filesystem::path& used : progress.files()) send(HelperMessage::File, used.string());
  if (model) {
    sendBytes(HelperMessage::Model, writeModelBlob(*model));
  } else {
    const std::string name = validUtf8(file.filename().string()).text + ": ";
    sendError(model.error().message.substr(name.size()));
  }
  std::_Exit(0);  // nothing is left to do that is worth the time
}

}  // namespace app
