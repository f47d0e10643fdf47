// The checkout the tests were built from.
#pragma once

#include <filesystem>

namespace app::test {

/// The top of the source tree. A function instead of a macro, so that only one file depends on the path and checkouts
/// can share a compiler cache.
const std::filesystem::path& sourceFolder();

}  // namespace app::test
