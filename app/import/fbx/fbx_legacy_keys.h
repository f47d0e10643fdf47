// The keys of curves in FBX files from before 2011: times, values, letters and numbers, all in one row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/import/fbx/fbx_clips.h"
#include "app/import/fbx/fbx_record.h"

namespace app {

// The versions that curves have if they state none (KeyVer).
inline constexpr int kFbxKeysOfVersion5 = 4004, kFbxKeysOfVersion6 = 4005;

/// As an AnimationCurve of version 7 has them, each with attributes of its own.
struct LegacyKeys {
  std::vector<std::int64_t> times, flags;  // in ticks, and as KeyAttrFlags
  std::vector<double> values;
  std::vector<float> attributes;  // kFbxKeyAttributes of each
  bool isComplete = true;         // false: the row ends early, or has an unknown letter

  void add(std::int64_t time, double value, std::int64_t keyFlags, std::array<float, kFbxKeyAttributes> ofKey);
};

/// Reads "time, value, mode, ..." until the end, or the first key that makes no sense. `version`: KeyVer of the curve.
LegacyKeys readLegacyKeys(std::span<const FbxProperty> row, int version);

}  // namespace app
