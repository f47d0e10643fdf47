#include "app/host/report/report_content.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/film/film.h"
#include "app/host/quality/seam_sweep.h"
#include "app/import/file/file_bytes.h"
#include "app/jobs/child_process.h"
#include "app/jobs/thread_pool.h"
#include "app/model/counted.h"
#include "app/model/pose_value_names.h"
#include "app/record/frame_sink.h"
#include "app/record/pending_file.h"
#include "app/record/recorder.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/view/model_matrices.h"
#include "crossfade/base/number_text.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/math/rotation.h"
#include "crossfade/quality/seam_case.h"

namespace app {
namespace {

using crossfade::formatNumber;
using crossfade::kSeamFrame;
using crossfade::SeamFrame;

constexpr int kMargin = 60;           // frames of a curve before and after a fade
constexpr int kDecimation = 3;        // frames per sample of a curve
constexpr double kLongestCurve = 10;  // seconds of a fade; longer ones have no curves

ReportedClip reportedClip(const Model& model, int index, const crossfade::LoopSeam& loop, const GroundFacts& facts) {
  const crossfade::AnimationClip& data = model.clips[static_cast<std::size_t>(index)];
  ReportedClip clip{.index = index,
                    .name = data.name(),
                    .seconds = data.duration(),
                    .loopDegrees = glm::degrees(loop.rotation),
                    .loopRatio = std::max(loop.rotationRatio, loop.translationRatio),
                    .travel = std::string(nameOf(facts.root.kind())),
                    .speed = facts.root.speed(),
                    .feet = {}};
  for (const crossfade::FootContacts& foot : facts.contacts.feet) {
    ReportedFoot reported{.name = foot.name, .contacts = {}};
    for (const crossfade::ContactInterval& contact : foot.foot)
      for (const auto& [start, end] : crossfade::partsWithin(contact, clip.seconds))
        if (end > start) reported.contacts.emplace_back(start / clip.seconds, end / clip.seconds);
    clip.feet.push_back(std::move(reported));
  }
  return clip;
}

/// The first of each few values, or the largest.
std::vector<float> decimated(const std::vector<float>& values, bool largest) {
  std::vector<float> result;
  for (std::size_t i = 0; i < values.size(); i += kDecimation) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(i + kDecimation, values.size()));
    result.push_back(largest ? *std::max_element(begin, end) : *begin);
  }
  return result;
}

/// What a fade looks like, frame by frame.
struct CurveRecorder {
  std::vector<float> from, to, angles, ways, slides;
  int begin = -1, end = -1;  // frames of the fade
  std::optional<crossfade::Transform> last;

  void add(const SeamFrame& frame, const crossfade::Transform& now) {
    const int at = static_cast<int>(to.size());
    const bool hasBegun = frame.part != SeamFrame::Part::Before;
    if (hasBegun && begin < 0) begin = at;
    if (frame.part != SeamFrame::Part::After) end = at;
    const auto weight = [](const crossfade::AnimationAction* action) {
      return action ? static_cast<float>(action->getEffectiveWeight()) : 0.0f;
    };
    to.push_back(hasBegun ? weight(frame.incoming) : 0.0f);
    from.push_back(hasBegun ? weight(frame.outgoing) : 1.0f);
    if (last && !frame.wrapped) {
      const double angle = crossfade::angleBetween(glm::dquat(last->rotation), glm::dquat(now.rotation));
      angles.push_back(static_cast<float>(glm::degrees(angle) / kSeamFrame));
      ways.push_back(static_cast<float>(glm::distance(last->translation, now.translation) / kSeamFrame));
    } else {
      angles.push_back(angles.empty() ? 0.0f : angles.back());
      ways.push_back(ways.empty() ? 0.0f : ways.back());
    }
    last = now;
  }

  ReportedCurves curves() const {
    ReportedCurves curves;
    curves.speedIsAngle = *std::max_element(angles.begin(), angles.end()) > 1;
    curves.from = decimated(from, false);
    curves.to = decimated(to, false);
    curves.speed = decimated(curves.speedIsAngle ? angles : ways, true);
    curves.slide = decimated(slides, true);
    curves.length = static_cast<double>(to.size()) * kSeamFrame;
    curves.begin = std::max(begin, 0) * kSeamFrame;
    curves.end = std::max(end, begin) * kSeamFrame;
    return curves;
  }
};

/// For one thread.
class PairMeter {
 public:
  PairMeter(const Session& session, const std::vector<int>& clips)
      : session_(session),
        model_(session.model()),
        clips_(clips),
        sweep_(model_, clips),
        player_(sweep_.clips(), channelLayoutOf(model_), restPoseOf(model_)),
        ground_(sweep_.feet().feet.size()) {
    const auto ids = sweep_.clips().ids();
    for (std::size_t i = 0; i < clips.size(); ++i) ground_.set(ids[i], sweep_.contactsOf(clips[i]));
  }

