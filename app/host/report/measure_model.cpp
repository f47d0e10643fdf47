#include "app/host/report/measure_model.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/format/command_words.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/quality/slide_sweep.h"
#include "app/model/standing.h"
#include "app/view/model_matrices.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/quality/seam_case.h"
#include "crossfade/travel/root_motion.h"

namespace app {
namespace {

using crossfade::SeamCase;
using crossfade::SeamFrame;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kFrame = 1 / crossfade::kSeamRate;
constexpr int kMargin = 60;           // frames of a curve before and after a fade
constexpr int kDecimation = 3;        // frames per sample of a curve
constexpr double kLongestCurve = 10;  // seconds of a fade; longer ones have no curves

double angleOf(const glm::quat& a, const glm::quat& b) {
  const glm::dquat first(a), second(b);
  const double chord = std::min(glm::length(first - second), glm::length(first + second));
  return 4 * std::asin(std::min(chord / 2, 1.0));
}

/// For one thread.
class PairMeter {
 public:
  PairMeter(const Session& session, const std::vector<int>& clips)
      : session_(session),
        model_(session.model()),
        clips_(clips),
        seams_(benchOf(model_)),
        feet_(standingFeetOf(model_)),
        slides_(slideBenchOf(model_, feet_, seams_)),
        player_(model_.clips, {model_.skeleton.jointCount(), morphChannelsOf(model_)}, restPoseOf(model_)),
        ground_(feet_.feet.size()) {
    for (const crossfade::ClipId id : model_.clips.ids()) ground_.set(id, slides_.contactsOf(id.index));
  }

  ReportedPair measure(int from, int to) {
    const CellIndex cell{clips_[static_cast<std::size_t>(from)], clips_[static_cast<std::size_t>(to)]};
    const CellSettings settings = session_.character().transitions().resolve(pairOf(cell).from, pairOf(cell).to);
    const FadeSettings& usual = session_.fadeSettings();
    SeamCase fade{.from = cell.from, .to = cell.to};
    fade.options.seconds = settings.seconds.value_or(usual.seconds);
    fade.options.kind = settings.kind.value_or(usual.kind);
    fade.options.sync = settings.sync.value_or(usual.sync);
    if (settings.toPhase) fade.entry = *settings.toPhase * durationOf(cell.to);
    const crossfade::AnimationCurve& curve = settings.curve ? *settings.curve : session_.fadeCurve();
    const SeamCase seamCase = withCurve(fade, seams_, curve), slideCase = withCurve(fade, slides_, curve),
                   shownCase = withCurve(fade, player_.player(), curve);

    ReportedPair pair{.from = from,
                      .to = to,
                      .kind = std::string(wordOf(kTransitionNames, fade.options.kind)),
                      .sync = std::string(wordOf(kSyncNames, fade.options.sync)),
                      .seconds = fade.options.seconds};
    std::vector<double> starts(std::begin(kSweptStarts), std::end(kSweptStarts));
    if (settings.fromPhase) starts = {*settings.fromPhase};
    int worstJoint = 0;
    for (const double phase : starts) measureFrom(phase * durationOf(cell.from), seamCase, slideCase, pair, worstJoint);
    if (worstJoint >= 0) pair.joint = model_.skeleton.name(worstJoint);
    if (pair.seconds <= kLongestCurve) recordCurves(shownCase, std::max(worstJoint, 0), pair);
    return pair;
  }

  ReportedClip clip(int index) const {
    const crossfade::AnimationClip& data = model_.clips[static_cast<std::size_t>(index)];
    const crossfade::LoopSeam& loop = seams_.loopSeamOf(index);
    const crossfade::RootMotion motion = crossfade::RootMotionMeter(model_.skeleton).measure(data);
    ReportedClip clip{.name = data.name(),
                      .seconds = data.duration(),
                      .loopDegrees = loop.rotation * kDegrees,
                      .loopRatio = std::max(loop.rotationRatio, loop.translationRatio),
                      .travel = std::string(nameOf(motion.kind())),
                      .speed = motion.speed(),
                      .feet = {}};
    for (const crossfade::FootContacts& foot : slides_.contactsOf(index).feet) {
      ReportedFoot reported{.name = foot.name, .contacts = {}};
      for (const crossfade::ContactInterval& part : foot.foot) {
        const double begin = part.start / clip.seconds, end = part.end / clip.seconds;
        reported.contacts.emplace_back(begin, std::min(end, 1.0));
        if (end > 1) reported.contacts.emplace_back(0.0, std::min(end - 1, 1.0));
      }
      clip.feet.push_back(std::move(reported));
    }
    return clip;
  }

