// Where the checkout is that the tests were built from.
#pragma once

#include <filesystem>

namespace app::test {

/// The top of the source tree. A function and not a macro, so that only one file is compiled differently in another
/// folder and a compiler cache can serve every checkout.
const std::filesystem::path& sourceFolder();

}  // namespace app::test
