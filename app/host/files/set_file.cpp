#include "app/host/files/set_file.h"

#include "app/format/settings/settings_code.h"
#include "app/format/transition_json.h"
#include "app/host/files/text_file.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

Result<void> openTransitionSet(const std::string& path, Session& session) {
  if (path.empty()) return {};
  const auto text = readTextFile(path);
  if (!text) return text.error();
  const std::vector<std::string> problems = readTransitionSet(*text, session);
  if (!problems.empty()) {
    const std::size_t others = problems.size() - 1;
    return Error{path + ": " + problems.front() +
                 (others == 0 ? std::string() : " (and " + std::to_string(others) + " more)")};
  }
  (void)session.apply(ForgetHistory{});  // it is what the session opened with
  return {};
}

std::string exportedSet(SettingsTarget target, const Session& session) {
  if (target == SettingsTarget::Json) return transitionSetText(session.character().transitions(), session);
  return settingsCode(target, exportOfSet(session));
}

Result<ExportedCode> exportedCode(const CopyAsCode& request, const Session& session) {
  const std::string format = " for " + std::string(formatOf(request.target).name);
  if (request.wholeSet) return ExportedCode{"the transition set" + format, exportedSet(request.target, session)};
  const auto pair = exportOfPair(session);
  if (!pair) return pair.error();
  const ExportedClip &from = pair->clips.front(), &to = pair->clips.back();
  const std::string what = from.key + " to " + to.key + format;
  if (request.target != SettingsTarget::Json) return ExportedCode{what, settingsCode(request.target, *pair)};
  TransitionCells cells;
  cells.set(pairOf({from.index, to.index}), resolved(*pair, {0, 1}));
  return ExportedCode{what, transitionSetText(cells, session)};
}

}  // namespace app
