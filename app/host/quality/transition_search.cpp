#include "app/host/quality/transition_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "app/host/quality/seam_sweep.h"
#include "app/jobs/thread_pool.h"
#include "app/model/match_points.h"
#include "crossfade/match/cost_map.h"
#include "crossfade/match/sample_points.h"

namespace app {
namespace {

using crossfade::Sync;
using crossfade::TransitionKind;

constexpr double kLengths[] = {0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1};
constexpr int kEntries = 3;      // entry times that are tried
constexpr int kRefined = 4;      // settings that are tried with every sync and entry
constexpr double kUnseen = 0.1;  // of a limit: 1 % of the body's size, 1 degree of the trunk, 9 of a joint

constexpr FieldSet kSearched =
    bitOf(&FadeChoice::seconds) | bitOf(&FadeChoice::kind) | bitOf(&FadeChoice::sync) | bitOf(&FadeChoice::toPhase);

/// How much of its limit a figure takes. A change of velocity is none until it pops.
double shareOf(FadeFault fault, const TransitionFigures& figures, double maxRatio) {
  const double figure = figureOf(fault, figures.velocityRatio, 0, figures.excess);
  if (fault == FadeFault::Velocity) return figure > maxRatio ? figure / maxRatio : 0;
  const double limit = limitOf(fault, {});
  return limit > 0 ? figure / limit : 0;
}

}  // namespace

FadeFault worstFigure(const TransitionFigures& figures, double maxRatio) {
  FadeFault worst = FadeFault::None;
  for (std::size_t i = 1; i < kFadeFaultTexts.size(); ++i)
    if (const auto fault = static_cast<FadeFault>(i);
        shareOf(fault, figures, maxRatio) > shareOf(worst, figures, maxRatio))
      worst = fault;
  return worst;
}

SearchedPair searchedPair(const TransitionCells& set, const FadeChoice& defaults, CellIndex pair) {
  TransitionCells others = set;
  others.clear(pairOf(pair));
  SearchedPair searched{.pair = pair, .now = resolved(set, defaults, pair), .base = {}};
  if (const FadeChoice* const own = set.at(pairOf(pair))) copyFields(*own, ~kSearched, searched.base);
  searched.base.inherit(resolved(others, defaults, pair));
  return searched;
}

SetTransitionCell cellOf(const TransitionCells& set, const FoundTransition& found) {
  FadeChoice settings = found.settings;
  const FadeChoice* const own = set.at(pairOf(found.pair));
  if (own) copyFields(*own, ~kSearched, settings);
  if (found.settings.fromPhase) settings.fromPhase = found.settings.fromPhase;
  return {.cells = {found.pair}, .settings = settings, .replaces = true};
}

struct TransitionSearch::Impl {
  const Model* model;
  SearchBounds bounds;
  FadeSweep sweep;
  std::vector<int> joints;
  std::vector<double> weights;
  std::vector<std::optional<crossfade::ClipPoints>> points;  // per clip, once needed

  Impl(const Model& forModel, std::vector<int> clips, const SearchBounds& within)
      : model(&forModel),
        bounds(within),
        sweep(forModel, std::move(clips)),
        joints(matchedJoints(forModel)),
        weights(crossfade::boneWeights(forModel.skeleton, joints)),
        points(forModel.clips.size()) {}

  double durationOf(int clip) const { return model->clips[static_cast<std::size_t>(clip)].duration(); }
  bool loops(int clip) const { return isCycle(sweep.loopSeamOf(clip)); }
  const crossfade::ClipPoints* pointsOf(int clip);
  std::vector<crossfade::CostMapCell> cheapest(int from, int to, double seconds);
  TransitionFigures measure(int from, int to, const FadeChoice& settings) {
    const SweptFade worst = sweep.worstOf({from, to}, settings);
    return {.velocityRatio = worst.ratio(), .excess = worst.excess, .slide = worst.slide};
  }
};

const crossfade::ClipPoints* TransitionSearch::Impl::pointsOf(int clip) {
  auto& found = points[static_cast<std::size_t>(clip)];
  if (!found) {
    auto made = crossfade::sampleClipPoints(model->skeleton, model->clips[static_cast<std::size_t>(clip)], joints,
                                            kMatchRate, loops(clip));
    if (!made) return nullptr;
    found = *std::move(made);
  }
  return &*found;
}

/// The moments of both clips that look most alike while a fade lasts.
std::vector<crossfade::CostMapCell> TransitionSearch::Impl::cheapest(int from, int to, double seconds) {
  const crossfade::ClipPoints *a = pointsOf(from), *b = pointsOf(to);
  if (!a || !b) return {};
  const crossfade::CostMapper mapper(*a, *b, weights, std::max(1, static_cast<int>(std::lround(seconds * kMatchRate))));
  crossfade::CostMap map = mapper.emptyMap();
  mapper.fillDistances(0, map.rows, map);
  if (bounds.waits) return crossfade::localMinima(map, kEntries);

  // It may leave at any moment: the entry that costs least on average.
  crossfade::CostMap average = map;
  average.rows = 1;
  average.rowsWrap = false;
  average.costs.assign(static_cast<std::size_t>(map.columns), 0);
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column)
      average.costs[static_cast<std::size_t>(column)] += map.at(row, column) / static_cast<float>(map.rows);
  return crossfade::localMinima(average, kEntries);
}

