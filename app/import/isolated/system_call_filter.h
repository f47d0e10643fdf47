// The system calls that an import may make, as a program for the kernel (seccomp).
#ifndef APP_IMPORT_ISOLATED_SYSTEM_CALL_FILTER_H
#define APP_IMPORT_ISOLATED_SYSTEM_CALL_FILTER_H

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

namespace app {

/// Whether filters are written for this processor.
bool hasSystemCallFilter();

/// Calls that reading a file, memory and threads need pass; all others fail with EPERM, so that a C library that tries
/// something newer first falls back. `self` is the process that it is for, the only one that may get its signals. A
/// program of another architecture is killed.
std::vector<sock_filter> systemCallFilter(pid_t self);

}  // namespace app

#endif  // APP_IMPORT_ISOLATED_SYSTEM_CALL_FILTER_H
