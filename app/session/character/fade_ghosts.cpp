#include "app/session/character/fade_ghosts.h"

#include <cstddef>

#include "app/model/match_points.h"
#include "crossfade/match/point_distance.h"
#include "crossfade/match/sample_points.h"

namespace app {

void FadeGhosts::use(Figure& figure, int clip) const {
  if (figure.clip == clip) return;
  figure.clip = clip;
  figure.sampler.emplace(model_.skeleton, model_.clips[static_cast<std::size_t>(clip)]);
  if (figure.matrices) return;
  figure.pose = restPoseOf(model_);
  figure.matrices.emplace(model_);
}

void FadeGhosts::show(int from, int to, const FadeMoment& moment, const glm::vec3& position) {
  if (joints_.empty()) {
    joints_ = matchedJoints(model_);
    weights_ = crossfade::boneWeights(model_.skeleton, joints_);
  }
  moment_ = moment;
  use(figures_[0], from);
  use(figures_[1], to);
  const double times[] = {moment.from, moment.to};
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    Figure& figure = figures_[i];
    figure.sampler->moveTo(times[i]);
    figure.sampler->write(figure.pose.locals);
    figure.matrices->makeWorlds(model_, figure.pose);
  }

  crossfade::PointSums sums;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    sums.add(weights_[i], figures_[0].sampler->position(joints_[i]), figures_[1].sampler->position(joints_[i]));
  const crossfade::PlanarAlignment fit = crossfade::matchOf(sums).alignment;
  const glm::dvec3 middle(sums.px / sums.weight, 0, sums.pz / sums.weight), toPosition = glm::dvec3(position) - middle;
  figures_[0].matrices->moveWorlds(toPosition, 0);
  figures_[1].matrices->moveWorlds(toPosition + glm::dvec3(fit.x, 0, fit.z), fit.angle);
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    figures_[i].matrices->makePalettes(model_);
    ghosts_[i] = {.pose = figures_[i].matrices->posed(figures_[i].pose)};
  }
}

}  // namespace app
