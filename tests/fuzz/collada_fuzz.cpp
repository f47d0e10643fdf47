// COLLADA documents, read as the import helper reads them, without their images.
#include <optional>

#include "app/import/blob/check_model.h"
#include "app/import/collada/collada_model.h"
#include "app/import/file/import_error.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/collada_builder.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  using namespace ::test;
  const std::string triangle = "0 0 0 1 0 0 0 1 0";
  const std::string geometries = daeGeometry("a", triangle, "0 0 1 1 2 2", triangle) + daeGeometry("b", triangle);
  const std::string skinned =
      "<node id=\"j\" sid=\"j\" type=\"JOINT\"><skew>30 1 0 0 0 1 0</skew></node><node id=\"n\"><instance_controller "
      "url=\"#s\"><skeleton>#j</skeleton></instance_controller></node>";
  const std::string moved = daeAnimation("x", {.target = "n/t.X",
                                               .times = "0 1",
                                               .values = "0 1",
                                               .kinds = "BEZIER STEP",
                                               .in = "0 0 0.5 1",
                                               .out = "0.5 0 1 1"});
  const std::string faces =
      "<input semantic=\"VERTEX\" source=\"#c-v\" offset=\"0\"/><input semantic=\"TEXCOORD\" source=\"#c-uv\" "
      "offset=\"1\" "
      "set=\"1\"/><input semantic=\"COLOR\" source=\"#c-p\" offset=\"0\"/>";
  const std::string shapes =
      "<geometry id=\"c\"><mesh>" + daeSource("c-p", "0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 2 1 0 2 2 0", 3) +
      daeSource("c-uv", "0 0 1 1", 2) +
      "<vertices id=\"c-v\"><input semantic=\"POSITION\" source=\"#c-p\"/></vertices>" + "<polygons material=\"s\">" +
      faces + "<ph><p>0 0 1 1 2 0 3 1</p><h>4 0 5 1 6 0</h></ph></polygons><polylist>" + faces +
      "<vcount>5 4 2 1</vcount><p>0 0 1 0 2 0 3 0 4 0 0 0 1 1 2 1 3 0 0 0 1 0 2 0</p></polylist><tristrips>" + faces +
      "<p>0 0 1 0 2 0 3 0</p></tristrips><trifans>" + faces + "<p>0 0 1 0 2 0 3 0</p></trifans><linestrips>" + faces +
      "<p>0 0 1 0 2 0</p></linestrips></mesh></geometry>";
  const std::string look =
      "<library_images><image "
      "id=\"i\"><init_from>file:///a%20b.png</init_from></image></library_images><library_effects>"
      "<effect id=\"e\"><profile_COMMON><newparam sid=\"f\"><surface "
      "type=\"2D\"><init_from>i</init_from></surface></newparam>"
      "<newparam sid=\"t\"><sampler2D><source>f</source></sampler2D></newparam><technique sid=\"x\"><phong><diffuse>"
      "<texture texture=\"t\" texcoord=\"U\"/></diffuse><shininess><float>10</float></shininess><transparent opaque="
      "\"RGB_ZERO\"><color>0 0 0,5 "
      "1</color></transparent></phong></technique></profile_COMMON></effect></library_effects>"
      "<library_materials><material id=\"m\"><instance_effect "
      "url=\"#e\"/></material></library_materials><library_nodes>"
      "<node id=\"l\"><rotate>0 1 0 90</rotate><instance_geometry url=\"#c\"><bind_material><technique_common>"
      "<instance_material symbol=\"s\" target=\"#m\"><bind_vertex_input semantic=\"U\" input_semantic=\"TEXCOORD\" "
      "input_set=\"1\"/></instance_material></technique_common></bind_material></instance_geometry></node></"
      "library_nodes>";
  return {kDae,
          daeDocument({.geometries = shapes,
                       .nodes = "<node id=\"n\"><matrix>1 1 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_node "
                                "url=\"#l\"/><instance_node url=\"#n\"/></node>",
                       .other = look}),
          daeDocument({.geometries = geometries,
                       .controllers = daeMorph("m", "a", "b", "0.5") + daeSkin("s", "m", "j", 3),
                       .nodes = skinned}),
          daeDocument(
              {.geometries = daeGeometry("a", triangle),
               .nodes = "<node id=\"n\"><translate sid=\"t\">0 0 0</translate><instance_geometry url=\"#a\"/></node>",
               .animations = moved})};
}

void parse(std::string_view input) {
  const ByteSpan file(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  std::optional<Model> model(std::in_place);
  try {
    fillColladaModel(*model, file, {}, true, {});
  } catch (const ImportError& error) {
    promise(*error.what() != '\0', "a file that is refused is refused in words");
    return;
  }
  try {
    checkModel(*model, true);
  } catch (const ImportError&) {
    promise(false, "a model that was read passes every check");
  }
}

}  // namespace app::fuzz
