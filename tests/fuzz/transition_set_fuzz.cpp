// Transition set files.
#include "app/format/transition_json.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/random_commands.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  test::RandomCommands random(5);
  for (const int commands : {0, 100, 400}) {
    Session session(test::modelForMonkeys());
    for (int i = 0; i < commands; ++i) (void)session.apply(random.next(session));
    texts.push_back(transitionSetText(session.character().transitions(), session));
  }
  return texts;
}

void parse(std::string_view input) {
  static const Model kModel = test::modelForMonkeys();
  Session session(kModel);
  if (!readTransitionSet(input, session).empty()) return;
  const std::string text = transitionSetText(session.character().transitions(), session);
  Session again(kModel);
  promise(readTransitionSet(text, again).empty(), "a set that is written is read without a problem");
  promise(transitionSetText(again.character().transitions(), again) == text,
          "a set that is written is read as the same");
}

}  // namespace app::fuzz
