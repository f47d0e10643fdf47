// Preloaded into a program, makes one of its calls that change files fail: the N-th that concerns a folder.
//   LD_PRELOAD=libfailing_calls.so CROSSFADE_FAIL_IN=/folder CROSSFADE_FAIL_AT=3 CROSSFADE_FAIL_WITH=28
// CROSSFADE_FAIL_WITH is an errno; 0: write only half, which is no error.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<int> calls = 0;

int numberOf(const char* name) {
  const char* const text = std::getenv(name);
  return text ? std::atoi(text) : -1;
}

bool isInFolder(const char* path) {
  const char* const folder = std::getenv("CROSSFADE_FAIL_IN");
  return folder && path && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool isInFolder(int descriptor) {
  char link[64], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = ::readlink(link, path, sizeof path - 1);
  if (size < 0) return false;
  path[size] = '\0';
  return isInFolder(path);
}

bool isMyTurn() { return ++calls == numberOf("CROSSFADE_FAIL_AT"); }
int reason() { return numberOf("CROSSFADE_FAIL_WITH"); }

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

/// Sets errno. Half of a write is not a failure of the others.
bool fails() {
  if (reason() <= 0) return false;
  errno = reason();
  return true;
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (!isInFolder(descriptor) || !isMyTurn()) return real(descriptor, data, size);
  if (fails()) return -1;
  return real(descriptor, data, size > 1 ? size / 2 : size);
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  if (!isInFolder(descriptor) || !isMyTurn()) return real(descriptor, parts, count);
  if (fails()) return -1;
  return real(descriptor, parts, 1);
}

int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>("fsync");
  return isInFolder(descriptor) && isMyTurn() && fails() ? -1 : real(descriptor);
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return isInFolder(to) && isMyTurn() && fails() ? -1 : real(from, to);
}

int open(const char* path, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  const bool writes = (flags & (O_WRONLY | O_RDWR)) != 0;
  return writes && isInFolder(path) && isMyTurn() && fails() ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  return open(path, flags, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  static const auto real = next<FILE* (*)(const char*, const char*)>("fopen64");
  return mode[0] != 'r' && isInFolder(path) && isMyTurn() && fails() ? nullptr : real(path, mode);
}

}  // extern "C"
