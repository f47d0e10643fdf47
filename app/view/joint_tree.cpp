#include "app/view/joint_tree.h"

namespace app {

std::vector<JointRow> jointRowsOf(const Model& model) {
  const auto parents = model.skeleton.parents();
  const auto count = static_cast<std::size_t>(model.skeleton.jointCount());
  // Children come after their parents: a backward pass sums up subtree sizes, a forward pass hands each joint the next
  // free rows of its parent.
  std::vector<int> size(count, 1), next(count), row(count);
  for (std::size_t i = count; i-- > 0;)
    if (parents[i] != crossfade::kNoJoint) size[static_cast<std::size_t>(parents[i])] += size[i];
  int nextRoot = 0;
  std::vector<JointRow> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool isRoot = parents[i] == crossfade::kNoJoint;
    int& nextRow = isRoot ? nextRoot : next[static_cast<std::size_t>(parents[i])];
    row[i] = nextRow;
    nextRow += size[i];
    next[i] = row[i] + 1;
    const int depth = isRoot ? 0 : rows[static_cast<std::size_t>(row[static_cast<std::size_t>(parents[i])])].depth + 1;
    rows[static_cast<std::size_t>(row[i])] = {
        .joint = static_cast<int>(i), .depth = depth, .end = row[i] + size[i], .deforms = model.skins.empty()};
  }
  for (const Skin& skin : model.skins)
    for (const int joint : skin.joints)
      rows[static_cast<std::size_t>(row[static_cast<std::size_t>(joint)])].deforms = true;
  return rows;
}

}  // namespace app
