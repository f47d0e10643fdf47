// The joint tree: parents, names and rest transforms. Parents stand before their children, so one forward loop visits
// it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/math/transform.h"

namespace crossfade {

inline constexpr int kNoJoint = -1;

/// One joint as it is handed to Skeleton::make.
struct Joint {
  std::string name;
  int parent = kNoJoint;
  Transform rest;
  int documentIndex = 0;  // where the joint stands in the file it came from
};

/// Immutable after `make`. Joints are indices 0..jointCount-1; asking for another is a programming mistake.
class Skeleton {
 public:
  /// Each parent must stand before its children and rest transforms must be finite; documentIndex must number the
  /// joints 0..n-1 in some order. The error names the joint.
  static Result<Skeleton> make(std::vector<Joint> joints);

  Skeleton() = default;  // no joints

  int jointCount() const { return static_cast<int>(parents_.size()); }
  std::span<const int> parents() const { return parents_; }
  std::span<const Transform> restLocals() const { return restLocals_; }
  const std::string& name(int jointIndex) const { return names_[static_cast<std::size_t>(jointIndex)]; }
  /// The joint that stands at `documentIndex` in the file, and back.
  int jointAt(int documentIndex) const { return fromDocument_[static_cast<std::size_t>(documentIndex)]; }
  int documentIndexOf(int jointIndex) const { return toDocument_[static_cast<std::size_t>(jointIndex)]; }

 private:
  std::vector<int> parents_;
  std::vector<Transform> restLocals_;
  std::vector<std::string> names_;
  std::vector<int> fromDocument_;
  std::vector<int> toDocument_;
};

}  // namespace crossfade
