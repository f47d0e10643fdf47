// Where clips lie in a plane of parameters, such as speed and turn, and how much of each belongs to a point.
//
//   const auto space = BlendSpace::make({{walk, {1.4, 0}}, {run, {4, 0}}, {walkLeft, {1.2, 60}}});
//   BlendSpacePlayer& locomotion = player.addBlendSpace(*space);
//   player.transition().to(locomotion, {.seconds = 0.3});
//   locomotion.moveTo({2, 20}, 0.1);
#ifndef CROSSFADE_TRANSITION_BLEND_SPACE_H
#define CROSSFADE_TRANSITION_BLEND_SPACE_H

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/clip_set.h"

namespace crossfade {

/// A clip of a blend space.
struct BlendSample {
  ClipId clip;
  glm::dvec2 at{0};      // its parameters, in your units
  double timeScale = 1;  // its own speed, above 0
};

/// Samples on a line, or triangulated. Inside a triangle the weights are its barycentric coordinates, so each sample
/// shows alone at its own parameters, at most three clips play at once, and weights change continuously with the point.
/// With methods that need no triangulation (gradient bands, radial basis functions), clips far from the point would
/// show a little, too. A point outside counts as the nearest one inside. Triangles are Delaunay's, with each axis
/// scaled to the extent of the samples.
class CROSSFADE_API BlendSpace {
 public:
  /// Without samples, it plays nothing; make() never returns such a space.
  BlendSpace() = default;

  static constexpr std::size_t kMaxSamples = 64;

  /// Errors: no sample or more than kMaxSamples, a parameter that is not finite, a time scale that is not above 0, two
  /// samples at the same place.
  static Result<BlendSpace> make(std::vector<BlendSample> samples);

  std::span<const BlendSample> samples() const { return samples_; }
  /// Indices of samples, counterclockwise. Empty if all samples lie on a line.
  std::span<const std::array<int, 3>> triangles() const { return triangles_; }
  /// Neighbors on the rim, or along the line: pairs of indices of samples.
  std::span<const std::array<int, 2>> edges() const { return edges_; }
  /// The nearest point that has weights of its own. A point that is not finite counts as the first sample's.
  glm::dvec2 nearest(glm::dvec2 point) const;
  /// Writes one weight for each sample, 0 to 1, with a sum of 1; at most three are above 0. A span of
  /// another size gets as many as fit; the rest is 0.
  void weightsAt(glm::dvec2 point, std::span<double> weights) const;

 private:
  /// Up to three samples with their weights.
  struct Share {
    std::array<int, 3> samples{};
    std::array<double, 3> weights{};
    int count = 0;
  };

  Share shareAt(glm::dvec2 point) const;
  Share shareOnEdges(glm::dvec2 point) const;

  std::vector<BlendSample> samples_;
  std::vector<glm::dvec2> scaled_;  // the samples' parameters, each axis from 0 to 1
  glm::dvec2 low_{0}, extent_{1};
  std::vector<std::array<int, 3>> triangles_;
  std::vector<std::array<int, 2>> edges_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_BLEND_SPACE_H
