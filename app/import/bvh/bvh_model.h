// Reads BVH (motion capture): a skeleton and one clip, without a mesh.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_watch.h"
#include "app/import/file/utf8_text.h"
#include "app/model/import_report.h"
#include "app/model/model.h"

namespace app {

// Splits a BVH file into words and tracks line numbers.

/// Words are separated by white space; braces and colons are words of their own.
class BvhWords {
 public:
  explicit BvhWords(std::string_view text) : text_(text) {}

  /// Empty at the end of the file. line() counts from 1 and is that of the last word taken.
  std::string_view next();
  std::string_view peek() const;
  /// Takes the next word if it is this one, in any case; `word` is in lower case.
  bool take(std::string_view word);
  /// Takes it, or throws ImportError.
  void expect(std::string_view word);
  /// Takes a number, or throws ImportError.
  double number();

  std::size_t line() const { return line_; }
  std::size_t position() const { return position_; }

  template <class... Parts>
  [[noreturn]] void failIn(std::size_t line, const Parts&... parts) const {
    refuse("the BVH data is damaged in line ", line, " (", parts..., "); export it again, or as glTF");
  }
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    failIn(line_, parts...);
  }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

/// Ignores the locale; a sign is allowed. Empty if it is not a number, not finite or too large.
std::optional<double> bvhNumber(std::string_view word);

// A BVH file as joints and raw frame values, before they are interpreted.

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

/// Fills everything but the name and path. Joints and end sites become joints, with a linear key per frame. Position
/// channels replace a joint's offset, as in Blender; its rest position is then its position in the first frame.
/// Rest rotations are zero; see figure_joints.h. Throws ImportError.
void fillBvhModel(Model& model, ByteSpan file, const ImportWatch& watch = {});

}  // namespace app
