#include "app/import/gltf/vrm_material_binds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/vec3.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

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
  const auto found = std::find_if(kColors.begin(), kColors.end(), [&](const auto& each) { return each.name == name; });
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
  model_.report.lines.push_back({Finding::Ignored, "expression '" + shortText(expression.name) + "'", std::move(what)});
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

}  // namespace app
