// A COLLADA <effect> before its parameters are replaced by their values. Private to this folder.
#ifndef APP_IMPORT_COLLADA_COLLADA_EFFECT_H
#define APP_IMPORT_COLLADA_COLLADA_EFFECT_H

#include <array>
#include <map>
#include <string>
#include <string_view>

#include <pugixml.hpp>

namespace app {

/// A <newparam> or <setparam>: a number, a color, a sampler or a surface.
struct ColladaParam {
  std::array<float, 4> numbers{0, 0, 0, 1};
  std::size_t numberCount = 0;
  std::string refersTo;  // of a sampler its surface (1.4) or image (1.5), of a surface its image
};
using ColladaParams = std::map<std::string, ColladaParam, std::less<>>;  // by sid

/// A property of a shader, such as <diffuse>: numbers, a texture, or the sid of a parameter.
struct ColladaProperty {
  bool exists = false;
  std::array<float, 4> numbers{0, 0, 0, 1};
  std::size_t numberCount = 0;
  std::string param;
  std::string texture;  // the sid of a sampler, or by a common mistake the id of an image
};

struct ColladaEffect {
  bool isCommon = false;  // has a <profile_COMMON> with a shader; the others are for programs of the graphics card
  std::string shader;     // lambert, phong, blinn or constant
  ColladaParams params;
  ColladaProperty emission, diffuse, shininess, transparent, transparency, bump;
  std::string opaque;
  bool isDoubleSided = true;  // as modeling programs show it, unless an extension says no
};

ColladaEffect readColladaEffect(const pugi::xml_node& effect);

/// Reads all <newparam> or <setparam> elements; `sid` is the attribute that names the parameter.
void readColladaParams(const pugi::xml_node& parent, const char* element, const char* sid, ColladaParams& params);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_EFFECT_H
