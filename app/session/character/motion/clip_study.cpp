#include "app/session/character/motion/clip_study.h"

#include <utility>

#include "app/model/upright.h"

namespace app {

ClipStudy::ClipStudy(const Model& model)
    : model_(model),
      feet_(standingFeetOf(model)),
      meter_(model.skeleton, feet_),
      progress_(model.clips.size()),
      facts_(model.clips.size()) {}

ClipStudy::~ClipStudy() = default;

void ClipStudy::copyFacts(const ClipStudy& before, int clip) {
  const GroundFacts* const known = before.find(clip);
  if (!known) return;
  const auto index = static_cast<std::size_t>(clip);
  facts_[index] = std::make_unique<GroundFacts>(*known);
  progress_[index].store(Progress::Done);
}

void ClipStudy::begin() {
  if (thread_ || facts_.empty()) return;
  thread_ = std::make_unique<BackgroundThread>([this] { return step(); });
  thread_->wake();
}

const GroundFacts* ClipStudy::find(int clip) const {
  const auto index = static_cast<std::size_t>(clip);
  return progress_[index].load() == Progress::Done ? facts_[index].get() : nullptr;
}

const GroundFacts& ClipStudy::of(int clip) {
  const auto index = static_cast<std::size_t>(clip);
  if (!measureIfOpen(index)) progress_[index].wait(Progress::Running);
  return *facts_[index];
}

/// Measures the next clip that is open; false: there is none.
bool ClipStudy::step() {
  for (std::size_t clip = 0; clip < progress_.size(); ++clip)
    if (measureIfOpen(clip)) return true;
  return false;
}

/// False: another thread does it, or it is done.
bool ClipStudy::measureIfOpen(std::size_t clip) {
  Progress expected = Progress::Open;
  if (!progress_[clip].compare_exchange_strong(expected, Progress::Running)) return false;
  const crossfade::AnimationClip& measured = model_.clips[clip];
  auto contacts = crossfade::detectContacts(model_.skeleton, meter_.feet(), measured);
  const crossfade::RootMotion root = meter_.measure(measured, contacts);
  if (feet_.isEmpty()) contacts = {.duration = contacts.duration, .isCyclic = contacts.isCyclic};
  facts_[clip] = std::make_unique<GroundFacts>(GroundFacts{.root = root, .contacts = std::move(contacts)});
  progress_[clip].store(Progress::Done);
  progress_[clip].notify_all();
  return true;
}

}  // namespace app
