// Curves as JSON, from files and the clipboard.
#include <cmath>

#include "app/format/curve_json.h"
#include "app/session/character/settings/fade_settings.h"
#include "tests/fuzz/fuzz_driver.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (int preset = 0; preset <= static_cast<int>(FadeCurvePreset::Step); ++preset)
    texts.push_back(curveText(fadeCurve(static_cast<FadeCurvePreset>(preset))));
  texts.push_back(
      R"({"keys":[{"time":0,"value":1,"out":2,"outWeight":0.5},{"time":1,"value":0,"in":"step","inWeight":0.25}],)"
      R"("before":"loop","after":"pingpong"})");
  return texts;
}

void parse(std::string_view input) {
  const auto curve = curveFromText(input);
  if (!curve) {
    promise(!curve.error().message.empty(), "a curve that is refused is refused in words");
    return;
  }
  for (const double time : {-1.0, 0.0, 0.3, 1.0, 1e6})
    promise(!std::isnan(curve->evaluate(time)), "a curve that is accepted has values");
  const std::string text = curveText(*curve);
  const auto again = curveFromText(text);
  promise(again && curveText(*again) == text, "a curve that is written is read as the same");
}

}  // namespace app::fuzz
