// A skeleton and its skins as a list of steps that is run for many characters at once: what stands still is multiplied
// beforehand, what nobody needs is left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// Joints and inverse binds of one skin, one of each per matrix of its palette. Affine matrices, rigid or not. Inverse
/// binds that are the identity give model matrices.
struct SkinBinding {
  std::vector<int> joints;
  std::vector<glm::mat4> inverseBinds;
};

/// An affine matrix: three axes, then the origin, each as x y z and 0 or 1.
struct alignas(32) Affine {
  float columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

/// What a step keeps is its joint's matrix times a rigid one of the rig's choice, its frame: the inverse bind where
/// that is rigid, so that what is kept is what leaves. The step's own part, `frame of the parent`^-1 * translation *
/// rotation * scale * `frame`, is a rotation again as long as nothing scales: mixed rotations are transformed into it
/// (`frameMatrices`).
struct JointStep {
  int parent = -1;           // slot that holds what the parent keeps; -1: the model itself
  int slot = 0;              // where to keep this one for its children
  int rotationLane = -1;     // -1: as in `rest`
  int translationLane = -1;  // the first of three, likewise
  int scaleLane = -1;
  bool scaled = false;        // rest scale is not 1, and no lane replaces it
  bool rotationOnly = false;  // a lane of rotations, and nothing else
  Affine rest;  // axes without a rotation lane: rotation and, without a scale lane, scale; origin: of what does not
                // move, in the parent's frame
  Affine inverseParentAxes;  // the axes of the parent's frame, inverted: for a lane's translation
  float pivot[3] = {};       // the frame's origin as seen from its axes
  float restScale[3] = {1, 1, 1};
  int matrix = -1;      // of the character's: what is kept leaves as it is
  int firstOutput = 0;  // other matrices that hang on this joint
  int outputCount = 0;
};

/// One matrix that leaves: what the step keeps, times this.
struct OutputStep {
  int matrix = 0;      // which of the character's
  bool plain = false;  // times the identity
  Affine offset;
};

/// A step for a character alone, whose steps go level by level, so that neighbours do not wait for each other. All but
/// `matrix` are offsets in arrays of matrices, 16 floats each.
struct SingleStep {
  std::uint32_t parent = 0;  // among those that are kept; 0: the identity, as the model itself
  std::uint32_t result = 0;
  std::uint32_t local = 0;   // that of its lane of rotations, or after all of those
  std::int32_t matrix = -1;  // as JointStep's
};

/// What hangs on it besides, after all steps.
struct SingleOutput {
  std::uint32_t result = 0;
  int output = 0;  // of CrowdSkeleton::outputs
};

struct CrowdSkeleton {
  std::vector<JointStep> steps;        // parents first; lanes of rotations in growing order
  std::vector<OutputStep> outputs;     // by step
  std::vector<OutputStep> fixed;       // the same for all characters at all times: `offset` is the matrix
  AlignedVector<float> frameMatrices;  // for each 8 lanes of rotations 4 x 4 floats, rows first, 8 times: what a mixed
                                       // quaternion x y z w is multiplied with. Empty: nothing to transform
  AlignedVector<float> laneOrigins;    // for each 8 lanes 8 x, y, z of `rest`'s origin and 8 of `pivot`
  std::vector<SingleStep> singleSteps;
  std::vector<SingleOutput> singleOutputs;
  std::vector<int> generalSteps;   // steps that do more than rotate, whose local matrices are
  std::vector<int> generalLocals;  // these
  int localCount = 0;              // matrices: of lanes, in blocks of eight, and of steps without one
  int slotCount = 0;               // matrices to be kept at once
  int matrixCount = 0;             // of all skins, one after the other
};

/// One parent and one rest transform per joint; the skins' matrices follow each other in the output.
CrowdSkeleton prepareSkeleton(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes,
                              std::span<const SkinBinding> skins);

}  // namespace crossfade
