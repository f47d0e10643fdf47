// What the user chose to see.
#pragma once

namespace app {

/// What of a surface is shown: in full light, or without any (to compare with other programs and to find faults in a
/// file).
enum class ViewMode { Shaded, BaseColor, Normals, Silhouette };

enum class BoneStyle { Solid, Lines };

inline constexpr int kMaxGhosts = 4;
inline constexpr float kMinGhostSeconds = 0.02f, kMaxGhostSeconds = 0.25f;

struct ViewOptions {
  bool meshes = true;
  bool skeleton = false;
  BoneStyle bones = BoneStyle::Solid;
  bool jointNames = false;     // of all joints; that of the selected one is always there
  int ghosts = 0;              // of the model before and after now, so many of each, at most kMaxGhosts
  float ghostSeconds = 0.15f;  // between them, of the animation's time; within the two above
  bool grid = true;
  bool darkBackground = true;
  ViewMode mode = ViewMode::Shaded;
  bool transparent = false;  // nothing behind the model and no floor, for pictures that are laid over something
  friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

}  // namespace app
