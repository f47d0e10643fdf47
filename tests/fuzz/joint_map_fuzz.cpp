// Joint map files.
#include "app/format/joint_map_json.h"
#include "tests/engine/retarget/human_skeleton.h"
#include "tests/fuzz/fuzz_driver.h"

namespace app::fuzz {
namespace {

const crossfade::Skeleton& human() {
  static const crossfade::Skeleton kHuman = crossfade::test::human();
  return kHuman;
}

}  // namespace

std::vector<std::string> seeds() {
  crossfade::JointMap map = guessJointMap(human(), human());
  std::vector<std::string> texts{jointMapText(map, human(), human())};
  map.pairs.resize(3);
  map.pairs[2].upperSource = 4;
  map.pairs[2].share = 0.25f;
  map.pairs[1].adjustment = glm::quat(glm::radians(glm::vec3(10, -20, 30)));
  texts.push_back(jointMapText(map, human(), human()));
  return texts;
}

void parse(std::string_view input) {
  const auto map = jointMapFromText(input, human(), human());
  if (!map) {
    promise(!map.error().message.empty(), "a map that is refused is refused in words");
    return;
  }
  const auto again = jointMapFromText(jointMapText(*map, human(), human()), human(), human());
  promise(again && again->pairs.size() == map->pairs.size(),
          "a map that is written is read as the same number of pairs");
}

}  // namespace app::fuzz
