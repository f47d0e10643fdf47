// The way that a character has gone in the last seconds.
#ifndef APP_SESSION_CHARACTER_TRAVEL_PATH_H
#define APP_SESSION_CHARACTER_TRAVEL_PATH_H

#include <vector>

#include <glm/vec3.hpp>

namespace app {

/// A ring of positions by mixer time. Adding allocates only the first time.
class TravelPath {
 public:
  static constexpr int kPerSecond = 20;
  static constexpr int kPoints = kPerSecond * 60 + 2;  // a full path even for the oldest moment of the timeline (30 s)

  void add(double time, const glm::dvec3& position);
  /// Removes the points after `time`; the future is about to change.
  void dropAfter(double time);
  int size() const { return size_; }
  /// Point 0 is the oldest.
  double time(int point) const { return at(point).time; }
  const glm::dvec3& position(int point) const { return at(point).position; }

 private:
  struct Point {
    double time = 0;
    glm::dvec3 position{0.0};
  };
  const Point& at(int point) const;

  std::vector<Point> ring_;
  int next_ = 0, size_ = 0;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_PATH_H
