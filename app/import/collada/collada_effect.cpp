#include "app/import/collada/collada_effect.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/import/collada/collada_elements.h"

namespace app {
namespace {

constexpr std::string_view kShaders[] = {"lambert", "phong", "blinn", "constant"};

/// The image id of a COLLADA 1.4 surface.
std::string imageOf(const pugi::xml_node& surface) {
  const pugi::xml_node from = surface.child("init_from");
  return from ? from.child_value() : surface.child("init_planar").child("all").attribute("ref").value();
}

ColladaParam paramOf(const pugi::xml_node& element) {
  ColladaParam param;
  for (const pugi::xml_node& value : element.children()) {
    const std::string_view kind = value.name();
    if (kind.starts_with("float"))
      param.numberCount = readNumbers(value.child_value(), param.numbers);
    else if (kind.starts_with("sampler"))
      param.refersTo = value.child("source") ? value.child("source").child_value()
                                             : localId(value.child("instance_image").attribute("url").value());
    else if (kind == "surface")
      param.refersTo = imageOf(value);
  }
  return param;
}

ColladaProperty propertyOf(const pugi::xml_node& element) {
  ColladaProperty property{.exists = true};
  for (const pugi::xml_node& value : element.children()) {
    const std::string_view kind = value.name();
    if (kind == "color" || kind == "float") {
      property.numberCount = readNumbers(value.child_value(), property.numbers);
    } else if (kind == "param") {
      property.param = value.attribute("ref").value();
    } else if (kind == "texture") {
      property.texture = value.attribute("texture").value();
    }
  }
  return property;
}

void readShader(const pugi::xml_node& shader, ColladaEffect& effect) {
  const std::pair<std::string_view, ColladaProperty*> properties[] = {
      {"emission", &effect.emission},       {"diffuse", &effect.diffuse},           {"shininess", &effect.shininess},
      {"transparent", &effect.transparent}, {"transparency", &effect.transparency},
  };
  for (const pugi::xml_node& element : shader.children())
    for (const auto& [name, property] : properties)
      if (name == element.name()) *property = propertyOf(element);
  effect.opaque = shader.child("transparent").attribute("opaque").value();
}

}  // namespace

void readColladaParams(const pugi::xml_node& parent, const char* element, const char* sid, ColladaParams& params) {
  for (const pugi::xml_node& each : parent.children(element)) params[each.attribute(sid).value()] = paramOf(each);
}

ColladaEffect readColladaEffect(const pugi::xml_node& effect) {
  ColladaEffect result;
  const pugi::xml_node profile = effect.child("profile_COMMON"), technique = profile.child("technique");
  for (const pugi::xml_node& scope : {effect, profile, technique})
    readColladaParams(scope, "newparam", "sid", result.params);
  for (const pugi::xml_node& shader : technique.children()) {
    const auto found = std::find(std::begin(kShaders), std::end(kShaders), shader.name());
    if (found == std::end(kShaders)) continue;
    result.isCommon = true;
    result.shader = *found;
    readShader(shader, result);
  }
  // Extensions of FCOLLADA, Google Earth, Okino and others, anywhere in the effect.
  for (const pugi::xml_node& bump : elementsNamed(effect, "bump")) result.bump = propertyOf(bump);
  for (const pugi::xml_node& sides : elementsNamed(effect, "double_sided"))
    result.isDoubleSided = sides.text().as_bool();
  return result;
}

}  // namespace app
