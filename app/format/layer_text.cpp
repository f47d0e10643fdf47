#include "app/format/layer_text.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/field_json.h"
#include "app/format/model_words.h"
#include "app/format/sequence_text.h"
#include "app/session/session.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {

namespace {

LayerSettings layerOf(ScriptFields& f) {
  LayerSettings layer = changeOf<LayerSettings>(f).settings;
  layer.clip = f.clip();
  return layer;
}

}  // namespace

Commands addLayerOf(ScriptFields& f) { return {AddLayer{layerOf(f)}}; }
Commands setLayerOf(ScriptFields& f) { return {SetLayer{f.whole("layer"), layerOf(f)}}; }
Commands removeLayerOf(ScriptFields& f) { return {RemoveLayer{f.whole("layer")}}; }
Commands moveLayerOf(ScriptFields& f) { return {MoveLayer{f.whole("layer"), f.whole("to")}}; }
Commands baseLayerOf(ScriptFields& f) { return {SetBaseLayer{f.flag("muted", false), f.flag("solo", false)}}; }

Commands maskCommandOf(ScriptFields& f) {
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

OrderedJson maskJson(const Session& session, int mask) {
  if (const NamedMask* const named = session.character().masks().find(mask)) return {{"named", named->name}};
  return mask < 0 || isNamedMask(mask) ? OrderedJson() : OrderedJson(jointWord(session.model(), mask));
}

void addMasks(const Session& session, OrderedJson& commands) {
  for (const NamedMask& mask : session.character().masks().all()) {
    OrderedJson joints = OrderedJson::object();
    for (std::size_t i = 0; i < mask.weights.size(); ++i)
      if (mask.weights[i] > 0) joints[jointWord(session.model(), static_cast<int>(i))] = mask.weights[i];
    commands.push_back({{"at", 0}, {"do", "mask"}, {"name", mask.name}, {"joints", std::move(joints)}});
  }
}

void addLayers(const Session& session, OrderedJson& commands) {
  const LayerStack& stack = session.character().layers();
  if (stack.baseMuted || stack.baseSolo)
    commands.push_back({{"at", 0}, {"do", "baseLayer"}, {"muted", stack.baseMuted}, {"solo", stack.baseSolo}});
  for (const LayerSettings& layer : stack.layers) {
    OrderedJson command = {{"at", 0}, {"do", "addLayer"}, {"clip", clipWord(session.model(), layer.clip)}};
    command.update(fieldsJson(layer, session, FileStyle::InScript));
    if (layer.referenceClip < 0) command.erase("reference");
    commands.push_back(std::move(command));
  }
}

}  // namespace app
