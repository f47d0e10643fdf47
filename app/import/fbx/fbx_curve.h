// Reads FBX animation curves.
#ifndef APP_IMPORT_FBX_FBX_CURVE_H
#define APP_IMPORT_FBX_FBX_CURVE_H

#include "app/import/fbx/fbx_record.h"
#include "app/import/motion/file_curve.h"

namespace app {

inline constexpr double kFbxTicksPerSecond = 46186158000.0;

/// Reads an AnimationCurve record. The curve has no keys if none is usable.
FileCurve readFbxCurve(const FbxRecord& record);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_CURVE_H
