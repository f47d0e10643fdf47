// A folder of the running test's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// Empty at first; removed at the end with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Makes the folders that the name asks for.
  std::filesystem::path write(const std::string& name, std::string_view content) const;
  /// What is in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

}  // namespace test
