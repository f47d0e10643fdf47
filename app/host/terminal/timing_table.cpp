#include "app/host/terminal/timing_table.h"

#include <cstdio>

namespace app {

void printTiming(const FrameHistory& history, const std::string& driver) {
  std::printf("\n%s\n%-16s %8s %8s %8s %8s %8s   ms, last %d frames\n", driver.c_str(), "", "mean", "p50", "p95", "p99",
              "max", history.total().size());
  const auto row = [](const std::string& name, const Summary& s) {
    if (s.count == 0)
      std::printf("%-16s %8s\n", name.c_str(), "n/a");
    else
      std::printf("%-16s %8.3f %8.3f %8.3f %8.3f %8.3f\n", name.c_str(), s.mean, s.p50, s.p95, s.p99, s.max);
  };
  for (int cost = 0; cost < kCostCount; ++cost) row(std::string(costName(cost)), history.cost(cost).summary());
  row("frame", history.total().summary());
  for (std::size_t i = 0; i < kTimedPassCount; ++i)
    row("GPU " + std::string(kTimedPasses[i]), history.pass(i).summary());
}

}  // namespace app
