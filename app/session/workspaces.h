// The workspaces beside the character. They survive opening another model.
#pragma once

#include "app/session/crowd/crowd_scene.h"
#include "app/session/curves/curves_scene.h"
#include "app/session/scene_kind.h"
#include "app/session/shapes/shape_scene.h"
#include "app/session/timing/timing_scene.h"

namespace app {

struct Workspaces {
  SceneKind shown = SceneKind::Character;
  ShapeScene shapes{openingShapes()};
  TimingScene timing;
  CrowdScene crowd;
  CurvesScene curves;
};

}  // namespace app
