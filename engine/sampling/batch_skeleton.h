// A skeleton and its skins as a list of steps that is run for many characters at once: what stands still is multiplied beforehand, what nobody needs is left out.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "engine/base/aligned_vector.h"
#include "engine/math/transform.h"
#include "engine/sampling/lane_layout.h"

namespace engine {

/// Joints and inverse binds of one skin, one of each per matrix of its palette. Affine matrices, rigid or not. Inverse binds that are the identity give model matrices.
struct SkinBinding {
  std::vector<int> joints;
  std::vector<glm::mat4> inverseBinds;
};

/// An affine matrix: three axes, then the origin, each as x y z and 0 or 1.
struct alignas(32) Affine {
  float columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

/// One joint: its matrix is its parent's times translation * rotation * scale, where lanes give what moves and `rest` the remainder.
struct JointStep {
  int parent = -1;           // slot that holds the parent's matrix; -1: the model itself
  int slot = 0;              // where to keep this one for its children
  int rotationLane = -1;     // -1: as in `rest`
  int translationLane = -1;  // the first of three, likewise
  int scaleLane = -1;
  bool scaled = false;       // rest scale is not 1, and no lane replaces it
  bool onlyTurns = false;    // a lane of rotations, and nothing else
  Affine rest;               // axes without a rotation lane: rotation and, without a scale lane, scale
  float restScale[3] = {1, 1, 1};
  int firstOutput = 0;       // matrices that hang on this joint
  int outputCount = 0;
};

/// One matrix that leaves: the step's, times this.
struct OutputStep {
  int matrix = 0;  // which of the character's
  bool plain = false;  // times the identity
  Affine times;
};

struct BatchSkeleton {
  std::vector<JointStep> steps;      // parents first; lanes of rotations in growing order
  std::vector<OutputStep> outputs;   // by step
  std::vector<OutputStep> fixed;     // the same for all characters at all times: `times` is the matrix
  AlignedVector<float> laneOrigins;  // by lane of rotations, in eights: its joint's translation at rest, and 1
  int slotCount = 0;                 // matrices to be kept at once
  int matrixCount = 0;               // of all skins, one after the other
};

/// One parent and one rest transform per joint; the skins' matrices follow each other in the output.
BatchSkeleton prepareSkeleton(std::span<const int> parents, std::span<const Transform> rest, const LaneLayout& lanes, std::span<const SkinBinding> skins);

}  // namespace engine
