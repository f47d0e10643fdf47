// Small models for tests of the viewer's core.
#ifndef TESTS_SUPPORT_SAMPLE_MODELS_H
#define TESTS_SUPPORT_SAMPLE_MODELS_H

#include <string>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "tests/support/sample_clips.h"

namespace app::test {

/// Two joints, a triangle attached to the first, and one clip per name. Clip i lasts i + 1 seconds and moves the first
/// joint along x from 0 to i + 1.
inline Model modelWithClips(const std::vector<std::string>& names) {
  Model model;
  model.name = "sample.glb";
  model.skeleton = crossfade::test::chain(2);
  model.meshes = {{.name = "triangle", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}};
  model.instances = {{.node = 0, .mesh = 0}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto length = static_cast<float>(i + 1);
    model.clips.add(crossfade::test::slide(names[i], length, 0, length));
  }
  return model;
}

/// Its clips, by index.
inline constexpr int kWalk = 0, kIdle = 1, kRun = 2;
inline Model character() { return modelWithClips({"Walk", "Character|Idle_01", "Run"}); }

}  // namespace app::test

#endif  // TESTS_SUPPORT_SAMPLE_MODELS_H
