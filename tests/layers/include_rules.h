// Which room may include what: the arrows between engine's and the viewer's folders, and where each library may be
// named.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// One sentence for each #include in `text` that a source file at `path` (from the top of the tree, for example
/// "crossfade/clip/key_cursor.h") must not have: file, line, header and the reason. `path` lies under engine/ or app/.
std::vector<std::string> forbiddenIncludes(std::string_view path, std::string_view text);

/// Each circle of folders that include each other's headers, as "a -> b -> a". `files`: paths from the top of the tree
/// and their texts.
std::vector<std::string> folderCircles(const std::map<std::string, std::string>& files);

}  // namespace test
