#include "crossfade/travel/detail/planted_feet.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "crossfade/travel/detail/joint_sampler.h"

namespace crossfade::detail {
namespace {

// As parts of the height, and heights per second: for a person of 1.75 m they are 7 and 10 cm, 0.3 and 1 m/s.
constexpr double kEnterHeight = 0.04, kLeaveHeight = 0.06;
constexpr double kEnterSpeed = 0.17, kLeaveSpeed = 0.57;
constexpr double kEnterPart = 0.25,
                 kLeavePart = 0.5;   // of the ground's speed, where that is more: feet of runners vary
constexpr double kSameSpeed = 0.06;  // feet on one ground differ by this much
constexpr double kShortest = 0.05;   // seconds: shorter contacts are none
constexpr std::size_t kMostVoters = 512;
constexpr int kRounds = 4;  // of finding contacts from the ground's velocity, and that from the contacts

/// A foot between two moments.
struct Step {
  glm::dvec3 velocity{0.0};  // horizontal
  double height = 0;         // above its lowest
};
using Steps = std::vector<Step>;

Steps stepsOf(const FootPath& path, double step) {
  double lowest = path[0].y;
  for (const glm::dvec3& position : path) lowest = std::min(lowest, position.y);
  Steps steps;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const glm::dvec3 velocity = (path[i] - path[i - 1]) / step;
    steps.push_back({.velocity = {velocity.x, 0, velocity.z}, .height = (path[i].y + path[i - 1].y) / 2 - lowest});
  }
  return steps;
}

/// The velocity that most low feet share: where they are densest.
glm::dvec3 commonVelocity(std::span<const Steps> feet, double height) {
  std::vector<std::pair<glm::dvec3, double>> low;  // velocities and their weights
  for (const Steps& steps : feet)
    for (const Step& step : steps)
      if (step.height < kEnterHeight * height)
        low.emplace_back(step.velocity, 1 - step.height / (kEnterHeight * height));
  if (low.empty()) return glm::dvec3(0.0);
  const auto votesFor = [&](const glm::dvec3& velocity, std::size_t stride) {
    glm::dvec3 sum(0.0);
    double votes = 0;
    for (std::size_t i = 0; i < low.size(); i += stride) {
      const double off = glm::distance(low[i].first, velocity) / (kSameSpeed * height);
      const double vote = low[i].second * std::exp(-off * off / 2);
      sum += low[i].first * vote;
      votes += vote;
    }
    return std::pair(votes > 0 ? sum / votes : velocity, votes);
  };
  const std::size_t stride = (low.size() + kMostVoters - 1) / kMostVoters;
  glm::dvec3 best(0.0);
  double most = 0;
  for (std::size_t i = 0; i < low.size(); i += stride)
    if (const auto [mean, votes] = votesFor(low[i].first, stride); votes > most) {
      best = mean;
      most = votes;
    }
  for (int round = 0; round < 2 * kRounds; ++round) best = votesFor(best, 1).first;  // mean shift
  return best;
}

/// Which steps are on the ground: it takes less to stay there than to get there.
std::vector<bool> contactsOf(const Steps& steps, const glm::dvec3& ground, double step, double height) {
  std::vector<bool> planted(steps.size());
  bool isPlanted = false;
  const double enter = std::max(kEnterSpeed * height, kEnterPart * glm::length(ground)),
               leave = std::max(kLeaveSpeed * height, kLeavePart * glm::length(ground));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double speed = glm::distance(steps[i].velocity, ground);
    const double heightLimit = (isPlanted ? kLeaveHeight : kEnterHeight) * height;
    isPlanted = steps[i].height < heightLimit && speed < (isPlanted ? leave : enter);
    planted[i] = isPlanted;
  }
  for (std::size_t begin = 0; begin < planted.size();) {
    std::size_t end = begin;
    while (end < planted.size() && planted[end] == planted[begin]) ++end;
    const bool isInside = begin > 0 && end < planted.size();  // at the clip's ends a contact may go on
    if (planted[begin] && isInside && static_cast<double>(end - begin) * step < kShortest)
      std::fill(planted.begin() + static_cast<std::ptrdiff_t>(begin),
                planted.begin() + static_cast<std::ptrdiff_t>(end), false);
    begin = end;
  }
  return planted;
}

double medianOf(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Of feet that roll, those that stand still on the ground: the median leaves out heel strike and toe-off.
glm::dvec3 medianVelocity(std::span<const Steps> feet, std::span<const std::vector<bool>> contacts,
                          const glm::dvec3& ground, double height) {
  std::vector<double> x, z;
  for (std::size_t foot = 0; foot < feet.size(); ++foot)
    for (std::size_t i = 0; i < feet[foot].size(); ++i) {
      const glm::dvec3& velocity = feet[foot][i].velocity;
      if (!contacts[foot][i] || glm::distance(velocity, ground) > kEnterSpeed * height) continue;
      x.push_back(velocity.x);
      z.push_back(velocity.z);
    }
  return x.empty() ? ground : glm::dvec3(medianOf(x), 0, medianOf(z));
}

/// How far the lower foot gets above where it is lowest.
double lowestRiseOf(std::span<const FootPath> feet) {
  double highest = -std::numeric_limits<double>::infinity(), floor = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < feet[0].size(); ++i) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const FootPath& foot : feet) lowest = std::min(lowest, foot[i].y);
    highest = std::max(highest, lowest);
    floor = std::min(floor, lowest);
  }
  return highest - floor;
}

}  // namespace

PlantedFeet findPlantedFeet(std::span<const FootPath> feet, double step, double height) {
  std::vector<Steps> steps;
  for (const FootPath& foot : feet) steps.push_back(stepsOf(foot, step));
  PlantedFeet found{.groundVelocity = commonVelocity(steps, height), .lowestRise = lowestRiseOf(feet)};
  std::vector<std::vector<bool>> contacts;
  for (int round = 0; round < kRounds; ++round) {
    contacts.clear();
    for (const Steps& foot : steps) contacts.push_back(contactsOf(foot, found.groundVelocity, step, height));
    found.groundVelocity = medianVelocity(steps, contacts, found.groundVelocity, height);
  }
  std::size_t planted = 0;
  for (std::size_t i = 0; i < steps[0].size(); ++i)
    planted += std::any_of(contacts.begin(), contacts.end(), [i](const auto& foot) { return foot[i]; });
  found.share = static_cast<double>(planted) / static_cast<double>(steps[0].size());
  return found;
}

std::vector<int> lowestEnds(const Skeleton& skeleton, std::span<const glm::dvec3> positions, int top, double height) {
  constexpr double kLow = 0.08;  // a part of the height
  std::vector<bool> hasChildren(positions.size());
  for (const int parent : skeleton.parents())
    if (parent >= 0) hasChildren[static_cast<std::size_t>(parent)] = true;
  std::vector<int> ends;
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < skeleton.jointCount(); ++i) {
    if (hasChildren[static_cast<std::size_t>(i)] || i == top || !isAtOrBelow(skeleton, i, top)) continue;
    ends.push_back(i);
    lowest = std::min(lowest, positions[static_cast<std::size_t>(i)].y);
  }
  std::erase_if(ends, [&](int end) { return positions[static_cast<std::size_t>(end)].y > lowest + kLow * height; });
  return ends;
}

}  // namespace crossfade::detail
