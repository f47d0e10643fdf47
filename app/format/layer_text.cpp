#include "app/format/layer_text.h"

#include <algorithm>
#include <cmath>

#include "app/format/project_words.h"
#include "app/format/sequence_text.h"
#include "crossfade/base/number_text.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {
namespace {

/// -1 for what is none, which the session refuses.
int layerIndex(ScriptFields& f, const char* name) {
  const double index = f.number(name);
  if (index != std::floor(index))
    f.fail("\"" + std::string(name) + "\" is not a whole number: " + crossfade::formatNumber(index));
  return static_cast<int>(std::clamp(index, -1.0, 1e6));
}

LayerSettings layerOf(ScriptFields& f) {
  const LayerSettings d;
  LayerSettings layer{.clip = f.clip(),
                      .mask = f.mask("mask").value_or(d.mask),
                      .feather = featherOf(f, d.feather),
                      .weight = f.number("weight", d.weight),
                      .speed = f.number("speed", d.speed),
                      .phase = f.number("phase", d.phase),
                      .muted = f.flag("muted", d.muted),
                      .solo = f.flag("solo", d.solo),
                      .referenceClip = f.has("reference") ? f.clip("reference") : d.referenceClip,
                      .referenceTime = f.number("referenceTime", d.referenceTime)};
  if (const auto mode = f.word("mode", project_words::kLayerModes)) layer.mode = static_cast<LayerMode>(*mode);
  return layer;
}

}  // namespace

Commands addLayerOf(ScriptFields& f) { return {AddLayer{layerOf(f)}}; }
Commands setLayerOf(ScriptFields& f) { return {SetLayer{layerIndex(f, "layer"), layerOf(f)}}; }
Commands removeLayerOf(ScriptFields& f) { return {RemoveLayer{layerIndex(f, "layer")}}; }
Commands moveLayerOf(ScriptFields& f) { return {MoveLayer{layerIndex(f, "layer"), layerIndex(f, "to")}}; }
Commands baseLayerOf(ScriptFields& f) { return {SetBaseLayer{f.flag("muted", false), f.flag("solo", false)}}; }

Commands maskOf(ScriptFields& f) {
  const std::string name = f.text("name");
  if (f.has("joints")) return {SetMask{name, f.jointWeights("joints")}};
  const int joint = f.joint("joint").value_or(-1);
  const int feather = featherOf(f, LayerSettings().feather);
  if (joint < 0) f.fail("\"joints\" or \"joint\" is missing");
  if (!f.error().empty()) return {};
  const auto mask = crossfade::JointMask::ofSubtree(f.model().skeleton, joint, feather);
  return {SetMask{name, {mask.weights().begin(), mask.weights().end()}}};
}

Commands renameMaskOf(ScriptFields& f) { return {RenameMask{f.text("name"), f.text("to")}}; }

}  // namespace app
