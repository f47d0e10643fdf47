// A temporary folder for one test.
#ifndef TESTS_SUPPORT_TEMPORARY_FOLDER_H
#define TESTS_SUPPORT_TEMPORARY_FOLDER_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// Empty at first; removed with its contents on destruction.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Writes a file; `name` may contain folders, which are created.
  std::filesystem::path write(const std::string& name, std::string_view content) const;
  /// Names of its entries, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// Writes a file and returns its path.
std::string writeFile(const std::filesystem::path& file, std::string_view content);
/// What is in a file; nothing if it cannot be read.
std::string readFile(const std::filesystem::path& file);

}  // namespace test

#endif  // TESTS_SUPPORT_TEMPORARY_FOLDER_H
