// How far feet slide over the ground that they stand on.
#ifndef CROSSFADE_GROUND_FOOT_SLIDE_H
#define CROSSFADE_GROUND_FOOT_SLIDE_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/contacts.h"
#include "crossfade/body/feet.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// What a character stands on at one moment.
struct GroundState {
  glm::dvec3 velocity{0.0};     // of the ground, length units per second, y = 0; 0 for a character that itself travels
  std::vector<double> contact;  // per foot: 0 in the air to 1 on the ground; from 0.5 on it counts as in contact

  bool isInContact(std::size_t foot) const { return foot < contact.size() && contact[foot] >= 0.5 - kSameWeight; }
};

/// Of all feet, over some time. Lengths are in units of the model; divide by Feet::legLength to compare characters.
struct FootSlide {
  double distance = 0;  // over the ground, while a foot is in contact
  int steps = 0;        // how many contacts began, those at the start included
  /// Over all frames with a foot lower than H: the sum of d (2 - 2^(h/H)), where d is its horizontal step over the
  /// ground and h its height (Zhang, Starke, Komura, Saito, "Mode-Adaptive Neural Networks for Quadruped Motion
  /// Control", SIGGRAPH 2018). Needs no contacts, but also counts feet that swing just above the floor.
  double zhang = 0;

  double perStep() const { return steps > 0 ? distance / steps : distance; }
};

/// H, in leg lengths: 2.5 cm for a person.
inline constexpr double kSlideHeight = 0.028;

/// Measures a stream of poses. A rolling foot does not slide: what counts is the lowest point of its sole. Frame rates
/// of 60 and up give the same figures within a few percent.
class CROSSFADE_API FootSlideMeter {
 public:
  /// `floor`: its height.
  FootSlideMeter(const Skeleton& skeleton, Feet feet, double floor = 0);

  /// The next frame, `delta` seconds after the last one. Pass `counts` false where a clip that travels starts over: the
  /// step to this frame is then ignored. So is a pose of another size. No allocation.
  void add(double delta, const GroundState& ground, const Pose& pose, bool counts = true);
  /// The next pose starts another motion; what was measured stays.
  void restart() { hasLast_ = false; }

  const FootSlide& slide() const { return slide_; }

 private:
  using Sole = std::array<glm::dvec3, kSolePoints>;

  std::vector<int> parents_;
  Feet feet_;
  double floor_;
  bool hasLast_ = false;
  std::vector<glm::mat4> models_;
  std::vector<Sole> last_;
  std::vector<std::uint8_t> wasDown_;
  FootSlide slide_;
};

/// One loop of a clip with its own contacts, sampled `rate` times a second, up to 200,000 times. An additive clip has
/// no poses: 0.
CROSSFADE_API FootSlide slideOf(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip,
                                const GroundContacts& contacts, double rate = 240);

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_FOOT_SLIDE_H
