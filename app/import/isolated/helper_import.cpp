#include "app/import/isolated/helper_import.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <system_error>

#include "app/import/blob/check_model.h"
#include "app/import/blob/model_blob.h"
#include "app/import/file/import_error.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/texture_search.h"
#include "app/import/file/utf8_text.h"
#include "app/import/isolated/helper_messages.h"

namespace app {
namespace {

// A child process that reports through a pipe. Whatever it does, the worst for the caller is an error.

/// It inherits neither descriptors nor ignored signals. Killed, if it still runs, and waited for on destruction.
class HelperProcess {
 public:
  /// Throws ImportError when it cannot be started.
  HelperProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  /// Up to `size` bytes of what it wrote; 0 when nothing came for `milliseconds`, -1 when nothing comes any more.
  std::ptrdiff_t read(std::uint8_t* data, std::size_t size, int milliseconds);
  /// Kills it, unless it has ended, and returns its status as waitpid() does.
  int end();

 private:
  pid_t child_ = -1;
  int pipe_ = -1;
  int status_ = 0;
};

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSilent = false;  // reports of the sanitizer are wanted
#else
constexpr bool kSilent = true;  // what asserts and allocators say before they abort helps nobody
#endif

/// Descriptors and signals of the child.
struct SpawnSetup {
  explicit SpawnSetup(int pipeEnd) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (kSilent) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipeEnd, kHelperPipe);
    posix_spawn_file_actions_addclosefrom_np(&actions, kHelperPipe + 1);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

HelperProcess::HelperProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse("the import helper cannot be started: ", std::strerror(errno));
  // Above the descriptors that the child gets: dup2() of a descriptor onto itself would leave it close-on-exec.
  const int writeEnd = ::fcntl(ends[1], F_DUPFD_CLOEXEC, kHelperPipe + 1);
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);  // fewer switches between the processes; may fail
  std::string name = program.string();
  std::vector<std::string> texts = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  int fault = writeEnd < 0 ? errno : 0;
  if (fault == 0) {
    SpawnSetup setup(writeEnd);
    fault = ::posix_spawn(&child_, name.c_str(), &setup.actions, &setup.attributes, argv.data(), environ);
    ::close(writeEnd);
  }
  if (fault != 0) {
    ::close(ends[0]);
    refuse("the import helper cannot be started: ", std::strerror(fault));
  }
  pipe_ = ends[0];
}

HelperProcess::~HelperProcess() {
  end();
  ::close(pipe_);
}

std::ptrdiff_t HelperProcess::read(std::uint8_t* data, std::size_t size, int milliseconds) {
  pollfd waiting{.fd = pipe_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&waiting, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
  const ssize_t count = ready < 0 ? -1 : ::read(pipe_, data, size);
  if (count < 0 && errno == EINTR) return 0;
  return count > 0 ? count : -1;
}

int HelperProcess::end() {
  if (child_ <= 0) return status_;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return status_;
}

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBlobBytes = 3ull << 30;
constexpr std::uint64_t kShortMessageBytes = 16 << 20;  // all but the model, together
constexpr std::size_t kFirstBytes = 1 << 20;
constexpr int kPollMilliseconds = 20;
constexpr std::string_view kNoModel = "the importer returned something other than a model";
constexpr std::string_view kWayOut = "; open it in Blender and export it as glTF";

/// Reads messages and never waits past the deadline or a cancel.
class HelperReader {
 public:
  HelperReader(const std::filesystem::path& helper, const std::vector<std::string>& arguments, const ImportWatch& watch,
               const HelperLimits& limits)
      : watch_(watch),
        limits_(limits),
        deadline_(Clock::now() + std::chrono::seconds(limits.seconds)),
        process_(helper, arguments) {}

  /// The bytes of the next message.
  Bytes next(HelperMessage& kind) {
    HelperHeader header;
    read(reinterpret_cast<std::uint8_t*>(&header), sizeof header);
    kind = header.kind;
    const bool known = kind >= HelperMessage::Progress && kind <= HelperMessage::Model;
    const std::uint64_t limit = kind == HelperMessage::Model ? kBlobBytes : shortBytesLeft_;
    if (!known) refuse(kNoModel, kWayOut);
    if (header.size > limit)
      refuse("the importer answered with ", header.size, " bytes; the limit is ", limit, kWayOut);
    if (kind != HelperMessage::Model) shortBytesLeft_ -= header.size;
    // The size is the helper's word: memory grows with what arrives.
    Bytes bytes;
    while (bytes.size() < header.size) {
      const std::size_t done = bytes.size();
      bytes.resize(static_cast<std::size_t>(
          std::min<std::uint64_t>(header.size, std::max<std::uint64_t>(2 * done, kFirstBytes))));
      read(bytes.data() + done, bytes.size() - done);
    }
    return bytes;
  }

 private:
  void read(std::uint8_t* data, std::size_t size) {
    while (size > 0) {
      watch_.throwIfCanceled();
      if (Clock::now() > deadline_)
        refuse("the importer was stopped because it took longer than ", limits_.seconds, " s", kWayOut);
      const std::ptrdiff_t count = process_.read(data, size, kPollMilliseconds);
      if (count < 0) refuseEnded();
      data += count;
      size -= static_cast<std::size_t>(count);
    }
  }
  [[noreturn]] void refuseEnded() {
    const int status = process_.end();
    if (!WIFSIGNALED(status))
      refuse("the importer ended without a result (exit code ", WEXITSTATUS(status), ")", kWayOut);
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU)
      refuse("the importer was stopped because it took longer than ", limits_.cpuSeconds, " s", kWayOut);
    if (signal == SIGKILL) refuse("the importer was stopped from outside; is there enough memory?");
    refuse("the importer crashed on it (signal ", signal, ", ", ::strsignal(signal), ")", kWayOut);
  }

  const ImportWatch& watch_;
  const HelperLimits& limits_;
  Clock::time_point deadline_;
  std::uint64_t shortBytesLeft_ = kShortMessageBytes;
  HelperProcess process_;
};

