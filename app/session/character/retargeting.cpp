#include "app/session/character/retargeting.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "app/model/face_motion.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

/// Between joints of skins, or all joints if there are none.
std::vector<Bone> bonesBetween(const crossfade::Skeleton& skeleton, std::span<const int> joints) {
  const auto isIn = [&](int joint) {
    return joints.empty() || std::binary_search(joints.begin(), joints.end(), joint);
  };
  std::vector<Bone> bones;
  for (int joint = 0; joint < skeleton.jointCount(); ++joint) {
    const int parent = nth(skeleton.parents(), joint);
    if (parent != crossfade::kNoJoint && isIn(joint) && isIn(parent)) bones.push_back({parent, joint});
  }
  return bones;
}

Bounds boundsOf(const RetargetFigure& figure, std::span<const crossfade::Transform> pose) {
  std::vector<glm::mat4> models(pose.size());
  crossfade::localToModel(figure.skeleton->parents(), pose, models);
  Bounds bounds;
  for (const Bone& bone : figure.bones)
    for (const int joint : {bone.parent, bone.joint}) bounds.add(glm::vec3(nth(models, joint)[3]));
  return bounds;
}

}  // namespace

ReplaceClips transferred(int file, const ClipFile& from, const RetargetTarget& onto, const RetargetSettings& settings,
                         const std::vector<std::string>& names) {
  const auto retargeter = makeRetargeter(from, onto, settings);
  assert(retargeter);
  return {file, from.path, settings, transferredClips(from, *retargeter, names)};
}

void replaceClips(Model& model, const ReplaceClips& replaced) {
  const std::size_t first = firstClipOf(model, replaced.file);
  ClipFile& file = nth(model.clipFiles, replaced.file);
  file.settings = replaced.settings;
  crossfade::ClipSet clips;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const bool isReplaced = i >= first && i < first + replaced.clips.size();
    clips.add(isReplaced ? withFace(replaced.clips[i - first], file.clips[i - first], file, model).clip
                         : model.clips[i]);
  }
  model.clips = std::move(clips);
}

Retargeting::Retargeting(const Model& model)
    : model_(model), onto_(model.clipFiles.empty() ? RetargetTarget() : retargetTargetOf(model)) {
  for (const ClipFile& file : model.clipFiles) settings_.push_back(file.settings);
}

int Retargeting::outdatedFile() const {
  for (std::size_t i = 0; i < settings_.size(); ++i)
    if (!(settings_[i] == model_.clipFiles[i].settings)) return static_cast<int>(i);
  return -1;
}

bool Retargeting::waitsFor(const ReplaceClips& clips) const {
  if (!checkFile(clips.file)) return false;
  const auto index = static_cast<std::size_t>(clips.file);
  const ClipFile& file = model_.clipFiles[index];
  return file.path == clips.path && !(file.settings == clips.settings) && settings_[index] == clips.settings &&
         file.clips.size() == clips.clips.size();
}

Result<void> Retargeting::checkFile(int file) const {
  const int count = static_cast<int>(settings_.size());
  if (file >= 0 && file < count) return {};
  return Error{"there is no clip file " + std::to_string(file) + "; the model has " + std::to_string(count)};
}

Result<void> Retargeting::apply(const SetRetarget& command) {
  if (auto known = checkFile(command.file); !known) return known;
  if (auto ok = checkFields(command.settings); !ok) return ok;
  const ClipFile& file = nth(model_.clipFiles, command.file);
  auto retargeter = makeRetargeter(file, onto_, command.settings);
  if (!retargeter) return Error{file.name + ": " + retargeter.error().message};
  nth(settings_, command.file) = command.settings;
  if (command.file == shownFile_) show(command.file, std::move(*retargeter));
  return {};
}

Result<void> Retargeting::apply(const ShowRetarget& command) {
  if (command.file == -1) {
    shownFile_ = -1;
    clip_.reset();
    poses_.reset();
    retargeter_.reset();
    return {};
  }
  if (auto known = checkFile(command.file); !known) return known;
  const ClipFile& file = nth(model_.clipFiles, command.file);
  const int clips = static_cast<int>(file.clips.size());
  if (command.clip < 0 || command.clip >= clips)
    return Error{"there is no clip " + std::to_string(command.clip) + " of " + file.name + "; it has " +
                 std::to_string(clips)};
  if (command.file != shownFile_ || !retargeter_) {
    auto retargeter = makeRetargeter(file, onto_, nth(settings_, command.file));
    if (!retargeter) return Error{file.name + ": " + retargeter.error().message};
    time_ = 0;
    shownClip_ = command.clip;
    show(command.file, std::move(*retargeter));
    return {};
  }
  if (command.clip == shownClip_) return {};
  shownClip_ = command.clip;
  time_ = 0;
  clip_.emplace(file.skeleton, nth(file.clips, shownClip_));
  pose();
  return {};
}

void Retargeting::show(int index, crossfade::Retargeter retargeter) {
  const ClipFile& file = nth(model_.clipFiles, index);
  retargeter_ = std::move(retargeter);
  poses_.emplace(*retargeter_);
  if (shownFile_ != index || !clip_) {
    shownFile_ = index;
    clip_.emplace(file.skeleton, nth(file.clips, shownClip_));
    source_ = {.skeleton = &file.skeleton, .bones = bonesBetween(file.skeleton, file.skinJoints), .models = {}};
    source_.bounds = boundsOf(source_, file.reference);
    source_.models.resize(static_cast<std::size_t>(file.skeleton.jointCount()));
    target_ = {.skeleton = &model_.skeleton, .bones = bonesOf(model_), .models = {}};
    target_.bounds = boundsOf(target_, retargeter_->alignedPose());
    target_.models.resize(static_cast<std::size_t>(model_.skeleton.jointCount()));
  }
  pose();
}

void Retargeting::continueFrom(const Retargeting& before) {
  if (before.shownFile_ < 0 || static_cast<std::size_t>(before.shownFile_) >= settings_.size()) return;
  const auto file = static_cast<std::size_t>(before.shownFile_);
  if (model_.clipFiles[file].path != before.model_.clipFiles[file].path) return;
  if (!apply(ShowRetarget{before.shownFile_, before.shownClip_})) return;
  time_ = before.time_;
  pose();
}

void Retargeting::advance(double seconds, const Player& player) {
  if (shownFile_ < 0) return;
  if (!std::isfinite(seconds)) seconds = 0;
  const double duration = nth(nth(model_.clipFiles, shownFile_).clips, shownClip_).duration();
  const int clip = static_cast<int>(firstClipOf(model_, shownFile_)) + shownClip_;
  const crossfade::AnimationAction& action = player.action(clip);
  if (action.isScheduled() && action.getEffectiveWeight() > 0)
    time_ = action.time;
  else
    time_ = duration > 0 ? std::fmod(time_ + seconds, duration) : 0;
  if (time_ < 0) time_ += duration;
  pose();
}

void Retargeting::pose() {
  clip_->moveTo(time_);
  for (std::size_t i = 0; i < source_.models.size(); ++i)
    source_.models[i] = glm::mat4(clip_->model(static_cast<int>(i)));
  const std::span<const crossfade::DoubleTransform> locals = poses_->retarget(clip_->locals());
  targetPose_.resize(locals.size());
  std::transform(locals.begin(), locals.end(), targetPose_.begin(), crossfade::toFloat);
  crossfade::localToModel(model_.skeleton.parents(), targetPose_, target_.models);
}

}  // namespace app
