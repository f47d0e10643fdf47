// Does to a window what other programs of a desktop do: drops files, as a file manager does (with the XDND protocol,
// version 5), and closes it, as a window manager does.
#ifndef TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H
#define TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H

#include <filesystem>
#include <vector>

namespace test {

/// Drops the files at a point of the display that DISPLAY names, on the window there that takes drops, in one drop.
/// False if there is none, or if it does not take the files within a minute.
bool dropFiles(const std::vector<std::filesystem::path>& files, int x, int y);

/// Asks that window to close. False if there is none.
bool closeWindow();

}  // namespace test

#endif  // TESTS_APP_HOST_WINDOW_DRAG_AND_DROP_H