  const crossfade::LoopSeam& loopSeamOf(int clip) const { return sweep_.loopSeamOf(clip); }

  /// By positions in the list of clips.
  ReportedPair measure(int from, int to) {
    const CellIndex cell{clips_[static_cast<std::size_t>(from)], clips_[static_cast<std::size_t>(to)]};
    const FadeChoice settings =
        resolved(session_.character().transitions(), wholeChoice(session_.fadeSettings(), session_.fadeCurve()), cell);
    const SweptFade worst = sweep_.worstOf(cell, settings);
    ReportedPair pair{.from = from,
                      .to = to,
                      .kind = std::string(wordOf(*settings.kind)),
                      .sync = std::string(wordOf(*settings.sync)),
                      .seconds = *settings.seconds,
                      .straight = worst.straight,
                      .interrupted = worst.interrupted,
                      .overshootDegrees = glm::degrees(worst.excess.overshoot),
                      .tiltDegrees = glm::degrees(worst.excess.tilt),
                      .sink = worst.excess.sink,
                      .slide = worst.slide,
                      .joint = nameOfJointOrValue(model_, worst.joint, worst.value),
                      .fault = textOf(faultOf(0, 0, worst.excess)).sentence,
                      .start = worst.start};
    if (pair.seconds <= kLongestCurve) pair.curves = curvesOf(cell, settings, worst);
    return pair;
  }

 private:
  /// Plays the fade once more, straight, from where it shows most.
  ReportedCurves curvesOf(CellIndex cell, const FadeChoice& settings, const SweptFade& worst) {
    crossfade::SeamCase fade = sweep_.caseOf(cell, settings);
    fade.start = worst.start;
    const bool walks = sweep_.walks(cell.from) && sweep_.walks(cell.to);
    const auto joint = static_cast<std::size_t>(std::max(worst.joint, 0));
    crossfade::FootSlideMeter slide(model_.skeleton, sweep_.feet());
    CurveRecorder recorder;
    const auto onFrame = [&](const SeamFrame& frame) {
      const crossfade::GroundState& state = ground_.now(player_.player().mixer(), frame.delta);
      recorder.add(frame, player_.pose().locals[joint]);
      if (!walks) return;
      const double before = slide.slide().distance;
      slide.add(kSeamFrame, state, player_.pose(), !frame.wrapped);
      recorder.slides.push_back(static_cast<float>((slide.slide().distance - before) / kSeamFrame));
    };
    player_.play(fade, player_.framesAround(fade, kMargin, kMargin), onFrame);
    return recorder.curves();
  }

  const Session& session_;
  const Model& model_;
  const std::vector<int>& clips_;
  FadeSweep sweep_;
  crossfade::SeamCasePlayer player_;
  crossfade::ClipGround ground_;
};

std::string countsOf(const Model& model) {
  return counted(model.clips.size(), "clip") + ", " +
         counted(static_cast<std::size_t>(model.skeleton.jointCount()), "node") + ", " +
         countOf(static_cast<int>(vertexCountOf(model)), "vertex", "vertices");
}

}  // namespace

ReportedModel measureModel(const Session& session, double maxRatio, int mostClips, int threads,
                           const std::function<bool(int done, int all)>& report) {
  const Model& model = session.model();
  const SweptClips swept = sweptClips(model, mostClips);
  ReportedModel result{.name = model.name,
                       .path = model.path,
                       .counts = countsOf(model),
                       .maxRatio = maxRatio,
                       .lines = model.report.lines};
  for (const int clip : sweptClips(model, static_cast<int>(model.clips.size())).clips)
    if (std::find(swept.clips.begin(), swept.clips.end(), clip) == swept.clips.end())
      result.clipsLeftOut.push_back(model.clips[static_cast<std::size_t>(clip)].name());
  const int count = static_cast<int>(swept.clips.size());
  std::vector<int> positions(swept.clips.size());
  std::iota(positions.begin(), positions.end(), 0);
  const std::vector<CellIndex> pairs = orderedPairs(positions);
  result.pairs.resize(pairs.size());

  result.clips.resize(swept.clips.size());
  ClipStudy study(model);
  const auto measure = [&](PairMeter& meter, int i) {
    if (i < count) {
      const int clip = swept.clips[static_cast<std::size_t>(i)];
      result.clips[static_cast<std::size_t>(i)] = reportedClip(model, clip, meter.loopSeamOf(clip), study.of(clip));
      return;
    }
    const auto index = static_cast<std::size_t>(i - count);
    result.pairs[index] = meter.measure(pairs[index].from, pairs[index].to);
  };
  const auto tell = [&](int done) { return report(std::max(done - count, 0), static_cast<int>(pairs.size())); };
  const bool complete = parallelFor(
      count + static_cast<int>(pairs.size()), threads, [&] { return PairMeter(session, swept.clips); }, measure, tell);
  if (!complete) result.error = "it was canceled";
  return result;
}

