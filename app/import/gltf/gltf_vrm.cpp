#include "app/import/gltf/gltf_vrm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec3.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/model/counted.h"
#include "app/model/face_motion.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr float kMaxValue = 100;              // the largest value that HoldMorph accepts
constexpr float kSame = 1e-5f;                // smaller differences are rounding, mostly from sRGB
constexpr std::size_t kMaxChanges = 100'000;  // material changes in all expressions together

constexpr JsonLocation kLocation{"expression"};

using Target = std::array<std::optional<float>, 4>;

struct NamedColor {
  std::string_view name;
  MaterialProperty property;
  bool srgb;
};
/// UniVRM's MToon of version 0.x stores colors as sRGB, but emission as it is (UniVRM, MToon10Migrator).
constexpr std::array kColors = std::to_array<NamedColor>({{"color", MaterialProperty::BaseColor, false},
                                                          {"emissionColor", MaterialProperty::Emissive, false},
                                                          {"shadeColor", MaterialProperty::ShadeColor, false},
                                                          {"_Color", MaterialProperty::BaseColor, true},
                                                          {"_EmissionColor", MaterialProperty::Emissive, false},
                                                          {"_ShadeColor", MaterialProperty::ShadeColor, true}});

/// `numbers`: three or four.
Target colorOf(const std::vector<float>& numbers, bool srgb) {
  Target color;
  std::copy(numbers.begin(), numbers.end(), color.begin());
  if (!srgb) return color;
  const glm::vec3 linear =
      glm::convertSRGBToLinear(glm::clamp(glm::vec3(numbers[0], numbers[1], numbers[2]), 0.0f, 1.0f));
  for (int i = 0; i < 3; ++i) color[static_cast<std::size_t>(i)] = linear[i];
  return color;
}

const NamedColor* colorNamed(std::string_view name) {
  const auto found = std::ranges::find(kColors, name, &NamedColor::name);
  return found == kColors.end() ? nullptr : &*found;
}

}  // namespace

MaterialBinder::MaterialBinder(Model& model, GltfMaterialValues& values)
    : model_(model), values_(values), byName_(model.materials.size()) {
  std::iota(byName_.begin(), byName_.end(), 0);
  std::ranges::stable_sort(byName_, {}, [&](int i) -> const std::string& { return nameOf(i); });
}

const std::string& MaterialBinder::nameOf(int material) const {
  return model_.materials[static_cast<std::size_t>(material)].name;
}

std::span<const int> MaterialBinder::materialsNamed(const std::string& name) const {
  const auto nameOfIndex = [&](int i) -> const std::string& { return nameOf(i); };
  return {std::ranges::lower_bound(byName_, name, {}, nameOfIndex),
          std::ranges::upper_bound(byName_, name, {}, nameOfIndex)};
}

void MaterialBinder::ignore(const Expression& expression, std::string what) {
  model_.report.add(Finding::Ignored, "expression '" + shortText(expression.name) + "'", std::move(what));
}

void MaterialBinder::bindVersion1(Expression& expression, const Json& object) {
  bindAll(expression, object, "materialColorBinds", &MaterialBinder::bindColor);
  bindAll(expression, object, "textureTransformBinds", &MaterialBinder::bindTransform);
}

void MaterialBinder::bindVersion0(Expression& expression, const Json& group) {
  bindAll(expression, group, "materialValues", &MaterialBinder::bindValue);
}

void MaterialBinder::bindAll(Expression& expression, const Json& owner, const char* list, Bind read) {
  const Json* const binds = findMember(owner, list);
  if (binds == nullptr || !binds->is_array()) return;
  for (const Json& each : *binds) try {
      if (changeCount_ > kMaxChanges) return;
      countChange();
      (this->*read)(expression, each);
    } catch (const ImportError& error) {
      ignore(expression, error.what());
    }
}

/// Before any work: a hostile file names no end of materials, whether or not they have what it changes.
void MaterialBinder::countChange() {
  if (++changeCount_ > kMaxChanges) refuse("the expressions have more than ", kMaxChanges, " material changes");
}

