// The models of tests/golden/models/Compressed beside the closed form of the figure in them: how far decoded positions
// may be off is what their own quantization allows. Traces of three.js for the same files are in GoldenPose.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include "app/import/import_model.h"
#include "tests/support/source_folder.h"

namespace app::test {
namespace {

/// The corners of the tube in tools/oracle/src/make_compressed_models.mjs, without its morph target.
std::vector<glm::dvec3> tube() {
  constexpr int kRings = 7, kSegments = 8;
  std::vector<glm::dvec3> corners;
  for (int ring = 0; ring < kRings; ++ring)
    for (int i = 0; i < kSegments; ++i) {
      const double angle = 2 * glm::pi<double>() * i / kSegments, y = 2.0 * ring / (kRings - 1),
                   radius = 0.4 - 0.08 * y;
      corners.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
    }
  return corners;
}

struct CompressedFigure {
  const char* name;
  double step;            // of its quantization along each axis, in meters
  double scale = 1;       // from its own units to meters
  glm::dvec3 moved{0.0};  // unsigned positions cannot be negative
};

TEST(CompressedFigures, AreWithinTheirQuantization) {
  const std::vector<glm::dvec3> corners = tube();
  const double draco11 = 2.0 / 2047, draco14 = 2.0 / 16383, draco20 = 2.0 / 1048575;
  const CompressedFigure figures[] = {{"dracoEdgebreaker", draco11},
                                      {"dracoSequential", draco14},
                                      {"dracoFine", draco20},
                                      {"dracoSkin", draco11},
                                      {"dracoSequentialSkin", draco11},
                                      {"dracoMorph", draco11},
                                      {"meshoptFloat", 1e-7},
                                      {"meshoptVersion1", 1e-7},
                                      {"meshoptExponential", 4.0 / 8192},
                                      {"meshoptOctahedral", 2.0 / 32767, 2},
                                      {"meshoptQuaternion", 1e-7},
                                      {"meshoptBytes", 2.0 / 127, 2},
                                      {"meshoptUnskinned", 2.0 / 32767, 2},
                                      {"quantizedBytes", 2.0 / 127, 2},
                                      {"quantizedShorts", 2.0 / 65535, 2.0 / 65535, {1, 0, 1}},
                                      {"quantizedWholeSkin", 2.0 / 32767, 2.0 / 32767}};
  // Exponential: 14 bits with the sign, of the exponent that 2.0 has, which reaches up to 4.
  for (const CompressedFigure& figure : figures) {
    SCOPED_TRACE(figure.name);
    const auto model =
        importModel(sourceFolder() / "tests/golden/models/Compressed" / (std::string(figure.name) + ".gltf"));
    ASSERT_TRUE(model) << model.error().message;
    const auto& positions = model->meshes[0].primitives[0].positions;
    ASSERT_EQ(positions.size(), corners.size());
    double worst = 0;
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const glm::dvec3 at = figure.scale * glm::dvec3(positions[v]) - figure.moved;
      double nearest = std::numeric_limits<double>::infinity();
      for (const glm::dvec3& corner : corners) {  // Draco may change their order
        const glm::dvec3 apart = glm::abs(at - corner);
        nearest = std::min(nearest, std::max({apart.x, apart.y, apart.z}));
      }
      worst = std::max(worst, nearest);
    }
    EXPECT_LE(worst, figure.step / 2 + 1e-6) << "half a step, and float rounding";
  }
}

}  // namespace
}  // namespace app::test
