#include "app/import/collada/collada_materials.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "app/import/collada/collada_document.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr glm::vec4 kBlack{0, 0, 0, 1}, kWhite{1}, kGray{0.6f, 0.6f, 0.6f, 1};
constexpr std::string_view kShaders[] = {"lambert", "phong", "blinn", "constant"};

/// A <newparam> or <setparam>: a number, a color, a sampler or a surface.
struct EffectParam {
  std::optional<glm::vec4> numbers;
  std::string refersTo;  // of a sampler its surface (1.4) or image (1.5), of a surface its image
};
using EffectParams = std::map<std::string, EffectParam, std::less<>>;  // by sid

/// A property of a shader, such as <diffuse>: numbers, a texture, or the sid of a parameter.
struct EffectProperty {
  bool exists = false;
  std::optional<glm::vec4> numbers;
  std::string param;
  std::string texture;  // the sid of a sampler, or by a common mistake the id of an image
  std::string texcoord;
};

struct Effect {
  bool isCommon = false;  // has a <profile_COMMON> with a shader; the others are for programs of the graphics card
  bool isConstant = false;
  EffectParams params;
  EffectProperty emission, diffuse, shininess, transparent, transparency, bump;
  std::string opaque;
  bool isDoubleSided = true;  // as modeling programs show it, unless an extension says no
};

std::optional<glm::vec4> numbersIn(const pugi::xml_node& element) {
  std::array<float, 4> numbers{0, 0, 0, 1};
  if (readNumbers(element.child_value(), numbers) == 0) return std::nullopt;
  return glm::vec4(numbers[0], numbers[1], numbers[2], numbers[3]);
}

EffectParam paramOf(const pugi::xml_node& element) {
  EffectParam param;
  for (const pugi::xml_node& value : element.children()) {
    const std::string_view kind = value.name();
    const pugi::xml_node source = value.child("source"), from = value.child("init_from");
    if (kind.starts_with("float"))
      param.numbers = numbersIn(value);
    else if (kind.starts_with("sampler"))
      param.refersTo = source ? source.child_value() : localId(value.child("instance_image").attribute("url").value());
    else if (kind == "surface")
      param.refersTo = from ? from.child_value() : value.child("init_planar").child("all").attribute("ref").value();
  }
  return param;
}

void readParams(const pugi::xml_node& parent, const char* element, const char* sid, EffectParams& params) {
  for (const pugi::xml_node& each : parent.children(element)) params[each.attribute(sid).value()] = paramOf(each);
}

EffectProperty propertyOf(const pugi::xml_node& element) {
  EffectProperty property{.exists = true};
  for (const pugi::xml_node& value : element.children()) {
    if (isNamed(value, "color") || isNamed(value, "float")) property.numbers = numbersIn(value);
    if (isNamed(value, "param")) property.param = value.attribute("ref").value();
    if (!isNamed(value, "texture")) continue;
    property.texture = value.attribute("texture").value();
    property.texcoord = value.attribute("texcoord").value();
  }
  return property;
}

Effect effectOf(const pugi::xml_node& element) {
  Effect effect;
  const pugi::xml_node profile = element.child("profile_COMMON"), technique = profile.child("technique");
  for (const pugi::xml_node& scope : {element, profile, technique}) readParams(scope, "newparam", "sid", effect.params);
  const std::pair<std::string_view, EffectProperty*> properties[] = {
      {"emission", &effect.emission},       {"diffuse", &effect.diffuse},           {"shininess", &effect.shininess},
      {"transparent", &effect.transparent}, {"transparency", &effect.transparency},
  };
  for (const pugi::xml_node& shader : technique.children()) {
    if (std::ranges::find(kShaders, std::string_view(shader.name())) == std::end(kShaders)) continue;
    effect.isCommon = true;
    effect.isConstant = isNamed(shader, "constant");
    for (const pugi::xml_node& each : shader.children())
      for (const auto& [name, property] : properties)
        if (isNamed(each, name)) *property = propertyOf(each);
    effect.opaque = shader.child("transparent").attribute("opaque").value();
  }
  // Extensions of FCOLLADA, Google Earth, Okino and others, anywhere in the effect.
  for (const pugi::xml_node& bump : elementsNamed(element, "bump")) effect.bump = propertyOf(bump);
  for (const pugi::xml_node& sides : elementsNamed(element, "double_sided"))
    effect.isDoubleSided = sides.text().as_bool();
  return effect;
}

