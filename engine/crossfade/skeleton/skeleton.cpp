#include "crossfade/skeleton/skeleton.h"

#include <cmath>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

bool isFinite(const Transform& transform) {
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(transform.translation[i]) || !std::isfinite(transform.scale[i])) return false;
  for (int i = 0; i < 4; ++i)
    if (!std::isfinite(transform.rotation[i])) return false;
  return true;
}

}  // namespace

Result<Skeleton> Skeleton::make(std::vector<Joint> joints) {
  Skeleton skeleton;
  const int count = static_cast<int>(joints.size());
  skeleton.fromDocument_.assign(joints.size(), kNoJoint);
  skeleton.toDocument_.reserve(joints.size());
  skeleton.parents_.reserve(joints.size());
  skeleton.restLocals_.reserve(joints.size());
  skeleton.names_.reserve(joints.size());
  for (int i = 0; i < count; ++i) {
    Joint& joint = joints[static_cast<std::size_t>(i)];
    const auto fault = [&](const std::string& what) {
      return Error{"joint " + std::to_string(i) + " '" + joint.name + "': its " + what};
    };
    if (joint.parent < kNoJoint || joint.parent >= i)
      return fault("parent " + std::to_string(joint.parent) + " does not come before it");
    if (!isFinite(joint.rest)) return fault("rest transform has a value that is not finite");
    if (joint.documentIndex < 0 || joint.documentIndex >= count ||
        skeleton.fromDocument_[static_cast<std::size_t>(joint.documentIndex)] != kNoJoint)
      return fault("document index " + std::to_string(joint.documentIndex) + " is taken or out of range");
    skeleton.fromDocument_[static_cast<std::size_t>(joint.documentIndex)] = i;
    skeleton.toDocument_.push_back(joint.documentIndex);
    skeleton.parents_.push_back(joint.parent);
    skeleton.restLocals_.push_back(joint.rest);
    skeleton.names_.push_back(std::move(joint.name));
  }
  return skeleton;
}

const std::string& Skeleton::name(int jointIndex) const {
  static const std::string kNone;
  const auto index = static_cast<std::size_t>(jointIndex);
  CROSSFADE_ASSERT(index < names_.size(), "Skeleton::name: there is no such joint");
  return index < names_.size() ? names_[index] : kNone;
}

int Skeleton::jointAt(int documentIndex) const {
  const auto index = static_cast<std::size_t>(documentIndex);
  CROSSFADE_ASSERT(index < fromDocument_.size(), "Skeleton::jointAt: there is no such document index");
  return index < fromDocument_.size() ? fromDocument_[index] : kNoJoint;
}

int Skeleton::documentIndexOf(int jointIndex) const {
  const auto index = static_cast<std::size_t>(jointIndex);
  CROSSFADE_ASSERT(index < toDocument_.size(), "Skeleton::documentIndexOf: there is no such joint");
  return index < toDocument_.size() ? toDocument_[index] : -1;
}

std::vector<Joint> Skeleton::joints() const {
  std::vector<Joint> joints;
  joints.reserve(parents_.size());
  for (std::size_t i = 0; i < parents_.size(); ++i)
    joints.push_back(
        {.name = names_[i], .parent = parents_[i], .rest = restLocals_[i], .documentIndex = toDocument_[i]});
  return joints;
}

}  // namespace crossfade
