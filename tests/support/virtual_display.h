// An X display of a test's own, without a screen: Xvfb, on a number that is free.
#pragma once

#include <string>

namespace test {

/// Sets DISPLAY while it lives, then ends the server and sets DISPLAY back. `started()` is false when Xvfb is missing
/// or fails.
class VirtualDisplay {
 public:
  VirtualDisplay(int width, int height);
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  bool started() const { return !name_.empty(); }
  const std::string& name() const { return name_; }  // for example ":3"

 private:
  int process_ = -1;
  std::string name_;
  std::string displayBefore_;
};

}  // namespace test
