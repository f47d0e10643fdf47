#include "app/import/collada/collada_materials.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/import/collada/collada_effect.h"
#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

using Color = std::array<float, 4>;
constexpr Color kBlack{0, 0, 0, 1}, kWhite{1, 1, 1, 1};

/// COLLADA 1.4.1 specification, chapter 7, "Determining Transparency"; colors are reduced to their luminance (ITU-R
/// BT.709).
float opacityOf(std::string_view mode, const Color& color, float factor) {
  const bool byColor = mode.starts_with("RGB"), isInverse = mode.ends_with("ZERO");
  const float amount = byColor ? 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2] : color[3];
  return std::clamp(isInverse ? 1 - amount * factor : amount * factor, 0.0f, 1.0f);
}

/// Writes the effect of one material with plain values instead of parameters.
class EffectWriter {
 public:
  EffectWriter(const ColladaEffect& effect, const ColladaParams& set, ColladaImages& images, std::string material,
               ImportReport& report)
      : effect_(effect), set_(set), images_(images), material_(std::move(material)), report_(report) {}

  void write(pugi::xml_node to) {
    pugi::xml_node profile = to.append_child("profile_COMMON");
    if (effect_.isDoubleSided) profile.append_child("extra").append_child("double_sided").text().set(1);
    if (!effect_.isCommon) return;
    const bool isConstant = effect_.shader == "constant";
    const ColladaProperty &emission = effect_.emission, &diffuse = effect_.diffuse;
    pugi::xml_node technique = profile.append_child("technique"),
                   shader = technique.append_child(effect_.shader.c_str());
    if (isConstant) {  // it shows its emission, without light
      writeColor(shader, "diffuse", emission.exists ? emission : diffuse, kBlack);
    } else {
      writeColor(shader, "emission", emission, kBlack);
      // The specification says black, but without emission either the surface would hardly be visible.
      const Color glow = numbersOf(emission, kBlack);
      const bool shines = !emission.texture.empty() || glow[0] + glow[1] + glow[2] > 0;
      writeColor(shader, "diffuse", diffuse, shines ? kBlack : Color{0.6f, 0.6f, 0.6f, 1});
    }
    if (effect_.shininess.exists) writeNumber(shader, "shininess", numbersOf(effect_.shininess, Color{})[0]);
    writeOpacity(shader, isConstant && emission.exists ? emission : diffuse);
    if (const std::string bump = imageOf(effect_.bump); !bump.empty())
      writeTexture(technique.append_child("extra").append_child("bump"), bump);
  }

 private:
  void say(Finding kind, std::string what) {
    if (!said_.insert(what).second) return;
    report_.lines.push_back({kind, concat("material '", material_, "'"), std::move(what)});
  }

  const ColladaParam* paramNamed(const std::string& sid) const {
    for (const ColladaParams* params : {&set_, &effect_.params})
      if (const auto found = params->find(sid); found != params->end()) return &found->second;
    return nullptr;
  }

  Color numbersOf(const ColladaProperty& property, const Color& otherwise) {
    if (property.numberCount > 0) return property.numbers;
    if (property.param.empty()) return otherwise;
    if (const ColladaParam* param = paramNamed(property.param); param && param->numberCount > 0) return param->numbers;
    say(Finding::Lost, concat("its parameter '", shortText(property.param), "' has no value"));
    return otherwise;
  }

  /// The id of a texture's image. Empty if there is none, which is reported.
  std::string imageOf(const ColladaProperty& property) {
    if (property.texture.empty()) return {};
    std::string id = property.texture;
    const ColladaParam* const sampler = paramNamed(id);
    if (sampler) id = sampler->refersTo;
    if (const ColladaParam* const surface = sampler ? paramNamed(id) : nullptr) id = surface->refersTo;
    const auto found = images_.ids.find(id);
    if (found != images_.ids.end()) return found->second;  // without a file it is reported already
    // Exporters that omit the image library derive the ids from file names.
    if (sampler && !id.empty()) return images_.ids.try_emplace(id, images_.add(id)).first->second;
    say(Finding::Lost,
        concat("its texture '", shortText(property.texture), "' is not an image in the file, so it is left out"));
    return {};
  }

