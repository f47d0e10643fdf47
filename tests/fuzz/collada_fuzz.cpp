// COLLADA documents: what we read from them ourselves, and the repaired copy for assimp.
#include <pugixml.hpp>

#include "app/import/collada/collada_copy.h"
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
  return {kDae,
          daeDocument({.geometries = geometries,
                       .controllers = daeMorph("m", "a", "b", "0.5") + daeSkin("s", "m", "j", 3),
                       .nodes = skinned}),
          daeDocument(
              {.geometries = daeGeometry("a", triangle),
               .nodes = "<node id=\"n\"><translate sid=\"t\">0 0 0</translate><instance_geometry url=\"#a\"/></node>",
               .animations = moved})};
}

void parse(std::string_view input) {
  ImportReport report;
  ColladaCopy copy;
  try {
    copy = writeColladaCopy(ByteSpan(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()), report);
  } catch (const ImportError& error) {
    promise(*error.what() != '\0', "a file that is refused is refused in words");
    return;
  }
  pugi::xml_document again;
  promise(again.load_buffer(copy.text.data(), copy.text.size()), "the copy is well-formed");
}

}  // namespace app::fuzz
