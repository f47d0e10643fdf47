#include "app/import/gltf/gltf_vrm.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/vrm_material_binds.h"

namespace app {
namespace {

using crossfade::HumanJoint;

/// VRM 0.x counts a thumb's joints as those of other fingers.
std::string modernBoneName(std::string name, bool isVrm0) {
  if (!isVrm0) return name;
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"ThumbProximal", "ThumbMetacarpal"},
                                 {"ThumbIntermediate", "ThumbProximal"}})
    if (const std::size_t at = name.find(from); at != name.npos) return name.replace(at, from.size(), to);
  return name;
}

std::optional<HumanJoint> humanJointNamed(std::string_view name) {
  for (int i = 0; i < crossfade::kHumanJointCount; ++i)
    if (nameOf(static_cast<HumanJoint>(i)) == name) return static_cast<HumanJoint>(i);
  return std::nullopt;
}

/// Collects what the file says of one body.
class BodyReader {
 public:
  BodyReader(const GltfDocument& document, const Model& model) : document_(document), model_(model) {}

  void add(const std::string& bone, const Json& entry) {
    const auto node = indexMember(entry, "node", document_.nodes.size(), "node", {"humanoid bone"});
    if (!node) return;
    const int joint = model_.skeleton.jointAt(*node);
    if (const auto known = humanJointNamed(bone)) body_[*known] = {joint, 1};
    for (std::size_t i = 0; i < kTrunk.size(); ++i)
      if (bone == kTrunk[i]) trunk_[i] = joint;
  }

  /// Nothing if the bones do not make a body.
  std::optional<crossfade::Humanoid> take() {
    for (std::size_t i = 0; i < 3; ++i)
      if (trunk_[i] >= 0) body_.spine.push_back(trunk_[i]);
    if (trunk_[3] >= 0) body_.neck.push_back(trunk_[3]);
    return body_.isKnown() ? std::optional(body_) : std::nullopt;
  }

 private:
  static constexpr std::array<std::string_view, 4> kTrunk{"spine", "chest", "upperChest", "neck"};
  const GltfDocument& document_;
  const Model& model_;
  crossfade::Humanoid body_;
  std::array<int, 4> trunk_{-1, -1, -1, -1};
};

/// What is wrong in what VRM adds does not stop the model: that part is left out.
template <class Read>
void readOrReport(Model& model, const char* location, const Read& read) {
  try {
    read();
  } catch (const ImportError& error) {
    model.report.lines.push_back({Finding::Lost, location, error.what()});
  }
}

std::optional<crossfade::Humanoid> readBody(const GltfDocument& document, const Json& extension, bool isVrm0,
                                            const Model& model) {
  const Json* const humanoid = findMember(extension, "humanoid");
  const Json* const bones = humanoid ? findMember(*humanoid, "humanBones") : nullptr;
  if (bones == nullptr) return std::nullopt;
  BodyReader reader(document, model);
  if (bones->is_array())
    for (const Json& entry : *bones) reader.add(modernBoneName(textMember(entry, "bone"), isVrm0), entry);
  else if (bones->is_object())
    for (const auto& [name, entry] : bones->items()) reader.add(name, entry);
  return reader.take();
}

class ExpressionReader {
 public:
  ExpressionReader(const GltfDocument& document, Model& model, GltfMaterialValues& values)
      : document_(document), model_(model), materials_(model, values) {
    for (const MeshInstance& instance : model.instances) {
      byMesh_.emplace(instance.mesh, &instance);
      byNode_.emplace(instance.node, &instance);
    }
  }

  /// VRM 0.x: weights in percent, for each use of a mesh.
  void readGroup(const Json& group) {
    Expression expression{
        .name = textMember(group, "name"), .isBinary = flagMember(group, "isBinary", false), .binds = {}};
    if (expression.name.empty()) expression.name = textMember(group, "presetName");
    const JsonLocation location{"blend shape group"};
    for (const Json& bind : listMember(group, "binds", location)) {
      const int mesh = indexMember(bind, "mesh", document_.meshes.size(), "mesh", location).value_or(-1);
      const float weight = numberMember(bind, "weight", 100, location) / 100;
      addAll(byMesh_, mesh, expression, bind, weight, location);
    }
    materials_.bindVersion0(expression, group);
    finish(std::move(expression));
  }