template <class T>
T readMessage(const Bytes& bytes) {
  try {
    T value{};
    BlobReader reader(bytes);
    reader(value);
    reader.finish();
    return value;
  } catch (const ImportError&) {
    refuse(kNoModel, kWayOut);
  }
}

/// Only files that the helper could have read: a lie must not make us watch others.
void addFile(const std::filesystem::path& used, const std::filesystem::path& model, const ImportWatch& watch) {
  std::error_code failure;
  const std::filesystem::path folder = folderOf(model), file = std::filesystem::weakly_canonical(used, failure);
  const auto around = isImageName(used.native()) ? foldersAround(folder) : std::vector<std::filesystem::path>();
  if (used == model || (!failure && isWithin(std::filesystem::weakly_canonical(folder, failure), file)) ||
      (!around.empty() && isWithin(around.back(), file)))
    watch.uses(used);
}

Model modelOf(const Bytes& bytes, bool imageHeadersOnly) {
  try {
    Model model = readModelBlob(bytes);
    checkModel(model, imageHeadersOnly);
    return model;
  } catch (const ImportError& error) {
    refuse("the importer made a model of it that cannot be used (", error.what(), ")", kWayOut);
  }
}

}  // namespace

std::filesystem::path findImportHelper() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // Beside it; as installed; for tests and benchmarks of a build.
  for (const char* const relative :
       {"crossfade-import", "../libexec/crossfade/crossfade-import", "../app/crossfade-import"})
    if (const auto helper = folder / relative; !folder.empty() && ::access(helper.c_str(), X_OK) == 0) return helper;
  return {};
}

Model importInHelper(const std::filesystem::path& helper, const std::filesystem::path& file, Importer importer,
                     bool imageHeadersOnly, const ImportWatch& watch, const HelperLimits& limits) {
  HelperReader reader(helper,
                      {file.string(), std::string(kImporterNames[static_cast<std::size_t>(importer)]),
                       imageHeadersOnly ? "headers" : "pixels", concat(limits.memoryBytes), concat(limits.cpuSeconds)},
                      watch, limits);
  for (;;) {
    HelperMessage kind{};
    const Bytes bytes = reader.next(kind);
    switch (kind) {
      case HelperMessage::Progress: {
        const auto progress = readMessage<HelperProgress>(bytes);
        watch.enter(progress.stage);
        watch.at(progress.fraction);
        break;
      }
      case HelperMessage::File:
        addFile(readMessage<std::string>(bytes), file, watch);
        break;
      case HelperMessage::Error:
        refuse(validUtf8(readMessage<std::string>(bytes)).text);
      case HelperMessage::Model:
        return modelOf(bytes, imageHeadersOnly);
    }
  }
}

}  // namespace app
