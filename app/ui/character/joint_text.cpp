#include "app/ui/character/joint_text.h"

#include <cstdio>

namespace app {

const char* jointLabel(const Model& model, int joint, std::span<char> scratch) {
  const std::string& name = model.skeleton.name(joint);
  if (!name.empty()) return name.c_str();
  std::snprintf(scratch.data(), scratch.size(), "(joint %d)", joint);
  return scratch.data();
}

}  // namespace app