 private:
  double durationOf(int clip) const { return model_.clips[static_cast<std::size_t>(clip)].duration(); }

  template <class Player>
  SeamCase withCurve(SeamCase fade, Player& player, const crossfade::AnimationCurve& curve) {
    auto& id = curveOf(player);
    if (!id)
      id = player.addCurve(curve);
    else
      player.setCurve(*id, curve);
    fade.options.shape = crossfade::alongCurve(*id);
    return fade;
  }
  std::optional<crossfade::CurveId>& curveOf(const crossfade::SeamBench&) { return seamCurve_; }
  std::optional<crossfade::CurveId>& curveOf(const crossfade::SlideBench&) { return slideCurve_; }
  std::optional<crossfade::CurveId>& curveOf(const crossfade::TransitionPlayer&) { return shownCurve_; }

  void measureFrom(double start, SeamCase fade, SeamCase slide, ReportedPair& pair, int& worstJoint) {
    fade.start = slide.start = start;
    for (const bool interrupted : {false, true}) {
      fade.interrupted = interrupted;
      const crossfade::SeamReport found = seams_.measure(fade);
      const double ratio = found.worst.velocityRatio;
      if (ratio > pair.ratio() || pair.joint.empty()) {
        pair.start = start;
        worstJoint = found.worstJoint;
        pair.joint = "?";  // its name follows
      }
      double& part = interrupted ? pair.interrupted : pair.straight;
      part = std::max(part, ratio);
      pair.overshootDegrees = std::max(pair.overshootDegrees, found.worst.rotationOvershoot * kDegrees);
    }
    if (!slides_.walks(fade.from) || !slides_.walks(fade.to)) return;
    const crossfade::SlideReport report = slides_.measure(slide);
    if (report.legLength > 0) pair.slide = std::max(pair.slide.value_or(0), report.slide.perStep() / report.legLength);
  }

  /// Plays the fade once more, straight, from where it shows most.
  void recordCurves(SeamCase fade, int joint, ReportedPair& pair) {
    fade.start = pair.start;
    const bool walks = slides_.walks(fade.from) && slides_.walks(fade.to);
    crossfade::FootSlideMeter slide(model_.skeleton, feet_);
    std::vector<float> from, to, angles, ways, slides;
    std::optional<crossfade::Transform> last;
    double slid = 0;
    int begin = -1, end = -1;
    const auto onFrame = [&](const SeamFrame& frame) {
      const crossfade::GroundState& state = ground_.now(player_.player().mixer(), frame.delta);
      const int at = static_cast<int>(to.size());
      if (frame.part != SeamFrame::Part::Before && begin < 0) begin = at;
      if (frame.part != SeamFrame::Part::After) end = at;
      const bool hasBegun = frame.part != SeamFrame::Part::Before;
      const auto weight = [](const crossfade::AnimationAction* action) {
        return action ? static_cast<float>(action->getEffectiveWeight()) : 0.0f;
      };
      to.push_back(hasBegun ? weight(frame.incoming) : 0.0f);
      from.push_back(hasBegun ? weight(frame.outgoing) : 1.0f);
      const crossfade::Transform& now = player_.pose().locals[static_cast<std::size_t>(joint)];
      const bool counts = last && !frame.wrapped;
      angles.push_back(counts           ? static_cast<float>(angleOf(last->rotation, now.rotation) * kDegrees / kFrame)
                       : angles.empty() ? 0.0f
                                        : angles.back());
      ways.push_back(counts         ? static_cast<float>(glm::distance(last->translation, now.translation) / kFrame)
                     : ways.empty() ? 0.0f
                                    : ways.back());
      last = now;
      if (!walks) return;
      slide.add(kFrame, state, player_.pose(), !frame.wrapped);
      slides.push_back(static_cast<float>((slide.slide().distance - slid) / kFrame));
      slid = slide.slide().distance;
    };
    const double duration = durationOf(fade.from), before = kMargin * kFrame;
    const double start =
        duration > 0 ? std::fmod(fade.start - before + std::ceil(before / duration) * duration, duration) : 0;
    player_.play(fade, {.start = start, .before = kMargin + 1, .after = kMargin}, onFrame);

    ReportedCurves& curves = pair.curves;
    curves.speedIsAngle = *std::max_element(angles.begin(), angles.end()) > 1;
    curves.from = decimated(from, false);
    curves.to = decimated(to, false);
    curves.speed = decimated(curves.speedIsAngle ? angles : ways, true);
    curves.slide = decimated(slides, true);
    curves.length = static_cast<double>(to.size()) * kFrame;
    curves.begin = std::max(begin, 0) * kFrame;
    curves.end = std::max(end, begin) * kFrame;
  }