TransitionSearch::TransitionSearch(const Model& model, std::vector<int> clips, const SearchBounds& bounds)
    : impl_(std::make_unique<Impl>(model, std::move(clips), bounds)) {}
TransitionSearch::~TransitionSearch() = default;

FoundTransition TransitionSearch::find(const SearchedPair& searched) {
  Impl& search = *impl_;
  const int from = searched.pair.from, to = searched.pair.to;
  const double maxRatio = search.bounds.maxRatio;
  FoundTransition found{.pair = searched.pair, .settings = {}, .before = search.measure(from, to, searched.now)};
  found.after = found.before;

  struct Rank {
    double worst = 0, sum = 0;
    auto operator<=>(const Rank&) const = default;
  };
  const auto worstOf = [&](const TransitionFigures& figures) {
    return shareOf(worstFigure(figures, maxRatio), figures, maxRatio);
  };
  const double same = std::clamp(worstOf(found.before), kUnseen, kCalm);  // shares below count as equal
  const auto rankOf = [&](const TransitionFigures& figures) {
    return Rank{std::max(worstOf(figures), same), seamCost(figures, maxRatio)};
  };
  Rank least = rankOf(found.before);

  struct Candidate {
    FadeChoice settings;
    Rank rank;
  };
  std::vector<Candidate> candidates;
  const auto tryOut = [&](const FadeChoice& settings) {
    FadeChoice whole = settings;
    whole.inherit(searched.base);
    const TransitionFigures figures = search.measure(from, to, whole);
    candidates.push_back({settings, rankOf(figures)});
    if (!(candidates.back().rank < least)) return;
    least = candidates.back().rank;
    found.settings = settings;
    found.after = figures;
  };

  // Every kind and length; then the best of them in sync and with other entries.
  for (const TransitionKind kind : search.bounds.kinds)
    for (const double seconds : kLengths)
      if (seconds >= search.bounds.minSeconds && seconds <= search.bounds.maxSeconds)
        tryOut({.seconds = seconds, .kind = kind, .sync = Sync::None});
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return candidates[a].rank < candidates[b].rank; });
  if (order.size() > kRefined) order.resize(kRefined);
  for (const std::size_t index : order) {
    const Candidate each = candidates[index];
    if (search.bounds.sync && search.loops(from) && search.loops(to))
      for (const Sync sync : {Sync::Phase, Sync::Markers}) {
        FadeChoice settings = each.settings;
        settings.sync = sync;
        tryOut(settings);
      }
    for (const crossfade::CostMapCell& cell : search.cheapest(from, to, *each.settings.seconds)) {
      const crossfade::ClipPoints &a = *search.pointsOf(from), &b = *search.pointsOf(to);
      FadeChoice settings = each.settings;
      settings.toPhase = std::min(b.timeOf(cell.column) / search.durationOf(to), 1.0);
      if (search.bounds.waits) settings.fromPhase = std::min(a.timeOf(cell.row) / search.durationOf(from), 1.0);
      tryOut(settings);
    }
  }
  return found;
}

std::vector<FoundTransition> findTransitions(const Model& model, std::span<const SearchedPair> pairs,
                                             const SearchBounds& bounds, int threads,
                                             const std::function<bool(int done)>& report) {
  std::set<int> clips;
  for (const SearchedPair& each : pairs) clips.insert({each.pair.from, each.pair.to});
  std::vector<FoundTransition> found(pairs.size());
  const bool complete = parallelFor(
      static_cast<int>(pairs.size()), threads,
      [&] {
        return TransitionSearch(model, {clips.begin(), clips.end()}, bounds);
      },
      [&](TransitionSearch& search, int i) {
        const auto index = static_cast<std::size_t>(i);
        found[index] = search.find(pairs[index]);
      },
      report);
  if (!complete) found.clear();
  return found;
}

TransitionSummary summaryOf(std::span<const FoundTransition> found) {
  const auto side = [&](TransitionFigures FoundTransition::*which) {
    const auto most = [&](const auto& figureOf) -> std::optional<double> {
      std::vector<double> values;
      for (const FoundTransition& each : found)
        if (const std::optional<double> figure = figureOf(each.*which)) values.push_back(*figure);
      return values.empty() ? std::nullopt : std::optional(percentilesOf(std::move(values)).p95);
    };
    using Figures = const TransitionFigures&;
    return TransitionFigures{.velocityRatio = most([](Figures of) { return of.velocityRatio; }).value_or(0),
                             .excess = {.overshoot = most([](Figures of) { return of.excess.overshoot; }).value_or(0),
                                        .tilt = most([](Figures of) { return of.excess.tilt; }).value_or(0),
                                        .sink = most([](Figures of) { return of.excess.sink; }).value_or(0)},
                             .slide = most([](Figures of) { return of.slide; })};
  };
  return {side(&FoundTransition::before), side(&FoundTransition::after)};
}

}  // namespace app
