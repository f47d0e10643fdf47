// Scripts.
#include "app/format/script.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/sample_models.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  return {R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0.5,"do":"fadeTo","clip":"#2","seconds":0.3}]})",
          R"({"commands":[{"at":0,"do":"transition","from":"Walk","to":"Run","seconds":0.2,"kind":"inertial",)"
          R"("curve":{"keys":[{"time":0,"value":0},{"time":1,"value":1}]}}]})",
          R"({"commands":[{"at":0,"do":"addLayer","clip":"Run","mode":"additive","weight":0.5},)"
          R"({"at":1,"do":"queue","items":[{"clip":"Walk","plays":2},{"clip":"Run","seconds":0.25}],"loop":true}]})",
          R"({"commands":[{"at":0,"do":"scene","scene":"shapes"},{"at":0,"do":"shapes","load":"M0 0L1 1"},)"
          R"({"at":0,"do":"compare","variants":[{"kind":"linear"},{"seconds":0.1}],"overlaid":true}]})"};
}

void parse(std::string_view input) {
  static const Model kModel = test::character();
  const auto script = parseScript(input, kModel);
  if (!script) {
    promise(!script.error().message.empty(), "a script that is refused is refused in words");
    return;
  }
  for (std::size_t i = 1; i < script->size(); ++i)
    promise((*script)[i - 1].at <= (*script)[i].at, "a script is in the order of its times");
}

}  // namespace app::fuzz
