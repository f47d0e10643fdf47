// The GPU's skinned and morphed positions, read back by transform feedback, are those of the three.js traces.
#include <cstdio>

#include <gtest/gtest.h>

#include "app/format/pose_json.h"
#include "app/import/import_model.h"
#include "app/platform/gl_context_headless.h"
#include "app/render/renderer.h"
#include "tests/support/golden_files.h"

namespace app::test {
namespace {

using Json = nlohmann::json;

/// A session's vertices, computed by the renderer's vertex shader.
class GpuVertices {
 public:
  explicit GpuVertices(Renderer& renderer) : renderer_(renderer) {}

  std::vector<glm::vec3> operator()(const Session& session, const TracedPrimitive& traced) {
    buildDrawList(session.model(), session.posed(), session.camera(), 1.0f, session.view(), list_);
    renderer_.upload(list_);
    for (std::size_t i = 0; i < list_.items.size(); ++i) {
      if (list_.items[i].instance != traced.instance || list_.items[i].primitive != traced.primitive) continue;
      const auto all = renderer_.capturePositions(list_, static_cast<int>(i));
      std::vector<glm::vec3> chosen;
      for (const int vertex : traced.vertices) chosen.push_back(all.at(static_cast<std::size_t>(vertex)));
      return chosen;
    }
    return verticesOnCpu(session, traced);  // outside the scene: never drawn
  }

 private:
  Renderer& renderer_;
  DrawList list_;
};

void compareVertices(const Json& theirs, const Json& ours, int& poses) {
  const PoseTolerance tolerance = toleranceOf(theirs);
  for (std::size_t e = 0; e < theirs["entries"].size(); ++e) {
    const Json& entry = theirs["entries"][e];
    const bool single = !entry.contains("poses");
    for (std::size_t p = 0; p < (single ? 1 : entry["poses"].size()); ++p) {
      ++poses;
      const Json& wanted = (single ? entry : entry["poses"][p])["vertices"];
      const Json& got = (single ? ours["entries"][e] : ours["entries"][e]["poses"][p])["vertices"];
      for (const std::string& text : differences({{"vertices", wanted}}, {{"vertices", got}}, tolerance))
        ADD_FAILURE() << "entry " << e << ", pose " << p << ": " << text;
    }
  }
}

TEST(GoldenVertices, OnTheGpuMatchEveryTrace) {
  auto context = HeadlessContext::make();
  ASSERT_TRUE(context) << context.error().message;
  auto renderer = Renderer::make(HeadlessContext::getProcAddress);
  ASSERT_TRUE(renderer) << renderer.error().message;
  int poses = 0, models = 0;
  for (const auto& file : poseTraceFiles()) {
    SCOPED_TRACE(file.filename().string());
    const PoseTrace trace = readPoseTrace(file);
    if (!trace.model) continue;
    auto model = importModel(*trace.model);
    ASSERT_TRUE(model) << model.error().message;
    Session session(std::move(*model));
    (*renderer)->setModel(session.model());
    const auto ours = tracePosesLike(session, trace.trace, GpuVertices(**renderer));
    ASSERT_TRUE(ours) << ours.error().message;
    compareVertices(trace.trace, *ours, poses);
    ++models;
  }
  std::printf("compared %d poses of %d models on the GPU\n", poses, models);
}

}  // namespace
}  // namespace app::test
