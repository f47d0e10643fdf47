// Where the copies of a crowd are, for its shadow and for the darkness below its feet: cheap for ten thousand of them.
#pragma once

#include <vector>

#include <glm/vec4.hpp>

#include "app/render/gpu_primitive.h"
#include "app/view/draw_list.h"

namespace app {

/// As many copies of an item are known by all their parts; of more, those nearest to the eye.
inline constexpr int kDetailedCopies = 64;

class CrowdCasters {
 public:
  /// Adds what appendWorldSpheres does for each copy. Above kDetailedCopies a copy is one sphere, and only near ones
  /// have occluders, which get smaller towards the last of them, so that none appears at once when the eye moves.
  void append(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
              std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

 private:
  struct Copy {
    float distance = 0;  // from the eye
    int index = 0;
  };
  void appendNearest(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                     std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

  std::vector<Copy> copies_;  // of the item at hand
};

}  // namespace app
