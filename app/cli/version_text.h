// What --version prints.
#ifndef APP_CLI_VERSION_TEXT_H
#define APP_CLI_VERSION_TEXT_H

#include <string>

namespace app {

/// The version; then the build, the libraries it was built with, and the OpenGL that pictures are drawn with without a
/// display, or why there is none.
std::string versionText();

}  // namespace app

#endif  // APP_CLI_VERSION_TEXT_H
