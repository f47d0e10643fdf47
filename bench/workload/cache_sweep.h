// Makes caches cold: a game does much else between two frames of its characters.
#ifndef BENCH_WORKLOAD_CACHE_SWEEP_H
#define BENCH_WORKLOAD_CACHE_SWEEP_H

#include <cstddef>
#include <vector>

namespace workload {

/// Touches every cache line of so many megabytes; 0: does nothing.
class CacheSweep {
 public:
  explicit CacheSweep(int megabytes) : bytes_(static_cast<std::size_t>(megabytes) << 20) {}
  void operator()() {
    for (std::size_t i = 0; i < bytes_.size(); i += 64) ++bytes_[i];
  }
  bool isOn() const { return !bytes_.empty(); }

 private:
  std::vector<unsigned char> bytes_;
};

}  // namespace workload

#endif  // BENCH_WORKLOAD_CACHE_SWEEP_H