namespace {

constexpr double kAround = 0.6;  // seconds of both clips
constexpr double kFilmRate = 25;
constexpr std::uint64_t kLargestFilm = 16u << 20;

FilmTimes filmTimes(double seconds) {
  return {.rate = frameRateOf(kFilmRate), .frames = std::max(2, static_cast<int>(std::lround(seconds * kFilmRate)))};
}

/// Makes the session ready to play the fade once, as it is measured: one figure on the treadmill at normal speed, with
/// some of both clips around the fade, in front of a camera that shows all of it. Returns how long that takes, in
/// seconds.
crossfade::Result<double> setUpFilm(Session& session, int from, int to) {
  FadeSettings settings = session.fadeSettings();
  settings.from = from;
  settings.to = to;
  const FadeTo fade = completed({.clip = to}, session.character().transitions(), from);
  const FadePair pair{.leadIn = kAround, .leadOut = kAround + overridden(settings, fade.how).seconds};
  const Commands commands{SetComparison{},           SetSpeed{1},   SetTravel{TravelMode::Treadmill},
                          SetFadeSettings{settings}, SetPair{pair}, ReplayFade{}};
  for (const Command& command : commands)
    if (auto applied = session.apply(command); !applied) return applied.error();
  const double seconds = session.character().program().pairSeconds();
  const Bounds shown = boundsInFilm(session, {}, filmTimes(seconds)).framed;
  constexpr float kAspect = static_cast<float>(kPairFilmSize.width) / static_cast<float>(kPairFilmSize.height);
  const Commands again{SetCamera{frame(session.camera(), shown, kAspect)}, ReplayFade{}};
  for (const Command& command : again)
    if (auto applied = session.apply(command); !applied) return applied.error();
  return seconds;
}

/// The film as a data: URI.
crossfade::Result<std::string> dataUriOf(const std::filesystem::path& file) {
  const auto bytes = tryReadRegularFile(file, kLargestFilm);
  if (!bytes) return bytes.error();
  return "data:video/webm;base64," + base64Of(*bytes);
}

}  // namespace

crossfade::Result<std::string> filmOfPair(Session& session, int from, int to, HeadlessStage& stage,
                                          const std::filesystem::path& scratch) {
  const auto seconds = setUpFilm(session, from, to);
  if (!seconds) return seconds.error();
  const ScratchFile file(scratch, ".webm");
  const FilmTimes times = filmTimes(*seconds);
  const SinkOptions options{.width = kPairFilmSize.width, .height = kPairFilmSize.height, .rate = times.rate};
  auto sink = openFrameSink(file.path(), options);
  if (!sink) return sink.error();
  Recorder recorder(std::move(*sink), OverflowPolicy::Wait);
  const auto show = [&](int frame, FilmPicture& picture) {
    return recorder.add(picture.size.width, picture.size.height, *picture.pixels, frame);
  };
  if (auto shot = shootFilm(session, {}, times, stage, show); !shot) return shot.error();
  if (auto finished = recorder.finish(times.frames); !finished) return finished.error();
  return dataUriOf(file.path());
}

crossfade::Result<std::string> filmByProgram(const std::string& program, Session& session, int from, int to,
                                             const std::filesystem::path& scratch,
                                             const std::function<bool()>& goesOn) {
  const auto seconds = setUpFilm(session, from, to);
  if (!seconds) return seconds.error();
  const ScratchFile project(scratch, std::string(kProjectEnding)), file(scratch, ".webm");
  if (auto written = writeTextFile(project.path().string(), projectTextAt("", session)); !written)
    return written.error();
  const std::string pair = "#" + std::to_string(from) + ",#" + std::to_string(to);
  const std::string size = std::to_string(kPairFilmSize.width) + "x" + std::to_string(kPairFilmSize.height);
  auto done = runToEnd(program,
                       {"render", project.path().string(), "--pair", pair, "--size", size, "--fps",
                        formatNumber(kFilmRate), "--seconds", formatNumber(*seconds), "--out", file.path().string()},
                       goesOn);
  if (!done) return done.error();
  return dataUriOf(file.path());
}

}  // namespace app
