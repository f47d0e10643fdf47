// SVG documents and path data.
#include "app/format/svg_file.h"
#include "tests/fuzz/fuzz_driver.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  std::vector<KeyShape> shapes(2);
  shapes[0].name = "drop";
  shapes[0].shape = *crossfade::Shape::make({{0, 0}, {10, 0}, {5, 8}}, true);
  shapes[1].name = "line";
  shapes[1].shape = *crossfade::Shape::make({{-1, 2.5}, {3, 4}}, false);
  return {svgOf(shapes), "M0 0H9V9h-3v-2L1 1l2 2zM4 4C1 2 3 4 5 6S7 8 9 9c1 1 2 2 3 3s1 0 2 2",
          "m1,2q3-4 5 6t7 8Q1 1 2 2T3 3A5 4 30 1 0 9 9a1e1.5.5 0 0 1 2 2z",
          R"(<svg><g><path id="a" d="M0 0 1 1"/><polygon points="0,0 1,0 1,1"/></g><defs><path d="x"/></defs></svg>)"};
}

void parse(std::string_view input) {
  const auto shapes = parseSvg(input);
  if (!shapes) {
    promise(!shapes.error().message.empty(), "a file that is refused is refused in words");
    return;
  }
  promise(!shapes->empty(), "a file that is accepted has a shape");
  const auto again = parseSvg(svgOf(*shapes));
  promise(again && again->size() == shapes->size(), "shapes that are written are read as the same number");
}

}  // namespace app::fuzz
