// The clips of an FBX scene: each animation stack, sampled so that linear keys are enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/import/fbx/fbx_deform.h"
#include "app/import/fbx/fbx_record.h"
#include "app/import/file/import_watch.h"
#include "app/import/motion/file_motion.h"
#include "app/model/scene_value.h"
#include "crossfade/clip/animation_clip.h"

namespace app {

// Reads FBX animation curves.

inline constexpr double kFbxTicksPerSecond = 46186158000.0;

// Of KeyAttrFlags (FBX SDK, FbxAnimCurveDef).
inline constexpr std::int64_t kFbxConstant = 0x2, kFbxLinear = 0x4, kFbxCubic = 0x8;
inline constexpr std::int64_t kFbxConstantNext = 0x100;  // of a constant key
inline constexpr std::int64_t kFbxTcb = 0x200;           // tension, continuity and bias in place of the slopes
// Else the program that made the file let the tangents follow the neighbors.
inline constexpr std::int64_t kFbxTangentUser = 0x400;
inline constexpr std::int64_t kFbxClamped = 0x1000, kFbxTimeIndependent = 0x2000, kFbxClampedProgressively = 0x4000;
inline constexpr std::int64_t kFbxWeightedRight = 0x1000000, kFbxWeightedNextLeft = 0x2000000;
// Of KeyAttrDataFloat: slope, slope at the next key, both weights, both velocities. Each weight has 16 bits, in units.
inline constexpr std::size_t kFbxKeyAttributes = 4;
inline constexpr double kFbxWeightUnit = 10000;

/// Reads an AnimationCurve record. The curve has no keys if none is usable.
FileCurve readFbxCurve(const FbxRecord& record);

/// The weights of a node's mesh; tracks address the node.
struct FbxMorphedNode {
  int node = 0;
  std::vector<FbxChannel> channels;
  std::size_t shapeCount = 0;
};

/// Time 0 of a clip is the start that its stack states, and it lasts until the end that the stack states, even if its
/// keys end earlier; a stack that states nothing, or a range without any key, lasts from its first key to its last.
/// Layers of a stack are added up or override each other. A stack without keys is no clip. `shown`: the visibilities
/// that have curves (fbx_views.h).
std::vector<crossfade::AnimationClip> readFbxClips(const FbxScene& scene, const FbxNodes& nodes,
                                                   const std::vector<FbxMorphedNode>& morphs,
                                                   const std::vector<SceneValue>& shown, ImportReport& report,
                                                   const ImportWatch& watch);

}  // namespace app
