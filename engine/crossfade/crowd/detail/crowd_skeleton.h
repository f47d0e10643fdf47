// A skeleton and its skins as a list of steps that run for many characters at once. Joints that no clip moves are
// folded into their neighbors' matrices, joints that no skin needs are left out.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_SKELETON_H
#define CROSSFADE_CROWD_DETAIL_CROWD_SKELETON_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// A matrix in memory: four columns of four floats.
inline constexpr std::size_t kMatrixFloats = 16;
inline constexpr std::size_t kAxisX = 0, kAxisY = 4, kAxisZ = 8, kOrigin = 12;  // where the columns begin

/// An affine matrix: three axes, then the origin; the fourth row is 0, or 1 for the origin of a whole matrix.
struct alignas(32) Affine {
  float columns[kMatrixFloats] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

/// Computes one joint. What it stores is the joint's model matrix times a rigid matrix that belongs to the joint, its
/// frame: the inverse bind if that is rigid, so that the stored matrix is already the skinning matrix; otherwise the
/// identity. The local matrix of a step, `parent's frame`^-1 * translation * rotation * scale * `frame`, is a rotation
/// and an origin as long as nothing scales. So blended rotations are transformed into these frames (`frameMatrices`).
struct JointStep {
  int parent = -1;            // slot with the parent's stored matrix; -1: the model itself
  int slot = 0;               // where to store this one for its children
  int rotationLane = -1;      // -1: the rotation is in `rest`
  int translationLane = -1;   // the first of three; -1 likewise
  int scaleLane = -1;         // likewise
  bool scaled = false;        // the rest scale is not 1, and no lane replaces it
  bool rotationOnly = false;  // a rotation lane and nothing else
  /// Axes (used without a rotation lane): rotation and, without a scale lane, scale. Origin: the constant offset in the
  /// parent's frame.
  Affine rest;
  Affine inverseParentAxes;  // inverse axes of the parent's frame, for a translation lane
  float pivot[3] = {};       // the frame's origin along its own axes
  float restScale[3] = {1, 1, 1};
  int matrix = -1;      // the character's matrix that equals the stored one; -1: none
  int firstOutput = 0;  // other matrices that depend on this joint
  int outputCount = 0;
};

/// One of a character's matrices: a stored matrix times `offset`.
struct OutputStep {
  int matrix = 0;         // index among the character's matrices
  bool identity = false;  // `offset` is the identity
  Affine offset;
};

/// A step for a single character. These run level by level, so that consecutive steps do not wait for each other.
/// Offsets are in one array of matrices of kMatrixFloats: the local matrices, each replaced by the matrix that the step
/// stores, and at the end the identity.
struct SingleStep {
  std::uint32_t parent = 0;  // the identity for the model itself
  std::uint32_t result = 0;  // by rotation lane; steps without one follow after all lanes
  std::int32_t matrix = -1;  // JointStep's
};

/// A step that does more than rotate, for a single character, and the index of its local matrix.
struct GeneralStep {
  JointStep step;
  std::uint32_t local = 0;
};

/// An output of a single character, run after all steps.
struct SingleOutput {
  std::uint32_t result = 0;
  int output = 0;  // index in CrowdSkeleton::outputs
};

/// Values per rotation lane in the blocks of CrowdSkeleton's arrays (see blockOffset).
inline constexpr std::size_t kFrameMatrixSize = std::size_t(kQuaternionSize) * kQuaternionSize;  // 4 x 4, row by row
inline constexpr std::size_t kLaneOriginSize = 6;  // x, y, z of `rest`'s origin, then of `pivot`

struct CrowdSkeleton {
  std::vector<JointStep> steps;        // parents first; rotation lanes in ascending order
  std::vector<OutputStep> outputs;     // grouped by step
  std::vector<OutputStep> fixed;       // matrices that never change: `offset`
  AlignedVector<float> frameMatrices;  // what a blended quaternion x, y, z, w is multiplied with; empty: identities
  AlignedVector<float> laneOrigins;
  std::vector<SingleStep> singleSteps;
  std::vector<SingleOutput> singleOutputs;
  std::vector<GeneralStep> generalSteps;
  int localCount = 0;   // local matrices: of lanes, in whole blocks, then of steps without a rotation lane
  int slotCount = 0;    // matrices that must be stored at the same time
  int matrixCount = 0;  // of all skins, one after the other
};

/// What the matrices of a single character are made from: CrowdSkeleton's arrays, or copies of them that lie together.
struct SingleSkeleton {
  const float* laneOrigins = nullptr;
  std::size_t lanes = 0;  // in whole blocks
  std::size_t localCount = 0;
  std::span<const GeneralStep> generalSteps;
  std::span<const SingleStep> steps;
  std::span<const SingleOutput> singleOutputs;
  std::span<const OutputStep> outputs, fixed;
};

/// One parent and one rest transform per joint. The matrices of the skins follow each other in the output.
CrowdSkeleton prepareSkeleton(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes,
                              std::span<const SkinBinding> skins);

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_SKELETON_H
