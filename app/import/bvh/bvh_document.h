// A BVH file as joints and raw frame values, before they are interpreted.
#ifndef APP_IMPORT_BVH_BVH_DOCUMENT_H
#define APP_IMPORT_BVH_BVH_DOCUMENT_H

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/import_report.h"

namespace app {

struct BvhChannel {
  bool isPosition = false;  // else a rotation, in degrees
  int axis = 0;
};

struct BvhJoint {
  std::string name;  // of an end site: "EndSite_" and its parent's
  int parent = -1;   // comes before it
  glm::dvec3 offset{0.0};
  std::vector<BvhChannel> channels;  // in the order of their values
  std::size_t firstValue = 0;        // in each frame
};

struct BvhDocument {
  std::vector<BvhJoint> joints;
  std::size_t valuesPerFrame = 0;
  std::size_t frameCount = 0;
  double frameSeconds = 0;
  std::vector<float> values;  // frameCount times valuesPerFrame

  float value(std::size_t frame, std::size_t index) const { return values[frame * valuesPerFrame + index]; }
};

/// Accepts keywords in any case, names after "End Site" and names with spaces. Reads all complete frames, even if the
/// file states another count. Reports what was repaired or left out. Throws ImportError with the line of the first
/// error.
BvhDocument readBvh(ByteSpan file, ImportReport& report, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_BVH_BVH_DOCUMENT_H
