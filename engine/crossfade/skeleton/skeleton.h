// The joint tree: parents, names and rest transforms. Parents come before their children, so a forward loop visits
// parents first.
#ifndef CROSSFADE_SKELETON_SKELETON_H
#define CROSSFADE_SKELETON_SKELETON_H

#include <span>
#include <string>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/math/transform.h"

namespace crossfade {

inline constexpr int kNoJoint = -1;

/// The input for one joint of Skeleton::make.
struct Joint {
  std::string name;
  int parent = kNoJoint;
  Transform rest;
  int documentIndex = 0;  // the joint's index in the file it came from
};

/// Immutable. Joint indices are 0..jointCount-1.
class CROSSFADE_API Skeleton {
 public:
  /// Parents must come before their children, rest transforms must be finite, and the document indices must be 0..n-1
  /// in some order. The error names the joint.
  static Result<Skeleton> make(std::vector<Joint> joints);

  Skeleton() = default;  // no joints

  int jointCount() const { return static_cast<int>(parents_.size()); }
  std::span<const int> parents() const { return parents_; }
  std::span<const Transform> restLocals() const { return restLocals_; }
  /// Empty for an index that is no joint.
  const std::string& name(int jointIndex) const;
  /// From an index in the file to a joint, and back. -1 for an index that is neither.
  int jointAt(int documentIndex) const;
  int documentIndexOf(int jointIndex) const;
  /// What make() was given, to build a skeleton that differs.
  std::vector<Joint> joints() const;

 private:
  std::vector<int> parents_;
  std::vector<Transform> restLocals_;
  std::vector<std::string> names_;
  std::vector<int> fromDocument_;
  std::vector<int> toDocument_;
};

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_SKELETON_H