  static void writeTexture(pugi::xml_node to, const std::string& image) {
    to.append_child("texture").append_attribute("texture").set_value(image.c_str());
  }
  static void writeNumber(pugi::xml_node to, const char* name, float value) {
    to.append_child(name).append_child("float").text().set(concat(value).c_str());
  }
  void writeColor(pugi::xml_node to, const char* name, const ColladaProperty& property, const Color& otherwise) {
    pugi::xml_node element = to.append_child(name);
    const std::string image = imageOf(property);
    if (!image.empty()) {
      writeTexture(element, image);
      return;
    }
    const bool lacksTexture = !property.texture.empty() && std::string_view(name) == "diffuse";
    const Color color = lacksTexture ? Color{0.8f, 0.8f, 0.8f, 1} : numbersOf(property, otherwise);
    element.append_child("color").text().set(concat(color[0], " ", color[1], " ", color[2], " ", color[3]).c_str());
  }

  /// Opacity becomes the alpha of the color. An opacity texture only works if it is also the color texture.
  void writeOpacity(pugi::xml_node to, const ColladaProperty& color) {
    const float factor = numbersOf(effect_.transparency, kWhite)[0];
    const std::string image = imageOf(effect_.transparent);
    float opacity = opacityOf(effect_.opaque, numbersOf(effect_.transparent, kWhite), factor);
    const bool isTexture = !effect_.transparent.texture.empty();
    pugi::xml_node transparent = to.append_child("transparent");
    if (isTexture && !image.empty() && image == imageOf(color) && !effect_.opaque.starts_with("RGB") &&
        !effect_.opaque.ends_with("ZERO")) {
      opacity = std::clamp(factor, 0.0f, 1.0f);
      writeTexture(transparent, image);
    } else {
      if (!image.empty())
        say(Finding::Lost, "its opacity comes from a texture of its own, which is not supported, so it is opaque");
      if (isTexture) opacity = 1;
      transparent.append_child("color").text().set("1 1 1 1");
    }
    if (!(opacity > 0))
      say(Finding::Repaired, "it would be invisible, which is a common mistake of exporters, so it is opaque");
    writeNumber(to, "transparency", opacity > 0 ? opacity : 1);
  }

  const ColladaEffect& effect_;
  const ColladaParams& set_;
  ColladaImages& images_;
  std::string material_;
  ImportReport& report_;
  std::set<std::string> said_;  // each line once
};

using ColladaEffects = std::map<std::string, ColladaEffect, std::less<>>;  // by id

/// Reads all effects and removes them from the document.
ColladaEffects takeEffects(pugi::xml_node root) {
  ColladaEffects effects;
  for (const pugi::xml_node& library : root.children("library_effects"))
    for (const pugi::xml_node& effect : library.children("effect"))
      effects.try_emplace(effect.attribute("id").value(), readColladaEffect(effect));
  removeChildren(root, "library_effects");
  return effects;
}

void writeEffect(const pugi::xml_node& material, const ColladaEffects& effects, ColladaImages& images,
                 pugi::xml_node to, ImportReport& report) {
  const pugi::xml_node instance = material.child("instance_effect");
  const std::string_view url = instance.attribute("url").value();
  const std::string shown = shortText(shownNameOf(material));
  const auto lost = [&](const std::string& what) {
    report.lines.push_back({Finding::Lost, concat("material '", shown, "'"), what});
  };
  const auto found = effects.find(localId(url));
  if (found == effects.end()) {
    lost(concat("its effect '", shortText(url), "' is not in the file, so it is gray"));
    return;
  }
  if (!found->second.isCommon) lost("its effect has no shader that can be shown, so it is gray");
  ColladaParams set;
  readColladaParams(instance, "setparam", "ref", set);
  EffectWriter(found->second, set, images, shown, report).write(to);
}

}  // namespace

void rewriteColladaMaterials(pugi::xml_node root, ColladaImages images, ImportReport& report) {
  const ColladaEffects effects = takeEffects(root);
  pugi::xml_node library = root.append_child("library_effects");
  std::size_t count = 0;
  for (const pugi::xml_node& materials : root.children("library_materials"))
    for (pugi::xml_node material : materials.children("material")) {
      if (count == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " materials");
      const std::string id = concat("crossfade-effect-", count++);
      pugi::xml_node effect = library.append_child("effect");
      effect.append_attribute("id").set_value(id.c_str());
      writeEffect(material, effects, images, effect, report);
      removeChildren(material, "instance_effect");
      material.append_child("instance_effect").append_attribute("url").set_value(("#" + id).c_str());
    }
}

}  // namespace app
