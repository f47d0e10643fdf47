// How much feet that stand slide over the ground while the character plays: a figure for the panel of blend spaces.
#pragma once

#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/settings/clip_settings.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/mixer/animation_mixer.h"

namespace app {

/// What plays in a frame. `travel`: how fast tracks move the character over the ground, length units per second.
struct SlideFrame {
  const crossfade::AnimationMixer& mixer;
  const crossfade::Pose& pose;
  const std::vector<ClipSettings>& settings;
  TravelMode mode = TravelMode::InFile;
  glm::dvec3 travel{0.0};
};

/// Measures poses on screen, about the last half second of them, by the contacts of the clips: with foot lock, what is
/// left of the slide.
class SlideGauge {
 public:
  /// `study` and what it is of must outlive it. A model that is no human body has nothing to measure.
  SlideGauge(const Model& model, const ClipStudy& study);

  /// Call it once a frame. Frames in which no time passes, or more than a tenth of a second, are left out. Clips that
  /// the study has not measured yet do not count.
  void add(const SlideFrame& frame);
  /// The mean speed of feet in contact over the ground, as a fraction of how fast the ground moves. None while nothing
  /// walks.
  std::optional<double> fraction() const;

 private:
  const ClipStudy& study_;
  crossfade::FootSlideMeter meter_;
  crossfade::GroundState ground_;
  std::optional<double> last_;  // mixer time
  double slid_ = 0, walked_ = 0;
};

}  // namespace app