int MaterialBinder::materialOf(const Json& bind) const {
  const auto index = indexMember(bind, "material", model_.materials.size(), "material", kLocation);
  if (!index) refuse("it changes a material, but does not say which");
  return *index;
}

void MaterialBinder::bindColor(Expression& expression, const Json& bind) {
  const int material = materialOf(bind);
  const std::string type = textMember(bind, "type");
  const NamedColor* const color = type.starts_with('_') ? nullptr : colorNamed(type);
  if (color == nullptr)
    return ignore(expression, concat("it changes a material's '", shortText(type), "', which is not supported"));
  const std::vector<float> numbers = numbersMember(bind, "targetValue", 0, kLocation);
  if (numbers.size() != 3 && numbers.size() != 4)
    return ignore(expression, concat("its ", type, " has ", numbers.size(), " numbers; 4 are needed"));
  this->bind(expression, material, color->property, 0, colorOf(numbers, color->srgb));
}

void MaterialBinder::bindTransform(Expression& expression, const Json& bind) {
  const int material = materialOf(bind);
  for (const auto& [key, property, fallback] :
       {std::tuple{"scale", MaterialProperty::UvScale, 1.0f}, std::tuple{"offset", MaterialProperty::UvOffset, 0.0f}}) {
    Target target{fallback, fallback};
    if (const auto given = numbersMember(bind, key, 2, kLocation); !given.empty()) target = {given[0], given[1]};
    bindUv(expression, material, property, target);
  }
}

/// Unity's texture coordinates go up, glTF's down.
void MaterialBinder::bindValue(Expression& expression, const Json& bind) {
  const std::string wanted = textMember(bind, "materialName"), name = textMember(bind, "propertyName");
  const std::vector<float> numbers = numbersMember(bind, "targetValue", 0, kLocation);
  const bool both = name == "_MainTex_ST", u = both || name == "_MainTex_ST_S", v = both || name == "_MainTex_ST_T";
  const NamedColor* const color = name.starts_with('_') ? colorNamed(name) : nullptr;
  if (color == nullptr && !u && !v)
    return ignore(expression, concat("it changes a material's '", shortText(name), "', which is not supported"));
  if (numbers.size() != 4)
    return ignore(expression, concat("its ", shortText(name), " has ", numbers.size(), " numbers; 4 are needed"));
  if (wanted.empty()) return ignore(expression, "it changes a material, but does not say which");
  const std::span<const int> named = materialsNamed(wanted);
  if (named.empty()) return ignore(expression, concat("there is no material '", shortText(wanted), "'"));
  for (const int material : named) {
    countChange();
    if (color != nullptr) {
      this->bind(expression, material, color->property, 0, colorOf(numbers, color->srgb));
      continue;
    }
    Target scale, offset;
    if (u) scale[0] = numbers[0], offset[0] = numbers[2];
    if (v) scale[1] = numbers[1], offset[1] = 1 - numbers[3] - numbers[1];
    bindUv(expression, material, MaterialProperty::UvScale, scale);
    bindUv(expression, material, MaterialProperty::UvOffset, offset);
  }
}

void MaterialBinder::bindUv(Expression& expression, int material, MaterialProperty property,
                            std::span<const std::optional<float>> target) {
  for (std::size_t i = 0; i < kTexturesOfMaterial.size(); ++i)
    bind(expression, material, property, static_cast<int>(i), target);
}

void MaterialBinder::bind(Expression& expression, int material, MaterialProperty property, int texture,
                          std::span<const std::optional<float>> target) {
  if (model_.skeleton.jointCount() == 0) return;
  const Material& changed = model_.materials[static_cast<std::size_t>(material)];
  if (!isShown(changed, property, texture)) {
    if (!isOfTexture(property))
      ignore(expression, concat("it changes the ", app::nameOf(property), " of '", shortText(changed.name),
                                "', which such a surface does not show"));
    return;
  }
  const auto rest = componentsOf(changed, property, texture);
  for (std::size_t i = 0; i < rest.size() && i < target.size(); ++i) {
    if (!target[i] || std::abs(*target[i] - rest[i]) < kSame) continue;
    if (std::abs(*target[i]) > kMaxValue || std::abs(rest[i]) > kMaxValue) {
      ignore(expression, concat("it sets a material value above ", kMaxValue, " in magnitude"));
      continue;
    }
    const MaterialValue& value = values_[values_.add(material, property, texture)];
    const int first = static_cast<int>(model_.restMorphWeights.size()) + value.offset;
    expression.binds.push_back({.morph = first + static_cast<int>(i), .weight = *target[i] - rest[i], .rest = rest[i]});
  }
}

