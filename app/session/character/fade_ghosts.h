// The poses of two clips at the moments that a fade would join, as ghosts.
#ifndef APP_SESSION_CHARACTER_FADE_GHOSTS_H
#define APP_SESSION_CHARACTER_FADE_GHOSTS_H

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/session/character/character_commands.h"
#include "app/view/draw_list.h"
#include "app/view/model_matrices.h"
#include "crossfade/pose/clip_pose.h"

namespace app {

class FadeGhosts {
 public:
  /// The model must outlive it.
  explicit FadeGhosts(const Model& model) : model_(model) {}

  /// Both clips at that moment, the second moved and turned over the ground to where it fits the first best, with their
  /// middle at `position`. Allocates only for other clips than before.
  void show(int from, int to, const FadeMoment& moment, const glm::vec3& position);
  void hide() { moment_.reset(); }

  const std::optional<FadeMoment>& moment() const { return moment_; }
  int from() const { return figures_[0].clip; }
  int to() const { return figures_[1].clip; }
  /// From and To; none while they are hidden. Without colors.
  std::span<const Ghost> ghosts() const { return std::span(ghosts_).first(moment_ ? ghosts_.size() : 0); }

 private:
  struct Figure {
    int clip = -1;
    std::optional<crossfade::ClipPose> sampler;
    crossfade::Pose pose;
    std::optional<ModelMatrices> matrices;
  };
  void use(Figure& figure, int clip) const;

  const Model& model_;
  std::vector<int> joints_;
  std::vector<double> weights_;
  std::array<Figure, 2> figures_;
  std::array<Ghost, 2> ghosts_;
  std::optional<FadeMoment> moment_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_GHOSTS_H