/// The path in a URL: "file:///C:/a%20b.png" is "C:/a b.png".
std::string pathIn(std::string_view url) {
  if (url.starts_with("file://")) url.remove_prefix(7);
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (url.size() > 2 && url[0] == '/' && isLetter(url[1]) && url[2] == ':') url.remove_prefix(1);
  return percentDecoded(url);
}

/// The paths of all images, by id. Images stand in a library or in effects; empty: one names no file, which is
/// reported.
std::map<std::string, std::string, std::less<>> imagePathsOf(const pugi::xml_node& root, ImportReport& report) {
  std::map<std::string, std::string, std::less<>> paths;
  for (const pugi::xml_node& image : elementsNamed(root, "image")) {
    // 1.4: <init_from>file</init_from>; 1.5: <init_from><ref>file</ref></init_from>, in <create_2d> or not.
    const pugi::xml_node own = image.child("init_from");
    const pugi::xml_node from = own ? own : image.child("create_2d").child("init_from");
    const pugi::xml_node reference = from.child("ref");
    const auto [entry, isNew] =
        paths.try_emplace(image.attribute("id").value(), pathIn((reference ? reference : from).child_value()));
    if (isNew && entry->second.empty())
      report.add(Finding::Lost, concat("image '", shortText(entry->first), "'"), "it names no file");
  }
  return paths;
}

/// COLLADA 1.4.1 specification, chapter 7, "Determining Transparency"; colors are reduced to their luminance (ITU-R
/// BT.709).
float opacityOf(std::string_view mode, const glm::vec4& color, float factor) {
  const bool byColor = mode.starts_with("RGB"), isInverse = mode.ends_with("ZERO");
  const float amount = byColor ? 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2] : color[3];
  return std::clamp(isInverse ? 1 - amount * factor : amount * factor, 0.0f, 1.0f);
}

using ImagePaths = std::map<std::string, std::string, std::less<>>;

/// Fills one material from its effect, whose parameters it resolves.
class MaterialReader {
 public:
  MaterialReader(const Effect& effect, const EffectParams& set, const ImagePaths& paths, MaterialImages& images,
                 std::string shownName, ImportReport& report)
      : effect_(effect), set_(set), paths_(paths), images_(images), name_(std::move(shownName)), report_(report) {}

  void read(Material& material) {
    material.doubleSided = effect_.isDoubleSided;
    if (!effect_.isCommon) return;
    const EffectProperty &emission = effect_.emission, &diffuse = effect_.diffuse;
    const EffectProperty& shown = effect_.isConstant && emission.exists ? emission : diffuse;
    material.unlit = effect_.isConstant;  // it shows its emission, without light
    glm::vec4 otherwise = kBlack;
    if (!effect_.isConstant) {
      // The specification says black, but without emission either the surface would hardly be visible.
      const glm::vec4 glow = numbersOf(emission, kBlack);
      if (emission.texture.empty() && !(glow.r + glow.g + glow.b > 0)) otherwise = kGray;
    }
    const std::string picture = pathOf(shown);
    const bool lacksTexture = picture.empty() && !shown.texture.empty();
    const glm::vec4 color = !picture.empty() ? kWhite
                            : lacksTexture   ? glm::vec4(0.8f, 0.8f, 0.8f, 1)
                                             : numbersOf(shown, otherwise);
    material.baseColor = glm::vec4(linearColor(color), 1);
    if (effect_.shininess.exists) material.roughness = roughnessOf(numbersOf(effect_.shininess, glm::vec4(0))[0]);
    if (!picture.empty()) material.baseColorTexture.image = images_.texture(picture);
    readOpacity(picture, material);
    if (const std::string bump = pathOf(effect_.bump); !bump.empty())
      material.normalTexture.image = images_.texture(bump);
    if (!effect_.isConstant) readEmission(emission, material);
  }