namespace {

using crossfade::HumanJoint;

/// VRM 0.x counts a thumb's joints as those of other fingers.
constexpr std::array<std::array<std::string_view, 2>, 2> kThumbJoints{
    {{"ThumbProximal", "ThumbMetacarpal"}, {"ThumbIntermediate", "ThumbProximal"}}};

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
    model.report.add(Finding::Lost, location, error.what());
  }
}

/// Calls `read(bone, entry)` for the bones of a body: VRM 0.x has a list of them, VRM 1.0 an object.
template <class Read>
void forEachBone(const Json& extension, const Read& read) {
  const Json* const humanoid = findMember(extension, "humanoid");
  const Json* const bones = humanoid ? findMember(*humanoid, "humanBones") : nullptr;
  if (bones != nullptr && bones->is_array())
    for (const Json& entry : *bones) read(textMember(entry, "bone"), entry);
  else if (bones != nullptr && bones->is_object())
    for (const auto& [name, entry] : bones->items()) read(name, entry);
}

std::optional<crossfade::Humanoid> readBody(const GltfDocument& document, const Json& extension, bool isVrm0,
                                            const Model& model) {
  BodyReader reader(document, model);
  forEachBone(extension, [&](const std::string& bone, const Json& entry) {
    reader.add(isVrm0 ? replacedIn(bone, kThumbJoints) : bone, entry);
  });
  return reader.take();
}

/// A range of the gaze, with what three-vrm and UniVRM take for numbers that are missing: 90 degrees turn eyes by 10.
/// `most` and `reach`: the names of its numbers, in degrees, or strengths where expressions show the gaze.
GazeRange readRange(const Json* owner, const char* name, const char* most, const char* reach, bool byExpressions) {
  const Json* const range = owner ? findMember(*owner, name) : nullptr;
  const auto numberOf = [&](const char* key, float fallback, float least) {
    return range ? std::clamp(numberMember(*range, key, fallback, {"gaze"}), least, 360.0f) : fallback;
  };
  const float output = numberOf(reach, byExpressions ? 1 : 10, 0);
  return {glm::radians(numberOf(most, 90, 0.01f)), byExpressions ? output : glm::radians(output)};
}

