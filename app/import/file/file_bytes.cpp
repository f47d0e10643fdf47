#include "app/import/file/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <libdeflate.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr std::size_t kReadChunk = 4u << 20;

struct Descriptor {
  explicit Descriptor(int opened) : fd(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  const int fd;
};

}  // namespace

Bytes readRegularFile(const std::filesystem::path& file, std::uint64_t limit, const ImportWatch& watch) {
  watch.uses(file);
  // O_NONBLOCK: opening a pipe must not wait for a writer. fstat() on the open file: nobody can swap it in between.
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (descriptor.fd < 0) refuse("cannot be opened: ", std::strerror(errno));
  struct stat status {};
  if (::fstat(descriptor.fd, &status) != 0) refuse("cannot be examined: ", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse("is a folder, not a file");
  if (!S_ISREG(status.st_mode)) refuse("is not a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > limit) refuse("has ", size, " bytes; the limit is ", limit);

  Bytes bytes(size);
  std::size_t done = 0;
  while (done < bytes.size()) {
    watch.at(done, bytes.size());
    const ssize_t count = ::read(descriptor.fd, bytes.data() + done, std::min(bytes.size() - done, kReadChunk));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse("cannot be read: ", std::strerror(errno));
    if (count == 0) refuse("shrank while it was being read (", done, " of ", bytes.size(), " bytes)");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

crossfade::Result<Bytes> tryReadRegularFile(const std::filesystem::path& file, std::uint64_t limit) {
  try {
    return readRegularFile(file, limit);
  } catch (const ImportError& error) {
    return crossfade::Error{file.string() + ": " + error.what()};
  }
}

bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out) {
  // RFC 1950, section 2.2: two bytes, which say that it is deflate without a preset dictionary.
  if (stream.size() < 2 || (stream[0] & 15) != 8 || (stream[1] & 32) != 0 || (stream[0] * 256 + stream[1]) % 31 != 0)
    return false;
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!decompressor) return false;
  return libdeflate_deflate_decompress(decompressor.get(), stream.data() + 2, stream.size() - 2, out.data(), out.size(),
                                       nullptr) == LIBDEFLATE_SUCCESS;
}

}  // namespace app
