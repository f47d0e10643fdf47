// What a clip does on the ground, measured once: how it travels, and when its feet are down.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "app/jobs/background_thread.h"
#include "app/model/model.h"
#include "crossfade/body/contacts.h"
#include "crossfade/body/feet.h"
#include "crossfade/travel/root_motion.h"

namespace app {

struct GroundFacts {
  crossfade::RootMotion root;
  crossfade::GroundContacts contacts;  // empty without feet
};

/// Measures on a thread, once it is asked to; what is needed at once is waited for, so that nothing depends on how fast
/// the thread is.
class ClipStudy {
 public:
  /// The model must outlive it.
  explicit ClipStudy(const Model& model);
  ~ClipStudy();
  ClipStudy(const ClipStudy&) = delete;
  ClipStudy& operator=(const ClipStudy&) = delete;

  /// Takes over what `before` knows of a clip that is the same in both models. Only before begin().
  void copyFacts(const ClipStudy& before, int clip);
  /// Measures every clip in the background. Never waits.
  void begin();
  bool hasBegun() const { return thread_ != nullptr; }
  /// nullptr: not measured yet. Never waits; what it returns stays.
  const GroundFacts* find(int clip) const;
  /// Measures the clip now unless that is done.
  const GroundFacts& of(int clip);
  /// Of the model; empty if it is no human body.
  const crossfade::Feet& feet() const { return feet_; }
  /// The joint that carries the body.
  int body() const { return meter_.body(); }

 private:
  enum class Progress : char { Open, Running, Done };
  bool step();
  bool measureIfOpen(std::size_t clip);

  const Model& model_;
  const crossfade::Feet feet_;
  const crossfade::RootMotionMeter meter_;
  std::vector<std::atomic<Progress>> progress_;      // by clip
  std::vector<std::unique_ptr<GroundFacts>> facts_;  // set before the clip is done, and then never changed
  std::unique_ptr<BackgroundThread> thread_;
};

}  // namespace app
