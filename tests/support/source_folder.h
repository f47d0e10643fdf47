// The checkout the tests were built from.
#ifndef TESTS_SUPPORT_SOURCE_FOLDER_H
#define TESTS_SUPPORT_SOURCE_FOLDER_H

#include <filesystem>

namespace app::test {

/// The top of the source tree. A function instead of a macro, so that only one file depends on the path and checkouts
/// can share a compiler cache.
const std::filesystem::path& sourceFolder();

}  // namespace app::test

#endif  // TESTS_SUPPORT_SOURCE_FOLDER_H
