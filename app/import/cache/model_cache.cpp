#include "app/import/cache/model_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "app/import/blob/blob_archive.h"
#include "app/import/blob/check_model.h"
#include "app/import/blob/model_blob.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/model/fnv1a.h"

namespace app {
namespace fs = std::filesystem;

/// A file that an import read, as it was then.
struct UsedFile {
  std::string path;            // relative to the model's folder
  std::uint64_t contents = 0;  // contentsOf
};
template <class Archive>
void fields(Archive& archive, Stored<Archive, UsedFile>& file) {
  archive(file.path, file.contents);
}

namespace {

constexpr const char* kEnding = ".model";
constexpr std::size_t kPart = 4 << 20;  // bytes: a write that is abandoned ends after so many
constexpr auto kJustChanged = std::chrono::seconds(1);
constexpr auto kLeftBehind = std::chrono::hours(1);

/// An entry: this, the files it was made of, the model.
struct EntryHead {
  std::uint64_t magic = 0x3130'6568'6361'6378;  // "xcache01"
  std::uint64_t sum = 0;                        // of all that follows it
  std::uint64_t listBytes = 0;
};
static_assert(sizeof(EntryHead) == 24);

/// FNV-1a by words of eight bytes, folded: as fast as contents are read. Not secure.
std::uint64_t hashOf(ByteSpan bytes, std::uint64_t hash = kFnvBasis) {
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * kFnvPrime;
    hash ^= hash >> 32;
  };
  add(bytes.size());
  for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    add(word);
  }
  std::uint64_t rest = 0;
  if (!bytes.empty()) std::memcpy(&rest, bytes.data(), bytes.size());
  add(rest);
  return hash;
}
std::uint64_t hashOf(std::string_view text, std::uint64_t hash) {
  return hashOf(ByteSpan(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), hash);
}

/// 0 for a file that cannot be read.
std::uint64_t contentsOf(const fs::path& file) {
  const auto bytes = tryReadRegularFile(file, limits::kFileBytes);
  return bytes ? hashOf(*bytes) : 0;
}

struct EntryParts {
  std::vector<UsedFile> files;
  ByteSpan model;
};

/// Throws ImportError if it is not what was written.
EntryParts partsOf(ByteSpan bytes) {
  EntryHead head, expected;
  if (bytes.size() < sizeof head) refuse("the entry ends in its head");
  std::memcpy(&head, bytes.data(), sizeof head);
  const ByteSpan rest = bytes.subspan(sizeof head);
  if (head.magic != expected.magic || head.listBytes > rest.size() || head.sum != hashOf(rest, head.listBytes))
    refuse("the entry is damaged");
  EntryParts parts;
  BlobReader reader(rest.first(static_cast<std::size_t>(head.listBytes)));
  reader(parts.files);
  reader.finish();
  parts.model = rest.subspan(static_cast<std::size_t>(head.listBytes));
  return parts;
}

bool mayHaveChanged(const fs::path& file, fs::file_time_type since) {
  std::error_code gone;
  const auto changed = fs::last_write_time(file, gone);
  return !gone && changed > since - kJustChanged;
}

}  // namespace

ModelCache::ModelCache(fs::path folder, std::string version, ModelCacheLimits limits)
    : folder_(std::move(folder)), version_(std::move(version)), limits_(limits), thread_([this] {
        Entry entry;
        {
          const std::lock_guard lock(mutex_);
          if (!waiting_) return false;
          entry = *std::exchange(waiting_, std::nullopt);
        }
        try {
          if (write(entry)) removeOldest();
        } catch (const std::bad_alloc&) {  // then nothing is kept
        }
        const std::lock_guard lock(mutex_);
        writing_ = false;
        written_.notify_all();
        return false;
      }) {}

ModelCache::~ModelCache() { ends_ = true; }

fs::path ModelCache::entryPathOf(std::uint64_t contents, const fs::path& file, ImportFlags flags) const {
  std::uint64_t name = hashOf(version_, contents);
  name = hashOf(file.extension().string(), name) + (flags.allInfluences ? 1 : 0) + (flags.imageHeadersOnly ? 2 : 0) +
         (flags.importer == Importer::Assimp ? 4 : 0);
  return folder_ / (hexOf(name) + kEnding);
}

