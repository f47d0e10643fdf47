// What the picture shows, and how: what the file offers, and the options of the viewer.
#pragma once

#include <array>
#include <string_view>

#include "app/fields/field.h"

namespace app {

// How finely the window draws the scene. Pictures and films that are saved always have full quality.

enum class PictureQuality { Full, High, Medium, Low };
inline constexpr int kQualityCount = 4;

template <>
inline constexpr std::array<std::string_view, kQualityCount> kWords<PictureQuality>{"full", "high", "medium", "low"};
/// Of the picture's width and height, which is then enlarged to its size.
inline constexpr std::array<float, kQualityCount> kQualityScales{1, 0.75f, 0.6f, 0.5f};

// ---- What a file itself offers to see it with: variants of its materials, cameras, lights.

enum class LightSource { Studio, File, Both };
template <>
inline constexpr std::array<std::string_view, 3> kWords<LightSource>{"studio", "file", "both"};

struct ModelView {
  int variant = -1;  // into Model::variants; -1: the default materials
  int camera = -1;   // into Model::cameras; -1: the viewer's own
  LightSource lights = LightSource::Studio;
  friend bool operator==(const ModelView&, const ModelView&) = default;
};

// ---- Options of the viewer.

/// How surfaces are drawn. Use the views without light to compare with other programs and to find faults in a
/// file.
enum class ViewMode { Shaded, BaseColor, Normals, Silhouette };
template <>
inline constexpr std::array<std::string_view, 4> kWords<ViewMode>{"shaded", "baseColor", "normals", "silhouette"};

enum class BoneStyle { Solid, Lines };
template <>
inline constexpr std::array<std::string_view, 2> kWords<BoneStyle>{"solid", "lines"};

inline constexpr int kMaxGhosts = 4;
inline constexpr float kMinGhostSeconds = 0.02f, kMaxGhostSeconds = 0.25f;

inline constexpr float kMaxExposure = 4;

struct ViewOptions {
  bool meshes = true;
  bool skeleton = false;
  BoneStyle bones = BoneStyle::Solid;
  bool jointNames = false;     // of all joints; the selected one always shows its name
  int ghosts = 0;              // this many before and after now
  float ghostSeconds = 0.15f;  // between them, in animation time
  bool grid = true;
  bool keepInView = true;  // the camera follows a body that its clips carry away (model_matrices.h)
  bool darkBackground = true;
  ViewMode mode = ViewMode::Shaded;
  float exposure = 0;        // stops: 1 is twice as bright
  bool transparent = false;  // no background and no floor, for compositing
  ModelView model;           // of this model alone
  friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

/// Without `model`.
constexpr auto fieldsOf(const ViewOptions*) {
  return std::tuple{
      Field{"meshes", "Meshes", &ViewOptions::meshes},
      Field{"skeleton", "Skeleton", &ViewOptions::skeleton},
      Field{"bones", "Bone style", &ViewOptions::bones},
      Field{"jointNames", "Joint names", &ViewOptions::jointNames},
      Field{"ghosts", "Onion skins", &ViewOptions::ghosts, {0, kMaxGhosts}},
      Field{
          "ghostSeconds", "Onion skin interval", &ViewOptions::ghostSeconds, {kMinGhostSeconds, kMaxGhostSeconds}, "s"},
      Field{"exposure", "Exposure", &ViewOptions::exposure, {-kMaxExposure, kMaxExposure}},
      Field{"grid", "Grid", &ViewOptions::grid},
      Field{"keepInView", "Keep in view", &ViewOptions::keepInView},
      Field{"dark", "Dark background", &ViewOptions::darkBackground},
      Field{"mode", "View mode", &ViewOptions::mode},
      Field{"transparent", "Transparency", &ViewOptions::transparent},
  };
}

}  // namespace app
