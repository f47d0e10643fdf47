// Project files.
#include <functional>

#include "app/format/project_json.h"
#include "app/profile/frame_profiler.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/random_commands.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  test::RandomCommands random(17);
  for (const int commands : {0, 20, 200, 400}) {
    Session session(test::modelForMonkeys());
    for (int i = 0; i < commands; ++i) (void)session.apply(random.next(session));
    texts.push_back(projectText(session, {.model = "robot.glb", .hash = 7, .clips = {{.path = "dance.bvh"}}}));
  }
  return texts;
}

void parse(std::string_view input) {
  static const Model kModel = test::modelForMonkeys();
  const auto files = projectFilesOf(input);
  if (!files) {
    promise(!files.error().message.empty(), "a project that is refused is refused in words");
    return;
  }
  Session session(kModel);
  for (const std::string& problem : openProject(input, session))
    promise(!problem.empty(), "a member that is refused is refused in words");
  FrameProfiler profiler;
  session.advance(0.02, profiler);
  if (std::hash<std::string_view>()(input) % 8 != 0) return;  // the rest costs three times as much
  const std::string saved = projectText(session, *files);
  Session again(kModel);
  promise(openProject(saved, again).empty(), "a project that is saved opens without a problem");
  promise(projectText(again, *files) == saved, "a project that is saved opens as the same");
}

}  // namespace app::fuzz