  /// From a Blinn-Phong exponent.
  static float roughnessOf(float shininess) { return shininess > 0 ? roughnessOfExponent(shininess) : 0.6f; }

 private:
  void say(Finding kind, std::string what) {
    if (!said_.insert(what).second) return;
    report_.add(kind, concat("material '", name_, "'"), std::move(what));
  }

  const EffectParam* paramNamed(const std::string& sid) const {
    for (const EffectParams* params : {&set_, &effect_.params})
      if (const auto found = params->find(sid); found != params->end()) return &found->second;
    return nullptr;
  }

  glm::vec4 numbersOf(const EffectProperty& property, const glm::vec4& otherwise) {
    if (property.numbers) return *property.numbers;
    if (property.param.empty()) return otherwise;
    if (const EffectParam* const param = paramNamed(property.param); param && param->numbers) return *param->numbers;
    say(Finding::Lost, concat("its parameter '", shortText(property.param), "' has no value"));
    return otherwise;
  }

  /// The path of a texture's image. Empty if there is none, which is reported.
  std::string pathOf(const EffectProperty& property) {
    if (property.texture.empty()) return {};
    std::string id = property.texture;
    const EffectParam* const sampler = paramNamed(id);
    if (sampler) id = sampler->refersTo;
    if (const EffectParam* const surface = sampler ? paramNamed(id) : nullptr) id = surface->refersTo;
    const auto found = paths_.find(id);
    if (found != paths_.end()) return found->second;  // without a file it is reported already
    if (sampler && !id.empty()) return pathIn(id);    // exporters that omit the image library use file names as ids
    say(Finding::Lost,
        concat("its texture '", shortText(property.texture), "' is not an image in the file, so it is left out"));
    return {};
  }

  /// Opacity becomes the alpha of the color. An opacity texture only works if it is also the color texture.
  void readOpacity(const std::string& picture, Material& material) {
    const float factor = numbersOf(effect_.transparency, kWhite)[0];
    const std::string mask = pathOf(effect_.transparent);
    float opacity = opacityOf(effect_.opaque, numbersOf(effect_.transparent, kWhite), factor);
    const bool isCutOut =
        !mask.empty() && mask == picture && !effect_.opaque.starts_with("RGB") && !effect_.opaque.ends_with("ZERO");
    if (isCutOut)
      opacity = std::clamp(factor, 0.0f, 1.0f);
    else if (!effect_.transparent.texture.empty())
      opacity = 1;
    if (!isCutOut && !mask.empty())
      say(Finding::Lost, "its opacity comes from a texture of its own, which is not supported, so it is opaque");
    if (!(opacity > 0))
      say(Finding::Repaired, "it would be invisible, which is a common mistake of exporters, so it is opaque");
    if (opacity > 0 && opacity < 1) {
      material.baseColor.a = opacity;
      material.alphaMode = AlphaMode::Blend;
    } else if (isCutOut && material.baseColorTexture.image >= 0) {
      material.alphaMode = AlphaMode::Mask;  // hair and leaves; blending would need them sorted
    }
  }

  void readEmission(const EffectProperty& emission, Material& material) {
    const std::string path = pathOf(emission);
    material.emissive = linearColor(path.empty() ? numbersOf(emission, kBlack) : kWhite);
    if (!path.empty()) material.emissiveTexture.image = images_.texture(path);
  }

  const Effect& effect_;
  const EffectParams& set_;
  const ImagePaths& paths_;
  MaterialImages& images_;
  std::string name_;
  ImportReport& report_;
  std::set<std::string> said_;  // each line once
};

