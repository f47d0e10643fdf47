// The share of a picture that one call draws, so that a costly picture can be drawn over several frames.
#ifndef APP_RENDER_DRAW_SHARE_H
#define APP_RENDER_DRAW_SHARE_H

#include <cstdint>

namespace app {

/// A picture is a sequence of steps, each with a cost; every copy of an item is one. Each call goes through all of them
/// in the same order and draws what take() returns.
class DrawShare {
 public:
  struct Run {
    int first = 0;
    int count = 0;
  };

  /// From step `first` on, as many as cost at most `most` together, but at least one.
  DrawShare(std::int64_t first, std::int64_t most) : skip_(first), left_(most), end_(first) {}

  /// Which of the next `steps`, at `cost` each, belong to the share.
  Run take(int steps, std::int64_t cost);
  /// The same for a single step.
  bool takes(std::int64_t cost) { return take(1, cost).count > 0; }

  /// The first step of the next share.
  std::int64_t end() const { return end_; }
  /// Nothing is left for another share.
  bool isLast() const { return !isFull_; }

 private:
  std::int64_t skip_;  // steps that earlier shares drew
  std::int64_t left_;  // cost
  std::int64_t end_;
  bool isEmpty_ = true;
  bool isFull_ = false;
};

}  // namespace app

#endif  // APP_RENDER_DRAW_SHARE_H