  /// The first of each few values, or the largest.
  static std::vector<float> decimated(const std::vector<float>& values, bool largest) {
    std::vector<float> result;
    for (std::size_t i = 0; i < values.size(); i += kDecimation) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(i + kDecimation, values.size()));
      result.push_back(largest ? *std::max_element(begin, end) : *begin);
    }
    return result;
  }

  const Session& session_;
  const Model& model_;
  const std::vector<int>& clips_;
  crossfade::SeamBench seams_;
  crossfade::Feet feet_;
  crossfade::SlideBench slides_;
  crossfade::SeamCasePlayer player_;
  crossfade::ClipGround ground_;
  std::optional<crossfade::CurveId> seamCurve_, slideCurve_, shownCurve_;
};

std::string countsOf(const Model& model) {
  std::size_t vertices = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      vertices += primitive.positions.size();
  const auto count = [](std::size_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
  };
  return count(model.clips.size(), "clip", "clips") + ", " +
         count(static_cast<std::size_t>(model.skeleton.jointCount()), "node", "nodes") + ", " +
         count(vertices, "vertex", "vertices");
}

}  // namespace

ReportedModel measureModel(const Session& session, double maxRatio, int mostClips, int threads,
                           const std::function<void(int done, int all)>& report) {
  const Model& model = session.model();
  const SweptClips swept = sweptClips(model, mostClips);
  ReportedModel result{.name = model.name,
                       .path = model.path,
                       .counts = countsOf(model),
                       .maxRatio = maxRatio,
                       .lines = model.report.lines,
                       .channelsUnchanged = model.report.channelsUnchanged,
                       .channelsCorrected = model.report.channelsCorrected};
  for (const int clip : sweptClips(model, static_cast<int>(model.clips.size())).clips)
    if (std::find(swept.clips.begin(), swept.clips.end(), clip) == swept.clips.end())
      result.clipsLeftOut.push_back(model.clips[static_cast<std::size_t>(clip)].name());
  const int count = static_cast<int>(swept.clips.size());
  std::vector<CellIndex> pairs;
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to)
      if (from != to) pairs.push_back({from, to});
  result.pairs.resize(pairs.size());

  std::atomic<std::size_t> next = 0;
  std::atomic<int> done = 0;
  const auto work = [&](bool isFirst) {
    PairMeter meter(session, swept.clips);
    if (isFirst)
      for (const int clip : swept.clips) result.clips.push_back(meter.clip(clip));
    for (std::size_t i = next++; i < pairs.size(); i = next++) {
      result.pairs[i] = meter.measure(pairs[i].from, pairs[i].to);
      ++done;
      if (isFirst) report(done, static_cast<int>(pairs.size()));
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < std::min(threads, static_cast<int>(pairs.size())); ++i) others.emplace_back(work, false);
  work(true);
  for (std::thread& each : others) each.join();
  return result;
}

}  // namespace app
