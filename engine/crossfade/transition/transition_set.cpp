#include "crossfade/transition/transition_set.h"

#include <algorithm>

namespace crossfade {

void TransitionSettings::inherit(const TransitionSettings& from) {
  const auto take = [&](auto TransitionSettings::*field) {
    if (!(this->*field)) this->*field = from.*field;
  };
  take(&TransitionSettings::seconds);
  take(&TransitionSettings::kind);
  take(&TransitionSettings::shape);
  take(&TransitionSettings::sync);
  take(&TransitionSettings::mask);
  take(&TransitionSettings::endsMaskedLayers);
  take(&TransitionSettings::fromPhase);
  take(&TransitionSettings::toPhase);
}

TransitionOptions TransitionSettings::options(const TransitionOptions& defaults) const {
  return {.seconds = seconds.value_or(defaults.seconds),
          .kind = kind.value_or(defaults.kind),
          .shape = shape.value_or(defaults.shape),
          .sync = sync.value_or(defaults.sync),
          .mask = mask.value_or(defaults.mask),
          .endsMaskedLayers = endsMaskedLayers.value_or(defaults.endsMaskedLayers)};
}

bool start(Transition& transition, AnimationAction& target, const TransitionSettings& settings,
           const TransitionOptions& defaults) {
  const bool wasVisible = target.fadeValue() > 0;
  if (!transition.to(target, settings.options(defaults))) return false;
  if (settings.toPhase && !wasVisible) target.time = std::clamp(*settings.toPhase, 0.0, 1.0) * target.duration();
  return true;
}

}  // namespace crossfade
