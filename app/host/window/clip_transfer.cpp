#include "app/host/window/clip_transfer.h"

#include <utility>

#include "app/format/joint_map_json.h"
#include "app/session/character/retargeting.h"

namespace app {
namespace {

constexpr double kMoment = 0.15;  // seconds

/// The clip file that is shown, or the only one; -1: there is none.
int chosenFile(const Session& session) {
  const int shown = session.character().retargeting().shownFile();
  return shown < 0 && session.model().clipFiles.size() == 1 ? 0 : shown;
}

}  // namespace

crossfade::Result<SetRetarget> useJointMap(const Session& session, const UseJointMap& map) {
  const int file = chosenFile(session);
  if (file < 0)
    return crossfade::Error{
        map.path +
        ": a joint map is for clips of another file; add a file with Ctrl+Shift+O, or press K to choose one"};
  const ClipFile& from = session.model().clipFiles[static_cast<std::size_t>(file)];
  auto read = jointMapFromText(map.text, from.skeleton, session.model().skeleton);
  if (!read) return crossfade::Error{map.path + ": " + read.error().message};
  SetRetarget command{file, session.character().retargeting().settings()[static_cast<std::size_t>(file)]};
  command.settings.map = *std::move(read);
  return command;
}

std::string shownJointMap(const Session& session) {
  const int file = chosenFile(session);
  if (file < 0) return {};
  const Retargeting& retargeting = session.character().retargeting();
  const ClipFile& from = session.model().clipFiles[static_cast<std::size_t>(file)];
  const auto retargeter =
      makeRetargeter(from, retargeting.onto(), retargeting.settings()[static_cast<std::size_t>(file)]);
  return retargeter ? jointMapText(retargeter->map(), from.skeleton, session.model().skeleton) : std::string();
}

std::optional<ReplaceClips> ClipTransfer::update(const Session& session, double delta) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  if (done_) {
    isBusy_ = false;
    return std::exchange(done_, std::nullopt);
  }
  const Retargeting& retargeting = session.character().retargeting();
  const int file = isBusy_ ? -1 : retargeting.outdatedFile();
  if (file < 0) return std::nullopt;
  const RetargetSettings& wanted = retargeting.settings()[static_cast<std::size_t>(file)];
  unchanged_ = wanted == seen_ ? unchanged_ + delta : 0;
  seen_ = wanted;
  if (unchanged_ < kMoment) return std::nullopt;
  asked_ = Job{.file = file,
               .from = session.model().clipFiles[static_cast<std::size_t>(file)],
               .onto = retargeting.onto(),
               .settings = wanted,
               .names = clipNamesOf(session.model(), file)};
  isBusy_ = true;
  thread_.wake();
  return std::nullopt;
}

bool ClipTransfer::step() {
  std::optional<Job> job;
  {
    const std::lock_guard lock(mutex_);
    job = std::exchange(asked_, std::nullopt);
  }
  if (!job) return false;
  ReplaceClips made = transferred(job->file, job->from, job->onto, job->settings, job->names);
  const std::lock_guard lock(mutex_);
  done_ = std::move(made);
  return false;
}

}  // namespace app
