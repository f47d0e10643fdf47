// Drops files on a window as a file manager does: with the XDND protocol, version 5.
#ifndef TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H
#define TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H

#include <filesystem>
#include <vector>

namespace test {

/// Drops the files at a point of the display that DISPLAY names, on the window there that takes drops, in one drop.
/// False if there is none, or if it does not take the files within a minute.
bool dropFiles(const std::vector<std::filesystem::path>& files, int x, int y);

}  // namespace test

#endif  // TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H
