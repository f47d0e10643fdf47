#include "app/ui/character/joint_text.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace app {

const char* jointLabel(const Model& model, int joint, std::span<char> scratch) {
  const std::string& name = model.skeleton.name(joint);
  if (!name.empty()) return name.c_str();
  std::snprintf(scratch.data(), scratch.size(), "(joint %d)", joint);
  return scratch.data();
}

bool containsText(std::string_view text, std::string_view query) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), query.begin(), query.end(), same) != text.end();
}

}  // namespace app