std::optional<Model> ModelCache::find(const fs::path& file, ImportFlags flags, const ImportWatch& watch) {
  std::error_code none;
  if (!fs::exists(folder_, none)) return std::nullopt;
  const std::uint64_t contents = contentsOf(file);
  const fs::path entry = entryPathOf(contents, file, flags);
  if (contents == 0 || !fs::exists(entry, none)) return std::nullopt;
  try {
    const Bytes bytes = readRegularFile(entry, limits_.bytes);
    const EntryParts parts = partsOf(bytes);
    for (const UsedFile& used : parts.files)
      if (contentsOf(folderOf(file) / used.path) != used.contents) return std::nullopt;
    Model model = readModelBlob(parts.model);
    checkModel(model, flags.imageHeadersOnly);
    watch.uses(file);
    for (const UsedFile& used : parts.files) watch.uses(folderOf(file) / used.path);
    fs::last_write_time(entry, fs::file_time_type::clock::now(), none);  // the oldest ones go first
    return model;
  } catch (const ImportError&) {
    fs::remove(entry, none);
    return std::nullopt;
  }
}

void ModelCache::keep(const fs::path& file, ImportFlags flags, std::vector<fs::path> files, fs::file_time_type began,
                      double seconds, const Model& model) {
  if (seconds < limits_.seconds) return;
  const auto isBusy = [this] {
    const std::lock_guard lock(mutex_);
    return writing_;
  };
  if (isBusy()) return;
  try {
    Entry entry{.file = file, .flags = flags, .files = std::move(files), .began = began, .blob = writeModelBlob(model)};
    const std::lock_guard lock(mutex_);
    if (std::exchange(writing_, true)) return;
    waiting_ = std::move(entry);
    thread_.wake();
  } catch (const std::bad_alloc&) {  // the model is there, and is all that was asked for
  }
}

void ModelCache::finish() {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [&] { return !writing_; });
}

bool ModelCache::write(const Entry& entry) {
  if (entry.blob.size() > limits_.bytes / 2) return false;
  std::vector<UsedFile> used;
  for (const fs::path& file : entry.files) {
    if (mayHaveChanged(file, entry.began)) return false;
    if (file == entry.file) continue;
    used.push_back({.path = file.lexically_relative(folderOf(entry.file)).string(), .contents = contentsOf(file)});
    if (used.back().path.empty()) return false;
  }
  const std::uint64_t contents = contentsOf(entry.file);
  if (contents == 0 || mayHaveChanged(entry.file, entry.began)) return false;
  BlobWriter list;
  list(used);
  Bytes rest = list.take();
  EntryHead head{.sum = 0, .listBytes = rest.size()};
  rest.insert(rest.end(), entry.blob.begin(), entry.blob.end());
  head.sum = hashOf(rest, head.listBytes);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&head);
  return replace(entryPathOf(contents, entry.file, entry.flags), {bytes, sizeof head}, rest);
}

/// As a whole, or not at all.
bool ModelCache::replace(const fs::path& entry, ByteSpan head, ByteSpan rest) {
  std::error_code failed;
  if (!fs::exists(folder_, failed)) {
    fs::create_directories(folder_.parent_path(), failed);
    ::mkdir(folder_.c_str(), S_IRWXU);
  }
  const fs::path part = entry.string() + "." + std::to_string(::getpid()) + ".part";
  std::ofstream stream(part, std::ios::binary);
  const auto put = [&](ByteSpan bytes) {
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  };
  put(head);
  for (; !rest.empty() && stream && !ends_; rest = rest.subspan(std::min(rest.size(), kPart)))
    put(rest.first(std::min(rest.size(), kPart)));
  stream.close();
  if (stream && rest.empty()) fs::rename(part, entry, failed);
  if (stream && rest.empty() && !failed) return true;
  fs::remove(part, failed);
  return false;
}

/// Also what a program that was killed left behind. Other files are not touched.
void ModelCache::removeOldest() const {
  struct Kept {
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t bytes;
  };
  std::vector<Kept> entries;
  std::error_code unreadable;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator entry(folder_, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone)) continue;
    Kept kept{.path = entry->path(), .used = entry->last_write_time(gone), .bytes = entry->file_size(gone)};
    if (gone) continue;
    if (kept.path.extension() == kEnding)
      entries.push_back(std::move(kept));
    else if (kept.path.extension() == ".part" && now - kept.used > kLeftBehind)
      fs::remove(kept.path, gone);
  }
  std::sort(entries.begin(), entries.end(), [](const Kept& a, const Kept& b) { return a.used > b.used; });
  std::uintmax_t bytes = 0;
  for (const Kept& entry : entries) {
    std::error_code gone;
    if (bytes + entry.bytes > limits_.bytes)
      fs::remove(entry.path, gone);
    else
      bytes += entry.bytes;
  }
}

}  // namespace app