/// What a character says of its gaze, or the default for one that only has eyes.
std::optional<Gaze> readGaze(const GltfDocument& document, const Json& extension, bool isVrm0, const Model& model) {
  Gaze gaze;
  forEachBone(extension, [&](const std::string& bone, const Json& entry) {
    if (bone != "leftEye" && bone != "rightEye") return;
    const auto node = indexMember(entry, "node", document.nodes.size(), "node", {"humanoid bone"});
    if (node) (bone == "leftEye" ? gaze.leftEye : gaze.rightEye) = model.skeleton.jointAt(*node);
  });
  const Json* const owner = findMember(extension, isVrm0 ? "firstPerson" : "lookAt");
  if (owner != nullptr)
    gaze.byExpressions =
        isVrm0 ? textMember(*owner, "lookAtTypeName") == "BlendShape" : textMember(*owner, "type") == "expression";
  if (!gaze.byExpressions && gaze.leftEye == crossfade::kNoJoint && gaze.rightEye == crossfade::kNoJoint)
    return std::nullopt;
  const auto rangeOf = [&](const char* name0, const char* name1) {
    return isVrm0 ? readRange(owner, name0, "xRange", "yRange", gaze.byExpressions)
                  : readRange(owner, name1, "inputMaxValue", "outputScale", gaze.byExpressions);
  };
  gaze.inward = rangeOf("lookAtHorizontalInner", "rangeMapHorizontalInner");
  gaze.outward = rangeOf("lookAtHorizontalOuter", "rangeMapHorizontalOuter");
  gaze.down = rangeOf("lookAtVerticalDown", "rangeMapVerticalDown");
  gaze.up = rangeOf("lookAtVerticalUp", "rangeMapVerticalUp");
  return gaze;
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
      model_.report.add(Finding::Ignored, "expression '" + expression.name + "'",
                        concat("it moves morph target ", index, " of ", count));
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

/// Calls `read(name, object)` for the expressions of VRM 1.0, presets first.
template <class Read>
void forEachExpression(const Json& expressions, Model& model, const Read& read) {
  for (const char* list : {"preset", "custom"})
    if (const Json* const all = findMember(expressions, list); all != nullptr && all->is_object())
      for (const auto& [name, object] : all->items())
        readOrReport(model, "expressions", [&, &word = name, &expression = object] { read(word, expression); });
}

bool suppressesOthers(const Json& expression) {
  constexpr std::array kOverrides{"overrideBlink", "overrideLookAt", "overrideMouth"};
  return std::ranges::any_of(kOverrides,
                             [&](const char* name) { return textMember(expression, name, "none") != "none"; });
}

void readExpressions(const GltfDocument& document, const Json& expressions, Model& model, GltfMaterialValues& values) {
  ExpressionReader reader(document, model, values);
  int suppressing = 0;
  forEachExpression(expressions, model, [&](const std::string& name, const Json& object) {
    reader.readExpression(name, object);
    suppressing += suppressesOthers(object) ? 1 : 0;
  });
  if (suppressing > 0)
    model.report.add(Finding::Ignored, "expressions",
                     countOf(suppressing, "of them suppresses blinking, the gaze or the mouth in the file",
                             "of them suppress blinking, the gaze or the mouth in the file"));
}

/// The joints of a VRM animation that carry expressions and the gaze get names that say so (face_motion.h).
void nameFaceJoints(const GltfDocument& document, const Json& motion, Model& model) {
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  const auto rename = [&](const Json& object, std::string name) {
    if (const auto node = indexMember(object, "node", document.nodes.size(), "node", {"VRM animation"}))
      joints[static_cast<std::size_t>(model.skeleton.jointAt(*node))].name = std::move(name);
  };
  int expressionCount = 0;
  if (const Json* const expressions = findMember(motion, "expressions"))
    forEachExpression(*expressions, model, [&](const std::string& name, const Json& object) {
      rename(object, expressionJoint(std::string(cutUtf8(name, limits::kNameBytes))));
      ++expressionCount;
    });
  const Json* const gaze = findMember(motion, "lookAt");
  if (gaze != nullptr) rename(*gaze, kGazeJoint);
  std::string parts = expressionCount > 0 ? countOf(expressionCount, "expression", "expressions") : std::string();
  if (gaze != nullptr) parts += parts.empty() ? "a gaze" : " and a gaze";
  if (!parts.empty()) model.report.add(Finding::Found, "face", parts + ", for characters to which this file is added");
  if (auto named = crossfade::Skeleton::make(std::move(joints))) model.skeleton = *std::move(named);
}

void readVrm0(const GltfDocument& document, const Json& vrm, Model& model, GltfMaterialValues& values) {
  constexpr float kBackward = 3.14159265f;
  model.frontYaw = kBackward;  // VRM 0.x: toward -Z
  readOrReport(model, "body", [&] { model.body = readBody(document, vrm, true, model); });
  readOrReport(model, "gaze", [&] { model.gaze = readGaze(document, vrm, true, model); });
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
    readOrReport(model, "gaze", [&] { model.gaze = readGaze(document, *vrm, false, model); });
    if (const Json* const expressions = findMember(*vrm, "expressions"))
      readExpressions(document, *expressions, model, values);
  } else if (const Json* const vrm0 = findExtension(document.json, "VRM")) {
    readVrm0(document, *vrm0, model, values);
  } else if (const Json* const motion = findExtension(document.json, "VRMC_vrm_animation")) {
    readOrReport(model, "body", [&] { model.body = readBody(document, *motion, false, model); });
    readOrReport(model, "face", [&] { nameFaceJoints(document, *motion, model); });
  }
}

}  // namespace app
