// Which module may include what: the dependencies between the folders of the library and the viewer, and the modules
// that may use each outside library.
#ifndef TESTS_LAYERS_INCLUDE_RULES_H
#define TESTS_LAYERS_INCLUDE_RULES_H

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// One sentence for each forbidden #include in `text`, the text of the file at `path`: file, line, header and reason.
/// `path` starts at the top of the tree, for example "engine/crossfade/clip/key_cursor.h", and is under engine/ or
/// app/.
std::vector<std::string> forbiddenIncludes(std::string_view path, std::string_view text);

/// Each cycle of folders that include each other's headers, as "a -> b -> a". `files` maps paths to texts.
std::vector<std::string> folderCircles(const std::map<std::string, std::string>& files);

/// Every header that `path` includes, directly or not: paths from the top of the tree for our own, other names as they
/// are included. `files` as above.
std::set<std::string> transitiveIncludes(const std::map<std::string, std::string>& files, const std::string& path);

}  // namespace test

#endif  // TESTS_LAYERS_INCLUDE_RULES_H
