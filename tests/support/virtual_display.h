// An X display for one test, without a monitor: Xvfb on a free display number.
#ifndef TESTS_SUPPORT_VIRTUAL_DISPLAY_H
#define TESTS_SUPPORT_VIRTUAL_DISPLAY_H

#include <string>

namespace test {

/// Sets DISPLAY, and on destruction stops the server and restores DISPLAY. started() is false if Xvfb is missing or
/// fails.
class VirtualDisplay {
 public:
  VirtualDisplay(int width, int height);
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  /// Stops the server at once, as if it had crashed.
  void kill();

  bool started() const { return !name_.empty(); }
  const std::string& name() const { return name_; }  // for example ":3"

 private:
  int process_ = -1;
  std::string name_;
  std::string displayBefore_;
  std::string sessionBefore_;
};

}  // namespace test

#endif  // TESTS_SUPPORT_VIRTUAL_DISPLAY_H