  void readExpression(const std::string& name, const Json& object) {
    Expression expression{.name = name, .isBinary = flagMember(object, "isBinary", false), .binds = {}};
    const JsonLocation location{"expression"};
    for (const Json& bind : listMember(object, "morphTargetBinds", location)) {
      const auto node = indexMember(bind, "node", document_.nodes.size(), "node", location);
      const float weight = numberMember(bind, "weight", 1, location);
      if (node) addAll(byNode_, model_.skeleton.jointAt(*node), expression, bind, weight, location);
    }
    materials_.bindVersion1(expression, object);
    finish(std::move(expression));
  }

 private:
  using Instances = std::multimap<int, const MeshInstance*>;

  void addAll(const Instances& instances, int key, Expression& expression, const Json& bind, float weight,
              const JsonLocation& location) {
    const auto [begin, end] = instances.equal_range(key);
    for (auto each = begin; each != end; ++each) add(expression, *each->second, bind, weight, location);
  }

  void add(Expression& expression, const MeshInstance& instance, const Json& bind, float weight,
           const JsonLocation& location) {
    if (++bindCount_ > limits::kMorphTargets * limits::kMorphTargets)
      refuse("the expressions move more than ", limits::kMorphTargets * limits::kMorphTargets, " morph targets");
    const auto count = static_cast<std::size_t>(instance.morphCount);
    const std::uint64_t index = sizeMember(bind, "index", count, location);
    if (index >= count) {
      model_.report.lines.push_back({Finding::Ignored, "expression '" + expression.name + "'",
                                     concat("it moves morph target ", index, " of ", count)});
      return;
    }
    if (weight != 0) expression.binds.push_back({instance.morphOffset + static_cast<int>(index), weight});
  }

  void finish(Expression expression) {
    if (!expression.binds.empty()) model_.expressions.push_back(std::move(expression));
  }

  const GltfDocument& document_;
  Model& model_;
  MaterialBinder materials_;
  Instances byMesh_, byNode_;
  std::size_t bindCount_ = 0;
};

void readExpressions(const GltfDocument& document, const Json& expressions, Model& model, GltfMaterialValues& values) {
  ExpressionReader reader(document, model, values);
  for (const char* list : {"preset", "custom"})
    if (const Json* const all = findMember(expressions, list); all != nullptr && all->is_object())
      for (const auto& [name, object] : all->items())
        readOrReport(model, "expressions",
                     [&, &word = name, &expression = object] { reader.readExpression(word, expression); });
}

void readVrm0(const GltfDocument& document, const Json& vrm, Model& model, GltfMaterialValues& values) {
  constexpr float kHalfTurn = 3.14159265f;
  model.frontYaw = kHalfTurn;  // VRM 0.x: toward -Z
  readOrReport(model, "body", [&] { model.body = readBody(document, vrm, true, model); });
  const Json* const master = findMember(vrm, "blendShapeMaster");
  if (master == nullptr) return;
  ExpressionReader reader(document, model, values);
  readOrReport(model, "expressions", [&] {
    for (const Json& group : listMember(*master, "blendShapeGroups", {"VRM"}))
      readOrReport(model, "expressions", [&] { reader.readGroup(group); });
  });
}

}  // namespace

void readVrm(const GltfDocument& document, Model& model, GltfMaterialValues& values) {
  if (const Json* const vrm = findExtension(document.json, "VRMC_vrm")) {
    readOrReport(model, "body", [&] { model.body = readBody(document, *vrm, false, model); });
    if (const Json* const expressions = findMember(*vrm, "expressions"))
      readExpressions(document, *expressions, model, values);
  } else if (const Json* const vrm0 = findExtension(document.json, "VRM")) {
    readVrm0(document, *vrm0, model, values);
  } else if (const Json* const motion = findExtension(document.json, "VRMC_vrm_animation")) {
    readOrReport(model, "body", [&] { model.body = readBody(document, *motion, false, model); });
  }
}

}  // namespace app
