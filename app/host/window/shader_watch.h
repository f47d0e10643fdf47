// Notices changed files in the shader folder, for --shader-dir.
#pragma once

#include <filesystem>

namespace app {

class ShaderWatch {
 public:
  /// An empty path watches nothing.
  explicit ShaderWatch(std::filesystem::path folder);

  /// True once after each change. Checks the disk at most twice per second; `delta` is the frame's length.
  bool changed(double delta);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::file_time_type newest() const;

  std::filesystem::path folder_;
  std::filesystem::file_time_type seen_{};
  double sinceLook_ = 0;
};

}  // namespace app
