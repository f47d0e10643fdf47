// View options: what the picture shows, and how.
#ifndef APP_VIEW_VIEW_OPTIONS_H
#define APP_VIEW_VIEW_OPTIONS_H

#include "app/view/model_view.h"

namespace app {

/// How surfaces are drawn. Use the views without light to compare with other programs and to find faults in
/// a file.
enum class ViewMode { Shaded, BaseColor, Normals, Silhouette };

enum class BoneStyle { Solid, Lines };

inline constexpr int kMaxGhosts = 4;
inline constexpr float kMinGhostSeconds = 0.02f, kMaxGhostSeconds = 0.25f;

inline constexpr float kMaxExposure = 4;

struct ViewOptions {
  bool meshes = true;
  bool skeleton = false;
  BoneStyle bones = BoneStyle::Solid;
  bool jointNames = false;     // of all joints; the selected one always shows its name
  int ghosts = 0;              // this many before and after now, at most kMaxGhosts
  float ghostSeconds = 0.15f;  // between them, in animation time; within the two limits above
  bool grid = true;
  bool darkBackground = true;
  ViewMode mode = ViewMode::Shaded;
  float exposure = 0;        // stops: 1 is twice as bright; at most kMaxExposure either way
  bool transparent = false;  // no background and no floor, for compositing
  ModelView model;           // of this model alone
  friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

}  // namespace app

#endif  // APP_VIEW_VIEW_OPTIONS_H
