#include <cmath>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/format/pose_json.h"
#include "app/host/files/loading.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

Result<Json> posesLike(Session& session, const std::string& path) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  const Json trace = Json::parse(*text, nullptr, false);
  const bool isTrace = trace.is_object() && trace.value("format", "") == "oracle-pose-1" && trace.contains("entries") &&
                       trace.contains("primitives");
  if (!isTrace) return Error{path + ": is not a pose trace (format oracle-pose-1)"};
  auto poses = tracePosesLike(session, trace);
  if (!poses) return Error{path + ": " + poses.error().message};
  return poses;
}

Result<Json> posesAsked(Session& session, const PoseOptions& options) {
  if (!options.like.empty()) return posesLike(session, options.like);
  if (!options.script.empty()) {
    auto script = loadScript(options.script, session.model());
    if (!script) return script.error();
    return tracePosesOfScript(session, std::move(*script), options.times);
  }
  const auto clip = findClip(session.model(), options.clip);
  if (!clip) return clip.error();
  return tracePosesOfClip(session, *clip, options.times);
}

}  // namespace

ExitCode runPose(const PoseOptions& options) {
  double before = 0;
  for (const double time : options.times) {
    if (!std::isfinite(time) || time < 0 || time < before)
      return fail(
          "--times: " + crossfade::formatNumber(time) + " is not a time from 0 on that comes after the one before",
          ExitCode::WrongUsage);
    if (!options.script.empty()) before = time;  // a script does not go back
  }
  auto model = loadModel(options.model, {.allInfluences = options.allInfluences}, options.clipFiles);
  if (!model) return fail(model.error().message);
  Session session(std::move(*model));
  const auto poses = posesAsked(session, options);
  if (!poses) return fail(poses.error().message);
  std::printf("%s\n", poses->dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  return ExitCode::Done;
}

}  // namespace app
