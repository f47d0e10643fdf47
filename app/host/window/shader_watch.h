// Notices that a file in the shader folder was saved, for --shader-dir.
#pragma once

#include <filesystem>

namespace app {

class ShaderWatch {
 public:
  /// An empty folder is never looked at.
  explicit ShaderWatch(std::filesystem::path folder);

  /// True once after each change. Looks at the disk at most twice a second of `delta`s added up.
  bool changed(double delta);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::file_time_type newest() const;

  std::filesystem::path folder_;
  std::filesystem::file_time_type seen_{};
  double sinceLook_ = 0;
};

}  // namespace app
