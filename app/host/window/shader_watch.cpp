#include "app/host/window/shader_watch.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

constexpr double kLookEvery = 0.5;  // seconds

}  // namespace

ShaderWatch::ShaderWatch(std::filesystem::path folder) : folder_(std::move(folder)), seen_(newest()) {}

bool ShaderWatch::changed(double delta) {
  if (folder_.empty() || (sinceLook_ += delta) < kLookEvery) return false;
  sinceLook_ = 0;
  const auto latest = newest();
  return std::exchange(seen_, latest) != latest;
}

std::filesystem::file_time_type ShaderWatch::newest() const {
  auto latest = std::filesystem::file_time_type::min();
  if (folder_.empty()) return latest;
  std::error_code unreadable;  // a folder that disappears for a moment has not changed
  for (const auto& entry : std::filesystem::directory_iterator(folder_, unreadable))
    latest = std::max(latest, entry.last_write_time(unreadable));
  return latest;
}

}  // namespace app