/// All materials, by id, and what they are called: equal names are numbered.
std::map<std::string, std::pair<pugi::xml_node, std::string>> materialsIn(const pugi::xml_node& root) {
  std::map<std::string, std::pair<pugi::xml_node, std::string>> result;
  std::map<std::string, int> times;
  std::size_t count = 0;
  for (const pugi::xml_node& library : root.children("library_materials"))
    for (const pugi::xml_node& material : library.children("material")) {
      if (++count > limits::kListEntries) refuse("it has more than ", limits::kListEntries, " materials");
      std::string name = validUtf8(material.attribute("name").value()).text;
      if (name.empty())
        name = validUtf8(idOf(material)).text;
      else if (const int before = times[name]++; before > 0)
        name += concat(" ", before);
      result.insert_or_assign(idOf(material), std::pair(material, std::move(name)));
    }
  return result;
}

}  // namespace

Material grayMaterial() {
  Material material{.name = "DefaultMaterial"};
  material.baseColor = glm::vec4(linearColor(kGray), 1);
  material.metallic = 0;
  material.roughness = 0.6f;
  return material;
}

ColladaMaterials readColladaMaterials(const pugi::xml_node& root, MaterialImages& images, ImportReport& report) {
  const ImagePaths paths = imagePathsOf(root, report);
  std::map<std::string, Effect, std::less<>> effects;
  for (const pugi::xml_node& library : root.children("library_effects"))
    for (const pugi::xml_node& effect : library.children("effect")) effects.try_emplace(idOf(effect), effectOf(effect));
  ColladaMaterials result;
  for (const auto& [id, entry] : materialsIn(root)) {
    const auto& [element, name] = entry;
    Material material = grayMaterial();
    material.name = name;
    material.roughness = MaterialReader::roughnessOf(10);  // what renderers usually assume
    images.begin(name);
    const pugi::xml_node instance = element.child("instance_effect");
    const std::string_view url = instance.attribute("url").value();
    const std::string shown = shortText(shownNameOf(element));
    const auto lost = [&](std::string what) {
      report.add(Finding::Lost, concat("material '", shown, "'"), std::move(what));
    };
    const auto found = effects.find(localId(url));
    if (found == effects.end()) {
      lost(concat("its effect '", shortText(url), "' is not in the file, so it is gray"));
    } else {
      if (!found->second.isCommon) lost("its effect has no shader that can be shown, so it is gray");
      EffectParams set;
      readParams(instance, "setparam", "ref", set);
      MaterialReader(found->second, set, paths, images, shown, report).read(material);
    }
    const Effect none, &effect = found == effects.end() ? none : found->second;
    result.byId[id] = static_cast<int>(result.materials.size());
    result.materials.push_back(std::move(material));
    result.texcoords.push_back(
        (effect.isConstant && effect.emission.exists ? effect.emission : effect.diffuse).texcoord);
  }
  return result;
}

ColladaBinding::ColladaBinding(const pugi::xml_node& instance, const ColladaMaterials& materials)
    : materials_(materials) {
  for (const pugi::xml_node& bind : instance.children("bind_material"))
    for (const pugi::xml_node& use : bind.child("technique_common").children("instance_material")) {
      const std::string_view target = use.attribute("target").value();
      const auto found = materials.byId.find(std::string(target.substr(target.starts_with('#') ? 1 : 0)));
      Bound& bound = bound_[use.attribute("symbol").value()] = {};
      if (found == materials.byId.end()) continue;
      bound.material = found->second;
      const std::string& texcoord = materials.texcoords[static_cast<std::size_t>(found->second)];
      for (const pugi::xml_node& input : use.children("bind_vertex_input"))
        if (texcoord == input.attribute("semantic").value() &&
            std::string_view(input.attribute("input_semantic").value()) == "TEXCOORD")
          bound.uvSet = input.attribute("input_set").as_uint();
    }
}

ColladaBinding::Look ColladaBinding::of(const std::string& symbol) const {
  const auto found = bound_.find(symbol), fallback = found == bound_.end() ? bound_.begin() : bound_.end();
  if (found != bound_.end() && found->second.material >= 0) return {found->second.material, found->second.uvSet};
  const auto sameId = materials_.byId.find(symbol);
  if (sameId != materials_.byId.end()) return {.material = sameId->second};
  if (fallback != bound_.end() && fallback->second.material >= 0)
    return {fallback->second.material, fallback->second.uvSet};
  return {};
}

}  // namespace app
