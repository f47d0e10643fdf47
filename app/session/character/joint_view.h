// The joints of a model as the window shows them: their list, their bones, which one is selected and which are traced.
#ifndef APP_SESSION_CHARACTER_JOINT_VIEW_H
#define APP_SESSION_CHARACTER_JOINT_VIEW_H

#include <algorithm>
#include <vector>

#include "app/view/bones.h"

namespace app {

class JointView {
 public:
  explicit JointView(const Model& model) : bones_(bonesOf(model)), rows_(jointRowsOf(model)) {}

  const std::vector<Bone>& bones() const { return bones_; }
  const std::vector<JointRow>& rows() const { return rows_; }
  /// -1: none.
  int selected() const { return selected_; }
  void select(int joint) { selected_ = joint; }
  const std::vector<int>& traced() const { return traced_; }
  bool isTraced(int joint) const { return std::ranges::find(traced_, joint) != traced_.end(); }
  void trace(int joint, bool on) {
    std::erase(traced_, joint);
    if (on) traced_.push_back(joint);
  }

 private:
  std::vector<Bone> bones_;
  std::vector<JointRow> rows_;
  int selected_ = -1;
  std::vector<int> traced_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_JOINT_VIEW_H
