#include "app/import/isolated/helper_import.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
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
#include "app/jobs/child_process.h"

namespace app {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeepsErrors = true;  // reports of the sanitizer are wanted
#else
constexpr bool kKeepsErrors = false;  // what asserts and allocators say before they abort helps nobody
#endif

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBlobBytes = 3ull << 30;
constexpr std::uint64_t kShortMessageBytes = 16 << 20;  // all but the model, together
constexpr std::size_t kFirstBytes = 1 << 20;
constexpr int kPollMilliseconds = 20;
constexpr std::string_view kNoModel = "the importer returned something other than a model";
constexpr std::string_view kWayOut = "; open it in Blender and export it as glTF";

/// Whatever it does, the worst for the caller is an error.
ChildProcess startHelper(const std::filesystem::path& helper, const std::vector<std::string>& arguments) {
  auto process = ChildProcess::start(helper.string(), arguments, kHelperPipe, kKeepsErrors);
  if (!process) refuse("the import helper ", process.error().message);
  return *std::move(process);
}

/// Reads messages and never waits past the deadline or a cancel.
class HelperReader {
 public:
  HelperReader(const std::filesystem::path& helper, const std::vector<std::string>& arguments, const ImportWatch& watch,
               const HelperLimits& limits)
      : watch_(watch),
        limits_(limits),
        deadline_(Clock::now() + std::chrono::seconds(limits.seconds)),
        process_(startHelper(helper, arguments)) {}

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
  ChildProcess process_;
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
